"""All that reaches one seat while a game is played, and the comparison of two games through it."""

from collections.abc import Iterator
from random import Random

from games.rules import codec, engine
from games.rules.agenda import Step
from games.rules.commands import Command
from games.rules.errors import Refused
from games.rules.table import Ruleset
from games.rules.view import view
from tests.rules import attempts
from tests.secrecy.course import World, carry_out
from tests.secrecy.worlds import Pair

Glimpse = dict[str, str]
"""What reached a seat after a step, by the way it came."""


class Eyes:
    """The ways by which something reaches a seat. Planted leaks are eyes that see a little more.

    A new one for each game, so that leaky ones may remember what they saw.
    """

    def table(self, state: engine.Game, seat: int) -> str:
        """The table as the seat sees it, with its menu."""
        return codec.encode(view(state.public, state.seats[seat]))

    def from_beside(self, state: engine.Game) -> str:
        """The table as a spectator sees it."""
        return codec.encode(view(state.public, None))

    def log(self, before: engine.Game, step: Step) -> str:
        """What all are told of a step."""
        return codec.encode(step.events)

    def whispers(self, step: Step, seat: int) -> str:
        """What the seat alone is told."""
        return codec.encode([whisper for who, whisper in step.whispers if who == seat])

    def answer(self, state: engine.Game, seat: int, command: Command) -> str:
        """What a command gets that is refused; "" when it is none of those."""
        try:
            engine.apply(state, seat, command)
        except Refused as refused:
            return str(refused)
        return ""


def glimpses(ruleset: Ruleset, world: World, viewer: int, kind: type[Eyes] = Eyes) -> Iterator[Glimpse]:
    """What reaches a seat, at the deal and after each step."""
    first = engine.begin_from(ruleset, world.deals[0], key=world.key)
    eyes, state, passed = kind(), first.state, [(first.state, first)]
    yield _glimpse(0, passed, state, viewer, eyes)
    for number, acts in enumerate(world.steps, 1):
        passed = []
        for act in acts:
            step = carry_out(ruleset, world, state, act)
            passed.append((state, step))
            state = step.state
        yield _glimpse(number, passed, state, viewer, eyes)


def _glimpse(
    number: int, passed: list[tuple[engine.Game, Step]], state: engine.Game, viewer: int, eyes: Eyes
) -> Glimpse:
    return {
        "table": eyes.table(state, viewer),
        "beside": eyes.from_beside(state),
        "log": " ".join(eyes.log(before, step) for before, step in passed if step.events),
        "whispers": " ".join(eyes.whispers(step, viewer) for _, step in passed if step.events),
        "answers": " ".join(eyes.answer(state, viewer, command) for command in _tries(number, state, viewer)),
    }


_KNOWN: dict[tuple[int, str], list[Command]] = {}
_MOST_KNOWN = 5000


def _tries(number: int, state: engine.Game, viewer: int) -> list[Command]:
    """What a seat tries at a step: the same wherever it knows the same. Thought out once, for that takes long."""
    own = state.seats[viewer]
    knows = (number, codec.encode([state.public, own]))
    if knows not in _KNOWN:
        if len(_KNOWN) >= _MOST_KNOWN:
            _KNOWN.clear()
        rng = Random(number)
        _KNOWN[knows] = rng.sample(attempts.all_kinds(rng, state.public, own, 6), 10)
    return _KNOWN[knows]


def first_difference(pair: Pair, kind: type[Eyes] = Eyes) -> str | None:
    """Where a viewer could tell the two games of a pair apart; None when nowhere."""
    two = glimpses(pair.ruleset, pair.two, pair.viewer, kind)
    for number, here in enumerate(glimpses(pair.ruleset, pair.one, pair.viewer, kind)):
        there = next(two)
        for way, seen in here.items():
            if seen != there[way]:
                return f"step {number}, {way}: {_apart(seen, there[way])}"
    return None


def _apart(one: str, two: str) -> str:
    """Two texts from where they begin to differ."""
    start = next((place for place, pair in enumerate(zip(one, two, strict=False)) if pair[0] != pair[1]), 0)
    return f"...{one[max(start - 60, 0) : start + 60]}... is not ...{two[max(start - 60, 0) : start + 60]}..."
