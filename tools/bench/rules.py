"""How fast the rules are: whole random games, beside a chess library in the same process as a yardstick; single steps.

All times are the processor's, so that what else the machine does counts little.
"""

import time
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import NamedTuple

import chess
from msgspec.structs import replace

from games.rules import codec, engine
from games.rules.commands import Command, Lay
from games.rules.errors import Refused
from games.rules.ruleset import GAMES, MODULES, VARIANTS, check_players, compiled
from games.rules.table import Ruleset
from games.rules.view import view
from tests.rules.rounds import begin, next_round
from tools.bench.figures import Figure

LONGEST_CHESS = 300
"""Plies after which a game of random chess is broken off."""


class Moment(NamedTuple):
    """A position in which a seat is awaited: as it is kept between two requests, and what the seat did then."""

    public: str
    own: str
    state: engine.Game
    seat: int
    command: Command


def figures(rng: Random, seconds: float) -> list[Figure]:
    """All figures of the rules; each playout takes so many seconds."""
    chess_moves = per_second(lambda: chess_game(rng), seconds)
    found = [Figure("python-chess, random moves", chess_moves, "moves/s")]
    sizes = [per_second(partial(game, rng, Ruleset(), players), seconds / 4) for players in range(3, 11)]
    base = len(sizes) / sum(1 / size for size in sizes)
    found.append(Figure("base game, random moves, 3 to 10 players", base, "moves/s", least=10_000))
    found.append(Figure("base game, slowest number of players", min(sizes), "moves/s"))
    found.append(Figure("base game : python-chess", base / chess_moves, "", least=0.5))
    mixes = per_second(lambda: game(rng, *any_mix(rng)), seconds * 2)
    found.append(Figure("any mix of games, modules and variants", mixes, "moves/s", least=7_000))
    return [*found, *steps(rng)]


# -- whole games


def per_second(play: Callable[[], int], seconds: float) -> float:
    """Moves a second over whole games; `play` gives how many moves its game had."""
    play()
    moves, begun = 0, time.process_time()
    while (taken := time.process_time() - begun) < seconds:
        moves += play()
    return moves / taken


def chess_game(rng: Random) -> int:
    """A game of random chess; how many moves it had."""
    position = chess.Board()
    for moves in range(LONGEST_CHESS):
        menu = list(position.legal_moves)
        if not menu:
            return moves
        position.push(rng.choice(menu))
    return LONGEST_CHESS


def game(rng: Random, ruleset: Ruleset, players: int) -> int:
    """A random game: list all legal commands, choose one, carry it out; how many commands that were."""
    key, moves = rng.randbytes(32), 0
    state = begin(ruleset, players, key=key).state
    while not engine.is_over(state.public):
        if engine.awaits_deal(state.public):
            state = next_round(state, key=key).state
            continue
        seat = engine.unanswered(state)[0].seat
        own = state.seats[seat]
        menu = engine.legal(state.public, own) + engine.passes(state.public, own)
        state = engine.apply(state, seat, rng.choice(menu)).state
        moves += 1
    return moves


def any_mix(rng: Random) -> tuple[Ruleset, int]:
    """Rules that go together, with a number of players who can play them."""
    while True:
        ruleset = Ruleset(
            rules=rng.choice(list(GAMES)),
            modules=tuple(sorted(name for name in MODULES if rng.random() < 0.4)),
            variants=tuple(sorted(name for name in VARIANTS if rng.random() < 0.2)),
        )
        try:
            players = rng.choice(compiled(ruleset).seats)
            check_players(ruleset, players)
        except Refused:
            continue
        return ruleset, players


# -- single steps


def steps(rng: Random) -> list[Figure]:
    """What one step takes on positions of base games with long tunnels, in microseconds.

    `view` is asked as a page does: of a state that was just read, whose mine the process does not know yet.
    """
    met = [moment for _ in range(4) for players in range(3, 11) for moment in course(rng, players)]
    rng.shuffle(met)
    del met[2000:]
    applied = durations(met, lambda one: engine.apply(one.state, one.seat, one.command))
    listed = durations(met, lambda one: engine.legal(one.state.public, one.state.seats[one.seat]))
    shown = [_viewed(one) for one in met]
    return [
        *_percentiles("apply", applied),
        *_percentiles("legal", listed),
        *_percentiles("view", shown, most=300),
    ]


def course(rng: Random, players: int) -> Iterator[Moment]:
    """The positions of one round in which tunnels are laid wherever they can be."""
    state = begin(replace(Ruleset(), rounds=1), players, key=rng.randbytes(32)).state
    while not engine.is_over(state.public):
        seat = engine.awaited(state.public)[0].seat
        own = state.seats[seat]
        menu = engine.legal(state.public, own)
        lays = [command for command in menu if isinstance(command, Lay)]
        command = rng.choice(lays or menu or engine.passes(state.public, own))
        yield Moment(codec.encode(state.public), codec.encode(own), state, seat, command)
        state = engine.apply(state, seat, command).state


def durations(moments: list[Moment], step: Callable[[Moment], object]) -> list[float]:
    """How long a step takes in each position, in microseconds."""
    found = []
    for moment in moments:
        begun = time.thread_time_ns()
        step(moment)
        found.append((time.thread_time_ns() - begun) / 1000)
    return found


def _viewed(moment: Moment) -> float:
    public, own = codec.decode_public(moment.public), codec.decode_own(moment.own)
    begun = time.thread_time_ns()
    view(public, own)
    return (time.thread_time_ns() - begun) / 1000


def _percentiles(name: str, found: list[float], most: float | None = None) -> list[Figure]:
    found = sorted(found)
    half, nearly_all = found[len(found) // 2], found[len(found) * 99 // 100]
    return [Figure(f"{name}, p50", half, "us", most=most), Figure(f"{name}, p99", nearly_all, "us", most=most)]
