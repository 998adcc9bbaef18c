"""The status line of a table: which of two things that could be said is said, and what waits behind the pill."""

from types import SimpleNamespace
from typing import Any

import pytest

from games.tableau.bar import Bar
from games.tableau.history import Since
from games.tableau.status_line import LONG, StatusLine, status_line
from games.tableau.table import Panel, TablePage

REFUSED = Panel("bad", "It is no longer your turn.")
PRIVATE = Panel("private", "Only you see this. K8 is stone.", "g-stone-a", line="K8 is stone.")
ANNOUNCED = Panel("info", "Ann wants to lay the crossing. It has no effect yet.", "c-x", line="Ann wants to lay it.")
OVER = Panel("info", "Round 1 is over: the diggers win.", href="/round/1/", link="Look", line="Round 1 is over.")
_HAND = Bar("Your turn.", "Choose a card from your hand.")
MINE: dict[str, Any] = {"mine_to_move": True, "decision": "turn", "bar": _HAND}
SINCE: Any = Since(lines=(), seq=3)

#: What there is to say, the most urgent first: what the page holds, what else is passed, and the look of the line.
REASONS: dict[str, tuple[dict[str, Any], dict[str, Any], str]] = {
    "refused": ({"panels": (REFUSED,)}, {}, "bad"),
    "noted": ({}, {"notes": ["You gave Bo a nugget."]}, "good"),
    "asked": ({"mine_to_move": True, "decision": "veto", "bar": Bar("", "Veto it, or let it pass?")}, {}, "ask"),
    "choosing": ({**MINE, "choosing": True, "bar": Bar("Crossing.", "9 squares are lit.")}, {}, "chosen"),
    "turn": (MINE, {}, "turn"),
    "private": ({"panels": (PRIVATE,)}, {}, "own"),
    "vote": ({}, {"asked": "Bo proposes a pause.", "votes": 1}, "ask"),
    "waiting": ({"bar": Bar("", "It’s Bo’s turn.")}, {}, "wait"),
}
SAID = {
    "refused": "It is no longer your turn.",
    "noted": "You gave Bo a nugget.",
    "asked": "Veto it, or let it pass?",
    "choosing": "Crossing. 9 squares are lit.",
    "turn": "Your turn. Choose a card from your hand.",
    "private": "K8 is stone.",
    "vote": "Bo proposes a pause.",
    "waiting": "It’s Bo’s turn.",
}
#: The reader's own turn holds the words of private news.
BOTH = {("turn", "private"): "Your turn. K8 is stone. Choose a card from your hand."}
#: Two states of the one seat that cannot be at once, as both are kinds of turns.
APART = {frozenset(pair) for pair in (("asked", "choosing"), ("asked", "turn"), ("choosing", "turn"))}
PAIRS = [
    (one, two)
    for number, one in enumerate(REASONS)
    for two in list(REASONS)[number + 1 :]
    if frozenset((one, two)) not in APART
]


def page(decision: str = "", **fields: Any) -> TablePage:
    """A page of a table with what the line is made of, and nothing else."""
    nothing: Any = SimpleNamespace(my_decision=decision)
    return TablePage(**{"view": nothing, "links": nothing, "mine": nothing, "rows": (), **fields})


def line_of(*reasons: str) -> StatusLine:
    """The line where several things could be said; the first of them names the bar."""
    fields, more = dict[str, Any](), dict[str, Any]()
    for reason in reversed(reasons):
        held, passed, _kind = REASONS[reason]
        panels = (*held.get("panels", ()), *fields.get("panels", ()))
        fields, more = {**fields, **held, "panels": panels}, {**more, **passed}
    return status_line(page(**fields), **more)


def said(line: StatusLine) -> str:
    return f"{line.lead} {line.words}".strip()


@pytest.mark.parametrize("reason", REASONS)
def test_line_says_the_only_thing_there_is(reason: str) -> None:
    line = line_of(reason)
    assert (line.kind, said(line)) == (REASONS[reason][2], SAID[reason])


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_line_says_the_more_urgent_of_two(first: str, second: str) -> None:
    line = line_of(first, second)
    assert line.kind == REASONS[first][2]
    assert said(line) == BOTH.get((first, second), SAID[first])


@pytest.mark.parametrize("reason", ["refused", "noted", "turn", "private", "waiting"])
def test_vote_that_does_not_win_waits_behind_the_pill(reason: str) -> None:
    assert line_of(reason).pill == ""
    assert line_of(reason, "vote").pill == "votes"


def test_pill_leads_to_votes_before_the_last_moves_and_to_none_in_a_choice() -> None:
    assert status_line(page(recent=SINCE)).pill == "since"
    assert status_line(page(recent=SINCE), asked="Bo proposes a pause.", votes=1).pill == "votes"
    assert status_line(page(recent=SINCE, choosing=True), asked="Bo proposes a pause.", votes=1).pill == ""


@pytest.mark.parametrize("reason", ["refused", "choosing", "turn", "waiting"])
def test_private_news_that_do_not_win_are_among_the_details(reason: str) -> None:
    assert PRIVATE.words in [panel.words for panel in line_of(reason, "private").details]


def test_short_line_that_says_all_has_no_details() -> None:
    assert line_of("turn").details == ()


def test_long_line_is_repeated_in_its_details() -> None:
    words = "Word " * (LONG // 5 + 1)
    line = status_line(page(bar=Bar("", words)))
    assert [panel.words for panel in line.details] == [words]


def test_line_has_no_numbers_of_rules_and_its_details_keep_them() -> None:
    line = status_line(page(bar=Bar("", "Choose a square (R10).")))
    assert line.words == "Choose a square."
    assert [panel.words for panel in line.details] == ["Choose a square (R10)."]


def test_announced_command_leads_the_question_about_it() -> None:
    held, passed, _kind = REASONS["asked"]
    line = status_line(page(**held, panels=(ANNOUNCED,)), **passed)
    assert (line.kind, line.lead, line.words) == ("ask", "Ann wants to lay it.", "Veto it, or let it pass?")


def test_end_of_a_round_leads_the_line_of_those_who_wait() -> None:
    line = status_line(page(panels=(OVER,), bar=Bar("", "It’s Bo’s turn.")))
    assert (line.kind, said(line)) == ("wait", "Round 1 is over. It’s Bo’s turn.")
    assert [panel.href for panel in line.details] == ["", "/round/1/"]


@pytest.mark.parametrize(("due", "hint", "words"), [("At 8.", "Lay it.", "At 8."), ("", "Lay it.", "Lay it.")])
def test_turn_says_when_a_plan_is_played_then_what_a_lesson_asks(due: str, hint: str, words: str) -> None:
    line = status_line(page(**MINE, panels=(PRIVATE,)), due=due, hint=hint)
    assert (line.kind, line.lead, line.words) == ("turn", "Your turn.", words)
