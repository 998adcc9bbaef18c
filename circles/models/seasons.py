"""Seasons of a circle: sums over its finished games between two days."""

import secrets

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from circles.models.circles import Circle
from games import clock

TUNNEL, FASTEST, LIE = "tunnel", "fastest", "lie"
"""The records of a season: the longest tunnel, the fewest moves until the gold, the lie that most players believed."""


def season_token() -> str:
    """Return the unguessable part of the link to the last page of a season."""
    return secrets.token_urlsafe(18)


class Season(models.Model):
    """A season: its first and last day, and sums over all its games; those of players are in `SeasonPlayer`."""

    circle = models.ForeignKey(Circle, on_delete=models.CASCADE, related_name="seasons", verbose_name=_("circle"))
    name = models.CharField(_("season name"), max_length=40)
    begins = models.DateField(_("first day"))
    ends = models.DateField(_("last day"))
    made_at = models.DateTimeField(_("made at"), default=clock.now)
    games = models.PositiveIntegerField(_("games"), default=0)
    evenings = models.PositiveIntegerField(_("evenings"), default=0)
    # JSON: for each kind of record the best value, and where it was reached (`services.seasons`).
    records = models.TextField(default="{}")
    # Whether its games have to be summed again by a worker.
    stale = models.BooleanField(_("to be summed again"), default=False, db_default=False)
    # The secret part of the public address of its last page; "" until the host shares it.
    shared = models.CharField(max_length=32, blank=True, default="", editable=False)

    class Meta:
        verbose_name = _("season of a circle")
        verbose_name_plural = _("seasons of circles")
        # The admin shows it and changes nothing.
        default_permissions = ("view",)
        constraints = (
            models.CheckConstraint(condition=Q(begins__lte=F("ends")), name="seasons_in_order"),
            models.UniqueConstraint(fields=["shared"], condition=~Q(shared=""), name="one_season_an_address"),
        )
        indexes = (
            models.Index(fields=["circle", "-begins"], name="seasons_of_a_circle"),
            models.Index(fields=["circle"], condition=Q(stale=True), name="seasons_to_sum"),
        )

    def __str__(self) -> str:
        return f"{self.circle_id}: {self.name}"


class SeasonPlayer(models.Model):
    """The sums of a player over the games of a season. Without a user it is all bots."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="players")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="+")
    # JSON, as `all` in `results.sums`.
    sums = models.TextField(default="{}")
    # Whether the player agrees to be named on the last page that is shared.
    named = models.BooleanField(default=False, db_default=False)

    class Meta:
        default_permissions = ()
        constraints = (
            models.UniqueConstraint(fields=["season", "user"], name="one_row_a_player"),
            models.UniqueConstraint(fields=["season"], condition=Q(user=None), name="one_row_for_bots"),
        )

    def __str__(self) -> str:
        return f"{self.season_id}/{self.user_id}"
