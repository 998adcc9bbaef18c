"""People and what binds them: `User`, `Friendship`, `Block`, and mails that are still to be sent."""

from typing import TYPE_CHECKING, Any, ClassVar

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts import names
from accounts.quiet import Quiet
from accounts.zones import check_zone

# Django's fields know their types for the type checker alone.
if TYPE_CHECKING:
    TextField = models.CharField[str, str]
    MaybeTextField = models.CharField[str | None, str | None]
else:
    TextField = MaybeTextField = models.CharField


LONGEST_LOOK = 500
"""Room for what a name looks like: some signs look like a row of others."""


def site_languages() -> list[tuple[str, str]]:
    """The languages of the site; a callable, so that adding one needs no migration."""
    return [(code, str(words)) for code, words in settings.LANGUAGES]


class NameKeyField(TextField):
    """The folded name beside `username`, filled on every insert and save, bulk ones too."""

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        folded = names.key(getattr(model_instance, "username"))  # noqa: B009 (the field serves one model only)
        setattr(model_instance, self.attname, folded)
        return folded


class LookField(MaybeTextField):
    """What a name looks like beside `username`, as it is written or in `capitals`, filled as the key is.

    It is empty where a name was there that looks like an older one; so it stays when such a row is saved.
    """

    def __init__(self, *args: Any, capitals: bool = False, **more: Any) -> None:
        super().__init__(*args, **more)
        self.capitals = capitals

    def deconstruct(self) -> Any:
        name, path, args, more = super().deconstruct()
        return name, path, args, more | {"capitals": self.capitals}

    def pre_save(self, model_instance: models.Model, add: bool) -> str | None:
        if add or getattr(model_instance, self.attname) is not None:
            found = names.looks(getattr(model_instance, "username"))[self.capitals]  # noqa: B009 (as above)
            setattr(model_instance, self.attname, found)
        return getattr(model_instance, self.attname)  # type: ignore[no-any-return]


class Theme(models.TextChoices):
    """Colours of the pages; the empty choice follows the device."""

    DEVICE = "", _("As on my device")
    LIGHT = "light", _("Light")
    DARK = "dark", _("Dark")


class Layout(models.TextChoices):
    """Which way the mine runs on the screen; the empty choice follows the screen's shape."""

    SCREEN = "", _("By the shape of the screen")
    ACROSS = "across", _("Always from left to right")
    DOWN = "down", _("Always from top to bottom")


class User(AbstractUser):
    """Somebody with a name here: a person, or a bot that nobody can log in as."""

    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]

    username = models.CharField(
        _("name"),
        max_length=names.LONGEST,
        validators=[names.check_name],
        help_text=_("2 to 24 characters. Everybody at your tables sees it."),
        error_messages={"unique": _("This name is taken, or looks too much like one that is.")},
        unique=True,
    )
    name_key = NameKeyField(max_length=4 * names.LONGEST, unique=True, editable=False)
    look = LookField(max_length=LONGEST_LOOK, unique=True, null=True, editable=False)
    look_in_capitals = LookField(max_length=LONGEST_LOOK, unique=True, null=True, editable=False, capitals=True)
    language = models.CharField(
        _("language"),
        max_length=12,
        blank=True,
        default="",
        choices=site_languages,
    )
    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC", validators=[check_zone])
    theme = models.CharField(_("colours"), max_length=5, blank=True, default=Theme.DEVICE, choices=Theme)
    layout = models.CharField(_("the mine runs"), max_length=6, blank=True, default=Layout.SCREEN, choices=Layout)
    single_keys = models.BooleanField(
        _("keyboard shortcuts"),
        default=True,
        help_text=_("Single keys choose cards and squares while the table has the focus."),
    )
    confirm_tunnels = models.BooleanField(
        _("confirm tunnels"),
        default=True,
        help_text=_("Ask once more before a tunnel card is laid. All other moves are always confirmed."),
    )
    quiet_from = models.TimeField(_("quiet from"), null=True, blank=True)
    quiet_until = models.TimeField(_("quiet until"), null=True, blank=True)
    free_days = models.CharField(_("free days"), max_length=2, blank=True, default="")
    reminders = models.CharField(_("reminders"), max_length=20, blank=True, default="most,hour")
    vacations = models.BooleanField(
        _("vacation days"),
        default=True,
        help_text=_("A vacation day is used by itself when my time would run out."),
    )
    is_bot = models.BooleanField(_("bot"), default=False, editable=False)
    # The channels that do not reach this player, each with its `Trouble`; written by `accounts.channels.troubles`.
    troubles = models.JSONField(_("trouble with channels"), default=dict, editable=False)

    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta(AbstractUser.Meta):
        verbose_name = _("player")  # type: ignore[assignment]
        verbose_name_plural = _("players")  # type: ignore[assignment]
        indexes = (models.Index(fields=["is_bot"], condition=Q(is_bot=True), name="bots_among_people"),)
        constraints = (
            models.UniqueConstraint(Lower("username"), name="one_name_whatever_its_case"),
            models.UniqueConstraint(Lower("email"), condition=~Q(email=""), name="one_player_an_address"),
            models.CheckConstraint(
                condition=Q(is_bot=False) | Q(is_staff=False, is_superuser=False), name="bots_have_no_power"
            ),
        )

    def clean(self) -> None:
        """Bring name and address into their one spelling."""
        super().clean()
        self.username = names.spelt(self.username)
        self.email = self.email.lower()

    def get_full_name(self) -> str:
        """The name; there is no other."""
        return self.username

    def get_short_name(self) -> str:
        """The name; there is no other."""
        return self.username

    @property
    def quiet(self) -> Quiet:
        """When the clock of this player sleeps. ``free_days`` holds digits, Monday is 0."""
        return Quiet(self.time_zone, self.quiet_from, self.quiet_until, frozenset(map(int, self.free_days)))

    @property
    def hue(self) -> int:
        """Which of the twelve colours of players stands behind the initial."""
        return int(self.pk or 0) % 12

    def check_password(self, raw_password: str | None) -> bool:
        """As Django does it, but never right for a bot."""
        return not self.is_bot and super().check_password(raw_password)


