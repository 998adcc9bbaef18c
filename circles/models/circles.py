"""A circle, its members, and the link by which others join."""

import secrets
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q

from games import clock
from games.models import table_code


def join_token() -> str:
    """Return the unguessable part of a link by which others join a circle."""
    return secrets.token_urlsafe(18)


class Role(models.TextChoices):
    """What a member may do: the host names the circle, sets its options and removes members."""

    HOST = "host"
    MEMBER = "member"


class Circle(models.Model):
    """A named group of people, with the options of the tables that they usually play."""

    code = models.CharField(max_length=16, unique=True, default=table_code, editable=False)
    name = models.CharField(max_length=40)
    # The usual options of its tables: columns of `Game`, as `TableOptions.columns` returns them.
    options: Any = models.JSONField(default=dict)
    made_at = models.DateTimeField(default=clock.now)

    class Meta:
        # No page of the admin shows it, so there is no permission for it.
        default_permissions = ()

    def __str__(self) -> str:
        return self.name


class CircleMember(models.Model):
    """A person in a circle. The row stays when they leave, so that they come back with their past results.

    A deleted account leaves its row: the nameless user of it (`accounts.services.farewell`).
    """

    circle = models.ForeignKey(Circle, on_delete=models.CASCADE, related_name="members")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="circles")
    role = models.CharField(max_length=6, choices=Role, default=Role.MEMBER)
    joined_at = models.DateTimeField(default=clock.now)
    left_at = models.DateTimeField(null=True, blank=True)
    # Removed by the host, so no link lets them in. Only meaningful while `left_at` is set.
    removed = models.BooleanField(default=False, db_default=False)

    class Meta:
        # No page of the admin shows it, so there is no permission for it.
        default_permissions = ()
        constraints = (
            models.UniqueConstraint(fields=["circle", "user"], name="one_membership_a_person"),
            models.UniqueConstraint(fields=["circle"], condition=Q(role="host"), name="one_host_a_circle"),
            models.CheckConstraint(condition=Q(role="member") | Q(left_at=None), name="hosts_are_members"),
        )
        indexes = (models.Index(fields=["user"], condition=Q(left_at=None), name="circles_of_a_person"),)

    def __str__(self) -> str:
        return f"{self.circle_id}/{self.user_id}"


class CircleLink(models.Model):
    """The link by which others join a circle until it expires. A circle has one at most."""

    circle = models.OneToOneField(Circle, on_delete=models.CASCADE, related_name="link")
    token = models.CharField(max_length=32, unique=True, default=join_token, editable=False)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    expires_at = models.DateTimeField()

    class Meta:
        # No page of the admin shows it, so there is no permission for it.
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.circle_id}"
