"""Changes of accounts, friends, notification settings and vacations: one transaction each."""
