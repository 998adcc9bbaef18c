"""What people send, checked and put into words of the rules."""
