"""What bots make of what all saw: acts are judged by what they did to the mine, roles follow with Bayes."""

from itertools import combinations
from math import prod
from random import Random
from typing import Any

import pytest

from games.bots import likelihoods
from games.bots.acts import Act
from games.bots.beliefs import SUSPECT, RoundSeen, beliefs_of, forget, is_dead_end, round_seen
from games.bots.knowledge import Knowledge
from games.bots.match import play_game
from games.bots.odds import posterior
from games.bots.past import beginning
from games.bots.situation import Situation
from games.rules.events import Joined, Passed, Played, PublicEvent, TimedOut
from games.rules.roles import SABOTEUR
from games.rules.ruleset import MODULES
from games.rules.table import Ruleset
from games.rules.view import PlayerView
from tests.games.bot_scenes import SABOTEUR2, TEAMS, TRUNK, knowing, scene
from tools.bots import learn

IDLE = {"A": ["NS"], "B": ["NS"], "C": ["NS"], "D": ["NS"]}


def judged(*moves: str, **script: Any) -> list[str]:
    """What the moves are called, with the phase."""
    mine, seen = scene(*moves, **script)
    return [f"{act.what}, {act.phase}" for act in round_seen(mine.public, seen).acts if act]


def harms(*moves: str, me: str = "", **script: Any) -> dict[str, float]:
    """How likely each is a saboteur for a spectator, or for a seat."""
    mine, seen = scene(*moves, me=me or "A", **script)
    beliefs = beliefs_of(mine, seen, Knowledge(mine, seen))
    return dict(zip("ABCD", beliefs.harms if me else beliefs.as_seen_by_all, strict=True))


# -- acts


def test_a_tunnel_is_judged_by_how_much_nearer_it_brings_the_gold() -> None:
    hands = {"A": ["EW"], "B": ["NESW"], "C": ["N.E.S.W"], "D": ["NS"]}
    assert judged("A lay EW 1,0", "B lay NESW 2,0", "C lay N.E.S.W 3,0", "D pass NS", hands=hands) == [
        "lay on some best, far",
        "lay on some best, far",
        "lay dead ruin worst, near",
        "pass whole, far",
    ]


def test_tunnel_laid_by_its_stub_leads_nowhere() -> None:
    hands = {**IDLE, "A": ["EW.S"]}
    by_its_way = judged("A lay EW.S 1,0", rules=SABOTEUR2, hands=hands)
    by_its_stub = judged("A lay EW.S 0,-1", rules=SABOTEUR2, hands=hands)
    assert by_its_way[0].startswith("lay on")
    assert by_its_stub[0].startswith("lay dead")


def test_a_rockfall_is_judged_by_what_it_opens_and_closes() -> None:
    hands = {**IDLE, "A": ["rockfall"]}
    assert judged("A rockfall 4,0", hands=hands, mine={**TRUNK, "4,0": "N.E.S.W"}) == ["rockfall ahead, near"]
    assert judged("A rockfall 6,0", hands=hands, mine=TRUNK) == ["rockfall back, close"]


def test_a_card_on_a_player_is_judged_by_how_that_player_stands() -> None:
    hands = {"A": ["NESW", "NS"], "B": ["N.E.S.W", "NS"], "C": ["break:cart"], "D": ["break:cart"]}
    moves = ["A lay NESW 1,0", "B lay N.E.S.W 2,0", "C break:cart B", "D break:cart A"]
    assert judged(*moves, hands=hands)[2:] == ["break bad, far", "break good, far"]


def test_card_taken_by_a_time_out_carries_no_evidence() -> None:
    mine, _ = scene(hands=IDLE)
    passed = Passed(seat=0, count=1)
    assert round_seen(mine.public, [passed]).acts != [None]
    assert round_seen(mine.public, [TimedOut(seat=0, kind="turn"), passed]).acts == [None, None]


# -- beliefs


def test_digger_is_trusted_and_a_blocker_is_suspected() -> None:
    hands = {"A": ["EW"], "B": ["N.E.S.W"], "C": ["NS"], "D": ["NS"]}
    found = harms("A lay EW 1,0", "B lay N.E.S.W 2,0", hands=hands)
    assert found["A"] < found["C"] < 0.2 < 0.5 < found["B"]


def test_a_tunnel_with_a_stub_and_a_way_on_is_no_dead_end() -> None:
    assert [is_dead_end(card) for card in ("NE.S", "NS.E-green", "S-ladder", "NSW.E-crystal")] == [False] * 4
    assert [is_dead_end(card) for card in ("N.E.S.W", "E", "S-crystal")] == [True] * 3


