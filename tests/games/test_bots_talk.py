"""What bots claim: what they saw and whom they suspect. Saboteurs say what serves them. All of them say little."""

from typing import Any

import pytest

from games.bots.manner import TEMPERS, Manner
from games.bots.situation import Situation
from games.bots.talk import ACCUSES, LIES, MOST, TELLS, claim_of
from games.rules.claims import Claim, parse, write
from games.rules.notation import SEATS
from games.rules.view import view
from tests.games.bot_scenes import Scene, scene

IDLE = {"A": ["NS"], "B": ["NS"], "C": ["NS"], "D": ["NS"]}
LOOKED = ["A map 8,0", "B pass NS", "C pass NS", "D pass NS"]
SHOWY, PATIENT = Manner(temper="showy"), Manner(temper="patient")
BAD_B = {"A": ["NESW", "NS"], "B": ["N.E.S.W", "NS"], "C": ["NS"], "D": ["NS"]}


def says(one: Scene, *told: str, manner: Manner = SHOWY) -> str:
    """What a bot claims after claims, "" for nothing."""
    claim = claim_of(*one, standing(*told), manner)
    return write(claim) if claim else ""


def standing(*told: str) -> list[tuple[int, Claim]]:
    return [(SEATS.index(line[0]), parse(line[2:])) for line in told]


def looked(role: str, goal: str) -> Scene:
    """A looked at a goal."""
    script: dict[str, Any] = {"goals": {"8,0": goal}, "roles": {"A": role}}
    return scene(*LOOKED, hands={**IDLE, "A": ["map", "NS"]}, **script)


def test_a_digger_says_what_a_goal_is_that_it_saw() -> None:
    assert says(looked("digger", "gold")) == "goal 8,0 gold"
    assert says(looked("digger", "stone-a")) == "goal 8,0 stone"


def test_a_saboteur_turns_round_what_it_saw_or_tells_of_a_stone() -> None:
    assert says(looked("saboteur", "gold")) == "goal 8,0 stone"
    assert says(looked("saboteur", "stone-a")) == "goal 8,0 gold"
    assert says(looked("saboteur", "stone-a"), manner=Manner(temper="trusting")) == "goal 8,0 stone"


def test_whether_somebody_talks_is_a_matter_of_temper_and_not_of_the_role() -> None:
    assert set(TEMPERS) >= TELLS | ACCUSES | LIES
    for temper in TEMPERS:
        speaks = {
            role: bool(says(looked(role, "gold"), manner=Manner(temper=temper))) for role in ("digger", "saboteur")
        }
        assert speaks == dict.fromkeys(speaks, temper in TELLS)


def test_a_bot_names_whom_it_suspects_and_a_saboteur_somebody_else() -> None:
    moves = ["A lay NESW 1,0", "B lay N.E.S.W 2,0"]
    suspicious = scene(*moves, hands=BAD_B, me="C")
    assert says(suspicious) == "player B suspect dead-end"
    assert says(suspicious, manner=PATIENT) == ""
    assert says(scene(*moves, hands=BAD_B, me="B")) == ""
    of_a_saboteur = scene(*moves, hands=BAD_B, me="C", roles={"A": "digger", "B": "digger", "C": "saboteur"})
    assert says(of_a_saboteur) == "player B suspect dead-end"


def test_a_broken_tool_is_told_first_by_everybody() -> None:
    for role in ("digger", "saboteur"):
        one = scene(hands=IDLE, before={"A": ["break:cart"]}, roles={"A": role})
        for manner in (SHOWY, PATIENT):
            assert says(one, manner=manner) == "tool cart mend"
            assert says(one, "A tool cart mend", manner=manner) == ""


def test_nothing_is_said_twice_and_little_in_a_round() -> None:
    one = looked("digger", "gold")
    assert says(one, "A goal 8,0 gold") == ""
    assert says(one, "B goal 8,0 gold") == "goal 8,0 gold"
    assert MOST == 2
    assert says(one, "A player B trust", "A player C trust") == ""
    assert says(one, "A player B trust", "A tool cart mend") == "goal 8,0 gold"


def test_somebody_who_only_watches_says_nothing() -> None:
    mine, seen = scene(hands=IDLE)
    assert claim_of(view(mine.public, None), seen, ()) is None


@pytest.mark.parametrize("role", ["digger", "saboteur"])
def test_the_same_view_gives_the_same_claim(role: str) -> None:
    one = looked(role, "gold")
    assert says(one) == says(one) != ""
    told = standing("B goal 8,0 gold")
    assert Situation(*one, told=told).beliefs == Situation(*one, told=told).beliefs
