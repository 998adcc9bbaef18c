"""The course of a game: the log, which never changes, and private events and commands."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games import clock
from games.models.tables import Game


class Move(models.Model):
    """One entry of the log: a public command that was carried out.

    It never changes; on PostgreSQL a trigger enforces that.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="moves", verbose_name=_("table"))
    seq = models.PositiveIntegerField(_("move"))
    seat = models.PositiveSmallIntegerField(_("seat"), null=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+", verbose_name=_("player")
    )
    # The public events.
    events = models.TextField()
    # Secret while the game runs, because a discard names cards.
    command = models.TextField()
    # The items that each random draw of the move was made from, one draw a line, such as a hand. Secret until the end.
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
    """The private events of a move for one seat."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="whispers")
    seat = models.PositiveSmallIntegerField()
    seq = models.PositiveIntegerField()
    event = models.TextField()

    class Meta:
        indexes = (models.Index(fields=["game", "seat", "seq"], name="whispers_to_a_seat"),)

    def __str__(self) -> str:
        return f"{self.game_id}/{self.seat}#{self.seq}"


class PrivateAct(models.Model):
    """A secret command (R95): a standing order, an answer in a window. Used by the export only."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="private_acts")
    seat = models.PositiveSmallIntegerField()
    # The last public command before it.
    seq = models.PositiveIntegerField()
    command = models.TextField()
    at = models.DateTimeField(default=clock.now)

    class Meta:
        ordering = ("game", "seq", "pk")

    def __str__(self) -> str:
        return f"{self.game_id}/{self.seat}#{self.seq}"


class Deal(models.Model):
    """The deal of a round, for the export and the check of the random draws. Secret until the game is over."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="deals")
    round = models.PositiveSmallIntegerField()
    seq = models.PositiveIntegerField()
    state = models.TextField()
    # The version of the rules under which the round began.
    rules_version = models.CharField(max_length=20, default="1", db_default="1")

    class Meta:
        constraints = (models.UniqueConstraint(fields=["game", "round"], name="one_deal_a_round"),)

    def __str__(self) -> str:
        return f"{self.game_id} {self.round}"
