"""Each checker of `invariants.py` is shown a fault that it has to find, and the sound state beside it."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import ValidationError
from msgspec.structs import replace

from games.rules import engine
from games.rules.agenda import Step
from games.rules.commands import Lay, Order, PutMiner
from games.rules.draw import Keep
from games.rules.modules.veto import Window
from games.rules.ruleset import MODULES
from games.rules.sights import GoalSight
from games.rules.state import Before, Sighting
from games.rules.table import Ruleset
from games.rules.task import Task
from games.rules.turn import Turn
from tests.rules import invariants
from tests.rules.playout import Act, Course, any_move
from tests.rules.rounds import begin

KEY = b"k" * 32
MIXED = tuple(sorted(set(MODULES) - {"greedy"}))


def public(state: engine.Game, **fields: Any) -> engine.Game:
    """A state with a fault in what all see."""
    return replace(state, public=replace(state.public, **fields))


def own(state: engine.Game, of: int, /, **fields: Any) -> engine.Game:
    """A state with a fault in what one seat sees."""
    seats = list(state.seats)
    seats[of] = replace(seats[of], **fields)
    return replace(state, seats=tuple(seats))


def all_seats(state: engine.Game, **fields: Any) -> engine.Game:
    """A state with a fault in what every seat sees."""
    return replace(state, seats=tuple(replace(seat, **fields) for seat in state.seats))


def table(state: engine.Game, **fields: Any) -> engine.Game:
    """A state with a fault in its hidden part."""
    return replace(state, table=replace(state.table, **fields))


def twice(state: engine.Game) -> engine.Game:
    """Two broken carts before one player."""
    return public(state, before=(Before(1, "break:cart"), Before(2, "break:cart"), Before(1, "break:cart")))


def unsorted(state: engine.Game) -> engine.Game:
    """A hand in the order in which its cards came."""
    seat = next(one.seat for one in state.seats if len(set(one.hand)) > 1)
    return own(state, seat, hand=tuple(reversed(state.seats[seat].hand)))


def passed_over_too_late(state: engine.Game) -> engine.Game:
    """The turn of a seat whose hand is empty."""
    return own(state, engine.awaited(state.public)[0].seat, hand=())


def all_answered(state: engine.Game) -> engine.Game:
    """Everybody has answered, and the decision is open all the same."""
    return all_seats(state, answered=True)


STATE_FAULTS: list[tuple[invariants.StateChecker, Callable[[engine.Game], engine.Game]]] = [
    (invariants.cards_are_conserved, lambda state: table(state, pile=state.table.pile[1:])),
    (invariants.cards_are_conserved, lambda state: table(state, discards=(*state.table.discards, "map"))),
    (invariants.cards_are_conserved, lambda state: own(state, 0, hand=("NESW",) * len(state.seats[0].hand))),
    (invariants.cards_are_conserved, lambda state: public(state, mine={**state.public.mine, "5,5": "NS"})),
    (invariants.cards_are_conserved, lambda state: public(state, before=(*state.public.before, Before(0, "trapped")))),
    (invariants.gold_cards_are_conserved, lambda state: table(state, gold_cards=state.table.gold_cards[1:])),
    (invariants.gold_cards_are_conserved, lambda state: own(state, 0, gold=(3,))),
    (invariants.gold_cards_are_conserved, lambda state: table(state, on_offer=(1,))),
    (invariants.roles_goals_and_chests_are_of_the_box, lambda state: own(state, 0, role="boss")),
    (invariants.roles_goals_and_chests_are_of_the_box, lambda state: table(state, goals_left=("spider",))),
    (invariants.roles_goals_and_chests_are_of_the_box, lambda state: table(state, chests={"2,1": ("NE", "spy")})),
    (invariants.what_is_fixed_stays, lambda state: public(state, direction=-1)),
    (invariants.what_is_fixed_stays, lambda state: public(state, fixed={"4,1": "tunnel-party"})),
    (invariants.what_is_fixed_stays, lambda state: public(state, joined=("4,1",))),
    (invariants.what_is_fixed_stays, lambda state: public(state, miners={"-1,9": 0})),
    (invariants.what_is_fixed_stays, lambda state: public(state, miners={"8,0": 0})),
    (invariants.what_is_fixed_stays, lambda state: public(state, miners_left=2)),
    (invariants.what_is_fixed_stays, lambda state: public(state, offers={1: 1})),
    (invariants.no_player_has_two_of_a_kind, twice),
    (invariants.who_can_answer_is_awaited, all_answered),
    (invariants.goals_lie_where_the_table_knows_them, lambda state: public(state, chest_cards=("1,0",))),
    (invariants.who_can_answer_is_awaited, lambda state: public(state, agenda=())),
    (invariants.who_can_answer_is_awaited, passed_over_too_late),
    (invariants.an_empty_hand_is_never_awaited, passed_over_too_late),
    (invariants.hands_are_sorted, unsorted),
    (invariants.what_all_see_agrees_with_the_secrets, lambda state: public(state, hands=(0,) * 5)),
    (invariants.what_all_see_agrees_with_the_secrets, lambda state: public(state, pile=state.public.pile + 1)),
    (invariants.what_all_see_agrees_with_the_secrets, lambda state: public(state, rich=(True,) * 5)),
    (invariants.what_all_see_agrees_with_the_secrets, lambda state: public(state, discards=())),
    (invariants.what_all_see_agrees_with_the_secrets, lambda state: table(state, discards=("?",) * 99)),
    (invariants.what_all_see_agrees_with_the_secrets, lambda state: own(state, 1, seat=2)),
    (invariants.goals_lie_where_the_table_knows_them, lambda state: public(state, face_down={})),
    (
        invariants.goals_lie_where_the_table_knows_them,
        lambda state: public(state, mine={**state.public.mine, "8,0": "gold"}),
    ),
    (
        invariants.goals_lie_where_the_table_knows_them,
        lambda state: public(
            table(state, goals={"8,-2": "stone-a", "8,0": "gold", "8,2": "stone-b"}),
            mine={**state.public.mine, "8,0": "stone-a"},
            face_down={"8,-2": "goal", "8,2": "goal"},
        ),
    ),
    (
        invariants.the_codec_gives_the_state_back,
        lambda state: public(state, fixed=frozenset({"a", "b"})),
    ),
    (
        invariants.the_codec_gives_the_state_back,
        lambda state: own(state, 0, sightings=[Sighting(GoalSight("8,0", "gold"), 1)]),
    ),
]


def is_found(checker: Callable[..., object], *about: object) -> bool:
    """Whether a checker itself complains of a fault, rather than that something else breaks on the way.

    A state that the codec cannot read back is a fault of which the decoder complains.
    """
    unreadable = ValidationError if checker is invariants.the_codec_gives_the_state_back else AssertionError
    with pytest.raises((AssertionError, unreadable)) as found:
        checker(*about)
    own = [entry.name for entry in found.traceback if Path(str(entry.path)) == Path(str(invariants.__file__))]
    is_last = Path(str(found.traceback[-1].path)) == Path(str(invariants.__file__))
    return checker.__name__ in own and (is_last or found.type is ValidationError)


@pytest.mark.parametrize(("checker", "fault"), STATE_FAULTS)
def test_the_checker_of_a_state_finds_the_fault(
    checker: invariants.StateChecker, fault: Callable[[engine.Game], engine.Game], course: Course
) -> None:
    checker(course.state)
    assert is_found(checker, fault(course.state))


def test_every_checker_of_a_state_is_shown_a_fault() -> None:
    assert {checker for checker, _ in STATE_FAULTS} == set(invariants.STATE_CHECKERS)


def test_a_command_listed_twice_is_found(course: Course, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Turn.menu
    monkeypatch.setattr(Turn, "menu", lambda *about: [*honest(*about), *honest(*about)])
    with pytest.raises(AssertionError, match="listed twice"):
        invariants.who_can_answer_is_awaited(course.state)


def in_the_box(task: type[Task]) -> engine.Game:
    """A state of a game with the whole box in which such a task is on top of the agenda."""
    for seed in range(200):
        rng = Random(seed)
        ruleset = Ruleset(rules="saboteur2", modules=MIXED, rounds=1, veto_window=12)
        course = Course.dealt(ruleset, 4, KEY + bytes([seed]))
        while not course.over:
            if isinstance(course.state.public.agenda[-1], task):
                return course.state
            course.take(*any_move(rng, course.state, 0.7))
    raise AssertionError(f"{task.__name__} was not met")


BOX_FAULTS: list[tuple[type[Task], invariants.StateChecker, Callable[[engine.Game], engine.Game]]] = [
    (Keep, invariants.cards_are_conserved, lambda state: all_seats(state, offer=())),
    (Keep, invariants.cards_are_conserved, lambda state: public(state, agenda=state.public.agenda[:-1])),
    (Window, invariants.cards_are_conserved, lambda state: public(state, agenda=state.public.agenda[-1:])),
    (Window, invariants.who_can_answer_is_awaited, all_answered),
    (
        Window,
        invariants.who_can_answer_is_awaited,
        lambda state: own(
            state, next(iter({0, 1, 2, 3} - {ask.seat for ask in engine.awaited(state.public)})), answered=True
        ),
    ),
    (Turn, invariants.goals_lie_where_the_table_knows_them, lambda state: table(state, chests={})),
    (Turn, invariants.what_is_fixed_stays, lambda state: public(state, mine={**state.public.mine, "4,1": "NS"})),
    (Turn, invariants.what_is_fixed_stays, lambda state: public(state, miners_left=3)),
    (Turn, invariants.what_is_fixed_stays, lambda state: public(state, miners_left=-1)),
    (
        Turn,
        invariants.what_is_fixed_stays,
        lambda state: public(state, miners_left=1, miners={"-9,9": 0, "-9,8": 1}),
    ),
]


@pytest.mark.parametrize(("task", "checker", "fault"), BOX_FAULTS)
def test_the_checker_finds_the_fault_with_the_whole_box(
    task: type[Task], checker: invariants.StateChecker, fault: Callable[[engine.Game], engine.Game]
) -> None:
    state = in_the_box(task)
    checker(state)
    assert is_found(checker, fault(state))


def a_pass(course: Course) -> tuple[engine.Game, Act, Step]:
    """A step that is sound: the seat on turn passes."""
    seat = engine.awaited(course.state.public)[0].seat
    command = engine.passes(course.state.public, course.state.seats[seat])[0]
    return course.state, Act(seat, command), engine.apply(course.state, seat, command)


def a_miner(course: Course) -> tuple[engine.Game, Act, Step]:
    """A step that is sound: the seat on turn puts a miner, at another table."""
    state = begin(Ruleset(modules=("tunnel-toll",)), 5, key=KEY).state
    seat = engine.awaited(state.public)[0].seat
    command = PutMiner(state.seats[seat].hand[0], "1,0")
    return state, Act(seat, command), engine.apply(state, seat, command)


def an_order(course: Course) -> tuple[engine.Game, Act, Step]:
    """A step that is sound: a seat leaves an order."""
    order = Order("turn", then=(Lay("NESW", "1,0"),))
    return course.state, Act(3, order), engine.apply(course.state, 3, order)


STEP_FAULTS: list[tuple[invariants.StepChecker, Any, Callable[[Step], Step]]] = [
    (
        invariants.nuggets_come_from_the_bank_alone,
        a_pass,
        lambda step: step._replace(state=own(step.state, 2, nuggets=1)),
    ),
    (
        invariants.gold_cards_are_changed_openly,
        a_pass,
        lambda step: step._replace(state=table(step.state, gold_cards=step.state.table.gold_cards[1:])),
    ),
    (
        invariants.turns_use_cards_up,
        a_pass,
        lambda step: step._replace(state=public(step.state, pile=step.state.public.pile + 1)),
    ),
    (
        invariants.miners_are_of_the_table,
        a_miner,
        lambda step: step._replace(state=public(step.state, miners_left=2)),
    ),
    (invariants.miners_are_of_the_table, a_miner, lambda step: step._replace(state=public(step.state, miners={}))),
    (invariants.turns_use_cards_up, a_pass, lambda step: step._replace(events=())),
    (
        invariants.secret_acts_leave_no_trace,
        an_order,
        lambda step: step._replace(state=public(step.state, seq=step.state.public.seq + 1)),
    ),
    (
        invariants.secret_acts_leave_no_trace,
        an_order,
        lambda step: step._replace(state=table(step.state, pile=step.state.table.pile[::-1])),
    ),
    (
        invariants.secret_acts_leave_no_trace,
        an_order,
        lambda step: step._replace(whispers=((1, step.whispers),)),  # type: ignore[arg-type]  # a fault
    ),
    (
        invariants.secret_acts_leave_no_trace,
        an_order,
        lambda step: step._replace(state=own(step.state, 1, orders=(Order("pass"),))),
    ),
    (
        invariants.public_numbers_grow,
        a_pass,
        lambda step: step._replace(state=public(step.state, seq=step.state.public.seq - 1)),
    ),
    (
        invariants.public_numbers_grow,
        an_order,
        lambda step: step._replace(state=public(step.state, seq=step.state.public.seq + 1)),
    ),
]


@pytest.mark.parametrize(("checker", "of", "fault"), STEP_FAULTS)
def test_the_checker_of_a_step_finds_the_fault(
    checker: invariants.StepChecker,
    of: Callable[[Course], tuple[engine.Game, Act, Step]],
    fault: Callable[[Step], Step],
    course: Course,
) -> None:
    before, act, step = of(course)
    checker(before, act, step)
    assert is_found(checker, before, act, fault(step))


def test_every_checker_of_a_step_is_shown_a_fault() -> None:
    assert {checker for checker, _, _ in STEP_FAULTS} == set(invariants.STEP_CHECKERS)


def test_a_pay_that_was_not_announced_is_found() -> None:
    rng, course = Random(1), Course.dealt(Ruleset(rounds=2), 3, KEY)
    while True:
        before, act = course.state, any_move(rng, course.state, 0.0)
        step = course.take(*act)
        if step.events and course.state.public.round == 2:
            break
    ended = step.state.public.results[-1]
    assert ended.reason != "gold"
    invariants.nuggets_come_from_the_bank_alone(before, Act(*act), step)
    robbed = own(step.state, ended.winners[0] if ended.winners else 0, gold=(1, 1, 1, 1, 1))
    with pytest.raises(AssertionError, match="is not what was said"):
        invariants.nuggets_come_from_the_bank_alone(before, Act(*act), step._replace(state=robbed))


def test_a_log_that_does_not_lead_there_is_found(course: Course) -> None:
    invariants.the_course_leads_there_again(course)
    course.acts.pop()
    assert is_found(invariants.the_course_leads_there_again, course)
