"""Invitations and the outbox of notifications."""

import secrets

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games import clock
from games.models.tables import Game


def link_token() -> str:
    """Return the unguessable part of an invitation link."""
    return secrets.token_urlsafe(18)


class Invitation(models.Model):
    """An invitation to a table: for one user, or a link for everyone who has it. Unguessable, revocable, expiring.

    With a ``seat`` it is a link to that one seat of a running game, for a new player (R96).
    """

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
    seat = models.PositiveSmallIntegerField(_("seat"), null=True, blank=True)
    created_at = models.DateTimeField(_("made"), default=clock.now)
    expires_at = models.DateTimeField(_("expires"))
    revoked_at = models.DateTimeField(_("revoked"), null=True, blank=True)

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        constraints = (models.UniqueConstraint(fields=["game", "to"], name="one_invitation_a_person"),)
        indexes = (
            models.Index(fields=["expires_at"], name="invitations_by_expiry"),
            models.Index(fields=["created_at"], name="invitations_by_age"),
        )

    def __str__(self) -> str:
        return f"{self.game_id}"


class Notice(models.Model):
    """A notification for a player: a row of the outbox, written in the transaction of the move that causes it.

    A worker writes a `Delivery` for each channel. The notice is done when the first delivery has succeeded, when the
    player has seen the table, or when no delivery is left.
    """

    class Outcome(models.TextChoices):
        """The outcome of a notice, or of one of its deliveries."""

        SENT = "sent", _("sent")
        SEEN = "seen", _("seen at the table first")
        OBSOLETE = "obsolete", _("no longer true")
        UNWANTED = "unwanted", _("not wanted")
        NO_CHANNEL = "no-channel", _("no channel")
        DEAD = "dead", _("given up")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notices", verbose_name=_("player")
    )
    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, null=True, blank=True, related_name="notices", verbose_name=_("table")
    )
    # The player who asks or invites.
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
    # When its deliveries are to be created; empty afterwards.
    due_at = models.DateTimeField(null=True, default=clock.now)
    done_at = models.DateTimeField(_("done"), null=True, blank=True)
    outcome = models.CharField(_("outcome"), max_length=20, blank=True, default="", choices=Outcome)

    class Meta:
        verbose_name = _("notice")
        verbose_name_plural = _("notices")
        indexes = (
            models.Index(fields=["due_at"], condition=models.Q(done_at=None), name="notices_due"),
            models.Index(fields=["done_at"], condition=~models.Q(done_at=None), name="notices_settled"),
            models.Index(fields=["created_at"], name="notices_by_age"),
            models.Index(fields=["id"], condition=models.Q(outcome="dead"), name="notices_given_up"),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.dedupe}"


class Delivery(models.Model):
    """The delivery of a notice by one channel."""

    # The constraint below has the index.
    notice = models.ForeignKey(Notice, on_delete=models.CASCADE, related_name="deliveries", db_index=False)
    channel = models.CharField(max_length=10)
    # The time of the next try.
    due_at = models.DateTimeField(_("next try"), default=clock.now)
    # Set while it waits only for the result of faster channels: since when it could have been sent.
    ready_at = models.DateTimeField(null=True)
    done_at = models.DateTimeField(null=True)
    outcome = models.CharField(max_length=20, default="", choices=Notice.Outcome)
    tries = models.PositiveSmallIntegerField(_("tries"), default=0)
    # Why the last try failed: a `Trouble`, and the reply code of the server.
    trouble = models.CharField(_("trouble"), max_length=10, default="")
    reply = models.CharField(_("reply"), max_length=20, default="")

    class Meta:
        # Pages show it with its notice, so there is no permission for it alone.
        default_permissions = ()
        constraints = (models.UniqueConstraint(fields=["notice", "channel"], name="one_delivery_a_channel"),)
        indexes = (
            models.Index(fields=["due_at"], condition=models.Q(done_at=None), name="deliveries_due"),
            models.Index(fields=["notice"], condition=models.Q(outcome="dead"), name="deliveries_given_up"),
        )

    def __str__(self) -> str:
        return f"{self.notice_id} {self.channel}"
