"""Names that players have given up, and that are reserved for a time."""

from django.db import models

from accounts import names
from accounts.models.people import LONGEST_LOOK, User


class ReservedName(models.Model):
    """A name that a player has given up. Until a moment no other player can take it, or one that looks like it.

    Without a user, the staff has taken the name away, and its former player cannot take it back either.
    """

    user = models.ForeignKey(User, models.CASCADE, null=True, related_name="reserved_names")
    name = models.CharField(max_length=names.LONGEST)
    # The folded name and its looks, as in `User`.
    name_key = models.CharField(max_length=4 * names.LONGEST, db_index=True)
    look = models.CharField(max_length=LONGEST_LOOK, db_index=True)
    look_in_capitals = models.CharField(max_length=LONGEST_LOOK, db_index=True)
    until = models.DateTimeField(db_index=True)

    class Meta:
        # No page of the admin shows it, so there is no permission for it.
        default_permissions = ()

    def __str__(self) -> str:
        return self.name
