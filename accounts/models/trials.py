"""The columns of a test message: a page requests it, a worker sends it, and the page shows the outcome."""

from datetime import timedelta

from django.db import models
from django.utils import timezone

SHOWN_FOR = timedelta(hours=1)
"""How long a page shows the outcome of a test."""
SOON = timedelta(minutes=2)
"""How long an open page polls for the outcome."""


class Testable(models.Model):
    """A chat or a device to which its owner may send a test message."""

    # When it was requested, and the language of the page.
    test_asked_at = models.DateTimeField(null=True)
    test_language = models.CharField(max_length=12, default="", db_default="")
    # When it is due, or when the lease of its worker ends; empty without a test.
    test_due_at = models.DateTimeField(null=True)
    # When it ended, and its failure: a `Trouble` and the status of the response, both "" after a success.
    test_done_at = models.DateTimeField(null=True)
    test_trouble = models.CharField(max_length=10, default="", db_default="")
    test_reply = models.CharField(max_length=10, default="", db_default="")

    class Meta:
        abstract = True

    @property
    def test_waits(self) -> bool:
        """Whether a test is in progress."""
        return self.test_due_at is not None

    @property
    def test_is_soon_over(self) -> bool:
        """Whether a test in progress was requested a short time ago."""
        return self.test_asked_at is not None and timezone.now() - self.test_asked_at < SOON

    @property
    def test_is_shown(self) -> bool:
        """Whether a test ended a short time ago."""
        return self.test_done_at is not None and timezone.now() - self.test_done_at < SHOWN_FOR
