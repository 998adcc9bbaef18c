"""What bots say they saw: a made-up story says each thing as often as the truth does, and is often false."""

from random import Random

import pytest

from games import bots
from games.bots.beliefs import round_seen
from games.bots.manner import TEMPERS, Manner
from games.bots.match import play_game
from games.bots.situation import Situation
from games.bots.story import Story
from games.bots.talk import claim_of
from games.rules.cards import GOLD
from games.rules.claims import Claim
from games.rules.events import PublicEvent
from games.rules.table import Ruleset
from tests.games.bot_scenes import SABOTEUR2, Scene, as_role, own_of, scene
from tests.games.test_bots_talk import IDLE, LOOKED, standing

GOALS = {"gold": {"8,0": "gold"}, "stone": {"8,0": "stone-a"}}
MANY = 600


def looked(role: str, lies: str) -> Scene:
    return as_role(scene(*LOOKED, hands={**IDLE, "A": ["map", "NS"]}, goals=GOALS[lies]), role)


def story(one: Scene, *standing_claims: str, manner: Manner) -> Story:
    situation = Situation(*one, claimed=standing(*standing_claims), manner=manner)
    return Story(situation, round_seen(one[0].public, one[1]))


def share_of_gold(one: Scene, *standing_claims: str) -> float:
    """How often a made-up story says that the goal in the middle is the gold."""
    lots = Random("lots")
    manners = (Manner(temper="showy", lot=lots.randrange(2**32)) for _ in range(MANY))
    return sum(story(one, *standing_claims, manner=manner).goals["8,0"] == GOLD for manner in manners) / MANY


def test_a_player_who_wants_the_gold_tells_the_truth() -> None:
    for lot in range(20):
        manner = Manner(temper="showy", lot=lot)
        assert story(looked("digger", "gold"), manner=manner).goals == {"8,0": "gold"}
        assert story(looked("digger", "stone"), manner=manner).goals == {"8,0": "stone"}


@pytest.mark.parametrize("role", ["saboteur", "geologist", "profiteer", "greedy"])
def test_r94_a_made_up_story_says_gold_as_often_as_the_truth_does(role: str) -> None:
    of_gold, of_stone = (share_of_gold(looked(role, lies)) for lies in GOALS)
    assert of_gold == 0.0  # it never shows where the gold is
    assert of_gold / 3 + of_stone * 2 / 3 == pytest.approx(1 / 3, abs=0.06)


def test_r94_a_made_up_story_goes_by_what_others_said_before() -> None:
    standing_claims = "B goal 8,0 gold"
    truthful = looked("saboteur", "gold"), looked("saboteur", "stone")
    of_gold, of_stone = (share_of_gold(one, standing_claims) for one in truthful)
    one = story(truthful[0], standing_claims, manner=Manner(temper="showy"))
    likely = one._chances({})[8, 0]
    assert likely > 1 / 2
    assert of_gold * likely + of_stone * (1 - likely) == pytest.approx(likely, abs=0.06)


def test_a_bot_stands_by_what_it_said() -> None:
    for lot in range(20):
        manner = Manner(temper="showy", lot=lot)
        for said in ("gold", "stone"):
            one = story(looked("saboteur", "stone"), f"A goal 8,0 {said}", manner=manner)
            assert one.goals == {"8,0": said}


def test_a_made_up_story_has_one_gold_at_most() -> None:
    moves = [*LOOKED, "A map 8,2", "B pass EW", "C pass EW", "D pass EW", "A map 8,-2"]
    hands = {"A": ["map", "map", "map"], **{seat: ["EW", "NS"] for seat in "BCD"}}
    goals = {"8,0": "stone-a", "8,2": "gold", "8,-2": "stone-b"}
    one = as_role(scene(*moves, hands=hands, goals=goals, me="A"), "saboteur")
    for lot in range(200):
        said = story(one, manner=Manner(temper="showy", lot=lot)).goals
        assert list(said.values()).count("gold") == 1


def test_a_made_up_story_of_a_role_goes_by_what_all_thought_of_that_player() -> None:
    hands = {"A": ["inspection", "NS"], "B": ["NS"], "C": ["EW"], "D": ["EW"]}
    shares = {}
    for role in ("saboteur", "blue"):
        roles = {"A": "green", "B": role, "C": "boss", "D": "green"}
        one = as_role(scene("A inspection B", rules=SABOTEUR2, hands=hands, roles=roles, me="A"), "saboteur")
        lots = Random("lots")
        manners = [Manner(temper="showy", lot=lots.randrange(2**32)) for _ in range(MANY)]
        shares[role] = sum(story(one, manner=manner).roles[1] == "saboteur" for manner in manners) / MANY
    followed = round_seen(one[0].public, ())
    likely = followed.shares()[1]["saboteur"]
    assert shares["saboteur"] * likely + shares["blue"] * (1 - likely) == pytest.approx(likely, abs=0.06)


@pytest.mark.parametrize(("rules", "seats"), [(Ruleset(rounds=1), 5), (Ruleset(rules="saboteur2", rounds=1), 6)])
def test_r94_bot_talk_outside_its_story_is_equal_in_every_role(
    rules: Ruleset, seats: int, chance: Random, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another role and another hand change no utterance, where the story falls alike."""
    monkeypatch.setattr(Story, "_goal", lambda _self, at, *_more: GOLD if at == "8,0" else "stone")
    monkeypatch.setattr(Story, "_role", lambda _self, seat, _role: "saboteur" if seat % 2 else "digger")
    said, standing_claims, seen = 0, list[tuple[int, Claim]](), list[PublicEvent]()
    roles = ("digger", "saboteur") if rules.rules == "base" else ("blue", "saboteur", "geologist", "profiteer", "boss")
    for moment in play_game(rules, seats, key=chance.randbytes(8)):
        if moment.view:
            here = moment.view
            own = own_of(here)
            for temper in TEMPERS:
                manner = Manner(temper=temper)
                claims = {
                    role: claim_of(*as_role((here, tuple(seen)), role), standing_claims, manner) for role in roles
                }
                assert len(set(claims.values())) == 1, claims
                claim = claims[roles[0]]
                said += claim is not None
            if (claim := bots.claim_of(here, seen, standing_claims, bots.drawn(b"talk", 1, own.seat))) is not None:
                standing_claims.append((own.seat, claim))
        seen += moment.events
    assert said > 20
