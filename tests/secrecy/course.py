"""A game as it went, step by step, and where each card came from: what twins are made of.

Written by hand from R13, R20 and R94. It reads public events, and whispers where they are the viewer's own.
"""

from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

from games.rules import engine
from games.rules.agenda import Step
from games.rules.cards import CARDS
from games.rules.commands import Command, Lay, Pass, PlayCard
from games.rules.events import Discarded, Laid, Passed, Played, PublicEvent, RoundBegan, RoundEnded, TimedOut
from games.rules.setup import Deal
from games.rules.table import Ruleset
from tests.rules.playout import EAGERNESS, Act, any_act, with_chance


class World(NamedTuple):
    """A game from outside: its deals, the key of its chance, and its acts.

    Each step has the secret acts that were given before it, then the one that everybody sees; it may have none.
    """

    deals: tuple[Deal, ...]
    key: bytes
    steps: tuple[tuple[Act, ...], ...]


class Moment(NamedTuple):
    """What one act led to, the deal of the next round included."""

    act: Act
    step: Step


class Course(NamedTuple):
    """A game that was played: its world with one act a step, and what each act led to."""

    ruleset: Ruleset
    players: int
    world: World
    moments: tuple[Moment, ...]


class Used(NamedTuple):
    """A card left a hand: at which step, of which seat, which card (None: nobody else saw), as which command.

    ``ordered`` when a standing order played it and not the act of the step.
    """

    step: int
    seat: int
    card: str | None
    command: Command
    ordered: bool


class Drew(NamedTuple):
    """A seat drew the top card of the pile."""

    seat: int


Story = list[Used | Drew]
"""What happened to the cards of one round, in order."""


def carry_out(ruleset: Ruleset, world: World, state: engine.Game, act: Act) -> Step:
    """One act; when a round is over the next deal of the world is laid out, and what that tells is told too."""
    step = engine.apply(with_chance(state, act.chance), act.seat, act.command)
    number = step.state.public.round
    if engine.awaits_deal(step.state.public) and number < len(world.deals):
        dealt = engine.begin_from(ruleset, world.deals[number], key=world.key, last=step.state)
        return Step(dealt.state, step.events + dealt.events, step.whispers + dealt.whispers, step.chance)
    return step


Pick = Callable[[Random, engine.Game, float], tuple[int | None, Command]]
"""How the next act of a game is drawn."""


def played(lot: Random, ruleset: Ruleset, first: Deal, *, acts: int, pick: Pick = any_act) -> Course:
    """A game played by lot from a deal, up to a number of acts; it stops before all is opened (R24)."""
    key, eagerness, deals, moments = lot.randbytes(32), lot.choice(EAGERNESS), [first], list[Moment]()
    state = engine.begin_from(ruleset, first, key=key).state
    while len(moments) < acts:
        seat, command = pick(lot, state, eagerness)
        step = engine.apply(state, seat, command)
        if engine.is_over(step.state.public):
            break
        act = Act(seat, command, step.chance)
        if engine.awaits_deal(step.state.public):
            deals.append(engine.next_deal(step.state, key=key))
            step = carry_out(ruleset, World(tuple(deals), key, ()), state, act)
        moments.append(Moment(act, step))
        state = step.state
    steps = tuple((moment.act,) for moment in moments)
    return Course(ruleset, len(first.roles), World(tuple(deals), key, steps), tuple(moments))


def told(step: Step) -> Iterator[tuple[PublicEvent, list[str]]]:
    """The events of a step, each pass with the cards of it, which its seat alone was told."""
    down = [(seat, list(whisper.cards)) for seat, whisper in step.whispers if isinstance(whisper, Discarded)]
    for event in step.events:
        cards: list[str] = []
        if isinstance(event, Passed):
            seat, cards = down.pop(0)
            assert seat == event.seat
        yield event, cards


def stories(course: Course, until: int, viewer: int) -> list[Story]:
    """What happened to the cards, round by round, as one seat could tell it who was told of its own passes alone."""
    rounds: list[Story] = [[]]
    piles = [len(dealt.pile) for dealt in course.world.deals]
    for number, moment in enumerate(course.moments[:until]):
        own_use = _takes_a_turn(course, number)
        events = list(told(moment.step))
        for place, (event, cards) in enumerate(events):
            match event:
                case RoundBegan():
                    rounds.append([])
                case Laid() | Played() | Passed():
                    shown = cards if event.seat == viewer else [None] * len(cards)
                    names: list[str | None] = [*shown] if isinstance(event, Passed) else [event.card]
                    command = _command(event, cards)
                    rounds[-1] += [Used(number, event.seat, name, command, not own_use) for name in names]
                    own_use = False
                    later = [next_event for next_event, _ in events[place + 1 :]]
                    for _ in range(0 if _ends_at_once(later) else min(len(names), piles[len(rounds) - 1])):
                        piles[len(rounds) - 1] -= 1
                        rounds[-1].append(Drew(event.seat))
    return rounds


def _takes_a_turn(course: Course, number: int) -> bool:
    """Whether the act of a step is itself a turn, a time-out's default included, and not an order that starts one."""
    moment = course.moments[number]
    if moment.act.seat is None:
        return any(isinstance(event, TimedOut) and event.kind == "turn" for event in moment.step.events)
    return isinstance(moment.act.command, Lay | PlayCard | Pass)


def _ends_at_once(later: list[PublicEvent]) -> bool:
    """Whether the card that was used reached the gold, so that nothing is drawn any more (R20)."""
    for event in later:
        if isinstance(event, RoundEnded):
            return event.reason == "gold"
        if isinstance(event, Laid | Played | Passed):
            return False
    return False


def _command(event: Laid | Played | Passed, cards: list[str]) -> Lay | PlayCard | Pass:
    """The command that an event tells of."""
    match event:
        case Laid():
            return Lay(event.card, event.at, event.turned, event.payer)
        case Passed():
            return Pass(tuple(sorted(cards)))
    tool = event.lifted.partition(":")[2] if len(CARDS[event.card].tools) > 1 else ""
    return PlayCard(event.card, event.target, tool, event.at)
