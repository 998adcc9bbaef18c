"""The owner of a feed key, and a user's own feed key."""

from accounts.models import FeedKey, User


def key_of(user: User) -> FeedKey | None:
    """The key to a user's feeds, None if there is none; one query."""
    return FeedKey.objects.filter(user=user).first()


def opened_by(key: str) -> FeedKey | None:
    """Return the row of a key, with its player. None for an unknown or deleted key, and for players who may not log in
    or have no account; one query."""
    people = {"user__is_active": True, "user__is_guest": False, "user__is_bot": False}
    return FeedKey.objects.select_related("user").filter(key=key, **people).first()