class Friendship(models.Model):
    """One row for a pair of players, whoever asked: `low` is the one with the smaller id."""

    class State(models.TextChoices):
        """How far the pair has come."""

        ASKED = "asked", _("asked")
        ACCEPTED = "accepted", _("accepted")

    low = models.ForeignKey(User, models.CASCADE, related_name="friendships_as_low", verbose_name=_("one"))
    high = models.ForeignKey(User, models.CASCADE, related_name="friendships_as_high", verbose_name=_("the other"))
    asked_by = models.ForeignKey(User, models.CASCADE, related_name="friendships_asked", verbose_name=_("asked by"))
    state = models.CharField(_("state"), max_length=8, choices=State, default=State.ASKED)
    asked_at = models.DateTimeField(_("asked at"))
    accepted_at = models.DateTimeField(_("accepted at"), null=True, blank=True)

    class Meta:
        verbose_name = _("friendship")
        verbose_name_plural = _("friendships")
        constraints = (
            models.UniqueConstraint(fields=["low", "high"], name="one_friendship_a_pair"),
            models.CheckConstraint(condition=Q(low__lt=F("high")), name="friendship_in_order"),
            models.CheckConstraint(
                condition=Q(asked_by=F("low")) | Q(asked_by=F("high")), name="friendship_asked_by_one_of_both"
            ),
            models.CheckConstraint(
                condition=Q(state="accepted", accepted_at__isnull=False) | Q(state="asked", accepted_at__isnull=True),
                name="friendship_accepted_at_a_time",
            ),
        )

    def __str__(self) -> str:
        return f"{self.low} – {self.high}"

    def other(self, user: User) -> User:
        """The one of the pair who is not `user`."""
        return self.high if self.low_id == user.pk else self.low


class Block(models.Model):
    """`blocker` wants to hear nothing from `blocked`, who is never told."""

    blocker = models.ForeignKey(User, models.CASCADE, related_name="blocks_made", verbose_name=_("blocker"))
    blocked = models.ForeignKey(User, models.CASCADE, related_name="blocks_met", verbose_name=_("blocked"))
    made_at = models.DateTimeField(_("made at"), auto_now_add=True)

    class Meta:
        verbose_name = _("block")
        verbose_name_plural = _("blocks")
        constraints = (
            models.UniqueConstraint(fields=["blocker", "blocked"], name="one_block_a_pair"),
            models.CheckConstraint(condition=~Q(blocker=F("blocked")), name="nobody_blocks_themselves"),
        )

    def __str__(self) -> str:
        return f"{self.blocker} ⊘ {self.blocked}"


class Muted(models.Model):
    """`user` does not want to be told of an event by a channel; without a row they do."""

    user = models.ForeignKey(User, models.CASCADE, related_name="muted", verbose_name=_("player"))
    channel = models.CharField(_("channel"), max_length=10)
    event = models.CharField(_("event"), max_length=20)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["user", "channel", "event"], name="muted_once"),)

    def __str__(self) -> str:
        return f"{self.user}: {self.channel} {self.event}"


class Resting(models.Model):
    """A channel that is away and is left alone by all until a moment; a channel that works has no row.

    ``vain`` counts how often in a row it was tried in vain ``since`` it is away.
    """

    channel = models.CharField(max_length=10, primary_key=True)
    since = models.DateTimeField()
    vain = models.PositiveSmallIntegerField(default=1)
    until = models.DateTimeField()

    def __str__(self) -> str:
        return self.channel


class VacationDay(models.Model):
    """A day, on the player's own calendar, on which no time of theirs runs out at tables where such days count."""

    user = models.ForeignKey(User, models.CASCADE, related_name="vacation_days", verbose_name=_("player"))
    day = models.DateField(_("day"))

    class Meta:
        constraints = (models.UniqueConstraint(fields=["user", "day"], name="a_vacation_day_once"),)

    def __str__(self) -> str:
        return f"{self.user}: {self.day}"


class AccountMail(models.Model):
    """A mail about an account that is still to be sent; what stands in it is written when it is sent.

    ``user`` is whoever says that the address is theirs, nobody where the address is all that is known.
    """

    class Kind(models.TextChoices):
        """What it is about."""

        CONFIRM = "confirm"
        RESET = "reset"

    kind = models.CharField(max_length=10, choices=Kind)
    address = models.EmailField()
    user = models.ForeignKey(User, models.CASCADE, null=True, related_name="+")
    language = models.CharField(max_length=12)
    made_at = models.DateTimeField(default=timezone.now)
    due_at = models.DateTimeField(default=timezone.now)
    tries = models.PositiveSmallIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"
