"""Rows to state and back. Apart from the rules themselves nothing else knows how a state is kept.

Reading for one player touches that player's seat alone; only a command, a deal and the end of a game load all parts.
"""

from typing import NamedTuple

from msgspec.structs import replace

from games.models import Game, Seat, TableSecret
from games.rules import codec, engine
from games.rules.errors import NewerState
from games.rules.state import SCHEMA, SeatSecret
from games.rules.table import Ruleset

RULES_VERSION = "2"
"""Grows when a rule is corrected. Running games go on from their snapshot under the corrected rules."""


class Loaded(NamedTuple):
    """A whole game with the rows it came from."""

    game: Game
    seats: list[Seat]
    state: engine.Game


def ruleset(game: Game) -> Ruleset:
    """Which rules are in force at a table."""
    return codec.decode_ruleset(game.ruleset)


def public(game: Game) -> engine.Public:
    """What all see of a running or finished game; NewerState when a later version of the site wrote it."""
    if game.schema > SCHEMA:
        raise NewerState(game.schema)
    return codec.decode_public(game.public)


def own(seat: Seat) -> SeatSecret:
    """What the player of a seat alone knows."""
    return replace(codec.decode_own(seat.memory), role=seat.role, hand=tuple(seat.hand.split()))


def load(game: Game, seats: list[Seat]) -> Loaded:
    """All three parts of a game; ``seats`` in the order of their numbers, ``game.secret`` loaded with the game."""
    table = codec.decode_table(game.secret.state)
    return Loaded(game, seats, engine.Game(public=public(game), seats=tuple(map(own, seats)), table=table))


def put_game(game: Game, state: engine.Public) -> None:
    """Write the public part into the row of the game, unsaved."""
    game.public, game.seq = codec.encode(state), state.seq
    game.schema, game.rules_version = SCHEMA, " ".join(dict.fromkeys([*game.rules_version.split(), RULES_VERSION]))
    game.version += 1


def earlier_rules(game: Game) -> str:
    """The versions of the rules, since corrected, under which a part of a game was played; "" for none."""
    return ", ".join(version for version in game.rules_version.split() if version != RULES_VERSION)


def put_seat(seat: Seat, secret: SeatSecret) -> bool:
    """Write a seat's part into its row, unsaved; whether anything changed."""
    fresh = (secret.role, " ".join(secret.hand), codec.encode(replace(secret, role="", hand=())))
    changed = fresh != (seat.role, seat.hand, seat.memory)
    seat.answered = secret.answered
    seat.role, seat.hand, seat.memory = fresh
    return changed


def put_table(row: TableSecret, state: engine.Game) -> bool:
    """Write the table's part into its row, unsaved; whether anything changed."""
    fresh = codec.encode(state.table)
    changed = fresh != row.state
    row.state = fresh
    return changed
