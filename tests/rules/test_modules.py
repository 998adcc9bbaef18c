"""What no record can show of the expansions: which go together, what is dealt, what others are told (R30–R82, R93)."""

from collections import Counter
from itertools import combinations
from typing import Any

import pytest
from msgspec.structs import replace

from games.rules import engine, record
from games.rules.agenda import Step
from games.rules.cards import ARRANGEMENTS
from games.rules.commands import Choose, Lay, PutMiner
from games.rules.errors import Refused
from games.rules.events import Announced, GoldChanged, RoundEnded, Swapped, TookGold
from games.rules.layout import read_table
from games.rules.notation import parse_line
from games.rules.ruleset import MODULES, VARIANTS, check_players, compiled
from games.rules.table import Ruleset

NAMES = sorted({*MODULES, *VARIANTS})
BASE_ONLY = {"greedy", "sabotaged-dwarf", "tournament"}
NOT_IN_A_TOURNAMENT = {"greedy", "sabotaged-dwarf", "costume-department"}
SEEDS = [bytes([number]) * 32 for number in range(40)]
CHEST_TUNNELS = {"NESW", "ESW", "NES", "NE", "NW", "NS", "EW"}
CHESTS = {
    *("nugget", "no-maps", "no-draw", "extra-draw", "far-goal"),
    *("grab", "choose-3", "spy", "recycle", "landslide"),
}


def ruleset(rules: str, *names: str) -> Ruleset:
    """A table with modules and variants by their names."""
    return Ruleset(
        rules=rules,
        modules=tuple(sorted(name for name in names if name in MODULES)),
        variants=tuple(sorted(name for name in names if name in VARIANTS)),
    )


def scene(modules: list[str], script: dict[str, Any], lines: list[str], **options: Any) -> engine.Game:
    """Three players in the middle of a base game, after some moves."""
    table = {"rules": "base", "modules": modules, "variants": [], "options": options}
    rules = read_table({"table": table, "seats": ["Ann", "Bo", "Cy"]})
    state = record.deal_round(rules, 3, script, 1, None, "round 1")
    for line in lines:
        state = play(state, line).state
    return state


def play(state: engine.Game, line: str) -> Step:
    """One move line carried out."""
    return engine.apply(state, *parse_line(line))


# -- what goes together


@pytest.mark.parametrize("rules", ["base", "saboteur2"])
def test_r82_any_two_go_together_unless_the_rules_say_otherwise(rules: str) -> None:
    for pair in combinations(NAMES, 2):
        not_here = rules == "saboteur2" and BASE_ONLY & {*pair}
        if not_here or ("tournament" in pair and NOT_IN_A_TOURNAMENT & {*pair}):
            with pytest.raises(Refused) as found:
                compiled(ruleset(rules, *pair))
            assert found.value.code == ("needs-other-rules" if rules == "saboteur2" else "cannot-be-combined"), pair
        else:
            assert compiled(ruleset(rules, *pair)), pair


@pytest.mark.parametrize(
    ("rules", "names", "rule", "named"),
    [
        ("saboteur2", ["greedy"], "R60", {"greedy", "saboteur2"}),
        ("saboteur2", ["sabotaged-dwarf"], "R80", {"sabotaged-dwarf", "saboteur2"}),
        ("saboteur2", ["tournament"], "R81", {"tournament", "saboteur2"}),
        ("base", ["tournament", "greedy"], "R81", {"tournament", "greedy"}),
        ("base", ["tournament", "sabotaged-dwarf"], "R81", {"tournament", "sabotaged-dwarf"}),
        ("base", ["tournament", "costume-department"], "R81", {"tournament", "costume-department"}),
    ],
)
def test_r82_incompatible_modules_are_named_with_the_rule(
    rules: str, names: list[str], rule: str, named: set[str]
) -> None:
    with pytest.raises(Refused, match="needs-other-rules" if rules == "saboteur2" else "cannot-be-combined") as refused:
        compiled(ruleset(rules, *names))
    assert refused.value.rule == rule
    assert {*map(str, refused.value.about.values())} == named


