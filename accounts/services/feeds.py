"""Creating, changing and deleting the key to a user's feeds."""

from django.utils import timezone

from accounts.models import FeedKey, User
from accounts.models.feeds import feed_key


def make(*, user: User) -> None:
    """Create a key to a user's feeds, unless there is one."""
    FeedKey.objects.get_or_create(user=user)


def renew(*, user: User) -> None:
    """Replace the key to a user's feeds. The old one stops working; a user without one gets none."""
    FeedKey.objects.filter(user=user).update(key=feed_key(), made_at=timezone.now())


def remove(*, user: User) -> None:
    """Delete the key to a user's feeds. Idempotent."""
    FeedKey.objects.filter(user=user).delete()
