"""Users in the Django admin, one file for each subject."""

from accounts.admin import addresses, friends, people

__all__ = ["addresses", "friends", "people"]
