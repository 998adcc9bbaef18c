"""The chats of a person."""

from accounts.models import Target, User


def chats_of(user: User) -> list[Target]:
    """A user's chats, the oldest first; one query."""
    return list(Target.objects.filter(user=user).order_by("pk"))


def chat_of(user: User, key: str) -> Target | None:
    """A user's chat by its key as text; None if they have no such chat. One query at most."""
    if not (key.isascii() and key.isdecimal() and len(key) < 19):
        return None
    return Target.objects.filter(user=user, pk=int(key)).first()
