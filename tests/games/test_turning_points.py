"""The moments that decided a round are found in what all were told of it, and lead to their steps (R24)."""

import pytest

from games.rules.events import (
    Detoured,
    GoalTurned,
    Laid,
    Passed,
    Played,
    PublicEvent,
    RoundBegan,
    RoundEnded,
    Swapped,
    Vetoed,
)
from games.rules.table import RoundResult, Ruleset
from games.selectors.course import CommandEvents
from games.tableau.turning_points import MOST, turning_points_of
from tests.games.pages import get
from tests.games.tables import browser_of, play_to_the_end, running_game, seen_by_all

NAMES = ("Ann", "Bo", "Cy")
GOALS = {"8,-2": "stone-a", "8,0": "gold", "8,2": "stone-b"}
WAY = [Laid(seat=0, card="EW", at=f"{x},0") for x in range(1, 7)]
ENDED = RoundEnded(round=1, reason="gold", connector=0, winners=(0,), roles=("digger", "saboteur", "digger"))


def found(
    *events: PublicEvent,
    reason: str = "gold",
    before: tuple[tuple[int, str], ...] = (),
    ruleset: Ruleset | None = None,
    goals: dict[str, str] = GOALS,
) -> list[tuple[str, int]]:
    """The moments of a round with these events, each with the number of its command."""
    log = [CommandEvents(seq, (event,)) for seq, event in enumerate((RoundBegan(round=1, first=0), *events, ENDED))]
    connector = 0 if reason == "gold" else None
    roles = ("digger", "saboteur", "digger")
    result = RoundResult(1, reason, connector, (0,), roles, goals, before=before)
    return [(one.name, one.seq) for one in turning_points_of(log, result, ruleset or Ruleset(), NAMES, None)]


def look(seat: int, at: str) -> Played:
    return Played(seat=seat, card="map", at=(at,))


def test_first_look_at_the_gold_counts_if_it_was_reached() -> None:
    assert found(look(1, "8,2"), look(2, "8,0"), look(0, "8,0")) == [("The first to look where the gold lay", 2)]


def test_look_at_the_gold_counts_as_distrusted_when_it_was_not_reached() -> None:
    assert found(look(1, "8,2"), look(2, "8,0"), reason="hands-empty") == [("The look that was never trusted", 2)]


def test_goals_taken_up_since_reveal_nothing_new() -> None:
    swapped = Swapped(seat=1, at=("8,0", "8,2"))
    assert found(look(2, "8,0"), swapped) == [("Two goals in one hand", 2)]
    assert ("The first to look where the gold lay", 2) in found(swapped, look(2, "8,0"))


def test_rockfall_counts_if_it_cut_the_way_not_at_its_end() -> None:
    fall = Played(seat=1, card="rockfall", at=("2,0",), lifted="EW")
    assert found(*WAY, fall, Passed(seat=2, count=1)) == [("The rockfall that cut the way", 7)]
    at_the_end = Played(seat=1, card="rockfall", at=("6,0",), lifted="EW")
    assert found(*WAY, at_the_end) == []
    assert found(*WAY, fall, ruleset=Ruleset(variants=("tournament",))) == []


def test_tool_broken_until_the_end_counts() -> None:
    harm = Played(seat=1, card="break:cart", target=2)
    assert found(harm, Passed(seat=2, count=1), before=((2, "break:cart"),)) == [
        ("The tool that was broken just before the end", 1)
    ]
    assert found(harm, Passed(seat=2, count=1)) == []
    later = [Passed(seat=2, count=1)] * 5
    assert found(harm, *later, before=((2, "break:cart"),)) == []


def test_repair_of_the_player_who_joined_the_gold_counts() -> None:
    help_one = Played(seat=1, card="repair:cart", target=0, lifted="break:cart")
    help_other = Played(seat=1, card="repair:cart", target=2, lifted="break:cart")
    assert found(help_one, help_other) == [("The repair that made it possible", 1)]
    assert found(help_one, reason="hands-empty") == []


def test_wrong_goals_detours_and_vetoes_count() -> None:
    assert found(
        GoalTurned(seat=0, at="8,2", goal="stone-b"),
        Detoured(seat=1, card="EW", was="1,0", at="2,0"),
        Vetoed(seat=0, by=1, card="map", at=("8,0",)),
    ) == [("The wrong goal", 1), ("The tunnel that went elsewhere", 2), ("The card that had no effect", 3)]


def test_turning_points_are_few_and_one_a_step() -> None:
    log = found(
        look(2, "8,0"),
        *WAY,
        Played(seat=1, card="rockfall", at=("2,0",), lifted="EW"),
        GoalTurned(seat=0, at="8,2", goal="stone-b"),
        Detoured(seat=1, card="EW", was="1,0", at="2,0"),
        Vetoed(seat=0, by=1, card="map", at=("8,0",)),
        Played(seat=1, card="repair:cart", target=0, lifted="break:cart"),
    )
    assert len(log) == MOST
    assert [seq for _name, seq in log] == sorted({seq for _name, seq in log})


@pytest.mark.django_db
def test_end_of_a_round_links_turning_points_to_shown_steps() -> None:
    game = running_game(3, seed=5, code="end", ruleset=Ruleset(rounds=1))
    play_to_the_end(game)
    page = get(browser_of("Ann"), "/t/end/round/1/")
    assert "What decided it" in page.words
    assert page.to("/round/1/") == []
    seen_by_all(game)
    steps = get(browser_of("Ann"), "/t/end/round/1/").to("/t/end/round/1/")
    assert len(steps) > 1
    assert all(get(browser_of("Ann"), address).status == 200 for address in steps)
