"""What people are told of while they are not here, and why telling them can fail."""

from enum import StrEnum

from django.db import models
from django.utils.translation import gettext_lazy as _


class Event(models.TextChoices):
    """Something that a person may want to be told of, each by itself on or off."""

    TURN = "turn", _("It is my turn")
    REMINDER = "reminder", _("My time is running out")
    VOTE = "vote", _("A table votes on something")
    ROUND = "round", _("A round is over")
    OVER = "over", _("A game is over")
    INVITATION = "invitation", _("Somebody invites me to a table")
    FRIEND = "friend", _("Somebody wants to be my friend")


class Reminder(models.TextChoices):
    """When somebody wants to be reminded of a decision that waits for them."""

    HALF = "half", _("Half of my time is over")
    MOST = "most", _("A fifth of my time is left")
    HOUR = "hour", _("An hour is left")


class Trouble(StrEnum):
    """Why something did not reach a person; each channel has its words for that."""

    REFUSED = "refused"
    """It does not take anything for this person."""
    BUSY = "busy"
    """It put it off again and again."""
    AWAY = "away"
    """It could not be reached."""
    FAULT = "fault"
    """Something went wrong on this side."""
