"""What the coach says is the same in two worlds that differ only in what its player may not know (R94)."""

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

from games.rules import engine
from games.rules.ruleset import compiled
from games.rules.table import Ruleset
from games.rules.view import PlayerView, view
from games.selectors.table import LoggedMove
from games.tableau.coach import Coach, coach_of
from tests.conftest import SOAK
from tests.games.tables import NAMES
from tests.rules.playout import RULESETS, keen_act
from tests.secrecy.course import World, carry_out
from tests.secrecy.worlds import Pair, twins

WHEN = datetime(2026, 11, 27, tzinfo=UTC)
BASE = [Ruleset()]
GAMES = 40 if SOAK else 4


def coach(_state: engine.Game, seen: PlayerView, log: list[LoggedMove]) -> Coach | None:
    """What the coach says."""
    return coach_of(seen, log, NAMES)


def leaky(state: engine.Game, seen: PlayerView, log: list[LoggedMove]) -> object:
    """A coach who names who is a saboteur."""
    return coach_of(seen, log, NAMES), [own.seat for own in state.seats if own.role == "saboteur"]


def remarks(pair: Pair, world: World, says: Callable[..., Any]) -> Iterator[Any]:
    """What the viewer is told by a coach, at the deal and after each command."""
    step = engine.begin_from(pair.ruleset, world.deals[0], key=world.key)
    log = [LoggedMove(0, None, WHEN, step.events)]
    for acts in world.steps:
        yield says(step.state, view(step.state.public, step.state.seats[pair.viewer]), log)
        for act in acts:
            step = carry_out(pair.ruleset, world, step.state, act)
            if step.events:
                whispers = tuple(whisper for seat, whisper in step.whispers if seat == pair.viewer)
                log.insert(0, LoggedMove(step.state.public.seq, act.seat, WHEN, step.events, whispers))
    yield says(step.state, view(step.state.public, step.state.seats[pair.viewer]), log)


def pairs(seed: int, rulesets: Sequence[Ruleset] = RULESETS) -> Iterator[Pair]:
    """Pairs of worlds of five players, seen from each seat."""
    for number in range(GAMES):
        for ruleset in rulesets:
            if 5 in compiled(ruleset).seats:
                yield from twins(f"coach {seed} {number}", ruleset, 5, number % 5, count=2, pick=keen_act)


def test_r94_coach_says_the_same_whatever_its_player_may_not_know(seed: int) -> None:
    said, compared = 0, 0
    for pair in pairs(seed):
        one, two = list(remarks(pair, pair.one, coach)), list(remarks(pair, pair.two, coach))
        assert one == two
        said, compared = said + sum(map(any, filter(None, one))), compared + 1
    assert compared >= GAMES
    assert said > compared


def test_r94_coach_that_names_the_saboteurs_is_caught(seed: int) -> None:
    found = [list(remarks(pair, pair.one, leaky)) == list(remarks(pair, pair.two, leaky)) for pair in pairs(seed, BASE)]
    assert not all(found)
