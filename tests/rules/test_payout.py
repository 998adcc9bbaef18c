"""What a round pays: gold cards that go round, exact sums, change from the bank (R22, R23, R24, R26, R91)."""

from collections import Counter
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import given

from games.rules import engine
from games.rules.agenda import Step
from games.rules.commands import Choose, Lay, Pass
from games.rules.events import GameEnded, GoldTaken, NuggetTaken, RoundEnded, TookGold
from games.rules.setup import DealtRound
from games.rules.table import Ruleset
from tests.secrecy.gold import payday

pytestmark = pytest.mark.quick

ALL_GOLD = (1,) * 16 + (2,) * 8 + (3,) * 4
DIGGER, SABOTEUR = "digger", "saboteur"


def position(roles: list[str], gold: list[int], **fields: Any) -> DealtRound:
    """The last card of a round is in each hand, and the pile is empty."""
    fields = {"first": 0, "hands": tuple(("EW",) for _ in roles), **fields}
    goals = {"8,-2": "stone-a", "8,0": "gold", "8,2": "stone-b"}
    return DealtRound(
        round=1, roles=tuple(roles), spare_roles=(DIGGER,), goals=goals, pile=(), gold_cards=tuple(gold), **fields
    )


def reach_gold(roles: list[str], connector: int, gold: list[int], *, draft: str = "auto") -> Step:
    """The gold is reached by a seat."""
    mine = {f"{x},0": "EW" for x in range(1, 7)}
    dealt = position(roles, gold, mine=mine, first=connector)
    state = engine.begin_from(Ruleset(gold_draft=draft), dealt, key=b"k").state
    return engine.apply(state, connector, Lay("EW", "7,0"))


def miss_gold(roles: list[str], gold: list[int]) -> Step:
    """All cards are used up and the gold is not reached; the last step of it."""
    step = engine.begin_from(Ruleset(), position(roles, gold), key=b"k")
    for seat in range(len(roles)):
        step = engine.apply(step.state, seat, Pass(("EW",)))
    return step


def gold_of(step: Step) -> list[list[int]]:
    """The gold cards of each seat."""
    return [sorted(own.gold, reverse=True) for own in step.state.seats]


@pytest.mark.parametrize(
    ("connector", "gold"),
    [
        pytest.param(0, [[3], [], [1], [2]], id="a digger takes first, then the seat before"),
        pytest.param(2, [[2], [], [3], [1]], id="past a saboteur"),
        pytest.param(1, [[3], [], [1], [2]], id="a saboteur connected: the first digger to the right begins"),
    ],
)
def test_r22_gold_goes_to_the_right_from_who_connected_it(connector: int, gold: list[list[int]]) -> None:
    assert gold_of(reach_gold([DIGGER, SABOTEUR, DIGGER, DIGGER], connector, [1, 2, 3, 3, 3])) == gold


def test_r22_as_many_cards_are_drawn_from_the_top_as_there_are_diggers() -> None:
    step = reach_gold([DIGGER, SABOTEUR, DIGGER], 0, [1, 2, 3, 3])
    assert gold_of(step) == [[2], [], [1]]
    assert step.state.table.gold_cards == (3, 3)
    assert step.state.table.on_offer == ()


def test_r22_r24_taken_gold_is_hidden_from_others() -> None:
    step = reach_gold([DIGGER, SABOTEUR, DIGGER], 0, [1, 2, 3])
    taken = [(seat, whisper.value) for seat, whisper in step.whispers if isinstance(whisper, TookGold)]
    assert taken == [(0, 2), (2, 1)]
    assert [event for event in step.events if isinstance(event, GoldTaken)] == [GoldTaken(0), GoldTaken(2)]


def test_r91_by_hand_everybody_is_asked_but_the_last_one() -> None:
    step = reach_gold([DIGGER, SABOTEUR, DIGGER, DIGGER], 0, [2, 1, 2, 3], draft="hand")
    assert engine.awaited(step.state.public) == ((0, "gold"),)
    assert engine.legal(step.state.public, step.state.seats[0]) == (Choose("2"), Choose("1"))
    assert engine.legal(step.state.public, step.state.seats[3]) == ()
    step = engine.apply(step.state, 0, Choose("1"))
    assert engine.awaited(step.state.public) == ((3, "gold"),)
    assert step.state.seats[3].offer == ("2", "2")
    step = engine.apply(step.state, 3, Choose("2"))
    assert gold_of(step) == [[1], [], [2], [2]]
    assert engine.awaits_deal(step.state.public)


@pytest.mark.parametrize("draft", ["auto", "hand"])
@pytest.mark.parametrize(
    ("pile", "gold", "nuggets"),
    [
        ([2], [[2], [], [], []], [0, 0, 1, 1]),
        ([], [[], [], [], []], [1, 0, 1, 1]),
    ],
)
def test_r22_missing_gold_cards_are_nuggets_taken_last(
    draft: str, pile: list[int], gold: list[list[int]], nuggets: list[int]
) -> None:
    step = reach_gold([DIGGER, SABOTEUR, DIGGER, DIGGER], 0, pile, draft=draft)
    assert gold_of(step) == gold
    assert [own.nuggets for own in step.state.seats] == nuggets
    # Openly, and in the order in which gold goes round.
    taken = [event.seat for event in step.events if isinstance(event, NuggetTaken)]
    assert taken == [seat for seat in (0, 3, 2) if nuggets[seat]]


