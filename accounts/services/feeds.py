"""Making, changing and taking away the key to somebody's feeds."""

from django.utils import timezone

from accounts.models import FeedKey, User
from accounts.models.feeds import feed_key


def make(*, user: User) -> None:
    """Let somebody have a key to their feeds. Whoever has one keeps it."""
    FeedKey.objects.get_or_create(user=user)


def renew(*, user: User) -> None:
    """Change the key to somebody's feeds. The one before opens nothing from now on; whoever had none gets none."""
    FeedKey.objects.filter(user=user).update(key=feed_key(), made_at=timezone.now())


def remove(*, user: User) -> None:
    """Take away the key to somebody's feeds. Twice does no more than once."""
    FeedKey.objects.filter(user=user).delete()
