"""Games in the Django admin: to be looked at, never edited; what players keep from each other is closed (R94)."""

from games.admin import rows, tables

__all__ = ["rows", "tables"]
