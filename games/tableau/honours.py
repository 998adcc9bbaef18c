"""Small honours at the end of a game: the longest tunnel, and who did most of what, from public events."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from games.rules.board import START_SQUARE, Board, Square, square
from games.rules.events import Laid, Played, PublicEvent, Stole, Swapped, Vetoed
from games.rules.table import RoundResult
from games.rules.tunnels import STEPS, Tunnel
from games.selectors.course import Course
from games.sheets import ACTIONS
from games.sheets.sheet import Aim
from games.tableau.ceremony import harm_in, help_in, looks_in
from games.wording import honour_name, names_words

SHARED_BY = 3
"""An act gives no honour if more players than this did it equally often."""


class Honour(NamedTuple):
    """An honour: its name, its players or its round (`round` 0 for players), and its count (`most`)."""

    words: str
    names: str
    round: int
    most: int


def honours_of(results: Sequence[RoundResult], names: Sequence[str], course: Course) -> tuple[Honour, ...]:
    """Return the honours of a finished game; unearned ones are left out."""
    events = [event for step in course.log for event in step.events]
    found = [_longest_tunnel(results)]
    found += [_most(kind, done(events), names) for kind, done in _DEEDS.items()]
    found.insert(1, _most("reached", [result.connector for result in results], names))
    return tuple(one for one in found if one is not None)


def _longest_tunnel(results: Sequence[RoundResult]) -> Honour | None:
    lengths = {result.round: longest_tunnel(result.mine) for result in results if result.mine}
    number = max(lengths, key=lambda one: (lengths[one], -one), default=0)
    if not number or not lengths[number]:
        return None
    return Honour(honour_name("tunnel"), "", number, lengths[number])


def longest_tunnel(mine: dict[str, str]) -> int:
    """Return the number of cards on the shortest path from the start to the farthest end of the tunnels (R14). All
    ladders are one step apart (R34)."""
    cells = Board(mine, {}).cells
    ladders = [(at, card.groups[0]) for at, card in cells.items() if card.ladder]
    here = [(square(START_SQUARE), cells[square(START_SQUARE)].groups[0])] if START_SQUARE in mine else []
    seen, length = set(here), 0
    while True:
        there: list[tuple[Square, int]] = []
        for at, group in here:
            climbs = ladders if (at, group) in ladders else ()
            for step in (*_beside(cells, at, group), *climbs):
                if step not in seen:
                    seen.add(step)
                    there.append(step)
        if not there:
            return length
        here, length = there, length + 1


def _beside(cells: dict[Square, Tunnel], at: Square, group: int) -> Iterable[tuple[Square, int]]:
    for side, dx, dy, touching in STEPS:
        card = cells.get((at[0] + dx, at[1] + dy))
        if group & side and card is not None and card.open & touching:
            yield (at[0] + dx, at[1] + dy), card.group(touching)


def _most(kind: str, seats: Iterable[int | None], names: Sequence[str]) -> Honour | None:
    """Return an honour for the player who did something most often."""
    counted = Counter(seat for seat in seats if seat is not None)
    most = max(counted.values(), default=0)
    best = sorted(seat for seat, count in counted.items() if count == most)
    if not best or len(best) > SHARED_BY:
        return None
    return Honour(honour_name(kind), names_words([names[seat] for seat in best]), 0, most)


def _laid(events: Iterable[PublicEvent]) -> list[int | None]:
    return [event.seat for event in events if isinstance(event, Laid)]


def _took_away(events: Iterable[PublicEvent]) -> list[int | None]:
    return [event.seat for event in events if isinstance(event, Played) and ACTIONS[event.card].aim is Aim.LYING]


_DEEDS: dict[str, Callable[[Iterable[PublicEvent]], list[int | None]]] = {
    "tunnels": _laid,
    "harms": lambda events: [event.seat for event in harm_in(events)],
    "mends": lambda events: [event.seat for event in help_in(events)],
    "looks": lambda events: [event.seat for event in looks_in(events) if not isinstance(event, Swapped)],
    "rockfalls": _took_away,
    "thefts": lambda events: [event.seat for event in events if isinstance(event, Stole) and event.victim is not None],
    "vetoes": lambda events: [event.by for event in events if isinstance(event, Vetoed)],
}
