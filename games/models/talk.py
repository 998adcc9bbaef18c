"""Chat messages and claims of a table, and reports of them. They are not commands."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games import clock
from games.models.tables import Game


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


class Complaint(models.Model):
    """A report of a message, with a reason and a copy of the text."""

    word = models.ForeignKey(Word, on_delete=models.CASCADE, related_name="complaints", verbose_name=_("word"))
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+", verbose_name=_("by")
    )
    words = models.CharField(_("words"), max_length=500)
    reason = models.CharField(_("reason"), max_length=500)
    at = models.DateTimeField(_("at"), default=clock.now)
    # When a staff member settled it.
    settled_at = models.DateTimeField(_("settled"), null=True, blank=True)

    class Meta:
        verbose_name = _("complaint")
        verbose_name_plural = _("complaints")
        ordering = ("-at",)
        constraints = (models.UniqueConstraint(fields=["word", "by"], name="one_complaint_a_person"),)
        indexes = (
            models.Index(fields=["at"], name="complaints_by_age"),
            models.Index(fields=["at"], condition=models.Q(settled_at=None), name="complaints_open"),
        )

    def __str__(self) -> str:
        return f"{self.word}"
