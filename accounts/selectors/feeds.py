"""Whose feeds are fetched at an address, and by which key somebody's own are found."""

from accounts.models import FeedKey, User


def key_of(user: User) -> FeedKey | None:
    """The key to somebody's feeds, if they have made one; one query."""
    return FeedKey.objects.filter(user=user).first()


def opened_by(key: str) -> FeedKey | None:
    """The row of a key, with its player. None for a key that never was or is no more, and for players who may not come
    in or have no account, all alike; one query."""
    people = {"user__is_active": True, "user__is_guest": False, "user__is_bot": False}
    return FeedKey.objects.select_related("user").filter(key=key, **people).first()
