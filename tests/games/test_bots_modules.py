"""What bots make of the cards and roles of every module, in single scenes."""

from typing import Any

from msgspec.structs import replace

from games.rules.commands import Lay
from games.rules.events import NuggetTaken, Stole
from games.rules.table import RoundResult, Ruleset
from tests.games.bot_scenes import (
    OPENED,
    ROLES,
    SABOTEUR2,
    TEAMS,
    TRUNK,
    asked,
    choices,
    chosen,
    knowing,
    scene,
)

BLOCKED = {**TRUNK, "3,0": "EW-blue"}
"""The straight way with a door that stops the green diggers."""
IDLE = {"B": ["NS"], "C": ["NS"], "D": ["NS"]}
BAD_B = ["A lay NESW 1,0", "B lay N.E.S.W 2,0", "C pass NS", "D pass NS"]
"""B has laid a dead end; then it is A's turn again."""


def acts(**hands: list[str]) -> dict[str, list[str]]:
    """Hands of some, and of the others something to pass."""
    return {**IDLE, **hands}


# -- Saboteur 2: doors and roles


def test_a_green_digger_connects_without_a_blue_door() -> None:
    assert chosen(rules=SABOTEUR2, hands={"A": ["EW-blue", "EW"]}, goals={"8,0": "gold"}, mine=OPENED) == {"lay EW 7,0"}


def test_a_blue_digger_lays_a_door_of_its_own_colour() -> None:
    roles = {**TEAMS, "A": "blue"}
    assert chosen(rules=SABOTEUR2, roles=roles, hands={"A": ["EW-blue", "EW"]}) == {"lay EW-blue 1,0"}


def test_a_boss_connects_through_any_door() -> None:
    script: dict[str, Any] = {"roles": {**TEAMS, "A": "boss"}, "goals": {"8,0": "gold"}, "mine": OPENED}
    assert chosen(rules=SABOTEUR2, hands={"A": ["EW-green", "E.W"]}, **script) == {"lay EW-green 7,0"}


def test_a_green_digger_brings_down_a_blue_door() -> None:
    assert chosen(rules=SABOTEUR2, hands={"A": ["rockfall", "E"]}, mine=BLOCKED) == {"rockfall 3,0"}


def test_a_digger_does_not_connect_for_the_other_team() -> None:
    mine = {**OPENED, "3,0": "EW-blue"}
    script: dict[str, Any] = {"hands": {"A": ["EW", "N"]}, "goals": {"8,0": "gold"}, "mine": mine}
    assert "lay EW 7,0" not in chosen(rules=SABOTEUR2, **script)


def test_stopped_saboteur_blocks_the_way() -> None:
    mine = {**OPENED, "3,0": "EW-blue"}
    script: dict[str, Any] = {"hands": {"A": ["E.W", "map"]}, "goals": {"8,0": "gold"}, "mine": mine}
    assert chosen(rules=SABOTEUR2, **script) == {"lay E.W 7,0"}


def test_a_geologist_lays_crystals() -> None:
    roles = {**TEAMS, "A": "geologist"}
    found = chosen(rules=SABOTEUR2, roles=roles, hands={"A": ["ESW", "ESW-crystal"]})
    assert found
    assert all(choice.startswith("lay ESW-crystal") for choice in found)


def test_neither_a_geologist_with_crystals_nor_a_profiteer_ends_the_round() -> None:
    for role, hand in (("geologist", ["EW", "ESW-crystal"]), ("profiteer", ["EW", "ESW"])):
        script: dict[str, Any] = {
            "roles": {**TEAMS, "A": role},
            "hands": {"A": hand},
            "goals": {"8,0": "gold"},
            "mine": OPENED,
        }
        assert not any(" 7,0" in choice for choice in chosen(rules=SABOTEUR2, **script))


def test_a_geologist_and_a_profiteer_bring_the_gold_no_nearer() -> None:
    for role in ("geologist", "profiteer"):
        found = chosen(rules=SABOTEUR2, roles={**TEAMS, "A": role}, hands={"A": ["EW", "E.W", "map"]}, mine=OPENED)
        assert not any(choice.startswith("lay EW ") for choice in found)


