"""The chat to which all new tables of a circle are posted."""

from typing import Any

from django.conf import settings
from django.db import models

from accounts.models import Chat
from circles.models.circles import Circle


class CircleChat(models.Model):
    """The address of a circle's chat. Each new table gets a `TableChat` with it, which has its own breaker.

    It belongs to the host who connected it, and goes with them. `fields` holds addresses, keys and tokens: no page
    shows them again.
    """

    circle = models.OneToOneField(Circle, on_delete=models.CASCADE, related_name="chat")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=Chat._meta.get_field("kind").max_length)
    name = models.CharField(max_length=Chat._meta.get_field("name").max_length, blank=True, default="")
    fields: Any = models.JSONField(default=dict)
    server = models.CharField(max_length=Chat._meta.get_field("server").max_length)

    class Meta:
        # No page of the admin shows it, so there is no permission for it.
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"
