"""The public side of a turn: the act, its target, and its effect on the mine."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from games.bots import route
from games.rules.board import GOAL, Board, Square, board_of, square
from games.rules.cards import CARDS, tunnel
from games.rules.commands import Lay, PlayCard
from games.rules.engine import Public
from games.rules.tunnels import TURNED
from tools.bots.course import Course, Turn

FAR, NEAR = 5.0, 2.5
"""Cards to the gold: a mine above the first number is far from it, one below the second near."""


class Mark(NamedTuple):
    """One turn. `what` is said in words that repeat from game to game, the plainest first; `target` is the seat that a
    card was played on, or that had laid what it removed."""

    seat: int
    what: tuple[str, ...]
    target: int | None = None


def marks(course: Course) -> Iterator[Mark]:
    """The turns of a round, as a player without a hand and a role would note them."""
    layers: dict[str, int] = {}
    nth = [0] * course.seats
    for turn, after in zip(course.turns, [*(one.before for one in course.turns[1:]), course.end], strict=True):
        if not turn.is_turn:
            continue
        nth[turn.seat] += 1
        yield _mark(turn, after.public, layers, min(nth[turn.seat], 5))
        if isinstance(turn.command, Lay):
            layers[turn.command.at] = turn.seat


def _mark(turn: Turn, after: Public, layers: dict[str, int], nth: int) -> Mark:
    command, before = turn.command, turn.before.public
    away = distance(before)
    phase = "far" if away > FAR else "near" if away < NEAR else "middle"
    match command:
        case Lay():
            return Mark(turn.seat, ("lay", *_laid(command, before, away, after), phase, str(nth)))
        case PlayCard() if CARDS[command.card].effect == "rockfall":
            at = command.at[0]
            gain = _step(away - distance(after))
            return Mark(turn.seat, ("rockfall", gain, _shape(before.mine[at]), phase), layers.get(at))
        case PlayCard():
            effect = CARDS[command.card].effect
            if command.seat is not None and command.seat != turn.seat:
                return Mark(turn.seat, (effect, phase, str(nth)), command.seat)
            return Mark(turn.seat, (f"own {effect}", phase, str(nth)))
    stopped = any(one.seat == turn.seat for one in before.before)
    return Mark(turn.seat, ("other", "stopped" if stopped else "free", phase, str(nth)))


def _laid(command: Lay, before: Public, away: float, after: Public) -> tuple[str, ...]:
    """How much nearer the gold may be, of what shape the card is, and how far behind the best end it lies."""
    goals = _goals(before)
    behind = goals.costs.get(square(command.at), route.BLOCKED) - goals.outlook
    place = "best" if behind < route.CARD // 2 else "beside" if behind <= 2 * route.CARD else "behind"
    reached = len(after.face_down) < len(before.face_down)
    return ("reached" if reached else _step(away - distance(after)), _shape(command.card), place)


def _shape(card: str) -> str:
    """Whether a card is a dead end, a tunnel with a dead end beside it, or by how many sides it leads on."""
    ways = [group.bit_count() for group in tunnel(card.removesuffix(TURNED)).groups]
    stubs, longest = ways.count(1), max(ways)
    return "dead end" if longest == 1 else f"{longest} and a stub" if stubs else str(longest)


def _step(gain: float) -> str:
    """A change of distance in words: a round number of halves, no more than two cards."""
    return f"{max(-4, min(4, round(gain * 2))) / 2:+}"


class _Goals(NamedTuple):
    costs: dict[Square, int]
    outlook: int


def distance(public: Public) -> float:
    """How many cards the mine is away from the gold for a player who has looked at no goal."""
    return _goals(public).outlook / route.CARD


def _goals(public: Public) -> _Goals:
    return _goals_of(board_of(public.mine, public.face_down))


@lru_cache(256)
def _goals_of(board: Board) -> _Goals:
    goals = [at for at, kind in board.sealed.items() if kind == GOAL]
    targets = {at: round(route.CARD / 2 * sum(_apart(at, other) for other in goals) / len(goals)) for at in goals}
    costs = route.costs(board, targets)
    return _Goals(costs, route.outlook(board, costs))


def _apart(one: Square, other: Square) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])
