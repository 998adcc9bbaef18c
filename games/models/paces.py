"""How long people take to answer when it is their turn, counted once a day from games that are over."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Pace(models.Model):
    """What is typical of a person's turns in finished games. Their times are seconds in which they were awake.

    A player with too few turns has no row. Others see it only if the person agrees (`User.shows_pace`).
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
    # Of the turns of late, how many there were, and how many of them the player was told of and missed.
    lately = models.PositiveSmallIntegerField(default=0)
    missed = models.PositiveSmallIntegerField(default=0)
    counted_at = models.DateTimeField(_("counted"))

    def __str__(self) -> str:
        return f"{self.user_id}"
