"""Mails about accounts that are still to be sent."""

from django.db import models
from django.utils import timezone

from accounts.models.people import User


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
