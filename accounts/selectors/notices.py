"""What somebody does not want to be told of, by each channel."""

from accounts.models import Muted, User


def muted_by(user: User, channel: str) -> set[str]:
    """The events that somebody does not want to be told of by a channel; one query."""
    return set(Muted.objects.filter(user=user, channel=channel).values_list("event", flat=True))


def all_muted_by(user: User) -> set[tuple[str, str]]:
    """All pairs of a channel and an event that somebody does not want; one query."""
    return set(Muted.objects.filter(user=user).values_list("channel", "event"))
