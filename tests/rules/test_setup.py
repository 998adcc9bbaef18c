"""Deals for every number of players, and where their chance comes from (R10–R12, R25, R98)."""

from collections import Counter

import pytest

from games.rules import engine
from games.rules.dice import Dice
from games.rules.errors import Refused
from games.rules.notation import parse
from games.rules.ruleset import compiled
from games.rules.setup import DealtRound, all_gold_cards
from games.rules.table import Ruleset
from tests.rules.playout import Course
from tests.rules.rounds import begin

pytestmark = pytest.mark.quick

KEY = b"setup" * 6

ROLE_CARDS = {3: (1, 3), 4: (1, 4), 5: (2, 4), 6: (2, 5), 7: (3, 5), 8: (3, 6), 9: (3, 7), 10: (4, 7)}
HANDS = {3: 6, 4: 6, 5: 6, 6: 5, 7: 5, 8: 4, 9: 4, 10: 4}
DECK = Counter(
    {
        "NESW": 5,
        "ESW": 5,
        "NES": 5,
        "NS": 4,
        "EW": 3,
        "NE": 5,
        "NW": 4,
        **dict.fromkeys(["N.E.S.W", "E.S.W", "N.E.S", "N.S", "E.W", "N.E", "N.W", "N", "E"], 1),
        **dict.fromkeys(["break:pickaxe", "break:lantern", "break:cart"], 3),
        **dict.fromkeys(["repair:pickaxe", "repair:lantern", "repair:cart"], 2),
        **dict.fromkeys(["repair:pickaxe+lantern", "repair:pickaxe+cart", "repair:lantern+cart"], 1),
        "rockfall": 3,
        "map": 6,
    }
)
PLAYERS = pytest.mark.parametrize("players", range(3, 11))


def dealt(players: int, key: bytes = KEY) -> DealtRound:
    """The first deal of a base game."""
    return engine.first_deal(Ruleset(), players, key=key)


@PLAYERS
def test_r10_one_role_card_more_than_players_is_shuffled_and_one_set_aside(players: int) -> None:
    deal = dealt(players)
    saboteurs, diggers = ROLE_CARDS[players]
    assert Counter(deal.roles + deal.spare_roles) == {"saboteur": saboteurs, "digger": diggers}
    assert (len(deal.roles), len(deal.spare_roles)) == (players, 1)


@PLAYERS
def test_r10_each_player_is_dealt_a_hand_of_the_size_of_the_table(players: int) -> None:
    assert [len(hand) for hand in dealt(players).hands] == [HANDS[players]] * players


@PLAYERS
def test_r11_hands_and_pile_are_the_67_cards(players: int) -> None:
    deal = dealt(players)
    assert sum(DECK.values()) == 67
    assert Counter(card for hand in deal.hands for card in hand) + Counter(deal.pile) == DECK
    assert deal.aside == ()


@PLAYERS
def test_r1_r11_the_three_goals_lie_face_down_eight_columns_from_the_start(players: int) -> None:
    deal = dealt(players)
    assert list(deal.goals) == ["8,-2", "8,0", "8,2"]
    assert sorted(deal.goals.values()) == ["gold", "stone-a", "stone-b"]
    public = begin(Ruleset(), players, key=KEY).state.public
    assert public.face_down == dict.fromkeys(deal.goals, "goal")
    assert public.mine == {"0,0": "start"}


def test_r10_r11_r12_every_place_is_left_to_chance() -> None:
    deals = [dealt(5, bytes([number]) * 32) for number in range(60)]
    assert {deal.first for deal in deals} == set(range(5))
    assert {at for deal in deals for at, goal in deal.goals.items() if goal == "gold"} == {"8,-2", "8,0", "8,2"}
    assert {deal.spare_roles for deal in deals} == {("digger",), ("saboteur",)}
    assert len({deal.pile for deal in deals}) == len(deals)
    assert len({deal.gold_cards for deal in deals}) == len(deals)


def test_r12_random_first_player_starts_and_play_goes_clockwise() -> None:
    course = Course.dealt(Ruleset(), 4, KEY)
    for step in range(6):
        seat = (course.deals[0].first + step) % 4
        assert engine.awaited(course.state.public) == ((seat, "turn"),)
        course.take(seat, engine.passes(course.state.public, course.state.seats[seat])[0])


