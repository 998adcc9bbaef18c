"""What bots do in single scenes, drawn as positions of a record (``docs/notation.md``)."""

import pytest
from msgspec.structs import replace

from games import bots
from games.rules.commands import Choose, Pass, PlayCard, Trade, Veto
from games.rules.notation import parse
from games.rules.sights import RoleSight
from games.rules.state import Sighting
from games.rules.task import Ask
from games.rules.view import view
from tests.games.bot_scenes import OPENED, TRUNK, asked, choices, chosen, own_of, scene


def first(n: int) -> int:
    """Dice that fall on the lowest number."""
    return 0


def last(n: int) -> int:
    """Dice that fall on the highest number."""
    return n - 1


def test_a_digger_lays_the_card_that_leads_to_the_goals() -> None:
    assert chosen(hands={"A": ["EW", "NS", "E.W", "N.S"]}) == {"lay EW 1,0"}


def test_a_digger_digs_towards_the_gold_that_it_saw() -> None:
    looked = ["A map 8,-2", "B pass NS", "C pass NS", "D pass NS"]
    hands = {"A": ["map", "NW", "NE"], "B": ["NS"], "C": ["NS"], "D": ["NS"]}
    goals = {"8,-2": "gold", "8,0": "stone-a", "8,2": "stone-b"}
    assert chosen(*looked, hands=hands, goals=goals, mine=TRUNK, pile=["N.S"]) == {"lay NW 7,0"}


def test_a_digger_reaches_the_gold_when_it_can() -> None:
    hand = ["EW", "map", "ESW", "repair:cart", "break:cart", "rockfall"]
    assert chosen(hands={"A": hand}, goals={"8,0": "gold"}, mine=OPENED) <= {
        "lay EW 7,0",
        "lay ESW 7,0",
        "lay ESW 7,0~",
    }


def test_a_digger_lays_no_dead_end() -> None:
    assert chosen(hands={"A": ["N.E.S.W", "E.W", "E"]}) == {"pass N.E.S.W", "pass E.W", "pass E"}


def test_a_digger_gives_away_a_dead_end_before_a_tunnel() -> None:
    hand = ["NESW", "N.E.S.W", "EW", "repair:cart"]
    assert chosen(hands={"A": hand}, before={"A": ["break:lantern"]}) == {"pass N.E.S.W"}


def test_a_digger_mends_its_own_tool_before_others() -> None:
    both = {"A": ["break:cart"], "C": ["break:cart"]}
    assert chosen(hands={"A": ["repair:cart", "NESW"]}, before=both) == {"repair:cart A"}


def test_a_digger_mends_the_tool_of_a_player_of_good_name() -> None:
    assert chosen(hands={"A": ["repair:cart", "N.E.S.W"]}, before={"D": ["break:cart"]}) == {"repair:cart D"}


def test_a_digger_mends_nothing_for_who_laid_dead_ends() -> None:
    hands = {"A": ["NESW", "repair:cart", "E"], "B": ["N.E.S.W"], "C": ["NS"], "D": ["break:cart"]}
    after = ["A lay NESW 1,0", "B lay N.E.S.W 2,0", "C pass NS", "D break:cart B"]
    assert chosen(*after, hands=hands, pile=["N"]) == {"pass N", "pass E"}


DEAD_END_OF_B = ["A lay NESW 1,0", "B lay N.E.S.W 2,0", "C pass NS", "D pass NS"]


def test_a_digger_breaks_the_tool_of_who_laid_a_dead_end() -> None:
    hands = {"A": ["NESW", "break:cart"], "B": ["N.E.S.W"], "C": ["NS"], "D": ["NS"]}
    assert chosen(*DEAD_END_OF_B, hands=hands, pile=["N"]) == {"break:cart B"}


def test_digger_without_evidence_suspects_no_player() -> None:
    hands = {"A": ["NESW", "break:cart"], "B": ["N.E.S.W"], "C": ["NS"], "D": ["NS"]}
    mine, _ = scene(*DEAD_END_OF_B, hands=hands, pile=["N"])
    assert choices(mine) == {"pass N"}


def test_a_digger_breaks_the_tool_of_who_broke_its_own() -> None:
    hands = {"A": ["NESW", "break:cart"], "B": ["NS"], "C": ["break:lantern"], "D": ["NS"]}
    after = ["A lay NESW 1,0", "B pass NS", "C break:lantern A", "D pass NS"]
    assert chosen(*after, hands=hands, pile=["N"]) == {"break:cart C"}


@pytest.mark.parametrize("before", [{}, {"C": ["break:pickaxe"]}])
def test_bot_breaks_no_tool_of_a_stopped_player(before: dict[str, list[str]]) -> None:
    hands = {"A": ["NS", "N.E.S.W", "break:cart"], "B": ["NS"], "C": ["break:lantern"], "D": ["NS"]}
    after = ["A pass NS", "B pass NS", "C break:lantern A", "D pass NS"]
    assert chosen(*after, hands=hands, before=before) == ({"pass N.E.S.W"} if before else {"break:cart C"})


def test_a_digger_breaks_no_tool_without_a_reason() -> None:
    assert chosen(hands={"A": ["break:cart", "break:lantern", "N.E.S.W"]}) == {"pass N.E.S.W"}


def test_a_digger_looks_for_the_gold_near_the_goals() -> None:
    assert chosen(hands={"A": ["map", "N.S"]}, mine=TRUNK) == {"map 8,-2", "map 8,0", "map 8,2"}


def test_a_digger_that_knows_the_gold_uses_no_more_maps() -> None:
    looked = ["A map 8,0", "B pass NS", "C pass NS", "D pass NS"]
    hands = {"A": ["map", "map", "N.E.S.W"], "B": ["NS"], "C": ["NS"], "D": ["NS"]}
    assert chosen(*looked, hands=hands, goals={"8,0": "gold"}, pile=["E.W"]) == {"pass E.W", "pass N.E.S.W"}


