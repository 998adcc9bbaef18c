"""The course of a game: the log that is never changed, and what was said or done in secret."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games import clock
from games.models.tables import Game


class Move(models.Model):
    """One public command that was carried out, never changed afterwards (a trigger on PostgreSQL sees to that).

    ``events`` is what all were told; ``command`` is secret while the game runs, for a discard names cards. Nobody sees
    ``among`` before its end: what each of its lots was drawn among, one on a line, such as the hand of another.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="moves", verbose_name=_("table"))
    seq = models.PositiveIntegerField(_("move"))
    seat = models.PositiveSmallIntegerField(_("seat"), null=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+", verbose_name=_("player")
    )
    events = models.TextField()
    command = models.TextField()
    among = models.TextField(blank=True, default="", db_default="")
    key = models.CharField(max_length=64, blank=True, default="")
    at = models.DateTimeField(_("at"), default=clock.now)

    class Meta:
        verbose_name = _("move")
        verbose_name_plural = _("moves")
        ordering = ("game", "seq")
        constraints = (
            models.UniqueConstraint(fields=["game", "seq"], name="one_move_a_number"),
            models.UniqueConstraint(fields=["game", "seat", "key"], condition=~models.Q(key=""), name="one_move_a_key"),
        )

    def __str__(self) -> str:
        return f"{self.game_id}#{self.seq}"


class Whisper(models.Model):
    """What one seat alone was told with a move."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="whispers")
    seat = models.PositiveSmallIntegerField()
    seq = models.PositiveIntegerField()
    event = models.TextField()

    class Meta:
        indexes = (models.Index(fields=["game", "seat", "seq"], name="whispers_to_a_seat"),)

    def __str__(self) -> str:
        return f"{self.game_id}/{self.seat}#{self.seq}"


class PrivateAct(models.Model):
    """A command that nobody else may notice (R95): a standing order, an answer in a window; for the export alone.

    ``seq`` is the last public command before it.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="private_acts")
    seat = models.PositiveSmallIntegerField()
    seq = models.PositiveIntegerField()
    command = models.TextField()
    at = models.DateTimeField(default=clock.now)

    class Meta:
        ordering = ("game", "seq", "pk")

    def __str__(self) -> str:
        return f"{self.game_id}/{self.seat}#{self.seq}"


class Deal(models.Model):
    """The deal of a round as it was laid out, for the export and the check of chance; closed until the game is over.

    ``rules_version`` says under which rules the round began.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="deals")
    round = models.PositiveSmallIntegerField()
    seq = models.PositiveIntegerField()
    state = models.TextField()
    rules_version = models.CharField(max_length=20, default="1", db_default="1")

    class Meta:
        constraints = (models.UniqueConstraint(fields=["game", "round"], name="one_deal_a_round"),)

    def __str__(self) -> str:
        return f"{self.game_id} {self.round}"
