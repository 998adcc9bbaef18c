"""Private notes and suspicions of a player. They belong to a user at a table, not to the seat, so the next player of
the seat cannot read them.
"""

from django.conf import settings
from django.db import models

from games.models.tables import Game


class Note(models.Model):
    """A player's note about a player of a table, or about the table."""

    # The constraint below has the index.
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="notes", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    # The seat of the player, or their own seat for the whole table.
    about = models.PositiveSmallIntegerField()
    text = models.TextField()

    class Meta:
        # No page of the admin shows it, so there is no permission for it.
        default_permissions = ()
        constraints = (models.UniqueConstraint(fields=["game", "user", "about"], name="one_note_about_each"),)

    def __str__(self) -> str:
        return f"{self.game_id}"


class Suspicion(models.Model):
    """A suspicion about a player from a move on. Earlier ones are not deleted."""

    # The constraint below has the index.
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="suspicions", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    # The seat of the writer, and of the player it is about.
    seat = models.PositiveSmallIntegerField()
    about = models.PositiveSmallIntegerField()
    # The last public command before it, and which round and which move of the round that was.
    seq = models.PositiveIntegerField()
    round = models.PositiveSmallIntegerField()
    move = models.PositiveIntegerField()
    # A step on the scale from `digs` to `harms`, or a role (`wording.suspicion`).
    guess = models.CharField(max_length=20)

    class Meta:
        default_permissions = ()
        constraints = (models.UniqueConstraint(fields=["game", "user", "about", "seq"], name="one_suspicion_a_move"),)

    def __str__(self) -> str:
        return f"{self.game_id}#{self.seq}"


class Disclosure(models.Model):
    """A player shows their suspicions to the others once the game is over."""

    # The constraint below has the index.
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="disclosures", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")

    class Meta:
        default_permissions = ()
        constraints = (models.UniqueConstraint(fields=["game", "user"], name="one_disclosure_a_person"),)

    def __str__(self) -> str:
        return f"{self.game_id}"
