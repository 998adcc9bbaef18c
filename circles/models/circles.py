"""A circle, its members, and the link by which others join."""

import secrets
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games import clock
from games.models import table_code


def join_token() -> str:
    """Return the unguessable part of a link by which others join a circle."""
    return secrets.token_urlsafe(18)


class Role(models.TextChoices):
    """What a member may do: the host names the circle, sets its options and removes members."""

    HOST = "host", _("host")
    MEMBER = "member", _("member")


class Circle(models.Model):
    """A named group of people, with the options of the tables that they usually play."""

    code = models.CharField(max_length=16, unique=True, default=table_code, editable=False)
    name = models.CharField(_("circle name"), max_length=40)
    # The usual options of its tables: columns of `Game`, as `TableOptions.columns` returns them.
    options: Any = models.JSONField(default=dict)
    made_at = models.DateTimeField(_("made at"), default=clock.now)

    class Meta:
        verbose_name = _("circle")
        verbose_name_plural = _("circles")
        # The admin shows it and changes nothing.
        default_permissions = ("view",)

    def __str__(self) -> str:
        return self.name


class CircleMember(models.Model):
    """A person in a circle. The row stays when they leave, so that they come back with their past results.

    A deleted account leaves its row: the nameless user of it (`accounts.services.farewell`).
    """

    circle = models.ForeignKey(Circle, on_delete=models.CASCADE, related_name="members", verbose_name=_("circle"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="circles", verbose_name=_("player")
    )
    role = models.CharField(_("role in the circle"), max_length=6, choices=Role, default=Role.MEMBER)
    joined_at = models.DateTimeField(_("joined"), default=clock.now)
    left_at = models.DateTimeField(_("left on"), null=True, blank=True)
    # Removed by the host, so no link lets them in. Only meaningful while `left_at` is set.
    removed = models.BooleanField(_("removed"), default=False, db_default=False)

    class Meta:
        verbose_name = _("member of a circle")
        verbose_name_plural = _("members of circles")
        # The admin shows it and changes nothing.
        default_permissions = ("view",)
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

    circle = models.OneToOneField(Circle, on_delete=models.CASCADE, related_name="link", verbose_name=_("circle"))
    token = models.CharField(max_length=32, unique=True, default=join_token, editable=False)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", verbose_name=_("player")
    )
    expires_at = models.DateTimeField(_("expires"))

    class Meta:
        verbose_name = _("link of a circle")
        verbose_name_plural = _("links of circles")
        # The admin shows it and changes nothing.
        default_permissions = ("view",)

    def __str__(self) -> str:
        return f"{self.circle_id}"
