"""What people send about themselves, checked: one file for each subject."""