@pytest.mark.parametrize("rules", ["base", "saboteur2"])
def test_r82_everything_else_goes_together(rules: str) -> None:
    assert compiled(ruleset(rules, *(name for name in MODULES if name != "greedy")))
    assert compiled(ruleset("base", *MODULES, "sabotaged-dwarf"))
    assert compiled(ruleset("base", "tournament", *({*MODULES} - NOT_IN_A_TOURNAMENT)))


@pytest.mark.parametrize(
    ("rules", "names", "fewest", "most", "rule"),
    [("base", [], 3, 10, "R10"), ("saboteur2", [], 2, 12, "R30"), ("base", ["tournament"], 5, 9, "R81")],
)
def test_r10_r30_r81_how_many_may_play(rules: str, names: list[str], fewest: int, most: int, rule: str) -> None:
    for players in range(14):
        if fewest <= players <= most:
            check_players(ruleset(rules, *names), players)
        else:
            with pytest.raises(Refused, match="wrong-number-of-players") as refused:
                check_players(ruleset(rules, *names), players)
            assert refused.value.rule == rule


# -- what is dealt


@pytest.mark.parametrize("players", range(2, 13))
def test_r30_r31_saboteur_2_deals_fifteen_roles_and_117_cards(players: int) -> None:
    dealt = engine.first_deal(ruleset("saboteur2"), players, key=SEEDS[0])
    roles = {"blue": 4, "green": 4, "saboteur": 3, "boss": 1, "profiteer": 1, "geologist": 2}
    assert Counter([*dealt.roles, *dealt.spare_roles]) == roles
    assert [len(hand) for hand in dealt.hands] == [6] * players
    assert (len(dealt.aside), len(dealt.pile), dealt.gold_cards) == (10, 107 - 6 * players, ())


def test_r72_gold_and_four_of_seven_lie_face_down() -> None:
    goals = {"gold", "sack-1", "sack-2", "dragon", "spider", "stone-a", "stone-b", "stone-c"}
    missing: set[str] = set()
    for key in SEEDS:
        dealt = engine.first_deal(ruleset("base", "new-goals"), 5, key=key)
        assert [*dealt.goals] == ["8,-4", "8,-2", "8,0", "8,2", "8,4"]
        assert {*dealt.goals.values(), *dealt.goals_left} == goals
        assert "gold" in dealt.goals.values()
        missing.update(dealt.goals_left)
    assert missing == goals - {"gold"}


@pytest.mark.parametrize("arrangement", ARRANGEMENTS)
def test_r73_four_chests_lie_apart_under_cards_of_their_own(arrangement: str) -> None:
    seen: set[str] = set()
    for key in SEEDS:
        rules = replace(ruleset("saboteur2", "treasure-chests", "new-goals", "tunnel-party"), chests=arrangement)
        dealt = engine.first_deal(rules, 4, key=key)
        tunnels, chests = zip(*dealt.chests.values(), strict=True)
        assert len({*tunnels}) == len({*chests}) == len(dealt.chests) == 4
        assert {*tunnels} <= CHEST_TUNNELS
        seen.update(chests)
        taken = {"0,0", "4,-1", "4,1", "4,0", *dealt.goals}
        assert not taken & {*dealt.chests}
        cells = [tuple(map(int, at.split(","))) for at in dealt.chests]
        assert all(abs(a - c) + abs(b - d) > 1 for (a, b), (c, d) in combinations(cells, 2))
    assert seen == CHESTS


def test_r73_there_are_three_arrangements_to_choose_from() -> None:
    assert len({frozenset(squares) for squares in ARRANGEMENTS.values()}) >= 3