def test_crystals_speak_for_a_geologist_and_not_for_a_saboteur() -> None:
    hands = {**IDLE, "A": ["NESW"], "B": ["ESW-crystal"]}
    script: dict[str, Any] = {"rules": SABOTEUR2, "roles": {**TEAMS, "A": "blue"}, "hands": hands}
    mine, seen = scene("A lay NESW 1,0", "B lay ESW-crystal 0,-1", **script)
    roles = beliefs_of(mine, seen, Knowledge(mine, seen)).roles
    assert roles[1]["geologist"] > 2 * roles[3]["geologist"]
    assert roles[1][SABOTEUR] < 1.5 * roles[3][SABOTEUR]


def test_breaking_a_suspects_tool_is_not_suspicious() -> None:
    hands = {"A": ["NESW", "NS"], "B": ["N.E.S.W", "NS"], "C": ["break:cart", "NS"], "D": ["NS"]}
    moves = ["A lay NESW 1,0", "B lay N.E.S.W 2,0"]
    before = harms(*moves, hands=hands)
    on_a_suspect, on_a_digger = (harms(*moves, f"C break:cart {seat}", hands=hands) for seat in "BA")
    assert on_a_suspect["C"] <= before["C"] < on_a_digger["C"]


def test_as_many_are_saboteurs_as_cards_of_saboteurs_went_round() -> None:
    hands = {"A": ["EW"], "B": ["N.E.S.W"], "C": ["NS"], "D": ["NS"]}
    moves = ["A lay EW 1,0", "B lay N.E.S.W 2,0"]
    assert 0.8 < sum(harms(*moves, hands=hands).values()) <= 1
    as_digger, as_saboteur = harms(*moves, hands=hands, me="A"), harms(*moves, hands=hands, me="B")
    assert as_digger["A"] == 0
    assert as_saboteur == {"A": 0, "B": 1, "C": 0, "D": 0}


def test_a_saboteur_knows_what_all_think_of_it() -> None:
    mine, seen = scene("A lay EW 1,0", hands={**IDLE, "A": ["EW"]})
    situation = Situation(mine, seen)
    assert situation.beliefs.harms[1] == 1
    assert 0 < situation.beliefs.as_seen_by_all[1] < 0.5
    assert situation.names[1] < SUSPECT


def test_a_role_that_i_saw_settles_it_until_it_changes() -> None:
    hands = {**IDLE, "C": ["swap-hats"]}
    script: dict[str, Any] = {"rules": SABOTEUR2, "hands": hands}
    mine, seen = scene("A pass NS", "B pass NS", **script, me="A")
    known = knowing(mine, B="saboteur")
    assert beliefs_of(known, seen, Knowledge(known, seen)).harms[1] == 1
    mine, seen = scene("A pass NS", "B pass NS", "C swap-hats B", **script, me="A")
    known = knowing(mine, B="saboteur")
    assert beliefs_of(known, seen, Knowledge(known, seen)).harms[1] < 0.5


def test_moves_are_judged_by_the_role_at_that_time() -> None:
    hands = {**IDLE, "A": ["NESW", "NS"], "B": ["N.E.S.W"], "C": ["swap-hats"]}
    moves = ["A lay NESW 1,0", "B lay N.E.S.W 2,0", "C swap-hats B"]
    before = harms(*moves[:2], rules=SABOTEUR2, hands=hands)
    after = harms(*moves, rules=SABOTEUR2, hands=hands)
    assert before["B"] > 0.4 > 0.25 > after["B"]


@pytest.mark.parametrize("name", ["costume-department", "tunnel-party"])
def test_other_roles_are_other_players(name: str) -> None:
    hands = {**IDLE, "A": ["NESW", "NS"], "B": ["N.E.S.W"]}
    mine, seen = scene("A lay NESW 1,0", "B lay N.E.S.W 2,0", rules=Ruleset(modules=(name,)), hands=hands)
    course = RoundSeen(beginning(mine.public, seen))
    course.follow(seen)
    before = course.shares()[1][SABOTEUR]
    course.follow([*seen, Joined(seat=1, at="4,1", name=name)])
    assert course.shares()[1][SABOTEUR] < 0.3 < before
    shares = [share[SABOTEUR] for share in course.shares()]
    assert len(set(shares)) == 1 or name == "costume-department"


def test_unlearnt_move_carries_no_evidence() -> None:
    mine, seen = scene(hands=IDLE)
    course = RoundSeen(beginning(mine.public, seen))
    before = course.shares()
    course._weigh(Act(1, "dance", "far"))
    assert course.shares() == before
    course._weigh(Act(1, "lay dead ruin worst", "far"))
    assert course.shares() != before


