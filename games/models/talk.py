"""Chat messages and claims of a table, and reports of them. They are not commands."""

from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games import clock
from games.models.tables import Game

if TYPE_CHECKING:
    from accounts.models import User


class Said(models.TextChoices):
    """The kind of a message."""

    TEXT = "text", _("written")
    QUICK = "quick", _("a quick message")
    CLAIM = "claim", _("a claim")


class Word(models.Model):
    """A chat message to a table. It does not change the version of the game."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="said", verbose_name=_("table"))
    # The number of the message at its table, without gaps (`Game.words`).
    number = models.PositiveIntegerField(_("word"))
    # The seat of the author; before the game begins, seat numbers can still change.
    seat = models.PositiveSmallIntegerField(_("seat"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+", verbose_name=_("player")
    )
    at = models.DateTimeField(_("at"), default=clock.now)
    # The last public command before it; for claims, the round.
    seq = models.PositiveIntegerField(_("move"))
    round = models.PositiveSmallIntegerField(_("round"))
    kind = models.CharField(_("how"), max_length=5, choices=Said)
    # The text, the name of a quick message, or a claim in the notation of `rules.claims`. Empty once it is removed.
    text = models.CharField(_("words"), max_length=500, blank=True)
    # For claims: the subject, and whether no later claim has replaced it.
    subject = models.CharField(max_length=20, blank=True, default="", db_default="")
    stands = models.BooleanField(default=False, db_default=False)
    # The last message on the author's page: a message sent twice from one page is stored once.
    after = models.PositiveIntegerField()
    removed_at = models.DateTimeField(_("removed"), null=True, blank=True)

    class Meta:
        verbose_name = _("word")
        verbose_name_plural = _("words")
        ordering = ("game", "number")
        constraints = (
            models.UniqueConstraint(fields=["game", "number"], name="one_word_a_number"),
            models.UniqueConstraint(
                fields=["game", "user", "after", "kind", "text"],
                condition=models.Q(removed_at=None) & ~models.Q(kind="claim"),
                name="one_word_a_sending",
            ),
        )
        indexes = (models.Index(fields=["game", "round"], condition=models.Q(stands=True), name="claims_that_stand"),)

    def __str__(self) -> str:
        return f"{self.game_id}“{self.number}”"


class Reported(models.TextChoices):
    """What a report is about."""

    MESSAGE = "message", _("a message")
    NAME = "name", _("a name")
    PERSON = "person", _("a player")
    TABLE = "table", _("a table")
    CIRCLE = "circle", _("the name of a circle")


class Complaint(models.Model):
    """A report of a message, a name, a player or a table, with a reason and a copy of the text or the name.

    `person` is the player responsible: the author of a message, the host of a table or a circle. `table` is that
    of the message, or the reported one. Of messages, rows of earlier releases have the `word` alone.
    """

    kind = models.CharField(_("about"), max_length=10, choices=Reported, default=Reported.MESSAGE, db_default="message")
    word = models.ForeignKey(
        Word, on_delete=models.CASCADE, null=True, related_name="complaints", verbose_name=_("word")
    )
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+", verbose_name=_("player")
    )
    table = models.ForeignKey(
        Game, on_delete=models.CASCADE, null=True, related_name="complaints", verbose_name=_("table")
    )
    # The code of the circle whose name is reported; this application knows no circles.
    circle = models.CharField(max_length=16, default="", db_default="", editable=False)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+", verbose_name=_("by")
    )
    words = models.CharField(_("words"), max_length=500)
    reason = models.CharField(_("reason"), max_length=500)
    at = models.DateTimeField(_("at"), default=clock.now)
    # When a staff member settled it.
    settled_at = models.DateTimeField(_("settled"), null=True, blank=True)

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        ordering = ("-at",)
        constraints = (models.UniqueConstraint(fields=["word", "by"], name="one_complaint_a_person"),)
        indexes = (
            models.Index(fields=["at"], name="complaints_by_age"),
            models.Index(fields=["at"], condition=models.Q(settled_at=None), name="complaints_open"),
        )

    def __str__(self) -> str:
        return str(self.word) if self.word else self.words

    @property
    def about(self) -> "User | None":
        """Return the player responsible."""
        return self.word.user if self.word else self.person

    @property
    def thing(self) -> dict[str, Any]:
        """Return the columns in which all reports of the same thing are equal, as arguments of `filter`."""
        if self.word_id is not None:
            return {"word": self.word_id}
        return {
            "word": None, "kind": self.kind, "person": self.person_id, "table": self.table_id, "circle": self.circle,
        }  # fmt: skip

    @property
    def where(self) -> Game | None:
        """Return the table of the message, or the reported one."""
        return self.word.game if self.word else self.table


class Measure(models.TextChoices):
    """What a moderator does about a report."""

    DISMISS = "dismiss", _("Do nothing")
    REMOVE = "remove", _("Remove the message")
    RENAME = "rename", _("Change the name")
    MUTE = "mute", _("Mute the player for some days")
    SECLUDE = "seclude", _("Close the player’s tables to strangers")
    SUSPEND = "suspend", _("Suspend the account for some days")
    CLOSE = "close", _("Close the account")


class Ruling(models.Model):
    """A decision of a moderator about a report, with the reason that the player reads. It is kept."""

    complaint = models.ForeignKey(Complaint, on_delete=models.SET_NULL, null=True, related_name="decisions")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="decisions",
        verbose_name=_("player"),
    )  # fmt: skip
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+", verbose_name=_("by")
    )
    act = models.CharField(_("decision"), max_length=10, choices=Measure)
    # What it is about: the message or the name, as it was reported.
    words = models.CharField(_("words"), max_length=500)
    reason = models.CharField(_("reason"), max_length=500)
    at = models.DateTimeField(_("at"), default=clock.now)
    # The end of a mute or a suspension.
    until = models.DateTimeField(_("until"), null=True)
    # The answer of the player; it is given once.
    answer = models.CharField(_("answer"), max_length=500, blank=True, default="")
    answered_at = models.DateTimeField(_("answered"), null=True)

    class Meta:
        verbose_name = _("decision")
        verbose_name_plural = _("decisions")
        ordering = ("-at",)
        # The pages of reports show them.
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.act} {self.person_id}"
