"""Forms of accounts, one file for each subject."""
