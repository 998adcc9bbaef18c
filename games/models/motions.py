"""Motions of a table, and ballots that stay secret until they are counted."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games import clock
from games.models.tables import Game


class Matter(models.TextChoices):
    """The subject of a motion."""

    PAUSE = "pause", _("a pause")
    END = "end", _("ending the game")
    LIVE = "live", _("playing live for an hour")
    PACE = "pace", _("a faster pace")
    ABSENT = "absent", _("what happens to the seat of an absent player")


class Motion(models.Model):
    """A motion at a table. At most one of each matter is open at a time; of `absent`, one for each seat."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="motions", verbose_name=_("table"))
    matter = models.CharField(_("matter"), max_length=10, choices=Matter)
    # The seat that the motion is about.
    seat = models.PositiveSmallIntegerField(_("seat"), null=True, blank=True)
    # The seat that opened it. Empty for the clock and for a player who has left.
    by = models.PositiveSmallIntegerField(_("asked by"), null=True, blank=True)
    # The length of a pause.
    days = models.PositiveSmallIntegerField(_("days"), default=0)
    # The name of the pace that is proposed.
    pace = models.CharField(_("pace"), max_length=10, blank=True, default="", db_default="")
    opened_at = models.DateTimeField(_("opened"), default=clock.now)
    closes_at = models.DateTimeField(_("closes"))
    decided_at = models.DateTimeField(_("decided"), null=True, blank=True)
    # Empty while the motion is open; then the choice that won, or `none`.
    outcome = models.CharField(_("outcome"), max_length=10, blank=True, default="")

    class Meta:
        verbose_name = _("motion")
        verbose_name_plural = _("motions")
        constraints = (
            models.UniqueConstraint(
                fields=["game", "matter"],
                condition=models.Q(decided_at=None, seat=None),
                name="one_open_motion_a_matter",
            ),
            models.UniqueConstraint(
                fields=["game", "matter", "seat"], condition=models.Q(decided_at=None), name="one_open_motion_a_seat"
            ),
        )
        indexes = (
            models.Index(fields=["closes_at"], condition=models.Q(decided_at=None), name="open_motions_by_end"),
            models.Index(fields=["opened_at"], name="motions_by_age"),
        )

    def __str__(self) -> str:
        return f"{self.game_id} {self.matter}"


class Ballot(models.Model):
    """The choice of one seat in a motion. Its player can change it until the motion is decided."""

    motion = models.ForeignKey(Motion, on_delete=models.CASCADE, related_name="ballots")
    seat = models.PositiveSmallIntegerField()
    choice = models.CharField(max_length=10)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["motion", "seat"], name="one_ballot_a_seat"),)

    def __str__(self) -> str:
        return f"{self.motion_id}/{self.seat}"