def test_a_digger_looks_at_no_goal_twice() -> None:
    looked = ["A map 8,0", "B pass NS", "C pass NS", "D pass NS"]
    hands = {"A": ["map", "map", "N.E.S.W"], "B": ["NS"], "C": ["NS"], "D": ["NS"]}
    assert chosen(*looked, hands=hands, goals={"8,2": "gold"}, pile=["E.W"]) == {"map 8,-2", "map 8,2"}


def test_a_digger_clears_a_dead_end_out_of_the_way() -> None:
    mine = {**TRUNK, "4,0": "N.E.S.W"}
    assert chosen(hands={"A": ["rockfall", "E"]}, mine=mine) == {"rockfall 4,0"}


def test_a_saboteur_never_reaches_the_gold_itself() -> None:
    hands = {"A": ["NS"], "B": ["EW", "ESW"]}
    found = chosen("A pass NS", hands=hands, goals={"8,0": "gold"}, mine=OPENED)
    assert found.isdisjoint({"lay EW 7,0", "lay ESW 7,0", "lay ESW 7,0~"})


def test_a_saboteur_closes_the_way_to_the_gold() -> None:
    hands = {"A": ["NS"], "B": ["E.W", "NW", "ESW", "EW"]}
    found = chosen("A pass NS", hands=hands, goals={"8,0": "gold"}, mine=OPENED)
    assert found <= {"lay E.W 7,0", "lay NW 7,0"}


def test_a_saboteur_breaks_a_tool_when_the_gold_is_near() -> None:
    hands = {"A": ["NS"], "B": ["break:cart", "repair:cart"]}
    assert chosen("A pass NS", hands=hands, mine=TRUNK) == {"break:cart A", "break:cart C", "break:cart D"}


def test_a_saboteur_brings_down_a_tunnel_when_the_gold_is_near() -> None:
    hands = {"A": ["NS"], "B": ["rockfall", "repair:cart"]}
    found = chosen("A pass NS", hands=hands, mine=TRUNK)
    assert found
    assert all(choice.startswith("rockfall ") for choice in found)


def test_a_saboteur_lays_no_dead_end_while_the_gold_is_far() -> None:
    hands = {"A": ["NESW"], "B": ["N.E.S.W", "EW", "NS"]}
    assert not any("N.E.S.W" in choice for choice in chosen("A pass NESW", hands=hands))


def test_a_saboteur_gives_away_what_diggers_would_like() -> None:
    hands = {"A": ["NS"], "B": ["NESW", "NW", "N.E.S.W"]}
    assert chosen("A pass NS", hands=hands, before={"B": ["break:lantern"]}) == {"pass NESW"}


def test_the_highest_gold_card_is_taken() -> None:
    mine, _ = scene(hands={"A": ["NS"]})
    draft = asked(mine, "gold", "1", "3", "2")
    assert bots.choose(draft, first) == Choose("3")


@pytest.mark.parametrize(
    ("kind", "answers"),
    [
        ("keep", ("NESW", "N.E.S.W")),
        ("swap", ("swap", "keep")),
        ("order", ("8,-2", "8,0")),
        ("goal", ("8,-2", "8,2")),
        ("player", ("B", "C")),
        ("theft", ("B", "none")),
        ("veto", ("none",)),
        ("something new", ("1", "2")),
    ],
)
def test_every_decision_gets_an_answer_of_its_menu(kind: str, answers: tuple[str, ...]) -> None:
    mine, _ = scene(hands={"A": ["NS"]})
    for dice in (first, last):
        for role in ("digger", "saboteur", "profiteer"):
            one = replace(asked(mine, kind, *answers), own=replace(own_of(mine), role=role))
            assert bots.choose(one, dice) in one.menu


def test_bot_steals_if_it_may_and_lets_cards_be_in_a_window() -> None:
    mine, _ = scene(hands={"A": ["NS"]})
    assert bots.choose(asked(mine, "theft", "none", "B"), first) == Choose("B")
    veto = replace(mine, asks=(Ask(0, "veto"),), menu=(Veto(), Choose("none")))
    assert bots.choose(veto, first) == Choose("none")


def test_a_digger_keeps_the_better_card() -> None:
    mine, _ = scene(hands={"A": ["NS"]})
    assert bots.choose(asked(mine, "keep", "N.E.S.W", "NESW"), first) == Choose("NESW")


def test_cards_unknown_to_bots_are_playable() -> None:
    names = ("theft", "swap-hats", "swap-hands", "inspection", "trapped", "free", "hands-off", "treasury", "detour")
    mine, _ = scene(hands={"A": ["NS", "EW"]})
    for role in ("digger", "saboteur", "geologist"):
        menu = (*(PlayCard(name, 1) for name in names), Trade(("EW", "NS"), "break:cart"), Pass(("EW",)))
        one = replace(mine, own=replace(own_of(mine), role=role), menu=menu)
        assert bots.choose(one, first) in menu


def test_a_role_that_was_seen_decides_whose_tool_is_broken() -> None:
    mine, _ = scene(hands={"A": ["break:cart", "N.E.S.W"]})
    sightings = (Sighting(RoleSight(2, "saboteur"), move=1),)
    known = replace(mine, own=replace(own_of(mine), sightings=sightings))
    assert bots.choose(known, first) == parse("break:cart C")


def test_spectator_chooses_nothing() -> None:
    mine, _ = scene(hands={"A": ["NS"]})
    with pytest.raises(ValueError, match="nothing to decide"):
        bots.choose(view(mine.public, None), first)
