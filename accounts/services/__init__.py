"""What people do with accounts, friends and days off."""