def test_cards_unknown_to_bots_change_no_belief() -> None:
    mine, seen = scene(hands=IDLE, rules=Ruleset(modules=tuple(MODULES)))
    before = harms(hands=IDLE)
    played = [Played(seat=1, card=card, target=2) for card in ("reverse", "treasury", "guide")]
    beliefs = beliefs_of(mine, [*seen, *played], Knowledge(mine, seen))
    assert list(beliefs.as_seen_by_all) == pytest.approx(list(before.values()))


def rounds(chance: Random) -> list[tuple[PlayerView, list[PublicEvent]]]:
    """Views of some rounds, each with the events until then."""
    found: list[tuple[PlayerView, list[PublicEvent]]] = []
    every = tuple(sorted(set(MODULES) - {"greedy"}))
    for ruleset in (Ruleset(rounds=1), Ruleset(rules="saboteur2", modules=every, rounds=1)):
        seen: list[PublicEvent] = []
        for moment in play_game(ruleset, 5, key=chance.randbytes(8)):
            if moment.view:
                found.append((moment.view, list(seen)))
            seen += moment.events
    return found


def test_to_go_on_from_what_is_known_gives_what_the_whole_round_gives(chance: Random) -> None:
    for mine, seen in rounds(chance):
        going_on = beliefs_of(mine, seen, Knowledge(mine, seen))
        if chance.randrange(6) == 0:
            forget()
            assert beliefs_of(mine, seen, Knowledge(mine, seen)) == going_on
    other, events = scene("A lay EW 1,0", hands={**IDLE, "A": ["EW"]})
    here = beliefs_of(other, events, Knowledge(other, events))
    forget()
    assert beliefs_of(other, events, Knowledge(other, events)) == here


def test_a_round_is_followed_from_how_the_mine_lay_at_first(chance: Random) -> None:
    for mine, seen in rounds(chance):
        first = beginning(mine.public, seen).public
        assert sorted(first.mine) == sorted({"0,0", *first.fixed})
        assert not first.before
        course = RoundSeen(beginning(mine.public, seen))
        course.follow(seen)
        now = course._watcher.picture.public
        if not mine.public.results:
            assert (now.mine, now.face_down) == (mine.public.mine, mine.public.face_down)
        assert set(now.before) == set(mine.public.before)


# -- odds and tables


def test_two_roles_are_counted_out_over_all_ways_to_deal_them(chance: Random) -> None:
    for cards, saboteurs in ((4, 1), (6, 2), (11, 4)):
        rows = [{"digger": chance.random(), SABOTEUR: chance.random()} for _ in range(cards)]
        found = [share[SABOTEUR] for share in posterior(rows, {"digger": cards - saboteurs, SABOTEUR: saboteurs})]
        weights, total = [0.0] * cards, 0.0
        for chosen in combinations(range(cards), saboteurs):
            weight = prod(row[SABOTEUR if place in chosen else "digger"] for place, row in enumerate(rows))
            total += weight
            for place in chosen:
                weights[place] += weight
        assert found == pytest.approx([weight / total for weight in weights])


def test_many_roles_are_each_as_many_as_there_are_cards() -> None:
    counts = {"blue": 4, "green": 4, SABOTEUR: 3, "boss": 1, "profiteer": 1, "geologist": 2}
    rows = [{SABOTEUR: 5.0, "blue": 0.5}, {"boss": 9.0}, *[{}] * 13]
    shares = posterior(rows, counts)
    for role, many in counts.items():
        assert sum(share[role] for share in shares) == pytest.approx(many, abs=0.05)
    assert shares[0][SABOTEUR] > 0.5
    assert shares[1]["boss"] > 0.3 > 0.1 > shares[2]["boss"]


def test_the_tables_are_as_they_were_learnt() -> None:
    text = likelihoods.FILE.read_text(encoding="utf-8")
    assert learn.written(learn.read(text)) == text
    for game in learn.SEATS:
        table = likelihoods.table(game)
        assert all(chance > 0 for kinds in table.values() for chance in kinds.values())


def test_learnt_evidence_equals_what_was_played() -> None:
    one = learn.followed(Ruleset(rounds=1), 5, b"one round")
    again = learn.followed(Ruleset(rounds=1), 5, b"one round")
    assert one == again
    assert len(one.acts) > 10
    lesson = learn.lessons([one] * 9)
    assert learn.read(learn.written({"base": lesson})) == {"base": lesson}
    diggers = sum(shares["digs"][0] for shares in lesson["acts"].values() if "digs" in shares)
    assert 9_000 < diggers < 10_500
