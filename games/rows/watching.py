"""Who may watch a game without a seat: users by the options of its table, and all who have one of its links."""

import hashlib
from collections.abc import Callable
from typing import NamedTuple

from django.conf import settings

from accounts.models import User
from games.models import Game, Joining, Watchers


class Circles(NamedTuple):
    """What the application of circles answers: whether a user belongs to the circle of a table, by the ids of game and
    user; whether they belong to any circle, by their id. One query each."""

    watches: Callable[[int, int], bool]
    has_circle: Callable[[int], bool]


_circles: list[Circles] = []


def ask_circles(circles: Circles) -> None:
    """Register what knows circles, once. Until then `Watchers.CIRCLE` lets no one watch, and no form offers it."""
    _circles[:] = [circles]


def may_watch(game: Game, user: User) -> bool:
    """Whether a user without a seat may see a game that has begun. No query unless circles are asked."""
    if _is_open_to_all(game):
        return True
    return game.watchers == Watchers.CIRCLE and any(circles.watches(game.pk, user.pk) for circles in _circles)


def _is_open_to_all(game: Game) -> bool:
    return game.joining == Joining.ANYONE and settings.OPEN_TABLES


def has_circle(user: User) -> bool:
    """Whether a user belongs to a circle, so that the members of one may be let watch."""
    return any(circles.has_circle(user.pk) for circles in _circles)


def digest_of(link: str) -> str:
    """Return what stands for a link in the cache and in the address of a pulse; "" for none.

    >>> digest_of(""), len(digest_of("a-link"))
    ('', 16)
    """
    return hashlib.sha256(link.encode()).hexdigest()[:16] if link else ""


def digests_of(game: Game) -> tuple[str, ...]:
    """Return the digests of the links at which a game can be watched, with "" for the table's own address."""
    links = [digest_of(link) for link in (game.watch_link, game.board_link) if link]
    is_watched = _is_open_to_all(game) or game.watchers == Watchers.CIRCLE
    return (*links, "") if is_watched else tuple(links)