def test_a_geologist_brings_down_a_tunnel_and_never_a_crystal() -> None:
    roles, shining = {**TEAMS, "A": "geologist"}, {**OPENED, "3,0": "ESW-crystal"}
    hands = {"A": ["rockfall", "repair:cart"]}
    assert chosen(rules=SABOTEUR2, roles=roles, hands=hands, mine=OPENED) == {"rockfall 3,0", "rockfall 5,0"}
    assert "rockfall 3,0" not in chosen(rules=SABOTEUR2, roles=roles, hands=hands, mine=shining)


# -- Saboteur 2: cards


def test_more_roles_are_against_a_team_than_with_it() -> None:
    assert chosen(rules=SABOTEUR2, hands={"A": ["break:cart", "N"]}) == {f"break:cart {one}" for one in "BCD"}
    mine, seen = scene(rules=SABOTEUR2, hands={"A": ["break:cart", "N"]})
    known = choices(knowing(mine, B="green", C="boss"), seen)
    assert known == {"break:cart D"}
    assert chosen(rules=SABOTEUR2, hands={"A": ["break:cart", "EW"]}) == {"lay EW 1,0"}


def test_the_gold_is_brought_near_for_friends_and_not_for_strangers() -> None:
    mine = {at: card for at, card in OPENED.items() if at not in ("5,0", "6,0")}
    script: dict[str, Any] = {"hands": {"A": ["ESW", "N"]}, "goals": {"8,0": "gold"}, "mine": mine}
    last, seen = scene(rules=SABOTEUR2, **script)
    strangers = replace(last, public=replace(last.public, pile=60))
    assert not any(choice.startswith("lay ESW 5,0") for choice in choices(strangers, seen))
    friends = knowing(strangers, B="boss", C="green", D="green")
    assert all(choice.startswith("lay ESW 5,0") for choice in choices(friends, seen))
    last = replace(last, public=replace(last.public, pile=0))
    assert all(choice.startswith("lay ESW 5,0") for choice in choices(last, seen))


def test_tools_are_mended_for_friends_and_not_for_strangers() -> None:
    broken: dict[str, Any] = {"hands": {"A": ["repair:cart", "N"]}, "before": {"C": ["break:cart"]}}
    assert "repair:cart C" not in chosen(rules=SABOTEUR2, **broken)
    mine, seen = scene(rules=SABOTEUR2, **broken)
    assert choices(knowing(mine, C="green"), seen) == {"repair:cart C"}


def test_bot_traps_players_who_harm() -> None:
    hands = {"A": ["NESW", "trapped"], "B": ["N.E.S.W"], "C": ["NS"], "D": ["NS"]}
    assert chosen(*BAD_B, rules=SABOTEUR2, hands=hands, pile=["N"]) == {"trapped B"}


def test_a_rival_is_trapped_near_the_end_and_not_before() -> None:
    for mine, expected in ((TRUNK, {"trapped C"}), ({}, {"lay EW 1,0"})):
        hand = ["trapped", "N"] if mine else ["trapped", "EW"]
        one, seen = scene(rules=SABOTEUR2, hands={"A": hand}, mine=mine)
        assert choices(knowing(one, C="blue"), seen) == expected


def test_trapped_bot_frees_itself_before_a_friend() -> None:
    hand = {"A": ["free", "NESW"]}
    assert chosen(rules=SABOTEUR2, hands=hand, before={"A": ["trapped"], "D": ["trapped"]}) == {"free A"}
    mine, seen = scene(rules=SABOTEUR2, hands={"A": ["free", "N"]}, before={"C": ["trapped"], "D": ["trapped"]})
    assert choices(knowing(mine, D="green", C="blue"), seen) == {"free D"}


def test_two_weak_cards_are_traded_for_tools_but_not_for_a_theft() -> None:
    broken = chosen(rules=SABOTEUR2, hands={"A": ["E", "N", "NESW"]}, before={"A": ["break:cart"]})
    assert broken == {"trade E N break:cart"}
    thief = chosen(rules=SABOTEUR2, hands={"A": ["N.S", "N.E", "E"]}, before={"A": ["theft"]})
    assert not any(choice.startswith("trade") for choice in thief)


def test_a_theft_is_played_in_the_second_half_of_the_round() -> None:
    assert chosen(rules=SABOTEUR2, hands={"A": ["theft", "N"]}, mine=TRUNK) == {"theft"}
    assert chosen(rules=SABOTEUR2, hands={"A": ["theft", "EW"]}) == {"lay EW 1,0"}


