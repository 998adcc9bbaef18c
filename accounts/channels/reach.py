"""The reach of channels, for many people at once: conditions for use within other queries."""

from collections.abc import Iterable, Sequence
from functools import reduce
from operator import or_

from django.db.models import BooleanField, Exists, ExpressionWrapper, OuterRef, Q, QuerySet
from django.db.models.expressions import Combinable

from accounts.channels import registry
from accounts.models import Digest, Event, Muted, User

CHUNK = 40
"""How many keys of users one query names."""


def reached() -> Q:
    """Return the condition on users that a personal channel reaches them."""
    return _any(channel.reachable("") for channel in registry.personal())


def reached_among(people: Sequence[int]) -> set[int]:
    """Return the keys, among these, of the users that a channel reaches; one query for each `CHUNK` of keys.

    For more at once PostgreSQL would read the whole tables of addresses and devices.
    """
    found: set[int] = set()
    for start in range(0, len(people), CHUNK):
        some = User.objects.filter(reached(), pk__in=people[start : start + CHUNK])
        found.update(some.values_list("pk", flat=True))
    return found


def is_reached(path: str = "") -> Combinable:
    """Return the condition that some channel reaches the user at a path: `user__`, or "" for rows of users."""
    return _whether(channel.reachable(path) for channel in registry.personal())


def is_notified(event: Event, path: str = "") -> Combinable:
    """Return the condition that some channel reaches the user and they want this event by it, as `registry.notifies`
    for one user: a user with a digest instead of single messages wants none of those.

    Other players at a table may know this. So failed letters do not count: whether a letter was written at all can
    depend on hidden facts, such as a plan or an answer to a window (R95).
    """
    chosen = Muted.objects.filter(user=OuterRef(f"{path}pk"), event=event)
    leaves_it = Q() if event == Event.DIGEST else ~Q((f"{path}digest", Digest.ALONE))
    return _whether(
        channel.reachable(path)
        & leaves_it
        & _wants(chosen.filter(channel=channel.name), is_off=event in channel.off_by_default)
        for channel in registry.personal()
    )


def _wants(chosen: QuerySet[Muted], *, is_off: bool) -> Q:
    return Q(Exists(chosen.filter(wanted=True))) if is_off else ~Q(Exists(chosen.filter(wanted=False)))


def _whether(ways: Iterable[Q]) -> Combinable:
    return ExpressionWrapper(_any(ways), BooleanField())


def _any(ways: Iterable[Q]) -> Q:
    return reduce(or_, ways, Q(pk__in=()))
