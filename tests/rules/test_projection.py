"""The public part of a state changes in one place, from events (`projection`); what else writes it is named here."""

import ast
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import get_args

import pytest

from games.rules import engine, projection
from games.rules.agenda import Play
from games.rules.changes import PublicChanges
from games.rules.events import Laid, Played, PublicEvent, RoundEnded, SeatChanged, Traded
from games.rules.ruleset import compiled
from games.rules.state import Before, PublicState
from games.rules.table import Ruleset
from tests.rules.playout import Course, any_table, keen_act

RULES = Path(engine.__file__).parent
FROM_EVENTS = frozenset(
    {
        *("mine", "face_down", "last_laid", "last_mover", "before", "direction", "miners", "miners_left", "offers"),
        *("maps_forbidden", "chest_cards", "joined", "resting", "results", "revealed"),
    }
)
"""What events say."""
COUNTED = frozenset({"agenda", "hands", "rich", "pile", "seq", "moves", "discards"})
"""What they do not say: `Play` counts it."""
OF_THE_ROUND = frozenset({"ruleset", "seats", "round", "first", "fixed", "schema", "draws"})
"""What stays as it is from the deal to the end of a round."""


def assigned(tree: ast.AST) -> Iterator[str]:
    """Every attribute that a piece of code assigns, by its name."""
    for node in ast.walk(tree):
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        yield from (target.attr for target in targets if isinstance(target, ast.Attribute))


def test_only_the_working_copy_assigns_the_public_state() -> None:
    writers = [path.name for path in RULES.rglob("*.py") if "public" in assigned(ast.parse(path.read_text()))]
    assert writers == ["agenda.py"]


def test_every_field_of_the_public_state_has_one_owner() -> None:
    assert not FROM_EVENTS & COUNTED
    assert not FROM_EVENTS & OF_THE_ROUND
    assert set(PublicState.__struct_fields__) == FROM_EVENTS | COUNTED | OF_THE_ROUND
    assert set(PublicChanges.__annotations__) == FROM_EVENTS


def test_events_alone_lead_to_what_lies_open(chance: Random) -> None:
    for _ in range(4):
        ruleset, players = any_table(chance)
        course = Course.dealt(ruleset, players, chance.randbytes(32))
        for_all = compiled(ruleset).for_all
        while not course.over:
            folded, results = course.state.public, {one.round: one for one in course.state.public.results}
            step = course.take(*keen_act(chance, course.state, 0.9))
            now = step.state.public
            results = {one.round: one for one in now.results}
            for event in step.events:
                opened = results[event.round] if isinstance(event, RoundEnded) else now.revealed
                folded = projection.apply_event(folded, event, for_all, opened)
            for field in FROM_EVENTS:
                assert getattr(folded, field) == getattr(now, field), field


def test_emitting_an_event_changes_the_table_at_once(course: Course) -> None:
    play = Play(compiled(course.ruleset), course.state)
    play.emit(Played(seat=1, card="break:cart", target=2))
    assert play.public.before[-1] == Before(seat=2, card="break:cart")
    assert play.public.last_mover == 1
    assert course.state.public.before == play.public.before[:-1]


def test_a_lifted_card_that_lies_there_twice_is_lifted_once(course: Course) -> None:
    twice = Play(compiled(course.ruleset), course.state)
    for _ in range(2):
        twice.emit(Played(seat=1, card="theft", target=1))
    twice.emit(Traded(seat=1, lifted="theft"))
    assert twice.public.before.count(Before(seat=1, card="theft")) == 1


@pytest.mark.parametrize(("how", "left"), [("asleep", "asleep"), ("bot", "bot"), ("wake", ""), ("replace", "")])
def test_a_seat_rests_until_it_changes_again(how: str, left: str, course: Course) -> None:
    play = Play(compiled(course.ruleset), course.state)
    play.emit(SeatChanged(seat=0, how="asleep"))
    play.emit(SeatChanged(seat=0, how=how))
    assert play.public.resting.get(0, "") == left


def test_an_event_that_changes_nothing_gives_the_same_state(course: Course) -> None:
    public = course.state.public
    silent = {kind for kind in get_args(PublicEvent) if kind.__struct_config__.tag in ("gold-taken", "role-seen")}
    for kind in silent:
        event = kind(**dict.fromkeys(kind.__struct_fields__, 0))
        assert projection.apply_event(public, event, {}) is public


def test_laid_event_adds_the_card_and_leaves_the_earlier_mine_unchanged(course: Course) -> None:
    public = course.state.public
    mine = dict(public.mine)
    after = projection.apply_event(public, Laid(seat=2, card="NESW", at="-1,0"), compiled(Ruleset()).for_all)
    assert after.mine == {**mine, "-1,0": "NESW"}
    assert public.mine == mine
