"""Archives of personal data that were asked for."""

from datetime import timedelta

from django.conf import settings
from django.db import models

from games import clock

LASTS = timedelta(days=7)
"""How long an archive can be fetched after it was asked for."""


class Archive(models.Model):
    """The archive of a person: asked for, being made, or ready. A person has one at most."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    asked_at = models.DateTimeField(default=clock.now)
    # How many tables are packed, of how many.
    done = models.PositiveIntegerField(default=0)
    of = models.PositiveIntegerField(default=0)
    # The packed archive; null until it is ready.
    data = models.BinaryField(null=True)
    # When it is tried next, or when the lease of the worker that makes it ends.
    due_at = models.DateTimeField(default=clock.now)
    tries = models.PositiveSmallIntegerField(default=0)
    failed = models.BooleanField(default=False)

    class Meta:
        default_permissions = ()
        indexes = (models.Index(fields=["asked_at"], name="archives_by_age"),)

    def __str__(self) -> str:
        return f"archive {self.pk}"
