"""Why bots suspect a player: the act that weighs most, or what is false as they know. What they make of reasons."""

from collections.abc import Sequence
from itertools import islice
from typing import Any

import pytest

from games import bots
from games.bots import reasons, talk
from games.bots.acts import Act
from games.bots.beliefs import forget, round_seen
from games.bots.choice import Roll
from games.bots.hearsay import MADE_UP, odds_after
from games.bots.knowledge import Knowledge
from games.bots.manner import Manner
from games.bots.match import play_game
from games.bots.situation import Situation
from games.rules.claims import REASONS, SUSPECT, Claim, parse, write
from games.rules.commands import Command
from games.rules.events import PublicEvent
from games.rules.notation import SEATS
from games.rules.roles import SABOTEUR
from games.rules.table import Ruleset
from games.rules.view import PlayerView
from tests.games.bot_scenes import SABOTEUR2, TRUNK, Scene, knowing, own_of, scene

SHOWY = Manner(temper="showy")
IDLE = {"A": ["NS"], "B": ["NS"], "C": ["NS"], "D": ["NS"]}
BROKE_AND_LAY = {"A": ["break:cart"], "B": ["N.E.S.W", "NS"], "C": ["NS"], "D": ["NS"]}


def says(one: Scene, *claims: str) -> str:
    claim = talk.claim_of(*one, standing(*claims), SHOWY)
    return write(claim) if claim else ""


def standing(*claims: str) -> list[tuple[int, Claim]]:
    return [(SEATS.index(line[0]), parse(line[2:])) for line in claims]


def given(*moves: str, **script: Any) -> list[str]:
    """The reasons that the acts of moves give."""
    mine, seen = scene(*moves, **script)
    return [reasons.of_act(act) for act in round_seen(mine.public, seen).acts if act]


@pytest.mark.parametrize(
    ("move", "card", "why"),
    [
        ("A break:cart B", "break:cart", "broke"),
        ("A lay N.E.S.W 7,0", "N.E.S.W", "dead-end"),
        ("A lay EW 7,0", "EW", "dug"),
        ("A rockfall 3,0", "rockfall", "felled"),
        ("A rockfall 6,0", "rockfall", "cleared"),
        ("A repair:lantern C", "repair:lantern", "mended"),
        ("A repair:cart A", "repair:cart", ""),
        ("A map 8,0", "map", ""),
        ("A pass EW", "EW", ""),
    ],
)
def test_a_deed_gives_the_reason_that_people_would_give(move: str, card: str, why: str) -> None:
    mine = {**TRUNK, "6,0": "N.E.S.W"} if why == "cleared" else TRUNK
    before = {"C": ["break:lantern"], "A": ["break:cart"]} if "repair" in card else {}
    assert given(move, hands={**IDLE, "A": [card, "NS"]}, mine=mine, before=before) == [why]


def test_a_reason_is_the_deed_that_weighs_most() -> None:
    moves = ["A pass NS", "B lay N.E.S.W 1,0", "C pass NS", "D pass NS", "A pass EW", "B break:cart C"]
    hands = {**IDLE, "A": ["NS", "EW"], "B": ["N.E.S.W", "break:cart"]}
    mine, seen = scene(*moves, hands=hands, me="D")
    weighed = round_seen(mine.public, seen).weighed(1)
    assert [reasons.of_act(act) for act, _odds in weighed] == ["dead-end", "broke"]
    most = max(weighed, key=lambda pair: pair[1])[0]
    assert says((mine, seen)) == ""  # D is not suspected any more
    assert talk._why(round_seen(mine.public, seen), 1) == reasons.of_act(most)
    assert reasons.worst([(most, 0.5)]) == ("", 1.0)


def test_a_deed_in_an_earlier_role_is_no_reason() -> None:
    hands = {**IDLE, "A": ["NESW", "NS"], "B": ["N.E.S.W"], "C": ["swap-hats"]}
    moves = ["A lay NESW 1,0", "B lay N.E.S.W 2,0", "C swap-hats B"]
    before, after = (scene(*moves[:many], rules=SABOTEUR2, hands=hands, me="A") for many in (2, 3))
    assert [reasons.of_act(act) for act, _odds in round_seen(before[0].public, before[1]).weighed(1)] == ["dead-end"]
    assert round_seen(after[0].public, after[1]).weighed(1) == []
    assert len(round_seen(after[0].public, after[1]).weighed(0)) == 1