def test_bots_stop_thieves() -> None:
    before = {"A": ["theft"], "C": ["theft"]}
    assert chosen(rules=SABOTEUR2, hands={"A": ["hands-off", "N"]}, before=before, mine=TRUNK) == {"hands-off C"}


def test_a_suspect_is_inspected() -> None:
    hands = {"A": ["NESW", "inspection"], "B": ["N.E.S.W"], "C": ["NS"], "D": ["NS"]}
    assert chosen(*BAD_B, rules=SABOTEUR2, hands=hands, pile=["N"]) == {"inspection B"}


def test_inspection_counts_until_hats_are_swapped() -> None:
    hands = {"A": ["inspection", "break:cart", "N"], "B": ["NS"], "C": ["swap-hats", "NS"], "D": ["NS"]}
    moves = ["A inspection B", "B pass NS", "C pass NS", "D pass NS"]
    friends: dict[str, Any] = {"roles": {**TEAMS, "B": "green"}, "hands": hands, "pile": ["E"]}
    assert "break:cart B" not in chosen(*moves, rules=SABOTEUR2, **friends)
    moves[2] = "C swap-hats B"
    assert "break:cart B" in chosen(*moves, rules=SABOTEUR2, **friends)


def test_hats_are_swapped_when_the_own_role_loses_or_a_rival_is_known() -> None:
    hands = acts(A=["NS"], B=["swap-hats", "map"])
    lost: dict[str, Any] = {"goals": {"8,0": "gold"}, "mine": OPENED, "before": {"B": ["break:cart"]}}
    assert chosen("A pass NS", rules=SABOTEUR2, hands=hands, **lost) == {"swap-hats B"}
    mine, seen = scene(rules=SABOTEUR2, hands={"A": ["swap-hats", "N"]})
    assert choices(knowing(mine, C="blue"), seen) == {"swap-hats C"}


def test_hands_are_swapped_when_the_own_is_poor() -> None:
    poor = chosen(rules=SABOTEUR2, hands={"A": ["swap-hands", "E", "N"]}, mine=TRUNK)
    assert poor <= {"swap-hands B", "swap-hands C", "swap-hands D"}
    rich = chosen(rules=SABOTEUR2, hands={"A": ["swap-hands", "NESW", "EW", "ESW", "theft", "free"]})
    assert not any(choice.startswith("swap-hands") for choice in rich)


def test_up_to_three_useless_cards_are_given_away_at_once() -> None:
    assert chosen(rules=SABOTEUR2, hands={"A": ["E", "N", "N.S"]}, mine=TRUNK) == {"pass E N N.S"}
    assert chosen(rules=SABOTEUR2, hands={"A": ["E", "N", "EW", "ESW"]}, before={"A": ["trapped"]}) == {
        "trade E N trapped"
    }


def test_the_richest_known_is_robbed() -> None:
    mine, seen = scene(rules=SABOTEUR2, hands={"A": ["NS"]})
    paid = RoundResult(1, "gold", 2, (1, 2), ("blue",) * 4, {}, paid=(0, 3, 2, 2))
    public = replace(mine.public, results=(paid,), rich=(False, True, True, True))
    known = asked(replace(mine, public=public), "theft", "B", "C", "D", "none")
    assert choices(known, seen) == {"choose B"}
    since = (*seen, NuggetTaken(seat=3, count=2), Stole(seat=0, victim=1))
    assert choices(known, since) == {"choose D"}


# -- championship cards


def test_a_veto_strikes_what_hurts_and_lets_the_rest_be() -> None:
    rules = Ruleset(modules=("veto",), veto_window=1)
    hands = acts(A=["veto", "NS"], B=["break:cart", "map", "NS"])
    assert chosen("A pass NS", "B break:cart A", rules=rules, me="A", hands=hands) == {"veto"}
    assert chosen("A pass NS", "B map 8,0", rules=rules, me="A", hands=hands) == {"choose none"}
    hands = acts(A=["veto", "NS"], B=["rockfall"])
    assert chosen("A pass NS", "B rockfall 6,0", rules=rules, me="A", hands=hands, mine=TRUNK) == {"veto"}


def test_a_saboteur_vetoes_the_card_that_reaches_the_gold() -> None:
    script: dict[str, Any] = {"hands": acts(A=["EW"], B=["veto", "NS"]), "goals": {"8,0": "gold"}, "mine": OPENED}
    rules = Ruleset(modules=("veto",), veto_window=1)
    assert chosen("A lay EW 7,0", rules=rules, me="B", **script) == {"veto"}


