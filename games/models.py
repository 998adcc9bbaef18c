"""What is kept of games: the snapshot is the truth, the log is the audit (``docs/adr/``).

States lie in text columns that only ``store`` reads and writes. A column that holds what somebody may not know is in a
model or field named after that: ``TableSecret``, ``Seat.role``, ``Seat.hand``, ``Seat.memory``, ``Move.command``.
"""

import secrets
from datetime import datetime
from string import ascii_letters, digits
from typing import Any, NoReturn

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.events import Trouble
from games import clock


def table_code() -> str:
    """An unguessable name for a table in addresses and on command lines: letters and digits, 71 bits of chance."""
    return "".join(secrets.choice(ascii_letters + digits) for _ in range(12))


def link_token() -> str:
    """The unguessable part of an invitation link."""
    return secrets.token_urlsafe(18)


class Status(models.TextChoices):
    """How far a table has come."""

    OPEN = "open", _("Seats open")
    RUNNING = "running", _("Running")
    OVER = "over", _("Over")
    CANCELLED = "cancelled", _("Called off")


class Joining(models.TextChoices):
    """Who may take a seat."""

    FRIENDS = "friends", _("Friends and people I invite")
    LINK = "link", _("Whoever has the link")
    ANYONE = "anyone", _("Anyone here")


class Game(models.Model):
    """A table: from its open seats to the end of its game. ``public`` is the state all see, as ``rules.codec`` writes.

    ``seq`` numbers public commands; ``version`` grows with everything that anybody at the table can see. ``deadline``
    is the first of its seats', later while its time-outs fail (``stuck_at``). ``outage_met``: up to which outage its
    clocks were moved. Without hours in the bank it has no clock.
    """

    code = models.CharField(_("code"), max_length=16, unique=True, default=table_code, editable=False)
    name = models.CharField(_("table name"), max_length=40)
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="hosted", verbose_name=_("host")
    )
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.OPEN)
    joining = models.CharField(_("who may join"), max_length=10, choices=Joining, default=Joining.FRIENDS)
    seats_wanted = models.PositiveSmallIntegerField(_("seats"), default=5)
    bots_fill = models.BooleanField(_("bots take empty seats"), default=False)
    ruleset = models.TextField()
    commitment = models.CharField(max_length=64)
    public = models.TextField(blank=True, default="")
    schema = models.PositiveSmallIntegerField(_("schema"), default=1)
    rules_version = models.CharField(_("version of the rules"), max_length=20, default="")
    seq = models.PositiveIntegerField(_("move"), default=0)
    version = models.PositiveIntegerField(default=0)
    bank_hours = models.PositiveSmallIntegerField(_("hours in a full bank of time"), default=0)
    turn_hours = models.PositiveSmallIntegerField(_("hours that every decision adds"), default=0)
    deadline = models.DateTimeField(_("deadline"), null=True, blank=True)
    outage_met = models.PositiveIntegerField(default=0)
    stuck_at = models.DateTimeField(_("its clock fails since"), null=True, blank=True)
    created_at = models.DateTimeField(_("set up"), default=clock.now)
    started_at = models.DateTimeField(_("begun"), null=True, blank=True)
    moved_at = models.DateTimeField(_("last move"), null=True, blank=True)
    over_at = models.DateTimeField(_("over"), null=True, blank=True)

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        indexes = (
            models.Index(fields=["status", "joining", "created_at"], name="open_tables"),
            models.Index(fields=["deadline"], condition=models.Q(status="running"), name="running_by_deadline"),
        )
        permissions = (("repair_game", _("Can step in at a running game with a reason")),)

    def __str__(self) -> str:
        return self.name


class Seat(models.Model):
    """A place at a table, and what its player alone knows of the running game: role, hand, memory.

    ``share`` are the bytes the seat added to the chance of the game (R98). ``awaited_since`` is set while the game
    waits for this seat. ``seen_seq`` is the last public command its player has looked at. ``resting`` says what all
    see of a seat that its person does not play just now: ``asleep`` or ``bot`` (R96). ``answered`` is secret: its
    player has answered a window that still asks others (R93). ``due_at`` is when its time for that runs out, ``spent``
    what is gone of its bank, in seconds; ``missed`` counts the misses in a row, ``forgiven`` the first of the game.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats", verbose_name=_("table"))
    number = models.PositiveSmallIntegerField(_("seat"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="seats", verbose_name=_("player")
    )
    share = models.CharField(max_length=64)
    role = models.CharField(max_length=20, blank=True, default="")
    hand = models.TextField(blank=True, default="")
    memory = models.TextField(blank=True, default="")
    awaited_for = models.CharField(_("awaited for"), max_length=20, blank=True, default="")
    awaited_since = models.DateTimeField(_("awaited since"), null=True, blank=True)
    answered = models.BooleanField(default=False)
    due_at = models.DateTimeField(_("time until"), null=True, blank=True)
    spent = models.PositiveIntegerField(default=0)
    missed = models.PositiveSmallIntegerField(default=0)
    forgiven = models.BooleanField(default=False)
    seen_seq = models.PositiveIntegerField(default=0)
    resting = models.CharField(_("resting"), max_length=10, blank=True, default="")
    joined_at = models.DateTimeField(_("joined"), default=clock.now)

    sent_before: str | None = None
    """The command that the player sent with a certain key; no column, only some queries ask for it."""
    locked_at: datetime | None = None
    """What the database's clock said once the row of the game was locked; no column either."""

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ("game", "number")
        constraints = (
            models.UniqueConstraint(fields=["game", "number"], name="one_seat_a_number"),
            models.UniqueConstraint(fields=["game", "user"], name="one_seat_a_person"),
        )
        indexes = (models.Index(fields=["user", "awaited_since"], name="seats_of_a_person"),)

    def __str__(self) -> str:
        return f"{self.game_id}/{self.number}"

    @property
    def bot_plays(self) -> bool:
        """Whether a bot moves for this seat: its own player is one, or one took it over (R96)."""
        return self.user.is_bot or self.resting == "bot"


