"""Whose feeds are fetched at an address, and the key to a user's own feeds."""

from accounts.models import FeedKey, User


def key_of(user: User) -> FeedKey | None:
    """The key to a user's feeds, None if there is none; one query."""
    return FeedKey.objects.filter(user=user).first()


def opened_by(key: str) -> FeedKey | None:
    """The row of a key, with its player. None for a key that never was or is no more, and for players who may not come
    in or have no account, all alike; one query."""
    people = {"user__is_active": True, "user__is_guest": False, "user__is_bot": False}
    return FeedKey.objects.select_related("user").filter(key=key, **people).first()