def test_r81_one_of_forty_tunnel_cards_lies_in_the_middle_turned_at_random() -> None:
    rules, found = ruleset("base", "tournament"), set()
    whole = Counter(compiled(rules).catalogue)
    for key in SEEDS:
        dealt = engine.first_deal(rules, 6, key=key)
        (card,) = dealt.fixed.values()
        found.add(card)
        assert [*dealt.fixed] == ["4,0"]
        cards = [*dealt.pile, *(card for hand in dealt.hands for card in hand), card.removesuffix("~")]
        assert Counter(cards) == whole
        assert dealt.spare_roles == ()
    assert {card.endswith("~") for card in found} == {True, False}


def test_r60_greedy_dwarf_alone_is_paid_and_sees_its_cards() -> None:
    way = {f"{x},0": "NESW" if x > 3 else "EW" for x in range(1, 7)}
    roles = {"A": "digger", "B": "greedy", "C": "saboteur"}
    script = {"first": "B", "roles": roles, "mine": way, "hands": {"B": ["ESW"]}, "goals": MINER["goals"]}
    step = play(scene(["greedy"], script, []), "B lay ESW 7,0")
    ended = next(event for event in step.events if isinstance(event, RoundEnded))
    assert (ended.connector, ended.winners, ended.paid) == (1, (1,), (0, 4, 0))
    assert [(seat, whisper) for seat, whisper in step.whispers if isinstance(whisper, TookGold)] == [
        (1, TookGold(3)),
        (1, TookGold(1)),
    ]
    assert [own.gold for own in step.state.seats] == [(), (3, 1), ()]


def test_r60_the_greedy_dwarf_takes_the_place_of_a_digger() -> None:
    dealt = engine.first_deal(ruleset("base", "greedy"), 7, key=SEEDS[0])
    assert Counter([*dealt.roles, *dealt.spare_roles]) == {"saboteur": 3, "digger": 4, "greedy": 1}


# -- what others are told

MINER = {
    "roles": {"A": "digger", "B": "digger", "C": "digger"},
    "spare_roles": ["saboteur"],
    "goals": {"8,-2": "stone-a", "8,0": "gold", "8,2": "stone-b"},
    "hands": {"A": ["NS", "map"], "B": ["EW", "map"], "C": ["map"]},
}


def test_r70_the_lowest_gold_card_is_changed_openly() -> None:
    state = scene(["tunnel-toll"], MINER, ["A miner NS 1,0"])
    poor = replace(state.seats[1], nuggets=0, gold=(3, 2))
    step = play(replace(state, seats=(state.seats[0], poor, state.seats[2])), "B lay EW 1,0")
    assert [event for event in step.events if isinstance(event, GoldChanged)] == [GoldChanged(seat=1, value=2)]
    assert (step.state.seats[1].gold, step.state.seats[1].nuggets, step.state.seats[0].nuggets) == ((3,), 1, 2)


def test_r70_r94_open_ends_are_listed_by_square_and_not_as_they_were_dug() -> None:
    cards = {"0,1": "NS", "1,0": "EW", "-1,0": "EW", "0,-1": "NS", "2,0": "NESW"}
    hands = {"A": ["map"], "B": ["map"], "C": ["map"]}
    ways = []
    for order in (list(cards), list(reversed(cards))):
        state = scene(["tunnel-toll"], {**MINER, "hands": hands, "mine": {at: cards[at] for at in order}}, [])
        menu = engine.legal(state.public, state.seats[0])
        ways.append([command.at for command in menu if isinstance(command, PutMiner)])
    assert ways[0] == ways[1] == ["-2,0", "0,-2", "0,2", "2,-1", "2,1", "3,0"]


def test_r70_no_gold_card_is_changed_as_long_as_there_is_a_nugget() -> None:
    state = scene(["tunnel-toll"], MINER, ["A miner NS 1,0"])
    rich = replace(state.seats[1], gold=(3, 1))
    step = play(replace(state, seats=(state.seats[0], rich, state.seats[2])), "B lay EW 1,0")
    assert not [event for event in step.events if isinstance(event, GoldChanged)]
    assert (step.state.seats[1].gold, step.state.seats[1].nuggets) == ((3, 1), 0)


