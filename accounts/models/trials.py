"""What is kept of a test message: a page asks for it, a worker sends it, and the page shows what came of it."""

from datetime import timedelta

from django.db import models
from django.utils import timezone

SHOWN_FOR = timedelta(hours=1)
"""How long a page shows what came of a test."""
SOON = timedelta(minutes=2)
"""A page that is open asks for so long by itself what came of it."""


class Testable(models.Model):
    """A chat or a device to which its owner may have a test message sent."""

    # When it was asked for, and in the language of which page.
    test_asked_at = models.DateTimeField(null=True)
    test_language = models.CharField(max_length=12, default="", db_default="")
    # When it is sent, or when the lease of the worker that sends it ends; empty when none is to be sent.
    test_due_at = models.DateTimeField(null=True)
    # When it was over, and what it met: a `Trouble` and the status of the answer, both "" if it was taken.
    test_done_at = models.DateTimeField(null=True)
    test_trouble = models.CharField(max_length=10, default="", db_default="")
    test_reply = models.CharField(max_length=10, default="", db_default="")

    class Meta:
        abstract = True

    @property
    def test_waits(self) -> bool:
        """Whether a test is on its way."""
        return self.test_due_at is not None

    @property
    def test_is_soon_over(self) -> bool:
        """Whether a test that is on its way was asked for just now."""
        return self.test_asked_at is not None and timezone.now() - self.test_asked_at < SOON

    @property
    def test_is_shown(self) -> bool:
        """Whether a test was over a short time ago."""
        return self.test_done_at is not None and timezone.now() - self.test_done_at < SHOWN_FOR
