"""Events of which players can be notified while they are away, and which of them they have muted."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models.people import User

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


class Event(models.TextChoices):
    """An event of which a user can be notified. Each can be switched on or off by itself."""

    TURN = "turn", _("It’s my turn")
    REMINDER = "reminder", _("My time is running out")
    VOTE = "vote", _("My table starts a vote")
    ROUND = "round", _("A round is over")
    OVER = "over", _("A game is over")
    ADDRESSED = "addressed", _("A player writes to me")
    OPTIONS = "options", _("My table’s options change")
    COMPLETE = "complete", _("My table is full, and I can start the game")
    STARTED = "started", _("A game starts")
    CANCELLED = "cancelled", _("A table is cancelled")
    REMOVED = "removed", _("My seat is taken away")
    INVITATION = "invitation", _("I’m invited to a table")
    CIRCLE = "circle", _("My circle plays")
    FRIEND = "friend", _("I get a friend request")
    DECISION = "decision", _("A moderator decides about my report or about me")
    DIGEST = "digest", _("My daily summary")

    @property
    def short(self) -> "StrPromise":
        """Return the label of its notifications in the admin."""
        return _SHORT[self]


_SHORT: Mapping[Event, "StrPromise"] = {
    Event.TURN: _("your turn"),
    Event.REMINDER: _("time is running out"),
    Event.VOTE: _("vote"),
    Event.ROUND: _("round over"),
    Event.OVER: _("game over"),
    Event.ADDRESSED: _("message to a player"),
    Event.OPTIONS: _("changed options"),
    Event.COMPLETE: _("table complete"),
    Event.STARTED: _("game started"),
    Event.CANCELLED: _("table cancelled"),
    Event.REMOVED: _("seat lost"),
    Event.INVITATION: _("invitation"),
    Event.CIRCLE: _("circle plays"),
    Event.FRIEND: _("friend request"),
    Event.DECISION: _("decision of a moderator"),
    Event.DIGEST: _("daily summary"),
}


class Reminder(models.TextChoices):
    """When a player wants a reminder of a pending decision."""

    HALF = "half", _("Half of my time is over")
    MOST = "most", _("A fifth of my time is left")
    HOUR = "hour", _("An hour is left")


class Muted(models.Model):
    """The choice of `user` about an event and a channel: muted, or ``wanted`` if the channel leaves the event out by
    default (`Channel.off_by_default`). Without a row the default holds."""

    user = models.ForeignKey(User, models.CASCADE, related_name="muted", verbose_name=_("player"))
    channel = models.CharField(_("channel"), max_length=10)
    event = models.CharField(_("event"), max_length=20)
    wanted = models.BooleanField(default=False, db_default=False, editable=False)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["user", "channel", "event"], name="muted_once"),)

    def __str__(self) -> str:
        return f"{self.user}: {self.channel} {self.event}"