@pytest.mark.parametrize("players", [-1, 0, 1, 2, 11, 12])
def test_r10_other_numbers_of_players_are_refused(players: int) -> None:
    with pytest.raises(Refused, match="wrong-number-of-players"):
        begin(Ruleset(), players, key=KEY)


@pytest.mark.parametrize(
    ("ruleset", "code", "name"),
    [
        (Ruleset(rules="chess"), "unknown-rules", "chess"),
        (Ruleset(modules=("dragon",)), "unknown-module", "dragon"),
        (Ruleset(variants=("fast",)), "unknown-variant", "fast"),
        (Ruleset(rounds=0), "wrong-rounds", "0"),
        (Ruleset(rounds=7), "wrong-rounds", "7"),
        (Ruleset(gold_draft="thrown"), "wrong-gold-draft", "thrown"),
        (Ruleset(veto_window=2), "wrong-veto-window", "2"),
        (Ruleset(next_starter="eldest"), "wrong-next-starter", "eldest"),
        (Ruleset(own_doors=1), "wrong-own-doors", "1"),  # type: ignore[arg-type]
        (Ruleset(joined_ladders="yes"), "wrong-joined-ladders", "yes"),  # type: ignore[arg-type]
        (Ruleset(chests="spiral"), "unknown-arrangement", "spiral"),
    ],
)
def test_rules_that_are_not_known_are_refused(ruleset: Ruleset, code: str, name: str) -> None:
    with pytest.raises(Refused) as refused:
        compiled(ruleset)
    assert (refused.value.code, refused.value.about) == (code, {"name": name})


def test_r98_deal_is_the_sorted_pile_shuffled_by_its_label() -> None:
    deal = dealt(5)

    def shuffled(label: str, items: list[str]) -> list[str]:
        return Dice(KEY, f"round 1 {label}").shuffled(sorted(items))

    deck = shuffled("deck", list(DECK.elements()))
    assert [card for hand in deal.hands for card in hand] + list(deal.pile) == deck
    assert [*deal.roles, *deal.spare_roles] == shuffled("roles", ["digger"] * 4 + ["saboteur"] * 2)
    assert list(deal.goals.values()) == shuffled("goals", ["gold", "stone-a", "stone-b"])
    assert deal.first == Dice(KEY, "round 1 first").below(5)
    assert list(deal.gold_cards) == Dice(KEY, "round 1 gold").shuffled([1] * 16 + [2] * 8 + [3] * 4)


def test_r98_the_same_key_deals_the_same_and_another_key_another_game() -> None:
    assert dealt(6) == dealt(6)
    assert dealt(6) != dealt(6, KEY[::-1])


def test_r4_there_are_28_gold_cards_of_44_nuggets() -> None:
    assert Counter(all_gold_cards()) == {1: 16, 2: 8, 3: 4}


def test_r25_new_round_deals_again_and_keeps_the_gold() -> None:
    course = Course.dealt(Ruleset(rounds=2), 3, KEY)
    while course.state.public.round == 1:
        seat = engine.awaited(course.state.public)[0].seat
        course.take(seat, engine.passes(course.state.public, course.state.seats[seat])[0])
    first, second = course.deals
    held = Counter(card for own in course.state.seats for card in own.gold)
    assert Counter(second.gold_cards) + held == Counter(first.gold_cards)
    assert Counter(second.roles + second.spare_roles) == Counter(first.roles + first.spare_roles)
    assert Counter(card for hand in second.hands for card in hand) + Counter(second.pile) == DECK
    assert (second.hands, second.pile) != (first.hands, first.pile)
    assert course.state.public.discards == ()


def test_r95_orders_live_on_when_a_new_round_is_dealt() -> None:
    course = Course.dealt(Ruleset(rounds=2), 3, KEY)
    order = parse("order theft B")
    course.take(0, order)
    while course.state.public.round == 1:
        seat = engine.awaited(course.state.public)[0].seat
        course.take(seat, engine.passes(course.state.public, course.state.seats[seat])[0])
    assert course.state.seats[0].orders == (order,)
