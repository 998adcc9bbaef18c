"""Results of finished games, and sums of them.

What is secret while a game runs is public once it is over (R24), and nothing is written before.
"""

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.models import Game


class Due(models.Model):
    """A finished game that has to be counted, for the first time or again."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, primary_key=True, related_name="due")
    # Set when it could not be counted; the command `results` tries again.
    failed = models.BooleanField(default=False, db_default=False)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.game_id}"


class CountedGame(models.Model):
    """A finished game that counts. Practice, repaired and bots-only games have no row."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, primary_key=True, related_name="counted")
    ended_at = models.DateTimeField()
    # The day of the end in UTC: an evening.
    day = models.DateField()
    players = models.PositiveSmallIntegerField()
    # The game that was played, and the names of its modules and variants with spaces between them.
    rules = models.CharField(max_length=20)
    modules = models.TextField(blank=True, default="")
    # A game that was ended by its players has no winner.
    has_winner = models.BooleanField()
    # What is counted of a round and not of its players: JSON of numbers by round and name.
    records = models.TextField()

    class Meta:
        default_permissions = ()
        indexes = (models.Index(fields=["day"], name="results_by_day"),)

    def __str__(self) -> str:
        return f"{self.game_id} {self.day}"


class GameResult(models.Model):
    """The result of a game for the player of a seat at its end.

    Without a `person` a bot played the seat (`is_bot`).
    """

    counted = models.ForeignKey(CountedGame, on_delete=models.CASCADE, related_name="seats", db_column="game_id")
    seat = models.PositiveSmallIntegerField()
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    is_bot = models.BooleanField()
    won = models.BooleanField()
    gold = models.SmallIntegerField()

    class Meta:
        default_permissions = ()
        constraints = (models.UniqueConstraint(fields=["counted", "seat"], name="one_result_a_seat"),)

    def __str__(self) -> str:
        return f"{self.counted_id}/{self.seat}"


class SeatResult(models.Model):
    """The result of a round for the player of a seat, and what they did in it.

    Without a `person` a bot played the seat (`is_bot`), or it changed its player during the round.
    """

    counted = models.ForeignKey(CountedGame, on_delete=models.CASCADE, related_name="rounds", db_column="game_id")
    round = models.PositiveSmallIntegerField()
    seat = models.PositiveSmallIntegerField()
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    is_bot = models.BooleanField()
    # The day of `CountedGame`, for the index.
    day = models.DateField()
    role = models.CharField(max_length=20)
    team = models.CharField(max_length=20)
    won = models.BooleanField()
    gold = models.SmallIntegerField()
    # What `statistics` counted: JSON of numbers by name, in `to` by seat and name.
    counts = models.TextField()

    class Meta:
        default_permissions = ()
        constraints = (models.UniqueConstraint(fields=["counted", "round", "seat"], name="one_result_a_round"),)
        indexes = (models.Index(fields=["person", "day"], name="results_of_a_person"),)

    def __str__(self) -> str:
        return f"{self.counted_id}#{self.round}/{self.seat}"


class Together(models.Model):
    """What `viewer` sees of the results of `subject`: sums over the games that both played.

    The subject may be the viewer. Without a subject it is all bots of the viewer's games.
    """

    viewer = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False)
    subject = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="+")
    games = models.PositiveIntegerField(default=0)
    # JSON, see `counts`.
    sums = models.TextField()

    class Meta:
        default_permissions = ()
        constraints = (
            models.UniqueConstraint(fields=["viewer", "subject"], name="together_once"),
            models.UniqueConstraint(fields=["viewer"], condition=Q(subject=None), name="with_bots_once"),
        )
        indexes = (models.Index(fields=["viewer", "-games"], name="together_most"),)

    def __str__(self) -> str:
        return f"{self.viewer_id} {self.subject_id}"


class Hidden(models.Model):
    """A player who hides their results: others see no row, no page and no pair page of them."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="hides_results"
    )

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.user_id}"
