"""Finds the channels: every file of this folder that has a `CHANNEL`. So a new channel is one new file."""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import Any

from accounts import channels
from accounts.channels import Channel, Hint
from accounts.models import Digest, Event, User
from accounts.selectors.notices import choices_of


def registered() -> dict[str, Channel]:
    """All channels by name, in the order of the names of their files."""
    found: list[Any] = [module for module in _modules() if hasattr(module, "CHANNEL")]
    return {module.CHANNEL.name: module.CHANNEL for module in found}


@cache
def _modules() -> list[ModuleType]:
    names = sorted(found.name for found in iter_modules(channels.__path__))
    return [import_module(f"{channels.__name__}.{name}") for name in names]


def personal() -> list[Channel]:
    """Return all channels; each notifies one user."""
    return list(registered().values())


def open_to(user: User) -> list[Channel]:
    """Return the channels that a user can set up: a guest has those that need no account."""
    return [channel for channel in personal() if channel.for_guests or not user.is_guest]


def may_reach(user: User) -> bool:
    """Whether there may be a channel to a user; no query."""
    return any(channel.may_reach(user) for channel in personal())


def notifies(user: User, event: Event, *, but: str = "") -> bool:
    """Return whether some channel except ``but`` reaches a user and they want this event by it.

    One query, and those of the channels. A user with a digest instead of single messages wants none of those.
    """
    if user.digest == Digest.ALONE and event != Event.DIGEST:
        return False
    unwanted = unwanted_by(user)
    ways = (channel for channel in personal() if channel.name != but and (channel.name, event) not in unwanted)
    return any(channel.reaches(user) for channel in ways)


def unwanted_by(user: User) -> set[tuple[str, str]]:
    """All pairs of a channel and an event that a user does not want, by their choice or by default; one query."""
    by_default = {(channel.name, str(event)): False for channel in personal() for event in channel.off_by_default}
    return {pair for pair, wanted in (by_default | choices_of(user)).items() if not wanted}


def missing(user: User, *, but: str = "") -> list[Hint]:
    """Return a hint for each channel except ``but`` that does not reach a user; the queries of the channels.

    A reachable user gets no hints about channels that are extras.
    """
    hints = [(channel, channel.missing(user)) for channel in open_to(user) if channel.name != but]
    is_reached = any(channel.reaches(user) for channel, hint in hints if hint is None)
    return [hint for channel, hint in hints if hint and not (is_reached and channel.is_extra)]
