"""Finished games whose log is packed into one row."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games import clock
from games.models.tables import Game


class ArchivedGame(models.Model):
    """The log, private events and secret commands of a finished game, compressed.

    `rows.archived` alone reads and writes them. On PostgreSQL a trigger lets moves and private acts go only while this
    row holds them, and another keeps this row until they are back.
    """

    game = models.OneToOneField(
        Game, on_delete=models.CASCADE, primary_key=True, related_name="archived", verbose_name=_("table")
    )
    # Compressed JSON. Empty after the rows were put back.
    packed = models.BinaryField()
    # How many moves and secret commands are packed.
    moves = models.PositiveIntegerField()
    acts = models.PositiveIntegerField()
    at = models.DateTimeField(default=clock.now)
    # When the rows were put back, because a page of the game was opened.
    restored_at = models.DateTimeField(null=True)

    class Meta:
        # The page of the table shows it.
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.game_id}"
