"""The channels that do not reach a player: the last trouble of each, in the player's own row."""

from django.db import transaction

from accounts.channels import Hint, Trouble
from accounts.channels.registry import registered
from accounts.models import User


@transaction.atomic
def note(user_id: int, channel: str, trouble: Trouble) -> None:
    """Store that a channel does not reach a user."""
    for row in User.objects.select_for_update(no_key=True).filter(pk=user_id).only("troubles"):
        _keep(row, row.troubles | {channel: str(trouble)})


@transaction.atomic
def forget(user_id: int, channel: str) -> None:
    """Store that a channel reaches a user. One query if it did before."""
    troubled = User.objects.select_for_update(no_key=True).filter(pk=user_id, troubles__has_key=channel)
    for row in troubled.only("troubles"):
        _keep(row, {name: trouble for name, trouble in row.troubles.items() if name != channel})


def _keep(row: User, troubles: dict[str, str]) -> None:
    User.objects.filter(pk=row.pk).update(troubles=troubles)


def hints_for(user: User) -> list[Hint]:
    """The notice to a user about channels that do not reach them; no query."""
    found = registered()
    troubles = [(found[name], Trouble(trouble)) for name, trouble in user.troubles.items() if name in found]
    return [channel.failing(str(channel.troubles[trouble])) for channel, trouble in troubles]
