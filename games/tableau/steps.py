"""The replay of a round: the public state after each public command, with the reader's knowledge then or now.

Nothing here reads the current state of the table: a step is computed from the events up to it, and from what R24 has
revealed since.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from games.rules.events import GoalMoved, PrivateEvent, PublicEvent, Swapped
from games.rules.steps import OwnPart, Picture, after, beginning
from games.rules.table import RoundResult, Ruleset
from games.rules.view import PlayerView
from games.selectors.steps import RoundView
from games.selectors.table import LoggedMove, Person
from games.tableau.history import Line, step_lines
from games.tableau.links import Links
from games.tableau.mine import Frame, frame_of
from games.tableau.people import Row
from games.tableau.table import Past, TablePage, table_page
from games.wording import card_name, role_name


class StepRow(NamedTuple):
    """A public command in the list of moves: its number in the game, its time, and its events in lines."""

    seq: int
    at: datetime
    lines: tuple[Line, ...]

    @property
    def words(self) -> str:
        """The title of the step: its first event."""
        return self.lines[0].words if self.lines else ""


class Seen(NamedTuple):
    """A player at a step. `role` is that at the end of the round, "" until it is revealed; `hand` is empty for players
    whose cards are not revealed (R24)."""

    row: Row
    role: str
    role_words: str
    hand: tuple["HeldCard", ...]


class HeldCard(NamedTuple):
    """A card of a hand, and its name."""

    card: str
    words: str


class Replay(NamedTuple):
    """A round at one of its steps. `first`, `back`, `on`, `last` are the numbers of other steps, if there are any."""

    number: int
    steps: tuple[StepRow, ...]
    place: int
    page: TablePage
    players: tuple[Seen, ...]
    over: bool
    address: str = ""
    """The part of a step's address before its number."""

    @property
    def step(self) -> StepRow:
        """The step that is shown."""
        return self.steps[self.place]

    @property
    def first(self) -> int | None:
        """The deal; None if this is it."""
        return self.steps[0].seq if self.place else None

    @property
    def back(self) -> int | None:
        """The previous step; None at the deal."""
        return self.steps[self.place - 1].seq if self.place else None

    @property
    def on(self) -> int | None:
        """The next step; None at the last."""
        return self.steps[self.place + 1].seq if self.place + 1 < len(self.steps) else None

    @property
    def last(self) -> int | None:
        """The last step; None if this is it."""
        return self.steps[-1].seq if self.place + 1 < len(self.steps) else None

    @property
    def most(self) -> int:
        """The number of steps after the deal."""
        return len(self.steps) - 1


class Reader(NamedTuple):
    """The reader of a replay and what is revealed to them: the seat, whether the game is over, and the results of
    finished rounds."""

    seat: int | None
    over: bool
    results: tuple[RoundResult, ...]


def replay_of(
    course: RoundView, ruleset: Ruleset, people: Sequence[Person], reader: Reader, number: int, seq: int
) -> Replay | None:
    """Return a round after the public command `seq`, or after the last readable one before it; None when the round has
    no such step."""
    place = max((place for place, step in enumerate(course.steps) if step.seq <= seq), default=None)
    if place is None or seq > max(course.last, course.steps[-1].seq):
        return None
    names = [person.name for person in people]
    pictures = _pictures(course, ruleset, len(people), reader.results)
    picture, steps = pictures[place], course.steps[: place + 1]
    result = next((one for one in reader.results if one.round == number), None)
    later = [event for step in course.steps[place + 1 :] for event in step.events]
    page = table_page(
        PlayerView(picture.public, own.secret if (own := _own_part(pictures, steps, reader.seat)) else None, ()),
        Links("", 0),  # nothing is chosen at a step
        people,
        steps[::-1],
        seen=steps[-2].seq if place else -1,
        past=Past(
            picture.announced,
            goals_before(result.goals, later) if result is not None else {},
            _around(frame_of(picture.public), frame_of(pictures[-1].public)),
        ),
    )
    hands = _hands(course, pictures, steps, reader, people)
    return Replay(
        number=number,
        steps=tuple(_named(step, names, reader.seat) for step in course.steps),
        place=place,
        page=page,
        players=tuple(_seen(row, result, hands.get(row.person.number, ())) for row in page.rows),
        over=result is not None,
    )


def _pictures(course: RoundView, ruleset: Ruleset, seats: int, results: Sequence[RoundResult]) -> list[Picture]:
    """Return the public state after each step of a round, the deal first."""
    picture = beginning(ruleset, seats, course.laid, course.steps[0].seq if course.steps else 0)
    pictures = []
    for step in course.steps:
        picture = after(picture, step.events, step.seq, results)
        pictures.append(picture)
    return pictures


def _own_part(pictures: Sequence[Picture], steps: Iterable[LoggedMove], seat: int | None) -> OwnPart | None:
    """Return the knowledge of a player after these steps."""
    if seat is None:
        return None
    own, before = OwnPart(seat), pictures[0].public
    for step, picture in zip(steps, pictures, strict=False):
        own = own.after(step.events, step.whispers, before, picture.public)
        before = picture.public
    return own if own.role else None


def _named(step: LoggedMove, names: Sequence[str], me: int | None) -> StepRow:
    lines = [line for line in step_lines(step, names, me) if line.kind != "mark"]
    return StepRow(step.seq, step.at, tuple(reversed(lines)))


# -- what is revealed of a finished round


def goals_before(goals: Mapping[str, str], later: Sequence[PublicEvent]) -> dict[str, str]:
    """Return where each goal lay before some later events, computed backwards from where all lay at the end. Two goals
    that were taken and put back, swapped or not, are left out: their order is secret (R61)."""
    lay = dict(goals)
    for event in reversed(later):
        if isinstance(event, GoalMoved) and event.at in lay:
            lay[event.was] = lay.pop(event.at)
        elif isinstance(event, Swapped):
            lay = {at: goal for at, goal in lay.items() if at not in event.at}
    return lay


def _hands(
    course: RoundView,
    pictures: Sequence[Picture],
    steps: Sequence[LoggedMove],
    reader: Reader,
    people: Sequence[Person],
) -> dict[int, tuple[str, ...]]:
    """Return the hands that the reader may see at a step: their own, and all of them once the game is over (R24)."""
    hands = {}
    for person in people:
        seat = person.number
        if seat == reader.seat or reader.over:
            known = [step._replace(whispers=_whispers(course, step, seat, reader)) for step in steps]
            own = _own_part(pictures, known, seat)
            hands[seat] = own.hand if own else ()
    return hands


def _whispers(course: RoundView, step: LoggedMove, seat: int, reader: Reader) -> tuple[PrivateEvent, ...]:
    return step.whispers if seat == reader.seat else course.others.get((step.seq, seat), ())


def _seen(row: Row, result: RoundResult | None, hand: Sequence[str]) -> Seen:
    role = result.roles[row.person.number] if result else ""
    return Seen(row, role, role_name(role) if role else "", tuple(HeldCard(card, card_name(card)) for card in hand))


def _around(one: Frame, other: Frame) -> Frame:
    """Return a frame that contains both, so that the mine does not move between steps."""
    west, north = min(one.west, other.west), min(one.north, other.north)
    east = max(one.west + one.columns, other.west + other.columns)
    south = max(one.north + one.rows, other.north + other.rows)
    return Frame(west, north, east - west, south - north)
