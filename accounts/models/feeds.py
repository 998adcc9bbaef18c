"""The secret keys in the addresses of a user's feeds."""

import secrets

from django.db import models
from django.utils import timezone

from accounts.models.people import User

LONGEST_KEY = 64
_BYTES = 24


def feed_key() -> str:
    """An unguessable key for addresses: 32 letters, digits and dashes, 192 random bits."""
    return secrets.token_urlsafe(_BYTES)


class FeedKey(models.Model):
    """The `key` is enough to fetch the feeds of `user`. Without a row there are no feeds. The key is shown on the
    player's own page only, never in logs or in the admin."""

    user = models.OneToOneField(User, models.CASCADE, related_name="feed_key")
    key = models.CharField(max_length=LONGEST_KEY, unique=True, default=feed_key, editable=False)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        # No page of the admin shows it, so there is no permission for it.
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.user_id}"
