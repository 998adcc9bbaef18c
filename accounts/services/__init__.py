"""What changes accounts, friends, notices and days off: one transaction each."""