def test_veto_is_held_back_only_where_the_table_asks_for_it() -> None:
    for window, given in ((0, "pass veto"), (12, "pass NS")):
        rules = Ruleset(modules=("veto",), veto_window=window)
        assert chosen(rules=rules, hands={"A": ["veto", "NS"]}, before={"A": ["break:cart"]}) == {given}


def test_a_guide_is_used_for_two_cards_that_lead_on() -> None:
    rules = Ruleset(modules=("guide",))
    assert chosen(rules=rules, hands={"A": ["guide", "EW", "ESW"]}) == {"guide"}
    assert "guide" not in chosen(rules=rules, hands={"A": ["guide", "E", "N.E.S.W", "map"]}, mine=TRUNK)


def test_a_detour_moves_a_dead_end_out_of_the_way_or_a_key_tunnel_off_it() -> None:
    rules = Ruleset(modules=("detour",))
    closed = {**TRUNK, "7,0": "E.W"}
    mine = {at: card for at, card in closed.items() if at != "8,0"}
    digger = chosen(rules=rules, hands={"A": ["detour", "N"]}, mine=mine)
    assert digger
    assert all(choice.startswith("detour ") for choice in digger)
    saboteur = chosen("A pass NS", rules=rules, hands=acts(A=["NS"], B=["detour", "NS"]), mine=TRUNK)
    assert saboteur
    assert all(choice.startswith("detour ") for choice in saboteur)


def test_the_treasury_is_opened_for_a_good_card() -> None:
    rules = Ruleset(modules=("treasury",))
    script: dict[str, Any] = {
        "hands": {**IDLE, "A": ["treasury", "N", "N.S"], "B": ["rockfall", "NS"]},
        "mine": TRUNK,
        "pile": ["E"],
    }
    moves = ["A pass N.S", "B rockfall 6,0", "C pass NS", "D pass NS"]
    assert chosen(*moves, rules=rules, **script) == {"treasury"}
    moves[1] = "B pass NS"
    assert chosen(*moves, rules=rules, **script) == {"pass E", "pass N"}


SWAPS = Ruleset(modules=("swap-goals",))


def test_a_digger_brings_the_gold_it_saw_to_the_end_of_the_way() -> None:
    hands = acts(A=["map", "swap-goals", "N"])
    script: dict[str, Any] = {"hands": hands, "goals": {"8,-2": "gold"}, "mine": TRUNK, "pile": ["E"]}
    looked = ["A map 8,-2", "B pass NS", "C pass NS", "D pass NS"]
    assert chosen(*looked, rules=SWAPS, **script) == {"swap-goals 8,-2 8,0"}
    assert chosen(*looked, "A swap-goals 8,-2 8,0", rules=SWAPS, **script) == {"choose swap"}


def test_a_goal_that_was_seen_is_uncertain_once_it_may_have_been_swapped() -> None:
    hands = {"A": ["map", "map", "N"], "B": ["swap-goals"], "C": ["NS"], "D": ["NS"]}
    script: dict[str, Any] = {"hands": hands, "goals": {"8,0": "gold"}, "mine": TRUNK, "pile": ["E", "EW"]}
    swapped = ["A map 8,0", "B swap-goals 8,0 8,2", "B choose keep", "C pass NS", "D pass NS"]
    assert chosen(*swapped, rules=SWAPS, **script) == {"map 8,0", "map 8,2"}


def test_the_turns_are_reversed_away_from_a_suspect() -> None:
    hands = {"A": ["NESW", "reverse"], "B": ["N.E.S.W"], "C": ["NS"], "D": ["NS"]}
    assert chosen(*BAD_B, rules=Ruleset(modules=("reverse",)), hands=hands, pile=["N"]) == {"reverse"}


def test_a_greedy_dwarf_leaves_no_last_card_to_others() -> None:
    rules, roles = Ruleset(modules=("greedy",)), {**ROLES, "A": "greedy"}
    short = {at: card for at, card in OPENED.items() if at != "6,0"}
    script: dict[str, Any] = {"roles": roles, "hands": {"A": ["EW", "N"]}, "goals": {"8,0": "gold"}}
    assert "lay EW 6,0" not in chosen(rules=rules, mine=short, **script)
    assert chosen(rules=rules, mine=OPENED, **script) == {"lay EW 7,0"}


