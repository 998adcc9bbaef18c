"""A game as it went, step by step, with all that happened in it in order: what twins are made of."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from random import Random
from typing import ClassVar, NamedTuple, Unpack
from unittest.mock import patch

from games import bots
from games.rules import engine
from games.rules.agenda import Play, Step
from games.rules.changes import SeatChanges
from games.rules.commands import LET_BE_THIS_ROUND, Command, End, SeatCommand, TableCommand
from games.rules.events import PrivateEvent, PublicEvent, RoundBegan
from games.rules.projection import Opened
from games.rules.setup import DealtRound
from games.rules.table import Ruleset
from games.rules.turn import Turn
from games.rules.view import view
from tests.rules.playout import EAGERNESS, Act, any_act, with_chance


class World(NamedTuple):
    """A game from outside: its deals, the key of its chance, and its acts.

    Each step has the secret acts that were given before it, then the one that everybody sees; it may have none.
    """

    deals: tuple[DealtRound, ...]
    key: bytes
    steps: tuple[tuple[Act, ...], ...]


# -- what happens, in order


class Said(NamedTuple):
    """All were told something."""

    event: PublicEvent


class Whispered(NamedTuple):
    """One seat was told something."""

    seat: int
    event: PrivateEvent


class Took(NamedTuple):
    """A seat began its turn so: by its own command, by default, or by a standing order."""

    seat: int
    command: SeatCommand


class Rolled(NamedTuple):
    """Chance was asked for a lot or for an order of something (R98)."""

    kind: str
    drawn: tuple[str, ...]


class Offered(NamedTuple):
    """Cards were laid before a seat to choose one from, in this order."""

    seat: int
    cards: tuple[str, ...]


class Dealt(NamedTuple):
    """The next round was dealt."""


Happening = Said | Whispered | Took | Rolled | Offered | Dealt


class Watched(Play):
    """A working copy that keeps a list of what happens on it, in order."""

    __slots__ = ()
    happened: ClassVar[list[Happening]] = []

    def emit(self, event: PublicEvent, opened: Opened | None = None) -> None:
        self.happened.append(Said(event))
        super().emit(event, opened)

    def tell(self, seat: int, event: PrivateEvent) -> None:
        self.happened.append(Whispered(seat, event))
        super().tell(seat, event)

    def change_seat(self, seat: int, **fields: Unpack[SeatChanges]) -> None:
        if fields.get("offer"):
            self.happened.append(Offered(seat, fields["offer"]))
        super().change_seat(seat, **fields)

    def lot(self, items: tuple[str, ...]) -> str:
        drawn = super().lot(items)
        self.happened.append(Rolled("lot", (drawn,)))
        return drawn

    def shuffle(self, kind: str, items: tuple[str, ...]) -> tuple[str, ...]:
        order = super().shuffle(kind, items)
        self.happened.append(Rolled(kind, order))
        return order


@contextmanager
def watching() -> Iterator[list[Happening]]:
    """The list to which everything is added that happens in the rules meanwhile."""
    honest = Turn.take

    def take(turn: Turn, play: Play, seat: int, command: SeatCommand) -> None:
        Watched.happened.append(Took(seat, command))
        honest(turn, play, seat, command)

    Watched.happened.clear()
    with patch.object(engine, "Play", Watched), patch.object(Turn, "take", take):
        yield Watched.happened


# -- courses


NO_SEAT: frozenset[int] = frozenset()


class Moment(NamedTuple):
    """What one act led to, the deal of the next round included, and what happened in order."""

    act: Act
    step: Step
    happened: tuple[Happening, ...]
    before: engine.Game


class Course(NamedTuple):
    """A game that was played: its world with one act a step, and what each act led to."""

    ruleset: Ruleset
    players: int
    world: World
    moments: tuple[Moment, ...]


def carry_out(ruleset: Ruleset, world: World, state: engine.Game, act: Act) -> Step:
    """One act; when a round is over the next deal of the world is laid out, and what that tells is told too."""
    step = engine.apply(with_chance(state, act.chance), act.seat, act.command)
    number = step.state.public.round
    if engine.awaits_deal(step.state.public) and number < len(world.deals):
        return dealt_after(ruleset, world.deals[number], world.key, step)
    return step


def dealt_after(ruleset: Ruleset, dealt: DealtRound, key: bytes, step: Step) -> Step:
    """A step with the deal that follows it, and with what that tells."""
    begun = engine.begin_from(ruleset, dealt, key=key, last=step.state)
    return Step(begun.state, step.events + begun.events, step.whispers + begun.whispers, step.chance + begun.chance)


def since_the_deal(steps: Iterable[tuple[Act, Step]]) -> tuple[PublicEvent, ...]:
    """What all were told since the round was dealt, as bots hear it: of the deal itself they hear nothing."""
    told: list[PublicEvent] = []
    for _act, step in steps:
        told += step.events
        if any(isinstance(event, RoundBegan) for event in step.events):
            told.clear()
    return tuple(told)


Pick = Callable[[Random, engine.Game, float], tuple[int | None, Command]]
"""How the next act of a game is drawn."""


def any_of(
    rng: Random,
    state: engine.Game,
    eagerness: float,
    pick: Pick,
    bot_seats: frozenset[int],
    moments: list[Moment],
) -> tuple[int | None, Command]:
    """The next act: of a bot if one is awaited, else of anybody or about anybody who is no bot.

    "Not again this round" is given as an order alone. That it answers an open window as "let it be" does is held by
    `tests/rules/test_windows.py`, so a twin needs no order in the place of an answer.
    """
    for ask in engine.unanswered(state):
        if ask.seat in bot_seats:
            told = since_the_deal((moment.act, moment.step) for moment in moments)
            return ask.seat, bots.choose(view(state.public, state.seats[ask.seat]), rng.randrange, told)
    while True:
        seat, command = pick(rng, state, eagerness)
        about = command.seat if isinstance(command, TableCommand) and not isinstance(command, End) else seat
        answers = command == LET_BE_THIS_ROUND and any(ask.seat == seat for ask in engine.unanswered(state))
        if about not in bot_seats and not answers:
            return seat, command


def played(
    rng: Random,
    ruleset: Ruleset,
    first: DealtRound,
    *,
    acts: int,
    pick: Pick = any_act,
    bot_seats: frozenset[int] = NO_SEAT,
) -> Course:
    """A random game from a deal, up to a number of acts; it stops before all is opened (R24).

    On ``bot_seats`` bots choose what they do.
    """
    key, eagerness, deals, moments = rng.randbytes(32), rng.choice(EAGERNESS), [first], list[Moment]()
    state = engine.begin_from(ruleset, first, key=key).state
    while len(moments) < acts:
        seat, command = any_of(rng, state, eagerness, pick, bot_seats, moments)
        with watching() as happened:
            step = engine.apply(state, seat, command)
            if engine.is_over(step.state.public):
                break
            if engine.awaits_deal(step.state.public):
                deals.append(engine.next_deal(step.state, key=key))
                happened.append(Dealt())
                step = dealt_after(ruleset, deals[-1], key, step)
            moments.append(Moment(Act(seat, command, step.chance), step, tuple(happened), state))
        state = step.state
    steps = tuple((moment.act,) for moment in moments)
    return Course(ruleset, len(first.roles), World(tuple(deals), key, steps), tuple(moments))
