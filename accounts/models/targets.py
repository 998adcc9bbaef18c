"""Chats to which messages are posted: what is stored of any, and the chats of a player."""

from typing import Any

from django.db import models
from django.utils import timezone

from accounts.models.breakers import BreakerState
from accounts.models.people import User
from accounts.models.trials import Testable


class Chat(Testable, BreakerState):
    """The address of a chat, and the outcome of the last messages to it.

    `fields` holds addresses, keys and tokens: no page shows them again.
    """

    # A name in `accounts.channels.formats`.
    kind = models.CharField(max_length=10)
    # The owner's name for it; "" for the name of the kind.
    name = models.CharField(max_length=40, blank=True, default="")
    fields: Any = models.JSONField(default=dict)
    # Host and port: if no connection is possible, the breakers of all chats there open.
    server = models.CharField(max_length=260)
    # Refusals in a row.
    failures = models.PositiveSmallIntegerField(default=0)
    # The trouble of the last message (`accounts.channels.Trouble`) and the response status; "" if it was accepted.
    last_trouble = models.CharField(max_length=10, blank=True, default="")
    reply = models.CharField(max_length=10, blank=True, default="")
    # The first and the last failure since a message was accepted.
    failing_since = models.DateTimeField(null=True)
    failed_at = models.DateTimeField(null=True)
    # Since when it is paused, until its owner resumes it.
    paused_at = models.DateTimeField(null=True)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"


class Target(Chat):
    """A chat of a person, to which messages about their tables are posted. No page of the admin shows this row."""

    user = models.ForeignKey(User, models.CASCADE, related_name="targets")

    class Meta:
        indexes = (
            models.Index(fields=["server"], name="targets_of_a_server"),
            models.Index(fields=["test_due_at"], condition=~models.Q(test_due_at=None), name="targets_to_be_tested"),
        )
