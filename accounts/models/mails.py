"""Mails about accounts that are still to be sent."""

from django.db import models
from django.utils import timezone

from accounts.models.people import User


class AccountMail(models.Model):
    """A mail about an account that is still to be sent. Its text is written when it is sent."""

    class Kind(models.TextChoices):
        """What it is about."""

        CONFIRM = "confirm"
        RESET = "reset"
        SIGN_IN = "sign-in"
        METHOD = "method"

    kind = models.CharField(max_length=10, choices=Kind)
    # The template of a mail about sign-in methods, and the browser in which it happened.
    template = models.CharField(max_length=40, default="", db_default="", blank=True)
    browser = models.CharField(max_length=60, default="", db_default="", blank=True)
    address = models.EmailField()
    # The user who claims the address; null where only the address is known.
    user = models.ForeignKey(User, models.CASCADE, null=True, related_name="+")
    # The language of the page on which it was requested.
    language = models.CharField(max_length=12)
    made_at = models.DateTimeField(default=timezone.now)
    # When it is tried next, or when the sending worker's lease ends.
    due_at = models.DateTimeField(default=timezone.now)
    tries = models.PositiveSmallIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"