PLAYED_BY_BOTS = models.Q(user__is_bot=True) | models.Q(resting="bot")
"""The seats for which bots move, in a query on seats."""


class TableSecret(models.Model):
    """What nobody sees of a game: the secret of its seed, and the pile, goals and spare roles while it runs."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="secret")
    seed = models.CharField(max_length=64)
    state = models.TextField(blank=True, default="")

    def __str__(self) -> str:
        return f"{self.game_id}"


class Move(models.Model):
    """One public command that was carried out, never changed afterwards (a trigger on PostgreSQL sees to that).

    ``events`` is what all were told; ``command`` is secret while the game runs, for a discard names cards.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="moves", verbose_name=_("table"))
    seq = models.PositiveIntegerField(_("move"))
    seat = models.PositiveSmallIntegerField(_("seat"), null=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+", verbose_name=_("player")
    )
    events = models.TextField()
    command = models.TextField()
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
    """The deal of a round as it was laid out, for the export and the check of chance; closed until the game is over."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="deals")
    round = models.PositiveSmallIntegerField()
    seq = models.PositiveIntegerField()
    state = models.TextField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["game", "round"], name="one_deal_a_round"),)

    def __str__(self) -> str:
        return f"{self.game_id} {self.round}"


class Invitation(models.Model):
    """An invitation to a table: to a person, or a link for whoever has it. Unguessable, revocable, expiring."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="invitations", verbose_name=_("table"))
    token = models.CharField(max_length=32, unique=True, default=link_token, editable=False)
    to = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="invitations",
        verbose_name=_("to"),
    )
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", verbose_name=_("by"))
    created_at = models.DateTimeField(_("made"), default=clock.now)
    expires_at = models.DateTimeField(_("expires"))
    revoked_at = models.DateTimeField(_("revoked"), null=True, blank=True)

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        constraints = (models.UniqueConstraint(fields=["game", "to"], name="one_invitation_a_person"),)

    def __str__(self) -> str:
        return f"{self.game_id}"


class Notice(models.Model):
    """Something a person is to be told: a row of the outbox, written with the move that gives cause for it.

    It is not tried before ``due_at``, which moves on with each try. ``outcome`` says what became of it (`Outcome`),
    ``trouble`` and ``reply`` why the last try failed. ``by`` is the person who asks or invites.
    """

    class Outcome(models.TextChoices):
        """What became of a notice."""

        SENT = "sent", _("sent")
        SEEN = "seen", _("seen at the table before")
        OBSOLETE = "obsolete", _("not true any more")
        UNWANTED = "unwanted", _("not wanted")
        NO_CHANNEL = "no-channel", _("no way to tell them")
        DEAD = "dead", _("given up")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notices", verbose_name=_("player")
    )
    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, null=True, blank=True, related_name="notices", verbose_name=_("table")
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("by"),
    )
    kind = models.CharField(_("kind"), max_length=20)
    seq = models.PositiveIntegerField(_("move"), default=0)
    dedupe = models.CharField(max_length=80, unique=True)
    created_at = models.DateTimeField(_("made"), default=clock.now)
    due_at = models.DateTimeField(_("next try"), default=clock.now)
    done_at = models.DateTimeField(_("done"), null=True, blank=True)
    outcome = models.CharField(_("outcome"), max_length=20, blank=True, default="", choices=Outcome)
    tries = models.PositiveSmallIntegerField(_("tries"), default=0)
    trouble = models.CharField(_("trouble"), max_length=10, blank=True, default="", choices=Trouble)
    reply = models.CharField(_("reply"), max_length=20, blank=True, default="")

    class Meta:
        verbose_name = _("notice")
        verbose_name_plural = _("notices")
        indexes = (models.Index(fields=["due_at"], condition=models.Q(done_at=None), name="notices_due"),)

    def __str__(self) -> str:
        return f"{self.kind} {self.dedupe}"


class StaysError(Exception):
    """A row that is written once was to be changed or deleted."""


class StayingRows(models.QuerySet["Peek"]):
    """Rows that are neither changed nor deleted; on PostgreSQL a trigger sees to it too."""

    def update(self, **fields: Any) -> NoReturn:
        """Never; StaysError."""
        raise StaysError

    def delete(self) -> NoReturn:
        """Never; StaysError."""
        raise StaysError


class Peek(models.Model):
    """An administrator opened what is closed of a running game: who, which, why, when. Never changed or deleted."""

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="peeks", verbose_name=_("table"))
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", verbose_name=_("by"))
    reason = models.TextField(_("reason"))
    seq = models.PositiveIntegerField(_("move"), default=0)
    at = models.DateTimeField(_("at"), default=clock.now)

    objects = StayingRows.as_manager()

    class Meta:
        verbose_name = _("peek")
        verbose_name_plural = _("peeks")
        permissions = (("open_closed_game", _("Can open what is closed of a running game")),)

    def __str__(self) -> str:
        return f"{self.by_id} {self.game_id}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Write the row once; StaysError when it is there already."""
        if not self._state.adding:
            raise StaysError
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Never; StaysError."""
        raise StaysError


class Heartbeat(models.Model):
    """When the clock last ticked."""

    name = models.CharField(max_length=20, primary_key=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name


class Outage(models.Model):
    """A time in which the clock did not tick; every decision that was open then gets it back."""

    began_at = models.DateTimeField()
    ended_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.began_at:%Y-%m-%d %H:%M} – {self.ended_at:%Y-%m-%d %H:%M}"
