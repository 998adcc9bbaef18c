"""A user's notification settings by channel."""

from accounts.models import Muted, User


def choices_of(user: User) -> dict[tuple[str, str], bool]:
    """Return by channel and event whether a user wants to be notified, where they changed the default; one query."""
    rows = Muted.objects.filter(user=user).values_list("channel", "event", "wanted")
    return {(channel, event): wanted for channel, event, wanted in rows}
