"""The acts of players in a round, as a spectator judges them: the effect of each act on the mine.

An act is described by a few words, such as "lay on ahead best": a tunnel that leads on, brings the mine ahead, on the
best square for such a card. `likelihoods` has the likelihood of each act for a role.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import NamedTuple

from games.bots import route
from games.bots.teams import door
from games.rules import steps
from games.rules.board import GOAL, Board, Square, square
from games.rules.cards import CARDS, STOPS_LAYING, tunnel, turnings
from games.rules.events import Detoured, Laid, MinerPut, Passed, Played, PublicEvent, TimedOut, Traded
from games.rules.steps import Picture
from games.rules.tunnels import STEPS, TURNED, Tunnel

PHASES = ("far", "near", "close")
"""How far the mine is from the goals."""
_FAR, _NEAR = 6 * route.CARD, 3 * route.CARD
_GAINS = ((5, "ahead"), (2, "some"), (-1, "level"), (-5, "back"))
"""Least quarters of a card by which the mine comes nearer, and what that is called."""
_CHOICES = ((1, "best"), (4, "worse"))
"""How many quarters of a card the best square for the same card would have been better, at most."""
ON_PLAYERS = frozenset({"break", "trapped", "repair", "free"})
"""Effects of cards on a player for which it matters how that player stands."""


class Act(NamedTuple):
    """What a seat did, in words. ``target``: the other seat, if that matters; ``colour``: of the door that was laid."""

    seat: int
    what: str
    phase: str
    target: int | None = None
    colour: str = ""


class Outlook(NamedTuple):
    """A mine with what it is away from the goals, in quarters of a card (see `route`)."""

    board: Board
    targets: Mapping[Square, int]
    costs: Mapping[Square, int]
    away: int

    @property
    def phase(self) -> str:
        """How far the mine is from the goals."""
        return PHASES[0] if self.away > _FAR else PHASES[1] if self.away > _NEAR else PHASES[2]


def outlook(board: Board) -> Outlook:
    """A mine for an observer who thinks each goal as likely the gold."""
    targets = evenly(at for at, kind in board.sealed.items() if kind == GOAL)
    costs = route.costs(board, targets)
    return Outlook(board, targets, costs, route.outlook(board, costs))


class Watcher:
    """A spectator from the beginning of a round and judges one public event after the other."""

    def __init__(self, first: Picture) -> None:
        self.picture = first
        self.outlook = outlook(Board(first.public.mine, first.public.face_down))
        self._timed_out: int | None = None

    def see(self, event: PublicEvent) -> Act | None:
        """What was done by an event, if it says anything of its player. The default after a time-out does not."""
        before, self.picture = self.picture.public, steps.after(self.picture, (event,), 0)
        after, was = self.picture.public, self.outlook
        if before.mine is not after.mine or before.face_down is not after.face_down:
            if isinstance(event, Laid):
                self.outlook = outlook(was.board.laid(*_lies(event)))
            else:
                self.outlook = outlook(Board(after.mine, after.face_down))
        late, self._timed_out = self._timed_out, event.seat if isinstance(event, TimedOut) else None
        if getattr(event, "seat", None) in (None, late):
            return None
        match event:
            case Laid():
                laid = _laid(was, self.outlook, event, joined_ladders=before.ruleset.joined_ladders)
                return Act(event.seat, laid, was.phase, colour=door(event.card))
            case Detoured():
                return Act(event.seat, f"detour {_gain(was, self.outlook)}", was.phase)
            case Played():
                return self._played(event, CARDS[event.card].effect, was)
            case Passed():
                hurt = any(lies.seat == event.seat and lies.card in STOPS_LAYING for lies in before.before)
                return Act(event.seat, f"pass {'hurt' if hurt else 'whole'}", was.phase)
            case Traded() | MinerPut():
                return Act(event.seat, "trade" if isinstance(event, Traded) else "miner", was.phase)
        return None

    def _played(self, event: Played, effect: str, was: Outlook) -> Act:
        if effect in ON_PLAYERS:
            if event.target in (None, event.seat):
                return Act(event.seat, f"{effect} self", was.phase)
            return Act(event.seat, effect, was.phase, target=event.target)
        if effect == "rockfall":
            return Act(event.seat, f"rockfall {_gain(was, self.outlook)}", was.phase)
        return Act(event.seat, effect, was.phase)


def _laid(before: Outlook, after: Outlook, event: Laid, *, joined_ladders: bool) -> str:
    """What a tunnel card did that was laid."""
    at, card = _lies(event)
    kind = "crystal" if card.crystal else "lay"
    if after.board.pointed - before.board.pointed:
        return f"{kind} reach"
    live = after.board.live.get(at, 0)
    leads_on = card.ladder or any(group & live and group.bit_count() > 1 for group in card.groups)
    choice = _choice(before, event, joined_ladders=joined_ladders)
    return f"{kind} {'on' if leads_on else 'dead'} {_gain(before, after)} {choice}"


def _gain(before: Outlook, after: Outlook) -> str:
    return next((name for least, name in _GAINS if before.away - after.away >= least), "ruin")


def _choice(before: Outlook, event: Laid, *, joined_ladders: bool) -> str:
    """How good the square and the turning are among those where the same card could lie."""
    costs, edges = before.costs, before.board.edges
    ends = sorted((costs.get(at, route.BLOCKED) + route.scarcity(fits), at) for at, fits in edges.items() if fits)
    ways, spots = turnings(event.card), before.board.spots(event.card, joined_ladders=joined_ladders)
    chosen = _leads(before, ends, *_lies(event))
    best = min((_leads(before, ends, square(at), ways[turned]) for at, turned in spots), default=chosen)
    return next((name for most, name in _CHOICES if chosen - best <= most), "worst")


def _leads(before: Outlook, ends: list[tuple[int, Square]], at: Square, card: Tunnel) -> int:
    """What a mine is away from its goals with a card laid, looked at from the squares around."""
    best = next((cost for cost, end in ends if end != at), route.BLOCKED)
    _, _, joined = before.board.around(at)
    sides = sum(group for group in card.groups if group & joined)
    sides |= card.groups[0] if card.ladder else 0
    x, y = at
    for side, dx, dy, _touching in STEPS:
        there = (x + dx, y + dy)
        if sides & side and there not in before.board.cells:
            best = min(best, before.targets.get(there, before.costs.get(there, route.BLOCKED)))
    return best


def _lies(event: Laid | Detoured) -> tuple[Square, Tunnel]:
    return square(event.at), tunnel(event.card + TURNED * event.turned)


def evenly(goals: Iterable[Square]) -> Mapping[Square, int]:
    """Goals to dig for, each as likely the gold, with half of what lies from there to where it may be instead."""
    return _evenly(tuple(sorted(goals)))


@cache
def _evenly(goals: tuple[Square, ...]) -> Mapping[Square, int]:
    return {goal: round(route.CARD / 2 * sum(_apart(goal, other) for other in goals) / len(goals)) for goal in goals}


def _apart(one: Square, other: Square) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])
