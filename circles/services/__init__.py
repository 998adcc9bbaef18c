"""The only writers of circles, one file for each subject. Every function is one transaction."""
