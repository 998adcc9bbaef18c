"""What bots claim: what they say they saw and their suspicions, whatever their role. All of them say little."""

from typing import Any

import pytest

from games.bots import talk
from games.bots.beliefs import round_seen
from games.bots.manner import TEMPERS, Manner
from games.bots.situation import Situation
from games.bots.talk import MOST, claim_of
from games.rules.claims import Claim, parse, write
from games.rules.notation import SEATS
from games.rules.view import view
from tests.games.bot_scenes import Scene, as_role, scene

IDLE = {"A": ["NS"], "B": ["NS"], "C": ["NS"], "D": ["NS"]}
LOOKED = ["A map 8,0", "B pass NS", "C pass NS", "D pass NS"]
SHOWY, PATIENT = Manner(temper="showy"), Manner(temper="patient")
BAD_B = {"A": ["NESW", "NS"], "B": ["N.E.S.W", "NS"], "C": ["NS"], "D": ["NS"]}


def says(one: Scene, *claims: str, manner: Manner = SHOWY) -> str:
    """What a bot claims after claims, "" for nothing."""
    claim = claim_of(*one, standing(*claims), manner)
    return write(claim) if claim else ""


def standing(*claims: str) -> list[tuple[int, Claim]]:
    return [(SEATS.index(line[0]), parse(line[2:])) for line in claims]


def looked(role: str, goal: str) -> Scene:
    """A looked at a goal."""
    script: dict[str, Any] = {"goals": {"8,0": goal}, "roles": {"A": role}}
    return scene(*LOOKED, hands={**IDLE, "A": ["map", "NS"]}, **script)


def test_a_digger_says_what_a_goal_is_that_it_saw() -> None:
    assert says(looked("digger", "gold")) == "goal 8,0 gold"
    assert says(looked("digger", "stone-a")) == "goal 8,0 stone"


@pytest.mark.parametrize("role", ["saboteur", "geologist", "profiteer", "greedy"])
def test_whether_a_bot_talks_of_goals_depends_on_temper_and_not_on_role(role: str) -> None:
    for temper in TEMPERS:
        speaks = [
            bool(says(as_role(looked("digger", "gold"), one), manner=Manner(temper=temper))) for one in ("digger", role)
        ]
        assert speaks == [TEMPERS[temper].tells] * 2


def test_a_bot_accuses_the_player_who_looks_worst_with_their_worst_deed() -> None:
    moves = ["A lay NESW 1,0", "B lay N.E.S.W 2,0"]
    suspicious = scene(*moves, hands=BAD_B, me="C")
    assert says(suspicious) == "player B suspect dead-end"
    assert says(suspicious, manner=PATIENT) == ""
    assert says(scene(*moves, hands=BAD_B, me="B")) == ""


@pytest.mark.parametrize("role", ["saboteur", "geologist", "profiteer", "greedy", "boss", "blue"])
@pytest.mark.parametrize("temper", [name for name, temper in TEMPERS.items() if temper.accuses])
@pytest.mark.parametrize("me", ["A", "C", "D"])
def test_r94_every_role_accuses_as_a_digger_does(role: str, temper: str, me: str) -> None:
    moves = ["A lay NESW 1,0", "B lay N.E.S.W 2,0", "C break:cart A", "D pass NS"]
    hands = {**BAD_B, "C": ["break:cart", "NS"]}
    one, other = (as_role(scene(*moves, hands=hands, me=me), each) for each in ("digger", role))
    assert says(one, manner=Manner(temper=temper)) == says(other, manner=Manner(temper=temper)) != ""


def test_r94_a_saboteur_does_not_spare_its_fellows() -> None:
    moves = ["A lay NESW 1,0", "B lay N.E.S.W 2,0"]
    mine, seen = as_role(scene(*moves, hands=BAD_B, me="C", roles={"B": "saboteur"}), "saboteur")
    assert says((mine, seen)) == "player B suspect dead-end"


def test_a_cornered_player_accuses_of_a_lesser_deed() -> None:
    hands = {**BAD_B, "B": ["N.E.S.W", "NS"], "C": ["break:cart", "NS"], "A": ["NESW", "NS"]}
    moves = ["A lay NESW 1,0", "B lay N.E.S.W 2,0", "C break:cart A", "D pass NS"]
    mine, seen = scene(*moves, hands=hands, me="B")
    assert talk._standing(round_seen(mine.public, seen), 1) > talk.CORNERED
    assert says((mine, seen)) == "player C suspect broke"


def test_distrusted_player_asks_for_no_repair() -> None:
    moves = ["A lay NESW 1,0", "B lay N.E.S.W 2,0", "C break:cart B", "D pass NS"]
    hands = {**BAD_B, "C": ["break:cart", "NS"]}
    mine, seen = scene(*moves, hands=hands, me="B")
    standing_now = talk._standing(round_seen(mine.public, seen), 1)
    assert (says((mine, seen), manner=PATIENT) == "tool cart mend") == (standing_now < talk.GIVEN_UP)


def test_every_bot_claims_a_broken_tool_first() -> None:
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


def test_spectator_cannot_chat() -> None:
    mine, seen = scene(hands=IDLE)
    assert claim_of(view(mine.public, None), seen, ()) is None


@pytest.mark.parametrize("role", ["digger", "saboteur"])
def test_the_same_view_gives_the_same_claim(role: str) -> None:
    one = looked(role, "gold")
    assert says(one) == says(one) != ""
    claims = standing("B goal 8,0 gold")
    assert Situation(*one, claimed=claims).beliefs == Situation(*one, claimed=claims).beliefs
