"""Muting players. The muted player is not notified, and nothing else between the two changes."""

from django.db import transaction

from accounts.models import Unheard, User


@transaction.atomic
def mute(*, user: User, other: User) -> None:
    """Hide what a player writes at tables. A user cannot mute themselves."""
    if user.pk != other.pk:
        Unheard.objects.get_or_create(user=user, other=other)


@transaction.atomic
def unmute(*, user: User, other: User) -> None:
    """Show it again, also what was written meanwhile."""
    Unheard.objects.filter(user=user, other=other).delete()


def is_muted(*, user: User, name: str) -> bool:
    """Whether a user has muted the person of this name; one statement."""
    return Unheard.objects.filter(user=user, other__username=name).exists()
