"""The mine at the end of a round: which goals turn and when, the last card, and the way to the gold."""

import re

import pytest

from games.rules.events import Detoured, GoalTurned, Laid, Played, PublicEvent, RoundEnded
from games.rules.round import winning_way
from games.rules.table import RoundResult, Ruleset
from games.selectors.course import CommandEvents
from games.tableau.finished_mine import last_square, turning_goals
from games.tableau.markup import way_line
from tests.games.pages import get
from tests.games.tables import browser_of, do, in_position, loaded

GOALS = {"8,-2": "stone-a", "8,0": "gold", "8,2": "stone-b"}
STRAIGHT = {"0,0": "start"} | {f"{x},0": "EW" for x in range(1, 8)}


def result(reason: str = "gold", *, roles: tuple[str, ...] = ("digger",) * 3, **more: object) -> RoundResult:
    usual: dict[str, object] = {"connector": 0 if reason == "gold" else None, "winners": (0,), "goals": GOALS}
    return RoundResult(round=1, reason=reason, roles=roles, **{**usual, **more})  # type: ignore[arg-type]


ENDED = RoundEnded(round=1, reason="gold", connector=0, winners=(0,), roles=("digger",) * 3)


def log_of(*commands: list[PublicEvent]) -> list[CommandEvents]:
    return [CommandEvents(seq, tuple(events)) for seq, events in enumerate(commands)]


@pytest.mark.parametrize(
    ("reason", "before", "now", "turns"),
    [
        ("gold", [], ["8,0"], ("8,0", "8,-2", "8,2")),
        ("gold", ["8,2"], ["8,0"], ("8,0", "8,-2")),
        ("gold", [], ["8,2", "8,0"], ("8,0", "8,2", "8,-2")),
        ("hands-empty", [], [], ("8,-2", "8,2", "8,0")),
        ("hands-empty", [], ["8,2"], ("8,2", "8,-2", "8,0")),
        ("hands-empty", ["8,-2", "8,2"], [], ("8,0",)),
    ],
)
def test_goals_turn_gold_first_if_reached_and_last_if_not(
    reason: str, before: list[str], now: list[str], turns: tuple[str, ...]
) -> None:
    course = log_of(
        [GoalTurned(seat=0, at=at, goal=GOALS[at]) for at in before],
        [*(GoalTurned(seat=0, at=at, goal=GOALS[at]) for at in now), ENDED],
        [GoalTurned(seat=0, at="8,0", goal="gold")],
    )
    assert turning_goals(result(reason), course) == turns
    assert turning_goals(result(reason), course[:1]) == ()


def test_last_card_is_a_tunnel_of_the_last_act_alone() -> None:
    laid, moved = Laid(seat=0, card="EW", at="7,0"), Detoured(seat=1, card="EW", was="1,0", at="3,1")
    looked = Played(seat=2, card="map", at=("8,0",))
    assert last_square(log_of([looked], [laid, GoalTurned(seat=0, at="8,0", goal="gold"), ENDED])) == "7,0"
    assert last_square(log_of([laid], [moved, ENDED])) == "3,1"
    assert last_square(log_of([laid], [looked, ENDED])) == ""
    assert last_square(log_of([laid], [ENDED, looked])) == "7,0"
    assert last_square([]) == ""


def test_winning_way_joins_the_start_to_the_gold() -> None:
    mine = STRAIGHT | {"8,0": "gold", "8,2": "stone-b"}
    assert winning_way(result(mine=mine)) == tuple((x, 0) for x in range(9))
    assert winning_way(result("hands-empty", mine=mine)) == ()
    assert winning_way(result(mine=STRAIGHT)) == ()


def test_winning_way_of_a_team_avoids_doors_of_the_other() -> None:
    mine = {
        "0,0": "start", "1,0": "EW-blue", "2,0": "NESW", "0,1": "NE", "1,1": "EW", "2,1": "NW", "3,0": "gold",
    }  # fmt: skip
    teams = ("green", "blue", "saboteur")
    short, long = ((0, 0), (1, 0), (2, 0), (3, 0)), ((0, 0), (0, 1), (1, 1), (2, 1), (2, 0), (3, 0))
    goals = {"3,0": "gold"}
    assert winning_way(result(roles=teams, winners=(0,), mine=mine, goals=goals)) == long
    assert winning_way(result(roles=teams, winners=(1,), mine=mine, goals=goals)) == short
    assert winning_way(result(roles=teams, winners=(0, 1), mine=mine, goals=goals)) == short


def test_winning_way_leads_through_no_goal_turned_up_after_the_gold() -> None:
    mine = {"0,0": "start", "1,0": "NESW", "2,0": "EW", "1,1": "NE", "3,0": "gold", "2,1": "stone-b"}
    goals = {"3,0": "gold", "2,1": "stone-b"}
    assert winning_way(result(mine=mine, goals=goals)) == ((0, 0), (1, 0), (2, 0), (3, 0))
    cut = {at: card for at, card in mine.items() if at != "2,0"} | {"3,1": "NW"}
    assert winning_way(result(mine=cut, goals=goals)) == ()


def test_line_of_a_way_runs_through_centres_and_bends_at_corners() -> None:
    assert way_line([(0, 0), (1, 0)]) == "M40 50L80 50L120 50"
    assert way_line([(0, 0), (1, 0), (1, 1)]) == "M40 50L80 50Q120 50 120 100L120 150"
    assert way_line([(0, 0)]) == way_line([]) == ""


# -- on the page


@pytest.mark.django_db
def test_page_marks_the_last_card_the_goals_and_the_way() -> None:
    mine = {f"{x},0": "EW" if x % 2 else "NESW" for x in range(1, 7)}
    game = in_position(
        3,
        code="end",
        goals=GOALS,
        mine=mine,
        hands={"A": ["NESW"]},
        roles={"A": "digger", "B": "saboteur", "C": "digger"},
    )
    do(game, "A lay NESW 7,0")
    page = get(browser_of("Bo"), "/t/end/round/1/").markup
    squares = re.findall(r'<li class="(row-\d+ column-\d+[^"]*)">', page)
    assert [one for one in squares if "last" in one.split()] == ["row-3 column-8 last"]
    assert sorted(one for one in squares if "turns" in one) == [
        "row-1 column-9 goal turns turn-1",
        "row-3 column-9 goal turns turn-0",
        "row-5 column-9 goal turns turn-2",
    ]
    assert page.count('class="picture under"') == 3 + 3
    assert 'class="stage column-9"' in page
    assert '<svg viewBox="0 0 720 500"><path class="glow" d="M40 250L80 250Q120 250' in page


@pytest.mark.django_db
def test_page_of_a_round_without_gold_shows_no_way() -> None:
    game = in_position(3, code="end", goals=GOALS, mine={"1,0": "EW"})
    do(game, "= end")
    page = get(browser_of("Ann"), "/t/end/round/1/").markup
    assert loaded(game).state.public.results[0].reason == "ended"
    assert 'class="way"' not in page
    assert "row-3 column-9 goal turns turn-2" in page


@pytest.mark.django_db
@pytest.mark.parametrize(("players", "size"), [(3, "few"), (4, "four"), (5, ""), (6, ""), (7, "many"), (9, "many ten")])
def test_faces_have_a_size_by_the_number_of_players(players: int, size: str) -> None:
    game = in_position(players, code="end", ruleset=Ruleset())
    do(game, "= end")
    page = get(browser_of("Ann"), "/t/end/round/1/").markup
    assert f'<ul class="{f"faces {size}"}">' in page
    assert page.count('class="turns-up"') == players
