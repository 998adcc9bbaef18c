"""What a player is not told of by a channel."""

from accounts.channels import registry
from accounts.models import User


def unwanted(user: User, channel: str) -> set[str]:
    """The events of which a channel does not tell a player, by their choice or by default."""
    return {event for name, event in registry.unwanted_by(user) if name == channel}