# -- mini-expansions and variants


def test_a_miner_is_put_where_others_must_pass() -> None:
    rules = Ruleset(modules=("tunnel-toll",))
    found = chosen(rules=rules, hands={"A": ["N", "E"]}, mine=TRUNK)
    assert found <= {"miner N 7,0", "miner E 7,0"}


def test_bot_pays_a_toll_for_gold_and_lets_others_pay_if_possible() -> None:
    rules = Ruleset(modules=("tunnel-toll",))
    script: dict[str, Any] = {"hands": acts(A=["N.S", "EW"]), "goals": {"8,0": "gold"}, "mine": OPENED, "pile": ["N"]}
    moves = ["A pass N.S", "B miner NS 7,0", "C pass NS", "D pass NS"]
    assert chosen(*moves, rules=rules, **script) == {"lay EW 7,0"}
    hands = acts(A=["N", "NESW"])
    moves = ["A pass N", "B miner NS 1,0", "C pass NS", "D pass NS", "C offer A"]
    assert chosen(*moves, rules=rules, hands=hands, pile=["E"]) == {"lay NESW 1,0 $C"}


def test_winning_bot_keeps_its_role_and_a_losing_one_swaps() -> None:
    mine = {**TRUNK, "3,0": "NESW"}
    script: dict[str, Any] = {"hands": acts(A=["NES", "NS"], B=["NES", "NS"]), "mine": mine}
    rules = Ruleset(modules=("costume-department",))
    assert not any(" 3,-1" in choice for choice in chosen(rules=rules, **script))
    one, seen = scene("A pass NS", rules=rules, **script)
    joining = tuple(command for command in one.menu if isinstance(command, Lay) and command.at in ("3,-1", "1,1"))
    assert all("3,-1" in choice for choice in choices(replace(one, menu=joining), seen))


def test_a_known_spider_is_left_by_diggers_and_sought_by_saboteurs() -> None:
    rules = Ruleset(modules=("new-goals",))
    script: dict[str, Any] = {"goals": {"8,0": "spider"}, "mine": TRUNK}
    one, seen = scene(rules=rules, hands={"A": ["N", "EW"]}, **script)
    assert "lay EW 7,0" not in choices(knowing(one, **{"8,0": "spider"}), seen)
    one, seen = scene("A pass NS", rules=rules, hands=acts(A=["NS"], B=["EW", "N"]), **script)
    assert choices(knowing(one, **{"8,0": "spider"}), seen) == {"lay EW 7,0"}


CHESTS = Ruleset(modules=("treasure-chests",))


def test_a_chest_is_taken_on_the_way() -> None:
    assert chosen(rules=CHESTS, hands={"A": ["EW", "ESW"]}, mine={"1,0": "EW"}) <= {"lay ESW 2,0", "lay ESW 2,0~"}


def test_bot_spies_on_suspects_and_not_on_known_players() -> None:
    hands = {"A": ["NESW", "map"], "B": ["N.E.S.W"], "C": ["NS"], "D": ["NS"]}
    one, seen = scene(*BAD_B, rules=CHESTS, hands=hands, pile=["N"])
    assert choices(asked(one, "player", "B", "C", "D"), seen) == {"choose B"}
    known = asked(knowing(one, B="saboteur"), "player", "B", "C", "D")
    assert "choose B" not in choices(known, seen)


def test_a_digger_moves_a_stone_away_and_a_saboteur_the_gold() -> None:
    for role, expected in (("digger", {"choose 8,-2", "choose 8,2"}), ("saboteur", {"choose 8,0"})):
        one, seen = scene(rules=CHESTS, roles={**ROLES, "A": role, "B": "digger"}, hands={"A": ["NS"]})
        known = knowing(one, **{"8,0": "gold"})
        assert choices(asked(known, "goal", "8,-2", "8,0", "8,2"), seen) == expected


def test_tools_are_mended_before_gold_where_only_whole_seats_are_paid() -> None:
    rules = Ruleset(variants=("sabotaged-dwarf",))
    before = {"A": ["break:cart"], "D": ["break:cart"]}
    assert chosen(rules=rules, hands={"A": ["repair:cart", "map"]}, before=before, mine=TRUNK) == {"repair:cart A"}