def test_r22_choice_by_hand_offers_gold_cards_and_no_missing_ones() -> None:
    step = reach_gold([DIGGER, SABOTEUR, DIGGER, DIGGER], 0, [1, 2], draft="hand")
    assert engine.awaited(step.state.public) == ((0, "gold"),)
    assert engine.legal(step.state.public, step.state.seats[0]) == (Choose("2"), Choose("1"))
    step = engine.apply(step.state, 0, Choose("1"))
    assert gold_of(step) == [[1], [], [], [2]]
    assert [event for event in step.events if isinstance(event, NuggetTaken)] == [NuggetTaken(seat=2, count=1)]


@pytest.mark.parametrize(
    ("saboteurs", "gold", "cards", "nuggets"),
    [
        (1, [1, 2, 3], [[3, 1]], [0]),
        (1, [2, 2, 3], [[2, 2]], [0]),
        (2, [3, 3, 1], [[3], [3]], [0, 0]),
        (2, [3, 2, 1, 1], [[3], [2, 1]], [0, 0]),
        (3, [3, 3, 3, 2], [[3], [3], [3]], [0, 0, 0]),
        (4, [2, 1, 1, 2, 2], [[2], [2], [2], [1, 1]], [0, 0, 0, 0]),
        # Change that the pile cannot give comes from the bank.
        (1, [3, 3], [[3]], [1]),
        (1, [], [[]], [4]),
        (2, [2, 2, 2], [[2], [2]], [1, 1]),
        (4, [3, 3, 1], [[1], [], [], []], [1, 2, 2, 2]),
    ],
)
def test_r23_saboteurs_get_exact_sums_with_the_highest_cards_first(
    saboteurs: int, gold: list[int], cards: list[list[int]], nuggets: list[int]
) -> None:
    step = miss_gold([SABOTEUR] * saboteurs + [DIGGER] * 3, gold)
    assert gold_of(step) == [*cards, [], [], []]
    assert [own.nuggets for own in step.state.seats] == [*nuggets, 0, 0, 0]


def test_r23_no_gold_is_paid_without_a_saboteur_at_the_table() -> None:
    step = miss_gold([DIGGER] * 3, list(ALL_GOLD))
    assert gold_of(step) == [[], [], []]
    assert len(step.state.table.gold_cards) == 28
    ended = next(event for event in step.events if isinstance(event, RoundEnded))
    assert (ended.winners, ended.reason) == ((), "hands-empty")


roles = st.integers(min_value=3, max_value=10).flatmap(
    lambda players: st.integers(min_value=0, max_value=4).flatmap(
        lambda saboteurs: st.permutations(
            [SABOTEUR] * min(saboteurs, players - 1) + [DIGGER] * (players - min(saboteurs, players - 1))
        )
    )
)
piles = st.permutations(ALL_GOLD).flatmap(
    lambda gold: st.integers(min_value=0, max_value=28).map(lambda count: gold[:count])
)


def unexpected_question(seat: int, offer: list[int]) -> int | None:
    """Cards are taken automatically."""
    raise AssertionError(f"{seat} was asked to choose from {offer}")


@given(roles, piles, st.integers(min_value=0, max_value=9))
def test_r22_every_draft_pays_as_the_rule_read_a_second_time(roles: list[str], gold: list[int], seat: int) -> None:
    step = reach_gold(roles, seat % len(roles), gold)
    ended = next(event for event in step.events if isinstance(event, RoundEnded))
    day = payday(ended, gold, by_hand=False, choose=unexpected_question)
    assert gold_of(step) == [day.got.get(seat, []) for seat in range(len(roles))]
    assert sorted(step.state.table.gold_cards) == sorted(day.left)
    assert [own.nuggets for own in step.state.seats] == [day.change.get(seat, 0) for seat in range(len(roles))]


@given(roles, piles)
def test_r23_sums_are_exact_whatever_is_left_in_the_pile(roles: list[str], gold: list[int]) -> None:
    step = miss_gold(roles, gold)
    share = {0: 0, 1: 4, 2: 3, 3: 3, 4: 2}[roles.count(SABOTEUR)]
    assert [own.worth for own in step.state.seats] == [share * (role == SABOTEUR) for role in roles]
    held = Counter(card for own in step.state.seats for card in own.gold)
    assert held + Counter(step.state.table.gold_cards) == Counter(gold)
    ended = next(event for event in step.events if isinstance(event, RoundEnded))
    day = payday(ended, gold, by_hand=False, choose=unexpected_question)
    assert gold_of(step) == [day.got.get(seat, []) for seat in range(len(roles))]


@pytest.mark.parametrize(("gold", "winners"), [([3, 1, 1], (0,)), ([2, 2, 1], (0, 2)), ([1, 1, 1], (0, 2))])
def test_r26_most_gold_wins_and_ties_share(gold: list[int], winners: tuple[int, ...]) -> None:
    mine = {f"{x},0": "EW" for x in range(1, 7)}
    dealt = position([DIGGER, SABOTEUR, DIGGER], gold, mine=mine)
    state = engine.begin_from(Ruleset(rounds=1), dealt, key=b"k").state
    step = engine.apply(state, 0, Lay("EW", "7,0"))
    assert next(event for event in step.events if isinstance(event, GameEnded)).winners == winners
    assert step.state.public.revealed is not None
    assert step.state.public.revealed.gold == tuple(own.worth for own in step.state.seats)
