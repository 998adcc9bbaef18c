"""The turning points of a round, found in the public events and in what its end has revealed (R24).

Each kind is a row of `_KINDS`: a name, and a function that finds its events. A new kind is a new row.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from games.rules.board import board_of, square
from games.rules.cards import GOLD, STOPS_LAYING
from games.rules.claims import GOAL_LIES
from games.rules.events import Detoured, GoalTurned, Played, PublicEvent, RoundBegan, RoundEnded, Swapped, Vetoed
from games.rules.ruleset import compiled
from games.rules.setup import LaidOut
from games.rules.steps import after, beginning
from games.rules.table import RoundResult, Ruleset
from games.selectors.course import CommandEvents
from games.selectors.talk import Spoken
from games.sheets import ACTIONS
from games.tableau.steps import goals_before
from games.wording import event_words, turning_point_name

MOST = 5
"""How many turning points of a round are shown at most: the latest ones."""
_LOST = 3
"""How many cards a rockfall has to cut off to count."""


class TurningPoint(NamedTuple):
    """A turning point: its name, what happened in words, and the number of its replay step. Of several in a round the
    one of the lowest `rank` decided it."""

    rank: int
    name: str
    words: str
    seq: int


class RoundEvent(NamedTuple):
    """An event with the number of its public command and its index among all of the round."""

    place: int
    seq: int
    event: PublicEvent


class FinishedRound(NamedTuple):
    """A finished round: its events in order up to its end, how it ended, the rules, and its claims."""

    events: tuple[RoundEvent, ...]
    result: RoundResult
    ruleset: Ruleset
    seats: int
    claims: Sequence[Spoken] = ()

    def gold_at(self, place: int) -> str:
        """Return where the gold lay after an event; "" if that is not known (R61)."""
        lay = goals_before(self.result.goals, [one.event for one in self.events[place + 1 :]])
        return next((at for at, goal in lay.items() if goal == GOLD), "")

    def goal_at(self, at: str, seq: int) -> str:
        """Return what a goal was after a public command; "" if that is not known (R61)."""
        return goals_before(self.result.goals, [one.event for one in self.events if one.seq > seq]).get(at, "")


def turning_points_of(
    log: Sequence[CommandEvents],
    result: RoundResult,
    ruleset: Ruleset,
    names: Sequence[str],
    me: int | None,
    claims: Sequence[Spoken] = (),
) -> tuple[TurningPoint, ...]:
    """Return the turning points of a round in order, each step once, under the first of its kinds in `_KINDS`."""
    past = FinishedRound(_until_the_end(log), result, ruleset, len(names), claims)
    found: dict[int, TurningPoint] = {}
    for rank, (kind, find) in enumerate(_KINDS.items()):
        for one in find(past):
            words = event_words(one.event, names, me)
            if words:
                found.setdefault(one.seq, TurningPoint(rank, turning_point_name(kind), words, one.seq))
    return tuple(found[seq] for seq in sorted(found)[-MOST:])


def _until_the_end(log: Sequence[CommandEvents]) -> tuple[RoundEvent, ...]:
    events: list[RoundEvent] = []
    for step in log:
        for event in step.events:
            if isinstance(event, RoundEnded):
                return tuple(events)
            events.append(RoundEvent(len(events), step.seq, event))
    return tuple(events)


# -- the kinds


def _looks_at_gold(past: FinishedRound) -> Iterator[RoundEvent]:
    """Return the events in which the gold was looked at with a card."""
    return (
        one
        for one in past.events
        if isinstance(one.event, Played)
        and one.event.target is None
        and ACTIONS[one.event.card].looks
        and past.gold_at(one.place) in one.event.at
    )


def _first(found: Iterable[RoundEvent]) -> Iterator[RoundEvent]:
    yield from list(found)[:1]


def _last(found: Iterable[RoundEvent]) -> Iterator[RoundEvent]:
    yield from list(found)[-1:]


def _knew(past: FinishedRound) -> Iterator[RoundEvent]:
    return _first(_looks_at_gold(past) if past.result.reason == GOLD else ())


def _untrusted(past: FinishedRound) -> Iterator[RoundEvent]:
    """Return the first look at the gold in a round in which it was not reached."""
    return _first(_looks_at_gold(past) if past.result.reason != GOLD else ())


def _taken_up(past: FinishedRound) -> Iterator[RoundEvent]:
    return _last(one for one in past.events if isinstance(one.event, Swapped))


def _cut(past: FinishedRound) -> Iterator[RoundEvent]:
    """Return the rockfall that cut most cards off from the start; unknown if cards were laid out at random."""
    if compiled(past.ruleset).laid_out:
        return
    number = past.result.round
    picture = beginning(past.ruleset, past.seats, LaidOut(round=number, first=0, goals={}), 0)
    most, worst = _LOST - 1, None
    for one in past.events:
        if isinstance(one.event, RoundBegan | GoalTurned):
            continue
        live = _joined(picture.public.mine)
        picture = after(picture, (one.event,), one.seq)
        lost = len(live - _joined(picture.public.mine)) if _falls(one.event) else 0
        if lost > most:
            most, worst = lost, one
    if worst is not None:
        yield worst


def _falls(event: PublicEvent) -> bool:
    return isinstance(event, Played) and event.target is None and bool(event.lifted)


def _joined(mine: Mapping[str, str]) -> set[tuple[int, int]]:
    """Return the cards that are joined to the start."""
    lies = dict(mine)
    live = board_of(lies, {}).live
    return {square(at) for at in lies if live.get(square(at))}


def _detours(past: FinishedRound) -> Iterator[RoundEvent]:
    return _last(one for one in past.events if isinstance(one.event, Detoured))


def _stones(past: FinishedRound) -> Iterator[RoundEvent]:
    return _last(one for one in past.events if isinstance(one.event, GoalTurned) and one.event.goal != GOLD)


def _believed(past: FinishedRound) -> Iterator[RoundEvent]:
    """Return the wrong goal that was reached after another player had claimed, falsely, that it was the gold."""
    lies = [
        (one.seq, one.seat, one.claim.what)
        for one in past.claims
        if one.claim
        and (one.claim.about, one.claim.says) == (GOAL_LIES, GOLD)
        and past.goal_at(one.claim.what, one.seq) not in ("", GOLD)
    ]
    return _last(
        one
        for one in past.events
        if isinstance(one.event, GoalTurned)
        and one.event.goal != GOLD
        and any(at == one.event.at and seq < one.seq and liar != one.event.seat for seq, liar, at in lies)
    )


def _mended(past: FinishedRound) -> Iterator[RoundEvent]:
    """Return the repair without which the player who joined the gold could not have laid a card."""
    connector = past.result.connector
    if connector is None:
        return iter(())
    return _last(
        one
        for one in past.events
        if isinstance(one.event, Played) and one.event.lifted in STOPS_LAYING and one.event.target == connector
    )


def _stopped(past: FinishedRound) -> Iterator[RoundEvent]:
    """Return the card that kept a player from laying, played in the last turns, and still there at the end."""
    lies = set(past.result.before)
    late = past.events[-1].seq - past.seats if past.events else 0
    return _last(
        one
        for one in past.events
        if isinstance(one.event, Played)
        and one.event.card in STOPS_LAYING
        and one.seq >= late
        and (one.event.target, one.event.card) in lies
    )


def _vetoes(past: FinishedRound) -> Iterator[RoundEvent]:
    return _last(one for one in past.events if isinstance(one.event, Vetoed))


_KINDS: Mapping[str, Callable[[FinishedRound], Iterator[RoundEvent]]] = {
    "cut": _cut,
    "stopped": _stopped,
    "mended": _mended,
    "knew": _knew,
    "untrusted": _untrusted,
    "taken-up": _taken_up,
    "believed": _believed,
    "stone": _stones,
    "elsewhere": _detours,
    "vetoed": _vetoes,
}
