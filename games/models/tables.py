"""Tables, their seats, and the hidden parts of a running game."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from string import ascii_letters, digits
from typing import Self

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games import clock
from games.rules import codec, fairness
from games.rules.table import Ruleset


def table_code() -> str:
    """Return an unguessable name of a table for URLs and command lines: letters and digits, 71 random bits."""
    return "".join(secrets.choice(ascii_letters + digits) for _ in range(12))


class Status(models.TextChoices):
    """The state of a table."""

    OPEN = "open", _("Seats open")
    RUNNING = "running", _("Running")
    OVER = "over", _("Over")
    CANCELLED = "cancelled", _("Cancelled")


class Joining(models.TextChoices):
    """Who may take a seat."""

    FRIENDS = "friends", _("Friends and people I invite")
    LINK = "link", _("Anyone with the link")
    ANYONE = "anyone", _("Anyone on this site")


class Ladder(models.TextChoices):
    """The consequence of a time-out."""

    CLOCK = "clock", _("The game goes on without late players")
    FRIENDS = "friends", _("Players are reminded, and decide what happens")


class Talk(models.TextChoices):
    """The kinds of chat messages that a table allows."""

    ON = "on", _("Messages, quick messages and claims")
    QUICK = "quick", _("Quick messages and claims only")
    OFF = "off", _("No messages at all")


class Watchers(models.TextChoices):
    """Who may watch a running game without a seat, besides those who see an open table anyway."""

    OFF = "off", _("No one else")
    LINK = "link", _("Anyone with the watch link")
    CIRCLE = "circle", _("Members of the table’s circle")


class BotLevel(models.TextChoices):
    """How well the bots of a table play (`bots.manner.LEVELS`)."""

    EASY = "easy", _("Easy: they err like beginners")
    NORMAL = "normal", _("Normal")
    STRONG = "strong", _("Strong: they forget nothing and keep calm")


class Game(models.Model):
    """A table, from its lobby to the end of its game."""

    code = models.CharField(_("code"), max_length=16, unique=True, default=table_code, editable=False)
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="hosted", verbose_name=_("host")
    )
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.OPEN)
    # The options (`TableOptions`).
    name = models.CharField(_("table name"), max_length=40)
    ruleset = models.TextField()
    seats_wanted = models.PositiveSmallIntegerField(_("seats"), default=5)
    joining = models.CharField(_("who may join"), max_length=10, choices=Joining, default=Joining.FRIENDS)
    bots_fill = models.BooleanField(_("bots take empty seats"), default=False)
    bot_level = models.CharField(
        _("level of bots"), max_length=6, choices=BotLevel, default=BotLevel.NORMAL, db_default=BotLevel.NORMAL
    )
    # Whether people without an account may take a seat by a link.
    guests_welcome = models.BooleanField(_("guests may sit down"), default=False, db_default=False)
    # Whether bot accounts may take a seat by a link.
    programs_welcome = models.BooleanField(_("programs may sit down"), default=False, db_default=False)
    talk = models.CharField(_("talk"), max_length=5, choices=Talk, default=Talk.ON, db_default=Talk.ON)
    # Who may watch the game, and the secret part of the watch link; "" unless the option is `Watchers.LINK`.
    watchers = models.CharField(
        _("who may watch"), max_length=6, choices=Watchers, default=Watchers.OFF, db_default=Watchers.OFF
    )
    watch_link = models.CharField(max_length=32, blank=True, default="", db_default="", editable=False)
    # The secret part of the link of the board for a big screen; "" for none.
    board_link = models.CharField(max_length=32, blank=True, default="", db_default="", editable=False)
    # Without hours in the bank the table has no clock.
    bank_hours = models.PositiveSmallIntegerField(_("hours in a full bank of time"), default=0)
    turn_hours = models.PositiveSmallIntegerField(_("hours that every decision adds"), default=0)
    ladder = models.CharField(_("when time runs out"), max_length=10, choices=Ladder, default=Ladder.CLOCK)
    vacations = models.BooleanField(_("vacation days count"), default=True)
    # Whether the notebooks of all players count cards.
    aids = models.BooleanField(_("aids"), default=True, db_default=True)
    # Whether seats are put into the order in which a cycle of turns takes the least time.
    by_sun = models.BooleanField(_("seats in the order of the sun"), default=False, db_default=False)
    # How often the options were changed. Each change draws a new secret and commitment.
    options_version = models.PositiveSmallIntegerField(default=0, db_default=0, db_column="terms")
    # One player among bots, to try the game out.
    practice = models.BooleanField(_("practice table"), default=False, db_default=False)
    # Made for a guest. It is deleted with its guest, unless an account ever had a seat there; a trigger enforces that.
    of_guests = models.BooleanField(_("table of a guest"), default=False, db_default=False, editable=False)
    commitment = models.CharField(max_length=64)
    # The version of the scheme that derives the key from the commitment and the lucky words (`rules.fairness`).
    scheme = models.PositiveSmallIntegerField(default=fairness.SCHEME, db_default=1)
    # The letters of the seats that had bots when the game began.
    bots = models.CharField(max_length=12, blank=True, default="", db_default="")
    # The public state, encoded by `rules.codec`.
    public = models.TextField(blank=True, default="")
    # The schema of `public`.
    schema = models.PositiveSmallIntegerField(_("schema"), default=1)
    # The versions of the rules under which the game was played.
    rules_version = models.CharField(_("version of the rules"), max_length=20, default="")
    # The number of the last public command.
    seq = models.PositiveIntegerField(_("move"), default=0)
    # Increases with every change that a player at the table can see.
    version = models.PositiveIntegerField(default=0)
    # The name of a faster pace that the table voted for; it applies from the next round on.
    next_pace = models.CharField(max_length=10, blank=True, default="", db_default="", editable=False)
    # The number of the last chat message.
    words = models.PositiveIntegerField(_("words"), default=0, db_default=0)
    # The extra hours that the host has given to players.
    given_hours = models.PositiveSmallIntegerField(_("hours the host has given"), default=0)
    # The days that are left for pauses. A running pause has a beginning and an end.
    pause_days = models.PositiveSmallIntegerField(_("days of pause that are left"), default=14)
    paused_at = models.DateTimeField(_("paused since"), null=True, blank=True)
    paused_until = models.DateTimeField(_("paused until"), null=True, blank=True)
    # The beginning of live play. Meanwhile each decision extends the table's pause to a minute from then.
    live_since = models.DateTimeField(_("played live since"), null=True, blank=True)
    # The first deadline of the seats; a later time while time-outs fail (`stuck_at`).
    deadline = models.DateTimeField(_("deadline"), null=True, blank=True)
    # Whether the seats are in the order that `by_sun` asks for.
    ordered = models.BooleanField(default=False, db_default=False, editable=False)
    # The last outage that the deadlines of the table were extended by.
    outage_met = models.PositiveIntegerField(default=0)
    # When the table last got the minimal hour after an outage.
    hour_given_at = models.DateTimeField(null=True, blank=True)
    stuck_at = models.DateTimeField(_("its clock fails since"), null=True, blank=True)
    # Before the game begins: when the host last viewed the table; from when on any player may start the game, set while
    # all seats are taken and all others are ready; when a player last reminded the host.
    host_seen_at = models.DateTimeField(null=True, default=clock.now, editable=False)
    start_open_at = models.DateTimeField(null=True, blank=True, editable=False)
    host_reminded_at = models.DateTimeField(null=True, blank=True, editable=False)
    # Whether the game starts by itself once all seats are taken and all players are ready; and, for an announced game,
    # the hour at which it starts at the latest, or is called off (`services.scheduled`).
    starts_full = models.BooleanField(default=False, db_default=False, editable=False)
    starts_at = models.DateTimeField(_("starts at"), null=True, blank=True, editable=False)
    created_at = models.DateTimeField(_("set up"), default=clock.now)
    started_at = models.DateTimeField(_("begun"), null=True, blank=True)
    moved_at = models.DateTimeField(_("last move"), null=True, blank=True)
    over_at = models.DateTimeField(_("over"), null=True, blank=True)
    # Set while the log of the finished game is packed in `ArchivedGame`.
    archived_at = models.DateTimeField(_("archived"), null=True, blank=True, editable=False)
    # The secret part of the public URL of the finished game; "" unless more than half of its players agree to share it.
    shared = models.CharField(max_length=32, blank=True, default="", db_default="", editable=False)
    # The table of the rematch.
    again = models.ForeignKey(
        "self", on_delete=models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("played on at")
    )

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        indexes = (
            models.Index(fields=["status", "joining", "created_at"], name="open_tables"),
            models.Index(fields=["deadline"], condition=models.Q(status="running"), name="running_by_deadline"),
            models.Index(
                fields=["starts_at"],
                condition=models.Q(status="open", starts_at__isnull=False),
                name="tables_by_their_hour",
            ),
            models.Index(fields=["created_at"], name="tables_by_age"),
            models.Index(fields=["status", "created_at"], name="tables_by_status"),
            models.Index(
                fields=["outage_met", "deadline"],
                condition=models.Q(status="running", deadline__isnull=False),
                name="running_by_outage",
            ),
            models.Index(
                fields=["paused_at"],
                condition=models.Q(status="running", paused_at__isnull=False),
                name="running_that_pause",
            ),
            models.Index(
                fields=["stuck_at"],
                condition=models.Q(status="running", stuck_at__isnull=False),
                name="running_that_fail",
            ),
            models.Index(
                fields=["over_at"],
                condition=models.Q(status="over", archived_at__isnull=True),
                name="games_to_archive",
            ),
        )
        constraints = (
            models.UniqueConstraint(fields=["shared"], condition=~models.Q(shared=""), name="one_game_an_address"),
            models.UniqueConstraint(
                fields=["watch_link"], condition=~models.Q(watch_link=""), name="one_game_a_watch_link"
            ),
            models.UniqueConstraint(fields=["board_link"], condition=~models.Q(board_link=""), name="one_game_a_board"),
        )
        permissions = (("repair_game", _("Can step into a running game with a reason")),)

    def __str__(self) -> str:
        return self.name

    @property
    def is_paused(self) -> bool:
        """Whether the table is in a pause that it voted for. A live table is not."""
        return self.paused_until is not None and self.live_since is None


@dataclass(frozen=True, kw_only=True)
class TableOptions:
    """The options of a table, with the defaults of a new one. Without hours in the bank it has no clock.

    Each field is a column of `Game` and a field of `forms.lobby.SetupForm` of the same name; the column of `seats` is
    `seats_wanted`. `rows.store` reads and writes them as one value. `tests/games/test_every_option.py` checks that an
    option is complete.
    """

    name: str = ""
    ruleset: Ruleset = field(default_factory=Ruleset)
    seats: int = 5
    joining: str = Joining.FRIENDS
    bots_fill: bool = True
    bot_level: str = BotLevel.NORMAL
    guests_welcome: bool = True
    programs_welcome: bool = False
    talk: str = Talk.ON
    watchers: str = Watchers.OFF
    bank_hours: int = 72
    turn_hours: int = 12
    ladder: str = Ladder.CLOCK
    vacations: bool = True
    aids: bool = True
    by_sun: bool = False

    @classmethod
    def of(cls, game: Game, ruleset: Ruleset) -> Self:
        """Return the options of a table; ``ruleset`` is the decoded value of its column `ruleset`."""
        names = {each.name for each in fields(cls)} - {"ruleset", "seats"}
        return cls(ruleset=ruleset, seats=game.seats_wanted, **{name: getattr(game, name) for name in names})

    def columns(self) -> Mapping[str, str | int | bool]:
        """Return the options as values of the columns of `Game`."""
        names = {each.name for each in fields(self)} - {"ruleset", "seats"}
        plain = {name: getattr(self, name) for name in names}
        return {"ruleset": codec.encode(self.ruleset), "seats_wanted": self.seats, **plain}


CHANGED_ALONE = frozenset({"guests_welcome"})
"""The options that a host changes in the lobby by a form of their own. No player has to be ready again for them."""


class Wanted(models.TextChoices):
    """The notifications of one table that a player wants, among those that they have not turned off altogether."""

    ALL = "", _("Everything that I have chosen in my notifications")
    TURN = "turn", _("My turn and nothing else")
    NOTHING = "nothing", _("Nothing")


class Coaching(models.TextChoices):
    """Whether a coach speaks to a player in the first round: not, it was offered, or it does."""

    NONE = "", _("No coach")
    OFFERED = "offered", _("A coach is offered")
    ON = "on", _("A coach speaks")


NOT_LOOKED = -1
"""The value of `Seat.seen_seq` for a player who has not viewed the game yet."""


class Seat(models.Model):
    """A seat at a table, with the private knowledge of its player in the running game: role, hand, memory."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats", verbose_name=_("table"))
    number = models.PositiveSmallIntegerField(_("seat"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="seats", verbose_name=_("player")
    )
    # The player's share of the random key, derived from the lucky word, in hexadecimal. Empty without a word.
    share = models.CharField(max_length=64, blank=True, default="")
    # The position of that word among the lucky words of the table (R98).
    word_place = models.PositiveSmallIntegerField(null=True)
    # The last `Game.options_version` that the player was ready to play with.
    agreed = models.PositiveSmallIntegerField(default=0, db_default=0)
    role = models.CharField(max_length=20, blank=True, default="")
    hand = models.TextField(blank=True, default="")
    memory = models.TextField(blank=True, default="")
    awaited_for = models.CharField(_("waiting for"), max_length=20, blank=True, default="")
    # Set while the game waits for this seat.
    awaited_since = models.DateTimeField(_("awaited since"), null=True, blank=True)
    # Secret: the player has answered a window that still waits for others (R93).
    answered = models.BooleanField(default=False)
    # The deadline of the open decision.
    due_at = models.DateTimeField(_("time until"), null=True, blank=True)
    # The used part of the bank, in seconds.
    spent = models.PositiveIntegerField(default=0)
    remind_at = models.DateTimeField(null=True, blank=True)
    # Secret: the plan for the next turn, and its approximate delay after the beginning of the turn, in minutes.
    plan = models.TextField(blank=True, default="")
    plan_minutes = models.PositiveSmallIntegerField(default=0)
    # Secret: the number of a public command, and the choice that the bot of the seat made after it.
    choice = models.TextField(blank=True, default="", db_default="")
    # Missed turns in a row.
    missed = models.PositiveSmallIntegerField(default=0)
    # Whether the player has had the second term for the first missed turn of the game.
    forgiven = models.BooleanField(default=False)
    # The last public command that the player has seen; the first deal is number 0.
    seen_seq = models.IntegerField(default=NOT_LOOKED)
    # The last chat message that the player's page has shown.
    heard = models.PositiveIntegerField(default=0, db_default=0)
    # The last round whose end the player has been shown.
    seen_round = models.PositiveSmallIntegerField(default=0, db_default=0)
    # The last round whose deal the player has been shown.
    seen_deal = models.PositiveSmallIntegerField(default=0, db_default=0)
    # Whether the player agrees to share the finished game with everyone who has its URL.
    shares = models.BooleanField(default=False, db_default=False, editable=False)
    # Whether the player agrees to be named on the picture of the finished game.
    named = models.BooleanField(default=False, db_default=False, editable=False)
    # The public state of a seat that its player does not play at present: `asleep` or `bot` (R96).
    resting = models.CharField(_("resting"), max_length=10, blank=True, default="")
    # The notifications of this table that the player wants: a `Wanted`.
    wants = models.CharField(max_length=8, blank=True, default="", db_default="", choices=Wanted)
    # Whether the player is coached: a `Coaching`.
    coach = models.CharField(max_length=8, blank=True, default="", db_default="", choices=Coaching, editable=False)
    joined_at = models.DateTimeField(_("joined"), default=clock.now)

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ("game", "number")
        constraints = (
            models.UniqueConstraint(fields=["game", "number"], name="one_seat_a_number"),
            models.UniqueConstraint(fields=["game", "user"], name="one_seat_a_person"),
        )
        indexes = (
            models.Index(fields=["user", "awaited_since"], name="seats_of_a_person"),
            models.Index(fields=["awaited_since"], condition=~models.Q(awaited_since=None), name="seats_awaited"),
            models.Index(fields=["remind_at"], condition=~models.Q(remind_at=None), name="seats_to_remind"),
            models.Index(fields=["awaited_since"], condition=~models.Q(plan=""), name="seats_with_a_plan"),
            models.Index(fields=["awaited_since"], condition=models.Q(resting="bot"), name="seats_left_to_bots"),
        )

    def __str__(self) -> str:
        return f"{self.game_id}/{self.number}"

    @property
    def bot_plays(self) -> bool:
        """Whether a bot plays this seat: its player is a bot, or a bot stands in for its player (R96)."""
        return self.user.is_bot or self.resting == "bot"


PLAYED_BY_BOTS = models.Q(user__is_bot=True) | models.Q(resting="bot")
"""The filter for seats that bots play."""


class TableSecret(models.Model):
    """The hidden part of a game: the secret of its seed, and the pile, goals and spare roles while it runs."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="secret")
    seed = models.CharField(max_length=64)
    state = models.TextField(blank=True, default="")

    def __str__(self) -> str:
        return f"{self.game_id}"
