"""How long players take to answer on their turn, computed once a day from finished games."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Pace(models.Model):
    """The pace of a player in finished games. Times are awake seconds.

    A player with too few turns has no row. Others see the pace only if the player agrees (`User.shows_pace`).
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        primary_key=True,
        related_name="pace",
        verbose_name=_("player"),
    )
    # How many turns were counted. A quarter of them was answered within `quick`, half within `typical`, and three
    # quarters within `slow`.
    turns = models.PositiveSmallIntegerField(_("turns counted"))
    quick = models.PositiveIntegerField()
    typical = models.PositiveIntegerField()
    slow = models.PositiveIntegerField()
    # The number of recent turns, and how many of them the player was notified of and missed.
    lately = models.PositiveSmallIntegerField(default=0)
    missed = models.PositiveSmallIntegerField(default=0)
    counted_at = models.DateTimeField(_("counted"))

    def __str__(self) -> str:
        return f"{self.user_id}"