def test_r21_r70_paid_seat_that_can_now_pay_can_move() -> None:
    script = {**MINER, "hands": {"A": ["EW"], "B": ["NS"], "C": []}, "pile": [], "pile_is_whole": True}
    state = scene(["tunnel-toll"], script, [])
    rich, poor, other = state.seats
    miners = {"1,0": 1, "0,1": 2, "0,-1": 2, "-1,0": 2}
    public = replace(state.public, miners=miners, miners_left=0, rich=(True, False, False))
    seats = (replace(rich, nuggets=1), replace(poor, nuggets=0), replace(other, nuggets=0))
    step = play(replace(state, public=public, seats=seats), "A lay EW 1,0")
    assert not [event for event in step.events if isinstance(event, RoundEnded)]
    menu = engine.legal(step.state.public, step.state.seats[1])
    assert {command.at for command in menu if isinstance(command, Lay)} == {"0,1", "0,-1"}


def test_r73_no_goal_moves_onto_a_miner() -> None:
    modules = ["treasure-chests", "tunnel-toll"]
    script = {"chests": {"2,1": ["EW", "far-goal"]}, "mine": {"1,0": "EW"}, "hands": {"A": ["ESW"]}}
    state = scene(modules, script, [])
    blocked = replace(state, public=replace(state.public, miners={"9,0": 2}))
    asked = play(blocked, "A lay ESW 2,0").state
    squares = {command.answer for command in engine.legal(asked.public, asked.seats[0]) if isinstance(command, Choose)}
    assert squares == {"8,-2", "8,2"}


def test_r61_goal_swap_stays_hidden() -> None:
    script = {**MINER, "hands": {"A": ["swap-goals"], "B": ["map"], "C": ["map"]}}
    state = scene(["swap-goals"], script, ["A swap-goals 8,-2 8,0"])
    swapped, unswapped = play(state, "A choose swap"), play(state, "A choose keep")
    assert swapped.state.public == unswapped.state.public
    assert swapped.events == unswapped.events
    assert swapped.whispers == unswapped.whispers
    assert Swapped(seat=0, at=("8,-2", "8,0")) in swapped.events
    assert swapped.state.table.goals != unswapped.state.table.goals


def window(holder: str, orders: list[str]) -> engine.Game:
    """A card of A announced in a window, with the veto in a hand or in the pile."""
    hands = {seat: ["EW" if seat == "A" else "map", "veto" if holder == seat else "NE"] for seat in "ABC"}
    return scene(["veto"], {**MINER, "hands": hands}, [*orders, "A lay EW 1,0"], veto_window=12)


@pytest.mark.parametrize("holder", ["A", "B", "C"])
def test_r93_window_is_the_same_for_any_holder_of_the_veto(holder: str) -> None:
    state = window(holder, [])
    assert state.public == window("nobody", []).public
    assert [(ask.seat, ask.kind) for ask in engine.awaited(state.public)] == [(1, "veto"), (2, "veto")]
    assert "1,0" not in state.public.mine


def test_r93_r95_answers_and_orders_in_the_window_show_nothing() -> None:
    state = window("C", [])
    assert state.public == window("C", ["B order pass", "C order theft A"]).public
    step = play(state, "B choose none")
    assert step.state.public == state.public
    assert (step.events, step.whispers) == ((), ())


def test_r95_an_order_to_veto_that_struck_is_spent_and_the_others_stay() -> None:
    state = window("C", ["C order veto lay any", "C order pass"])
    assert "veto" not in state.seats[2].hand
    assert [order.kind for order in state.seats[2].orders] == ["pass"]


def test_r93_announced_card_is_shown_and_nothing_else() -> None:
    hands = {"A": ["map"], "B": ["NS"], "C": ["veto"]}
    step = play(scene(["veto"], {**MINER, "hands": hands}, [], veto_window=1), "A map 8,0")
    assert step.events == (Announced(seat=0, card="map", at=("8,0",)),)
    assert step.whispers == ()
