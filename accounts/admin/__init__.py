"""Users in the Django admin, one file for each subject."""

from accounts.admin import addresses, authenticators, friends, people

__all__ = ["addresses", "authenticators", "friends", "people"]
