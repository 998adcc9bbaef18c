"""The model `User` with its settings."""

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, ClassVar

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts import names
from accounts.clocks.quiet import Quiet
from accounts.clocks.zones import check_zone

# Django's fields know their types for the type checker alone.
if TYPE_CHECKING:
    TextField = models.CharField[str, str]
    MaybeTextField = models.CharField[str | None, str | None]
else:
    TextField = MaybeTextField = models.CharField


GUESTS_STAY = timedelta(days=30)
"""How long a guest who does not sign up is stored after their last visit (ADR 57)."""
GUESTS_WARNED = timedelta(days=7)
"""How long before the end of that time a guest is warned."""
SHOWN_AFTER = timedelta(days=7)
"""How long the former name of a player is shown beside the new one, and until they may change it again."""
GONE_NAME = "Former player"
"""The name of a deleted account, before the key of its row."""
LONGEST_LOOK = 500
"""Characters of the look of a name; it may be longer than the name, since some characters look like several."""


def formerly(name: str, renamed_at: datetime | None) -> str:
    """Return a former name while it is shown beside the new one, else ""."""
    return name if renamed_at is not None and timezone.now() < renamed_at + SHOWN_AFTER else ""


def site_languages() -> list[tuple[str, str]]:
    """Codes and names of the site's languages. A callable, so that adding one needs no migration."""
    return [(code, str(words)) for code, words in settings.LANGUAGES]


class NameKeyField(TextField):
    """The folded `username` (`names.key`). Every insert and save fills it, bulk ones too."""

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        folded = names.key(getattr(model_instance, "username"))  # noqa: B009 (the field serves one model only)
        setattr(model_instance, self.attname, folded)
        return folded


class LookField(MaybeTextField):
    """What `username` looks like, as it is written or in `capitals`. It is filled as the key is.

    It stays empty in rows older than this column whose names look like still older ones.
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
    """Colours of the pages. The empty choice follows the device."""

    DEVICE = "", _("Same as my device")
    LIGHT = "light", _("Light")
    DARK = "dark", _("Dark")


class Layout(models.TextChoices):
    """The direction of the mine on the screen. The empty choice follows the screen's shape."""

    SCREEN = "", _("Whichever fits my screen")
    ACROSS = "across", _("Always from left to right")
    DOWN = "down", _("Always from top to bottom")


class Digest(models.TextChoices):
    """Whether the user gets a daily digest."""

    NONE = "", _("No summary")
    BESIDE = "beside", _("Beside single messages")
    ALONE = "alone", _("Instead of single messages")


