"""Devices on which players are notified by web push."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models.breakers import BreakerState
from accounts.models.people import User
from accounts.models.trials import Testable
from saboteur_site.outgoing.webpush import LONGEST_ENDPOINT, Subscription


class Device(Testable, BreakerState):
    """A browser in which `user` has asked to be notified. Its address and keys are enough to send to it."""

    user = models.ForeignKey(User, models.CASCADE, related_name="devices", verbose_name=_("player"))
    # Where its push service takes messages for it. It is secret.
    endpoint = models.CharField(max_length=LONGEST_ENDPOINT, unique=True)
    # The key and the secret of the browser, and the key of this site with which it asked.
    p256dh = models.CharField(max_length=100)
    auth = models.CharField(max_length=40)
    key = models.CharField(max_length=100)
    # Its browser and system, shown to its owner.
    name = models.CharField(_("name"), max_length=60)
    made_at = models.DateTimeField(default=timezone.now)
    # When its push service last accepted a message.
    last_at = models.DateTimeField(null=True)

    class Meta:
        indexes = (
            models.Index(fields=["test_due_at"], condition=~models.Q(test_due_at=None), name="devices_to_be_tested"),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def subscription(self) -> Subscription:
        """Return its push subscription."""
        return Subscription(self.endpoint, self.p256dh, self.auth, self.key)
