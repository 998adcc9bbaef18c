"""A round looked at step by step: what lay open after each public command, as one reader may know it now or knew it
then.

Nothing here asks for the present state of the table: a step is drawn from what was told up to it, and what R24 has
opened since.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from games.rules.board import GOAL, square
from games.rules.events import (
    ChestFell,
    ChestTurned,
    Detoured,
    GoalMoved,
    GoalTurned,
    Joined,
    Laid,
    MinerPut,
    Played,
    PrivateEvent,
    PublicEvent,
    Swapped,
    Vetoed,
)
from games.rules.steps import OwnPart, Picture, after, beginning
from games.rules.table import RoundResult, Ruleset
from games.rules.view import PlayerView
from games.selectors.steps import RoundTold
from games.selectors.table import LoggedMove, Person
from games.sheets import GOALS
from games.tableau.history import Line, step_lines
from games.tableau.knowledge import as_known, knowledge_of
from games.tableau.mine import Frame, Mine, Spot, frame_of, mine_of, pending, squares_of
from games.tableau.people import Token, marks_of, token_of
from games.wording import card_name, goal_name, role_name
from games.wording.announced import without_effect


class StepRow(NamedTuple):
    """A public command in the list of moves: its number in the game, when it was, and what it told in lines."""

    seq: int
    at: datetime
    lines: tuple[Line, ...]

    @property
    def words(self) -> str:
        """What the step is named by: the first thing that happened."""
        return self.lines[0].words if self.lines else ""


class Seen(NamedTuple):
    """A player at a step. `role` is what they were at the end of the round, "" until that is open; `hand` is empty for
    those whose cards are not open (R24)."""

    person: Person
    mark: str
    me: bool
    tokens: tuple[Token, ...]
    role: str
    role_words: str
    hand: tuple["HeldCard", ...]


class HeldCard(NamedTuple):
    """A card of a hand, and its name."""

    card: str
    words: str


class Replay(NamedTuple):
    """A round at one of its steps. `first`, `back`, `on`, `last` are the numbers of the steps to go to; None where
    there is none."""

    number: int
    steps: tuple[StepRow, ...]
    place: int
    view: PlayerView
    mine: Mine
    players: tuple[Seen, ...]
    over: bool
    address: str = ""
    """What stands before the number of a step in its address."""

    @property
    def step(self) -> StepRow:
        """The step that is shown."""
        return self.steps[self.place]

    @property
    def first(self) -> int | None:
        """The deal; None at it."""
        return self.steps[0].seq if self.place else None

    @property
    def back(self) -> int | None:
        """The step before; None at the deal."""
        return self.steps[self.place - 1].seq if self.place else None

    @property
    def on(self) -> int | None:
        """The step after; None at the last."""
        return self.steps[self.place + 1].seq if self.place + 1 < len(self.steps) else None

    @property
    def last(self) -> int | None:
        """The last step; None at it."""
        return self.steps[-1].seq if self.place + 1 < len(self.steps) else None

    @property
    def most(self) -> int:
        """How many steps there are after the deal."""
        return len(self.steps) - 1


class Reader(NamedTuple):
    """Who looks at a round, and what of it is open to them: the seat, whether the game is over, and the results of the
    rounds that are."""

    seat: int | None
    over: bool
    results: tuple[RoundResult, ...]


def replay_of(
    told: RoundTold, ruleset: Ruleset, people: Sequence[Person], reader: Reader, number: int, seq: int
) -> Replay | None:
    """A round after the public command `seq`, or after the last before it that can be read; None when the round has no
    such step."""
    place = max((place for place, step in enumerate(told.steps) if step.seq <= seq), default=None)
    if place is None or seq > max(told.last, told.steps[-1].seq):
        return None
    names = [person.name for person in people]
    pictures = _pictures(told, ruleset, len(people), reader.results)
    picture, steps = pictures[place], told.steps[: place + 1]
    result = next((one for one in reader.results if one.round == number), None)
    view = _view(picture, _own_part(pictures, steps, reader.seat))
    drawn, spots = drawn_at(view, steps, names, picture)
    if result is not None:
        later = [event for step in told.steps[place + 1 :] for event in step.events]
        spots = _with_goals(spots, picture, goals_before(result.goals, later))
    frame = _around(frame_of(picture.public), frame_of(pictures[-1].public))
    hands = _hands(told, pictures, steps, reader, people)
    return Replay(
        number=number,
        steps=tuple(_named(step, names, reader.seat) for step in told.steps),
        place=place,
        view=drawn,
        mine=mine_of(picture.public, spots)._replace(frame=frame),
        players=_players(picture, people, reader.seat, result, hands),
        over=result is not None,
    )


def drawn_at(
    view: PlayerView, steps: Sequence[LoggedMove], names: Sequence[str], picture: Picture
) -> tuple[PlayerView, dict[tuple[int, int], Spot]]:
    """What one player's table showed after the last of these steps: the view with what they had seen where it lay
    then, and the squares. What the step changed is marked as new."""
    events = steps[-1].events if steps else ()
    knowledge = knowledge_of(view, steps[::-1])
    known = as_known(view, knowledge)
    spots = squares_of(known, names, _fresh(events), knowledge)
    if picture.announced is not None:
        waits = picture.announced
        spots |= pending(waits, without_effect(waits, names, view.seat), spots)
    for at in _touched(events):
        spot = spots.get(square(at), Spot(at))
        spots[square(at)] = spot._replace(classes=(*spot.classes, "touched"))
    return known, spots


def _pictures(told: RoundTold, ruleset: Ruleset, seats: int, results: Sequence[RoundResult]) -> list[Picture]:
    """What lay open after each step of a round, the deal first."""
    picture = beginning(ruleset, seats, told.laid, told.steps[0].seq if told.steps else 0)
    pictures = []
    for step in told.steps:
        picture = after(picture, step.events, step.seq, results)
        pictures.append(picture)
    return pictures


def _own_part(pictures: Sequence[Picture], steps: Iterable[LoggedMove], seat: int | None) -> OwnPart | None:
    """What a player knew after these steps."""
    if seat is None:
        return None
    own, before = OwnPart(seat), pictures[0].public
    for step, picture in zip(steps, pictures, strict=False):
        own = own.after(step.events, step.whispers, before, picture.public)
        before = picture.public
    return own if own.role else None


def _view(picture: Picture, own: OwnPart | None) -> PlayerView:
    return PlayerView(public=picture.public, own=own.secret if own else None, asks=())


def _named(step: LoggedMove, names: Sequence[str], me: int | None) -> StepRow:
    lines = [line for line in step_lines(step, names, me) if line.kind != "mark"]
    return StepRow(step.seq, step.at, tuple(reversed(lines)))


# -- what a step changed


_LANDS = (Laid, GoalTurned, ChestTurned, Detoured)
_TOUCHES = (Played, Swapped, Vetoed)


def _fresh(events: Iterable[PublicEvent]) -> frozenset[str]:
    """The squares whose card came with the step."""
    return frozenset(event.at for event in events if isinstance(event, _LANDS))


def _touched(events: Iterable[PublicEvent]) -> list[str]:
    """The squares at which something else was done: looked at, removed, taken up, left."""
    found: list[str] = []
    for event in events:
        if isinstance(event, _TOUCHES):
            found += event.at
        elif isinstance(event, ChestFell | MinerPut | Joined | GoalMoved):
            found.append(event.at)
        if isinstance(event, Detoured | GoalMoved):
            found.append(event.was)
    return list(dict.fromkeys(found))


# -- what is open of a round that is over


def goals_before(goals: Mapping[str, str], later: Sequence[PublicEvent]) -> dict[str, str]:
    """Where each goal lay before what happened later, from where all lay at the end. Two that were taken and put back,
    swapped or not, are left out: which was which, nobody was told (R61)."""
    lay = dict(goals)
    for event in reversed(later):
        if isinstance(event, GoalMoved) and event.at in lay:
            lay[event.was] = lay.pop(event.at)
        elif isinstance(event, Swapped):
            lay = {at: goal for at, goal in lay.items() if at not in event.at}
    return lay


def _with_goals(
    spots: dict[tuple[int, int], Spot], picture: Picture, goals: Mapping[str, str]
) -> dict[tuple[int, int], Spot]:
    """The squares with a mark for what each face-down goal turned out to be (R24)."""
    marked = dict(spots)
    for at, kind in picture.public.face_down.items():
        if kind == GOAL and at in goals:
            goal, there = goals[at], square(at)
            marked[there] = marked[there]._replace(
                note=GOALS[goal].note or f"g-{goal}", words=goal_name(goal), doubtful=False
            )
    return marked


def _hands(
    told: RoundTold,
    pictures: Sequence[Picture],
    steps: Sequence[LoggedMove],
    reader: Reader,
    people: Sequence[Person],
) -> dict[int, tuple[str, ...]]:
    """The hands that the reader may see at a step: the own one, and all of them once the game is over (R24)."""
    hands = {}
    for person in people:
        seat = person.number
        if seat == reader.seat or reader.over:
            known = [step._replace(whispers=_whispers(told, step, seat, reader)) for step in steps]
            own = _own_part(pictures, known, seat)
            hands[seat] = own.hand if own else ()
    return hands


def _whispers(told: RoundTold, step: LoggedMove, seat: int, reader: Reader) -> tuple[PrivateEvent, ...]:
    return step.whispers if seat == reader.seat else told.others.get((step.seq, seat), ())


def _players(
    picture: Picture,
    people: Sequence[Person],
    me: int | None,
    result: RoundResult | None,
    hands: Mapping[int, tuple[str, ...]],
) -> tuple[Seen, ...]:
    marks = marks_of([person.name for person in people])
    return tuple(
        Seen(
            person=person,
            mark=mark,
            me=person.number == me,
            tokens=tuple(token_of(one.card) for one in picture.public.before if one.seat == person.number),
            role=result.roles[person.number] if result else "",
            role_words=role_name(result.roles[person.number]) if result else "",
            hand=tuple(HeldCard(card, card_name(card)) for card in hands.get(person.number, ())),
        )
        for person, mark in zip(people, marks, strict=True)
    )


def _around(one: Frame, other: Frame) -> Frame:
    """A frame that holds two, so that a mine stays where it is from step to step."""
    west, north = min(one.west, other.west), min(one.north, other.north)
    east = max(one.west + one.columns, other.west + other.columns)
    south = max(one.north + one.rows, other.north + other.rows)
    return Frame(west, north, east - west, south - north)