class User(AbstractUser):
    """A person, or a bot, which cannot log in.

    A guest is a person without an account, identified by their session only. A bot account belongs to a person, its
    owner, and plays by the API alone (ADR 85); it is no `is_bot`, whose moves the site chooses.
    """

    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]

    username = models.CharField(
        _("name"),
        max_length=names.LONGEST,
        validators=[names.check_name],
        help_text=_("2 to 24 characters. Everyone at your tables sees it."),
        error_messages={"unique": _("That name is taken, or too close to one that is.")},
        unique=True,
    )
    # The next three decide whether a name is taken; they are not shown.
    name_key = NameKeyField(max_length=4 * names.LONGEST, unique=True, editable=False)
    look = LookField(max_length=LONGEST_LOOK, unique=True, null=True, editable=False)
    look_in_capitals = LookField(max_length=LONGEST_LOOK, unique=True, null=True, editable=False, capitals=True)
    # Empty: the browser's language.
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
        help_text=_("Choose cards and squares with single keys."),
    )
    confirm_tunnels = models.BooleanField(
        _("confirm tunnels"),
        default=True,
        help_text=_("Ask before I lay a tunnel card. All other moves always ask."),
    )
    # The hours of every night in which the player's clock is stopped, in local time. Both or none.
    quiet_from = models.TimeField(_("quiet from"), null=True, blank=True)
    quiet_until = models.TimeField(_("quiet until"), null=True, blank=True)
    # Days of the week on which it is stopped, as digits; Monday is 0.
    free_days = models.CharField(_("free days"), max_length=2, blank=True, default="")
    # Values of `Reminder`, with commas between them.
    reminders = models.CharField(_("reminders"), max_length=20, blank=True, default="most,hour")
    # The daily digest: whether, at which hour of local time, and when next.
    digest = models.CharField(_("daily summary"), max_length=6, blank=True, default="", db_default="", choices=Digest)
    digest_hour = models.PositiveSmallIntegerField(_("its hour"), default=18, db_default=18)
    digest_at = models.DateTimeField(null=True, editable=False)
    # Whether slow channels wait for an hour if a faster channel reaches the player.
    patient = models.BooleanField(_("mail after an hour"), default=False, db_default=False)
    # Whether vacation days may be used without being entered.
    vacations = models.BooleanField(
        _("vacation days"),
        default=True,
        help_text=_("Use a vacation day automatically when my time runs out."),
    )
    # Whether others see the player's typical pace (`games.models.Pace`).
    shows_pace = models.BooleanField(
        _("show how fast I answer"),
        default=False,
        db_default=False,
        help_text=_("Players at your tables can see how soon you usually answer, and how often you miss a turn."),
    )
    is_bot = models.BooleanField(_("bot"), default=False, editable=False)
    is_guest = models.BooleanField(_("guest"), default=False, db_default=False, editable=False)
    # The person that a bot account belongs to. It never changes.
    owner = models.ForeignKey(
        "self",
        models.PROTECT,
        null=True,
        blank=True,
        editable=False,
        related_name="bot_accounts",
        verbose_name=_("owner"),
    )
    # Whether a guest was given a random name and has not been asked for one yet; written by `accounts.services.guests`.
    name_is_made_up = models.BooleanField(default=False, db_default=False, editable=False)
    # The last visit of a guest, accurate to a day; empty during the first day. Written by `accounts.visits`.
    visited_at = models.DateTimeField(_("last visit"), null=True, editable=False)
    # The channels that do not reach this player, each with its `Trouble`; written by `accounts.channels.troubles`.
    troubles = models.JSONField(_("trouble with channels"), default=dict, editable=False)
    # What moderators decided: no messages until then, no access until then, no tables that everyone can join. Written
    # by `games.services.moderation`.
    muted_until = models.DateTimeField(null=True, editable=False)
    suspended_until = models.DateTimeField(null=True, editable=False)
    is_secluded = models.BooleanField(default=False, db_default=False, editable=False)
    # The digest of the terms that the player has accepted (`saboteur_site.policy`); "" without any.
    terms = models.CharField(max_length=64, default="", db_default="", editable=False)
    # The name before the present one, "" if the staff changed it, and when it was changed; written by
    # `accounts.services.renaming`.
    former_name = models.CharField(max_length=names.LONGEST, blank=True, default="", db_default="", editable=False)
    renamed_at = models.DateTimeField(null=True, editable=False)
    # When the player chose to get no notifications at all; written by `accounts.services.notices`.
    declined_at = models.DateTimeField(_("wants no notifications, since"), null=True, editable=False)

    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta(AbstractUser.Meta):
        verbose_name = _("player")  # type: ignore[assignment]
        verbose_name_plural = _("players")  # type: ignore[assignment]
        indexes = (
            models.Index(fields=["is_bot"], condition=Q(is_bot=True), name="bots_among_people"),
            models.Index(fields=["date_joined"], name="people_by_age"),
            models.Index(fields=["is_staff"], condition=Q(is_staff=True), name="staff_among_people"),
            models.Index(fields=["is_superuser"], condition=Q(is_superuser=True), name="superusers_among_people"),
            models.Index(fields=["digest_at"], condition=~Q(digest_at=None), name="digests_due"),
            models.Index(
                fields=["date_joined"], condition=Q(is_guest=True, is_active=True), name="guests_by_their_coming"
            ),
        )
        constraints = (
            models.UniqueConstraint(Lower("username"), name="one_name_whatever_its_case"),
            models.UniqueConstraint(Lower("email"), condition=~Q(email=""), name="one_player_an_address"),
            models.CheckConstraint(
                condition=Q(is_bot=False) | Q(is_staff=False, is_superuser=False), name="bots_have_no_power"
            ),
            models.CheckConstraint(
                condition=Q(is_guest=False) | Q(is_bot=False, is_staff=False, is_superuser=False),
                name="guests_have_no_power",
            ),
            models.CheckConstraint(
                condition=Q(owner=None) | Q(is_bot=False, is_guest=False, is_staff=False, is_superuser=False, email=""),
                name="bot_accounts_have_no_power",
            ),
        )

    def clean(self) -> None:
        """Normalize name and address."""
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
        """Return when the clock of this player is stopped."""
        return Quiet(self.time_zone, self.quiet_from, self.quiet_until, frozenset(map(int, self.free_days)))

    @property
    def is_reached(self) -> bool:
        """Return whether some channel reaches the player now. It is read with the player of a session
        (`accounts.backends`)."""
        return getattr(self, "reached", True)

    @property
    def last_visit(self) -> datetime:
        """The last visit of a guest, accurate to a day."""
        return self.visited_at or self.date_joined

    @property
    def expires_at(self) -> datetime:
        """When a guest expires without another visit, unless a running game needs them until then."""
        return self.last_visit + GUESTS_STAY

    @property
    def formerly(self) -> str:
        """Return the former name of a player who changed it a short time ago, else ""."""
        return formerly(self.former_name, self.renamed_at)

    @property
    def is_gone(self) -> bool:
        """Return whether the account was deleted and the row made anonymous (`accounts.services.farewell`)."""
        return not self.is_active and self.username.startswith(f"{GONE_NAME} {self.pk}")

    @property
    def is_program(self) -> bool:
        """Return whether this is a bot account."""
        return self.owner_id is not None

    @property
    def is_person(self) -> bool:
        """Return whether a person plays here: not a bot, and not a bot account."""
        return not self.is_bot and not self.is_program

    @property
    def is_muted(self) -> bool:
        """Return whether a moderator has muted the player now."""
        return self.muted_until is not None and timezone.now() < self.muted_until

    @property
    def is_suspended(self) -> bool:
        """Return whether a moderator has suspended the account now, or closed it."""
        return self.suspended_until is not None and timezone.now() < self.suspended_until

    @property
    def household(self) -> int:
        """Return the key of the person whose account this is: a person and their bot accounts have the same one."""
        return int(self.owner_id or self.pk)

    @property
    def hue(self) -> int:
        """Return the colour behind the player's initial: 0 to 11."""
        return int(self.pk or 0) % 12

    def check_password(self, raw_password: str | None) -> bool:
        """Whether the password is right; never so for a bot, a bot account or a guest."""
        return self.is_person and not self.is_guest and super().check_password(raw_password)
