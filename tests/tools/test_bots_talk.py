"""What bots say tells nothing of their roles: small rounds counted again by hand, and long runs in the soak."""

from collections import Counter
from functools import partial
from typing import Any

import pytest

from games import bots
from games.rules.claims import HAND, Claim
from games.rules.roles import SABOTEUR
from games.rules.table import Ruleset
from tools.bots import observer, tables
from tools.bots.columns import Apart, Count, Share
from tools.bots.course import Course, key_of, played
from tools.bots.measures import Counts
from tools.bots.players import GREEDY, Sides
from tools.bots.tables import Row
from tools.bots.talking import (
    NO_ACCUSATION,
    REASONED,
    SAYS,
    SELDOM,
    SILENCE,
    UNREASONED,
    Talking,
    accuses,
    apart,
    by_kind,
    kinds,
    marks_with_words,
    spoken,
)

ONE = Ruleset(rounds=1)
TODAY = {5: 2.25, 7: 3.32}
"""Accusations a round, by seats, when only diggers accused for reasons of their own."""


def talked(number: int, seats: int = 5, *, of: str = "round") -> Course:
    """A round in which bots talk."""
    return played(ONE, seats, number, Talking(Sides(key=key_of(of, seats, number))), of=of)


def counted(measure: Any, rounds: int, seats: int = 5, *, of: str = "round") -> Counts:
    return sum((measure(talked(number, seats, of=of)) for number in range(rounds)), Counts())


@pytest.mark.soak
def test_every_choice_of_a_round_with_talk_has_an_utterance_or_silence() -> None:
    course = talked(0)
    said = [one.claim for one in spoken(course)]
    assert len(said) == len(course.turns)
    found_kinds = kinds(course)
    assert found_kinds["accusations"] == sum(claim is not None and accuses(claim) for claim in said)
    silent = set(range(5)) - {one.turn.seat for one in spoken(course) if one.claim}
    assert sum(found_kinds[f"{SILENCE}|{side}"] for side in ("saboteurs", "others")) == len(silent)
    assert sum(found_kinds[f"everybody|{side}"] for side in ("saboteurs", "others")) == 5


def test_kinds_with_few_cases_are_shown_together() -> None:
    counts = Counter(
        {
            "rounds": 100, "everybody|saboteurs": 100, "everybody|others": 300,
            "goal gold|saboteurs": 40, "goal gold|others": 60,
            "hand nothing|saboteurs": 1, "hand nothing|others": 2, "aim here|others": 1,
            f"{REASONED}|saboteurs": 5,
        }
    )  # fmt: skip
    found = {kind.label: kind.counts for kind in by_kind(counts, 50)}
    assert [*found] == ["goal gold", SELDOM, REASONED]
    assert (found[SELDOM]["cases"], found[SELDOM]["of saboteurs"]) == (4, 1)
    assert apart(found["goal gold"]) == pytest.approx(0.15)
    share = Share("", "of saboteurs", "cases")
    column = Apart("", share, Share("", "seats of saboteurs", "seats"))
    assert column.cell(found["goal gold"]) == "+15.0 ± 4.9"
    assert column.cell(Counts()) == Count("", "cases", "rounds").cell(Counts()) == "-"
    assert Count("", "cases", "rounds").cell(found["goal gold"]) == "1.00"


@pytest.mark.soak
def test_the_talk_of_a_row_is_played_by_bots_that_talk() -> None:
    assert isinstance(Row("five", talk=True).course(0).chooser, Talking)
    assert not isinstance(Row("five").course(0).chooser, Talking)
    silent = Row("five", others=GREEDY, saboteurs=GREEDY).course(0)
    assert all(mark.what[0] != SAYS for mark in observer.noted(silent))
    assert {"talk", "talkers"} <= set(tables.TABLES)


@pytest.mark.soak
def test_an_observer_notes_each_turn_with_what_was_said_before_it() -> None:
    course = talked(1)
    noted = list(marks_with_words(course))
    turns = sum(turn.is_turn for turn in course.turns)
    assert sum(mark.what[0] != SAYS for mark in noted) == turns
    assert sum(mark.what[0] == SAYS for mark in noted) >= turns


@pytest.mark.soak
def test_observer_finds_saboteurs_by_unique_utterances(monkeypatch: pytest.MonkeyPatch) -> None:
    def tells(view: Any, _seen: Any, found_kinds: Any, _manner: Any) -> Claim | None:
        has_said = any(seat == view.own.seat for seat, _claim in found_kinds)
        return None if view.own.role != SABOTEUR or has_said else Claim(HAND, "", "nothing")

    monkeypatch.setattr(bots, "claim_of", tells)
    learnt = counted(observer.lessons, 12, of="lesson")
    found_kinds = counted(partial(observer.judged, learnt=learnt), 12)
    assert found_kinds["right 2"] / found_kinds["asked 2"] >= 0.9
    assert any(abs(apart(kind.counts)) > 0.06 for kind in by_kind(counted(kinds, 12), 12))


@pytest.mark.soak
@pytest.mark.timeout(3000)
@pytest.mark.parametrize("seats", [5, 7])
def test_r94_no_kind_of_utterance_and_no_silence_shows_a_role(seats: int) -> None:
    found_kinds = counted(kinds, 1000, seats)
    shown = {kind.label: apart(kind.counts) for kind in by_kind(found_kinds)}
    assert {REASONED, UNREASONED, NO_ACCUSATION, SILENCE} <= shown.keys()
    assert {label: by for label, by in shown.items() if abs(by) > 0.06} == {}
    assert found_kinds["accusations"] / found_kinds["rounds"] >= TODAY[seats]


@pytest.mark.soak
@pytest.mark.timeout(3000)
def test_r94_an_observer_of_talk_is_right_in_seven_of_ten_after_two_turns() -> None:
    learnt = counted(observer.lessons, 1000, of="lesson")
    found_kinds = counted(partial(observer.judged, learnt=learnt), 1000)
    assert found_kinds["right 2"] / found_kinds["asked 2"] <= 0.70