def test_r94_a_player_who_contradicts_me_is_accused_without_lied() -> None:
    mine, seen = scene("A pass NS", "B pass EW", hands={**IDLE, "B": ["EW", "NS"]}, me="C")
    mine = knowing(mine, **{"8,0": "gold"})
    claims = standing("C goal 8,0 gold", "B goal 8,0 stone")
    assert says((mine, seen), "C goal 8,0 gold", "B goal 8,0 stone") == "player B suspect"
    assert Situation(mine, seen, claimed=claims).suspects == {1}


def test_a_saboteur_gives_a_reason_that_all_saw() -> None:
    moves = ["A pass NS", "B lay N.E.S.W 1,0"]
    roles = {"A": "digger", "B": "digger", "C": "saboteur"}
    of_a_saboteur = scene(*moves, hands=BROKE_AND_LAY | {"A": ["NS"]}, me="C", roles=roles)
    assert says(of_a_saboteur) == "player B suspect dead-end"


# -- what is heard


def odds_of(claim: str, *acts: str, me: int = 0) -> dict[int, float]:
    """By how much a claim changes odds after acts, for a seat that has seen nothing of goals."""
    mine, seen = scene("A pass NS", hands=IDLE, me="A")
    done = [Act(SEATS.index(act[0]), act[2:], "far") for act in acts]
    return odds_after(standing(claim), Knowledge(mine, seen), me, (0.3,) * 4, done)


def test_a_reason_that_all_saw_counts_a_little_more_than_none() -> None:
    bare, borne_out = odds_of("C player B suspect"), odds_of("C player B suspect broke", "B break good")
    assert 1 < bare[1] < borne_out[1] < bare[1] ** 1.5
    assert bare.keys() == borne_out.keys() == {1}
    assert odds_of("C player B suspect", "B map", "B break good") == bare
    trusted = odds_of("C player B trust mended", "B repair plain")
    assert odds_of("C player B trust")[1] > trusted[1] > 0.5


def test_false_reason_counts_against_its_writer() -> None:
    assert odds_of("C player B suspect broke", "D break good", "B lay on some best") == {2: MADE_UP}
    assert odds_of("C player A suspect broke", "B break good") == {2: MADE_UP}
    assert odds_of("A player B suspect broke") == {}


def test_people_may_judge_a_deed_otherwise_and_are_not_taken_for_liars() -> None:
    bare = odds_of("C player B suspect")
    assert odds_of("C player B suspect away", "B lay on some best") == bare
    assert odds_of("C player B trust dug", "B crystal dead level best") == odds_of("C player B trust")
    assert odds_of("C player B suspect lied") == bare


# -- whole rounds


def told_in_rounds(rules: Ruleset, seats: int, keys: Sequence[bytes], most: int) -> list[tuple[Claim, str, bool]]:
    """What bots of rounds claim of players: each with the role of its bot, and whether it is borne out."""
    found: list[tuple[Claim, str, bool]] = []
    claims: list[tuple[int, Claim]] = []

    def choose(mine: PlayerView, dice: Roll, seen: Sequence[PublicEvent]) -> Command:
        own = own_of(mine)
        if (claim := bots.claim_of(mine, seen, claims, SHOWY)) and claim.about == "player":
            assert claim == bots.claim_of(mine, seen, claims, SHOWY)
            acts = [act for act in round_seen(mine.public, seen).acts if act]
            about = SEATS.index(claim.what)
            found.append((claim, own.role, reasons.is_borne_out(claim, acts, about)))
        if claim:
            claims.append((own.seat, claim))
        return bots.choose(mine, dice, seen, claims, SHOWY)

    for key in keys:
        claims.clear()
        forget()
        list(islice(play_game(rules, seats, key=key, chooser=choose), most))
    return found


def test_no_bot_gives_a_reason_that_did_not_happen_and_most_give_one() -> None:
    rounds = told_in_rounds(Ruleset(rounds=1), 5, [bytes([n]) for n in range(12)], 400)
    assert len(rounds) > 12
    assert {role == SABOTEUR for _claim, role, _true in rounds} == {True, False}
    assert all(true for claim, _role, true in rounds if claim.why)
    assert all(claim.why in REASONS[SUSPECT] for claim, _role, _true in rounds if claim.why)
    assert sum(bool(claim.why) for claim, _role, _true in rounds) > len(rounds) / 2


def test_reasons_are_given_among_six_roles_that_change_hands_too() -> None:
    rules = Ruleset(rules="saboteur2", rounds=1)
    rounds = told_in_rounds(rules, 6, [bytes([n]) for n in range(4)], 300)
    assert rounds
    assert all(true for claim, _role, true in rounds if claim.why)
