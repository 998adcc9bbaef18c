"""What people send to the pages of circles."""
