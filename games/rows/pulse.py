"""What open pages ask again and again: has the table changed? Answered from the cache, without user and state.

The cache keeps a game's version and who sits where; the database has the truth when the cache is empty or away. What
the cache says is believed for half a minute only, because two moves may be written there in the wrong order.
"""

from typing import NamedTuple

from django.core import signing
from django.core.cache import cache
from django.db import transaction

from games.models import Game, Seat

_SALT = "games.pulse"
_KEPT = 30
LOOK_LASTS = 120
"""Seconds for which somebody who asked for a table is taken to look at it."""


class Pulse(NamedTuple):
    """A game's version, and the people of its seats by seat number."""

    version: int
    people: dict[int, int]


def token(game_id: int, seat: int, user_id: int) -> str:
    """The signed name of somebody's seat in the address of the pulse; dead when the seat is theirs no more.

    It bears no time: equal tables give equal pages.
    """
    return signing.Signer(salt=_SALT).sign_object([game_id, seat, user_id])


def of(signed: str, *, seen: bool = False) -> Pulse | None:
    """The version of a token's game, and its people. None when the token is forged, or its seat has another person.

    `seen`: the person has the page before their eyes, and this is remembered.
    """
    try:
        game_id, seat, user_id = signing.Signer(salt=_SALT).unsign_object(signed)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    pulse = cache.get(_key(game_id)) or read(game_id)
    if pulse is None or pulse[1].get(seat) != user_id:
        return None
    if seen:
        looks(game_id, user_id)
    return Pulse(*pulse)


def looks(game_id: int, user_id: int) -> None:
    """Remember for two minutes that somebody has a table before their eyes; no statement."""
    cache.set(f"looks:{game_id}:{user_id}", True, LOOK_LASTS)


def is_looking(game_id: int, user_id: int) -> bool:
    """Whether somebody had a table before their eyes within the last two minutes, as far as the cache remembers."""
    return bool(cache.get(f"looks:{game_id}:{user_id}"))


def read(game_id: int) -> Pulse | None:
    """The truth, from the database; kept in the cache."""
    rows = list(Seat.objects.filter(game_id=game_id).values_list("game__version", "number", "user_id"))
    if not rows:
        return None
    pulse = Pulse(rows[0][0], {number: user for _, number, user in rows})
    cache.set(_key(game_id), tuple(pulse), _KEPT)
    return pulse


def tell(game: Game, seats: list[Seat]) -> None:
    """Let open pages know, once the transaction is through, that something has changed."""
    pulse = (game.version, {seat.number: seat.user_id for seat in seats})
    key = _key(game.pk)
    transaction.on_commit(lambda: cache.set(key, pulse, _KEPT), robust=True)


def forget(game_id: int) -> None:
    """The same where the seats are not at hand: whoever asks next reads the truth."""
    transaction.on_commit(lambda: cache.delete(_key(game_id)), robust=True)


def _key(game_id: int) -> str:
    return f"pulse:{game_id}"
