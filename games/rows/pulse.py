"""The version of a table, which open pages poll. It is read from the cache, without the user and the state.

The cache stores a game's version and its players by seat. If the cache is empty or unavailable, the database is read.
Entries are valid for half a minute only, because two moves may be written there in the wrong order.
"""

from collections.abc import Collection, Iterable
from typing import NamedTuple

from django.core import signing
from django.core.cache import cache
from django.db import transaction

from games.models import Game, Seat, Status
from games.rows.watching import digest_of, digests_of

_SALT, _WATCH_SALT = "games.pulse", "games.watch"
_CACHE_SECONDS = 30
PRESENCE_LASTS = 120
"""Seconds for which a player counts as present after a view of the table, or after user input on its page."""


class Pulse(NamedTuple):
    """A game's version, and the user ids of its seats by seat number. ``needed``: the users who have to be present for
    live play; ``here``: whether they all are. ``live``: the table is played live."""

    version: int
    people: dict[int, int]
    needed: tuple[int, ...] = ()
    live: bool = False
    here: bool = False


class Watched(NamedTuple):
    """The version of a game for those who watch it, whether it is played live, and the digests of its links."""

    version: int
    live: bool
    digests: tuple[str, ...]


def token(game_id: int, seat: int, user_id: int) -> str:
    """Return the signed token of a player's seat in the URL of the pulse; invalid once the seat has another player.

    It contains no time, so that equal tables give equal pages.
    """
    return signing.Signer(salt=_SALT).sign_object([game_id, seat, user_id])


def holder_of(signed: str) -> tuple[int, int, int] | None:
    """Return the ids of game, seat and user in a token; None when it is forged."""
    try:
        game_id, seat, user_id = signing.Signer(salt=_SALT).unsign_object(signed)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    return game_id, seat, user_id


def of(signed: str, *, seen: bool = False, here: bool = False) -> Pulse | None:
    """Return the pulse of a token's game. None when the token is forged, or its seat has another player.

    `seen`: the player views the page. `here`: there was user input. Both are remembered for two minutes.
    """
    holder = holder_of(signed)
    if holder is None:
        return None
    game_id, seat, user_id = holder
    cached = cache.get(_key(game_id))
    pulse = Pulse(*cached) if cached else read(game_id)
    if cached and pulse and pulse.people.get(seat) != user_id:
        pulse = read(game_id)  # the cache may be stale; check before the page is rejected for good
    if pulse is None or pulse.people.get(seat) != user_id:
        return None
    if seen:
        mark_present(game_id, user_id)
    elif here:
        cache.set(presence_key(game_id, user_id), True, PRESENCE_LASTS)
    return pulse._replace(here=all_present(game_id, pulse.needed))


def watch_token(game_id: int, link: str = "") -> str:
    """Return the signed token in the URL of the pulse of a page that a game is watched on: by a link, or at the table's
    own address. It contains no part of the link."""
    return signing.Signer(salt=_WATCH_SALT).sign_object([game_id, digest_of(link)])


def watched(signed: str) -> Watched | None:
    """Return the version of a token's game. None when the token is forged, or the game can no longer be watched there.

    One read of the cache; a query only once in half a minute, for any number of watchers.
    """
    try:
        game_id, digest = signing.Signer(salt=_WATCH_SALT).unsign_object(signed)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    cached = cache.get(_watch_key(game_id))
    found = Watched(*cached) if cached else _read_watched(game_id)
    return found if found is not None and digest in found.digests else None


def _read_watched(game_id: int) -> Watched | None:
    game = Game.objects.filter(pk=game_id).only(*_READ_WATCHED).first()
    if game is None:
        return None
    cache.set(_watch_key(game_id), tuple(found := _watched(game)), _CACHE_SECONDS)
    return found


_READ_WATCHED = ("version", "live_since", "joining", "watchers", "watch_link", "board_link")


def _watched(game: Game) -> Watched:
    return Watched(game.version, game.live_since is not None, digests_of(game))


def mark_present(game_id: int, user_id: int) -> None:
    """Remember for two minutes that a player has viewed a table, and so is present; no query, one write."""
    cache.set(view_key(game_id, user_id), True, PRESENCE_LASTS)


def has_viewed(game_id: int, user_id: int) -> bool:
    """Whether a user has viewed a table within the last two minutes, as far as the cache knows."""
    return bool(cache.get(view_key(game_id, user_id)))


def all_present(game_id: int, people: Collection[int]) -> bool:
    """Whether all these users are present: in the last two minutes a page of each reported that it is visible and had
    user input. False for no users, and if the cache is unavailable."""
    keys = [(presence_key(game_id, user), view_key(game_id, user)) for user in people]
    if not keys:
        return False
    found = cache.get_many([key for pair in keys for key in pair])
    return all(present in found or viewed in found for present, viewed in keys)


def needed(people: Iterable[tuple[int, bool, str]]) -> tuple[int, ...]:
    """Return the ids of the players who have to be present for live play. Each player is given by id, whether it is a
    program, and how their seat rests.

    Bots, bot accounts and resting seats are left out. Empty if only one player is awake.

    >>> needed([(7, False, ""), (8, True, ""), (9, False, "")]), needed([(7, False, ""), (9, False, "bot")])
    ((7, 9), ())
    >>> needed([(7, False, ""), (8, False, ""), (9, False, "asleep")])
    (7, 8)
    """
    awake = tuple(user for user, is_bot, resting in people if not (is_bot or resting))
    return awake if len(awake) > 1 else ()


def read(game_id: int) -> Pulse | None:
    """Read the pulse from the database and store it in the cache."""
    seats = list(Seat.objects.filter(game_id=game_id).select_related("game", "user").only(*_READ))
    if not seats:
        return None
    pulse = _pulse(seats[0].game, seats)
    cache.set(_key(game_id), tuple(pulse), _CACHE_SECONDS)
    return pulse


_READ = (
    *("number", "user_id", "resting", "user__is_bot", "user__owner_id"),
    *("game__version", "game__status", "game__paused_until", "game__live_since"),
)


def publish(game: Game, seats: list[Seat]) -> None:
    """Put the new version into the cache after the commit, so that open pages learn of the change."""
    cached = {_key(game.pk): tuple(_pulse(game, seats))}
    if digests_of(game):
        cached[_watch_key(game.pk)] = tuple(_watched(game))
    transaction.on_commit(lambda: cache.set_many(cached, _CACHE_SECONDS), robust=True)


def _pulse(game: Game, seats: list[Seat]) -> Pulse:
    may_begin = game.status == Status.RUNNING and game.paused_until is None
    asked = needed((seat.user_id, not seat.user.is_person, seat.resting) for seat in seats) if may_begin else ()
    return Pulse(game.version, {seat.number: seat.user_id for seat in seats}, asked, game.live_since is not None)


def invalidate(game_id: int) -> None:
    """Delete the cached pulse after a change, where the seats are not loaded: the next request reads the database."""
    transaction.on_commit(lambda: cache.delete_many([_key(game_id), _watch_key(game_id)]), robust=True)


def presence_key(game_id: int, user_id: int) -> str:
    """Return the cache key of a player whose page of a table had user input; a view is presence too."""
    return f"looks:{game_id}:{user_id}"


def view_key(game_id: int, user_id: int) -> str:
    """Return the cache key of a player's last view of a table."""
    return f"views:{game_id}:{user_id}"


def _key(game_id: int) -> str:
    return f"pulse:{game_id}"


def _watch_key(game_id: int) -> str:
    return f"watched:{game_id}"
