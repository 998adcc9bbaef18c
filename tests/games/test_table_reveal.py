"""What is told at the end of a round and why it paid what it paid; what was seen, with its date and what came after."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from msgspec.structs import replace

from games.models import Game
from games.rules import codec
from games.rules.board import Board
from games.rules.engine import awaited
from games.rules.events import RoundBegan, RoundEnded, Stole
from games.rules.notation import letter
from games.rules.sights import RoleSight
from games.rules.table import Ruleset
from games.selectors import course
from games.selectors.table import place_at
from tests.games.pages import Page, get
from tests.games.tables import browser_of, do, in_position, loaded, seen_by_all

pytestmark = pytest.mark.django_db

WAY = {f"{x},0": "EW" for x in (1, 2)} | {"3,0": "EW-blue", "4,0": "NESW", "5,0": "NESW-crystal", "6,0": "NESW"}
"""A way to the gold that passes a blue door, one card short."""


def table(players: int, ruleset: Ruleset, **script: Any) -> Game:
    game = in_position(players, ruleset=ruleset, code="end", goals={"8,0": "gold"}, **script)
    seen_by_all(game)
    return game


PAST_A_GOAL = {f"{x},0": "EW" for x in (1, 2, 3)} | {
    "4,0": "NESW", "5,0": "NESW", "6,0": "ESW", "6,1": "NS", "6,2": "NE",
    "7,0": "NW.ES", "7,1": "NS.E-green", "8,1": "NS.EW",
}  # fmt: skip
"""Ways to the gold, both one card short: one past a green door, one through the goal south of the gold."""


def end(name: str, number: int = 1) -> Page:
    return get(browser_of(name), f"/t/end/round/{number}/")


def player(page: Page, name: str) -> str:
    """All that a page of a round says about a player."""
    return " ".join(item.text for item in page.items if item.text.lstrip().startswith(name))


def test_a_round_of_teams_says_why_everybody_got_what_they_got() -> None:
    roles = {"A": "boss", "B": "blue", "C": "green", "D": "saboteur", "E": "geologist", "F": "profiteer", "G": "blue"}
    game = table(
        7, Ruleset("saboteur2"), roles=roles, mine=WAY, hands={"A": ["NESW"]}, before={"G": ["trapped"], "D": ["theft"]}
    )
    do(game, "A lay NESW 7,0")
    page = end("Bo")
    assert page.status == 200
    assert "every way passes a blue one, so the green diggers did not get through" in page.words
    assert "Trapped at the end: Gus." in page.words
    assert "goal, turned up: Stone" in page.words
    assert "Cut off from the start." not in page.words
    assert "Crystals in the mine: 1." in page.words
    assert "Winners: 3, so a share is worth: 3." in page.words
    assert "Joined the gold to the start." in player(page, "Ann")
    assert "One nugget less than a share, as the boss." in player(page, "Ann")
    assert "2 nuggets" in player(page, "Ann")
    assert "A blue door barred the way." in player(page, "Cy")
    assert "Trapped: no gold." in player(page, "Gus")
    assert "trapped" in player(page, "Gus")
    assert "For 1 crystal." in player(page, "Eve")
    assert "Two nuggets less than a share, as the profiteer." in player(page, "Fay")
    assert "The gold was reached." in player(page, "Dee")


def test_reveal_shows_thefts_as_they_happen_and_open_thieves() -> None:
    roles = {"A": "blue", "B": "saboteur", "C": "saboteur"}
    mine = {**WAY, "3,0": "EW"}
    game = table(
        3,
        Ruleset("saboteur2"),
        roles=roles,
        mine={at: card for at, card in mine.items() if "crystal" not in card} | {"5,0": "NESW"},
        hands={"A": ["NESW"]},
        before={"B": ["theft"], "C": ["theft"]},
    )
    do(game, "A lay NESW 7,0")
    waiting = end("Ann")
    assert "Cy is choosing a player to steal from." in waiting.words
    asked = get(browser_of("Cy"), "/t/end/")
    assert "goal, turned up: Stone" in asked.words
    assert "Cut off from the start." not in asked.words
    assert "If your time runs out, you steal from nobody." in asked.words
    assert asked.answers == ["A", "none"]
    assert ">Steal from Ann</button>" in asked.markup
    assert ">Don’t steal</button>" in asked.markup
    named = get(browser_of("Cy"), next(link for link in asked.lit() if "who=A" in link))
    assert [item["id"] for item in named.items if {"lit", "ghost"} & {*item["class"].split()}] == ["plate-0"]
    assert named.play
    browser_of("Cy").post(named.play.action, named.play.values(answer="A"))
    after = end("Ann")
    assert "Cy stole a nugget from you." in after.words
    assert "Bo is choosing a player to steal from." in after.words
    do(game, "B choose none")
    last = end("Cy")
    assert "You stole a nugget from Ann." in last.words
    assert "Bo stole nothing." in last.words
    assert "is choosing" not in last.words


def test_course_of_a_round_runs_from_its_deal_to_the_next() -> None:
    roles = {"A": "blue", "B": "saboteur", "C": "saboteur"}
    mine = {**WAY, "3,0": "EW"}
    game = table(
        3, Ruleset("saboteur2", rounds=3), roles=roles, mine=mine, hands={"A": ["NESW"]}, before={"B": ["theft"]}
    )
    begun = game.seq
    do(game, "A lay NESW 7,0", "B choose A")
    do(game, f"= timeout {letter(awaited(loaded(game).state.public)[0].seat)}", "= end")
    place = place_at("end", game.seats.get(number=0).user)
    logs = {number: course.of_round(place, number).log for number in (1, 2)}
    events = {number: [event for step in logs[number] for event in step.events] for number in logs}
    assert [step.seq for step in logs[1]] == [begun, begun + 1, begun + 2]
    assert [step.seq for step in logs[2]] == [begun + 2, begun + 3, begun + 4]
    for number in logs:
        assert [event.round for event in events[number] if isinstance(event, RoundBegan)] == [number]
        assert [event.round for event in events[number] if isinstance(event, RoundEnded)] == [number]
    assert [isinstance(event, Stole) for event in events[1]].count(True) == 1
    assert isinstance(events[2][0], RoundBegan)
    assert events[1] + events[2] == [event for step in course.of_game(place).log for event in step.events]
    assert "Bo stole a nugget from you." in end("Ann", 1).words
    assert "stole" not in end("Ann", 2).words


def test_thief_who_ends_a_round_sees_its_end_too() -> None:
    roles = {"A": "blue", "B": "saboteur", "C": "saboteur"}
    mine = {**WAY, "3,0": "EW"}
    game = table(3, Ruleset("saboteur2"), roles=roles, mine=mine, hands={"A": ["NESW"]}, before={"B": ["theft"]})
    do(game, "A lay NESW 7,0", "B choose A")
    assert get(browser_of("Bo"), "/t/end/").to("/round/1/")[0]
    assert "Look at round 1" in get(browser_of("Bo"), "/t/end/").words
    do(game, f"B pass {loaded(game).state.seats[1].hand[0]}")
    assert "Look at round 1" not in get(browser_of("Bo"), "/t/end/").words


def test_a_round_of_the_variants_gives_its_reasons() -> None:
    way = {f"{x},0": "NESW" for x in (1, 2, 3, 4)} | {"5,0": "EW", "6,0": "EW"}
    sabotaged = Ruleset(variants=("sabotaged-dwarf",))
    roles = {"A": "digger", "B": "digger", "C": "saboteur"}
    game = table(3, sabotaged, roles=roles, mine=way, hands={"A": ["EW"]}, before={"B": ["break:cart"]})
    do(game, "A lay EW 7,0")
    page = end("Cy")
    assert "A broken tool: no gold card." in player(page, "Bo")
    assert "no gold" in player(page, "Bo").split("A broken tool")[0]
    assert "2 gold cards" in player(page, "Ann")
    assert "gold card" not in player(page, "Cy")


def test_missing_gold_cards_are_shown_as_nuggets_to_all() -> None:
    way = {**WAY, "3,0": "EW", "5,0": "NESW"}
    roles = {"A": "digger", "B": "saboteur", "C": "digger", "D": "digger"}
    game = table(4, Ruleset(), roles=roles, mine=way, hands={"A": ["ESW"]})
    with_two = replace(loaded(game).state.table, gold_cards=(3, 2))
    game.secret.state = codec.encode(with_two)
    game.secret.save()
    do(game, "A lay ESW 7,0")
    for name in ("Ann", "Bo", "Cy"):
        assert "1 gold card" in player(end(name), "Ann")
        assert ("3 nuggets" in end(name).words) == (name == "Ann")
    assert "1 nugget" in player(end("Bo"), "Cy")
    assert "1 gold card" not in player(end("Bo"), "Cy")
    assert "1 nugget" in player(end("Cy"), "Cy")
    assert "Cy took 1 nugget." in get(browser_of("Bo"), "/t/end/").words


def test_a_greedy_dwarf_takes_it_all_and_a_tournament_counts_its_own_way() -> None:
    way = {f"{x},0": "NESW" for x in (1, 2, 3, 5)} | {"6,0": "EW"}
    roles = {"A": "greedy", "B": "digger", "C": "digger", "D": "digger", "E": "saboteur"}
    game = table(5, Ruleset(variants=("tournament",)), roles=roles, fixed={"4,0": "ESW"}, mine=way, hands={"A": ["EW"]})
    do(game, "A lay EW 7,0")
    page = end("Bo")
    assert "Four, and nothing for the others." in player(page, "Ann")
    assert "The greedy dwarf took it all." in player(page, "Bo")


def test_the_page_of_a_round_costs_six_statements() -> None:
    game = table(3, Ruleset("saboteur2", rounds=1), roles={"A": "blue"}, mine=WAY, hands={"A": ["NESW"]})
    do(game, "A lay NESW 7,0")
    client = browser_of("Bo")
    client.get("/t/end/round/1/")
    with CaptureQueriesContext(connection) as queries:
        assert client.get("/t/end/round/1/").status_code == 200
    asked = [one["sql"] for one in queries.captured_queries if not re.match("SAVEPOINT|RELEASE|BEGIN", one["sql"])]
    assert len(asked) <= 6, "\n".join(text[:100] for text in asked)


# -- what was seen


def own_words(name: str, page: str = "") -> str:
    return get(browser_of(name), f"/t/end/{page}").words


def test_inspected_role_keeps_its_date_and_later_hat_swaps() -> None:
    game = table(
        3,
        Ruleset("saboteur2"),
        roles={"A": "blue", "B": "green", "C": "boss"},
        hands={"A": ["inspection", "map"], "B": ["swap-hats"], "C": ["swap-hats"]},
    )
    do(game, "A inspection B")
    assert "Bo: Green digger (seen at move 1)" in own_words("Ann")
    assert "Hats were changed" not in own_words("Ann")
    do(game, "B swap-hats A")
    changed = own_words("Ann")
    assert "Your role until move 2: " in changed  # the role of the deal, which the position of the test replaced
    assert "Your new role:" in changed
    assert "since, at move" not in changed
    do(game, "C swap-hats B")
    assert "Bo: Green digger (seen at move 1). Hats were changed since, at move 3." in own_words("Ann")
    assert "seen at move" not in own_words("Cy")
    do(game, "A map 8,0")
    assert loaded(game).state.seats[0].sightings[0].sight == RoleSight(1, "green")


def test_a_goal_that_was_seen_may_have_been_swapped_by_another_since() -> None:
    game = table(3, Ruleset(modules=("swap-goals",)), hands={"A": ["map"], "B": ["swap-goals"], "C": ["map"]})
    do(game, "A map 8,0", "B swap-goals 8,0 8,2")
    assert "were taken and put back, maybe swapped" not in own_words("Ann")
    do(game, "B choose keep", "C map 8,0")
    words = "At move 3, M8 and O8 were taken and put back, maybe swapped."
    assert words in own_words("Ann")
    assert words in own_words("Ann", "words/")
    assert words not in own_words("Cy")
    assert 'class="note old"' in get(browser_of("Ann"), "/t/end/").markup
    assert 'class="note"' in get(browser_of("Cy"), "/t/end/").markup
    assert "You left the two goals as they were." in own_words("Bo")


def test_player_who_left_two_goals_in_place_knows_them() -> None:
    game = table(
        3,
        Ruleset(modules=("swap-goals",)),
        hands={"A": ["map", "swap-goals"], "B": ["EW", "NS"], "C": ["EW", "NS"]},
    )
    do(game, "A map 8,0", "B pass NS", "C pass NS", "A swap-goals 8,0 8,2", "A choose keep")
    words = own_words("Ann")
    assert "M8: Gold (seen at move 1)." in words
    assert "were taken and put back, maybe swapped" not in words
    assert "You swapped" not in words


def test_sighting_is_public_once_the_goal_is_turned_up() -> None:
    hands = {"A": ["map"], "B": ["NESW"], "C": ["NS"]}
    game = in_position(3, code="end", goals={"8,0": "stone-a", "8,2": "gold"}, mine=LONG_WAY, hands=hands)
    do(game, "A map 8,0")
    assert "M8: Stone (seen at move 1)." in own_words("Ann")
    do(game, "B lay NESW 7,0")
    assert "seen at move" not in own_words("Ann")
    assert "M8: goal, turned up: Stone" in own_words("Ann")


LONG_WAY = {f"{x},0": "EW" if x % 2 else "NESW" for x in range(1, 7)}
"""A way to the goal in the middle, one card short."""


def test_a_goal_that_was_seen_is_followed_when_it_moves() -> None:
    chests = {"2,-1": ["NE", "far-goal"], "2,1": ["NW", "nugget"], "6,-1": ["EW", "no-maps"], "6,1": ["ESW", "no-draw"]}
    game = table(
        3,
        Ruleset(modules=("treasure-chests",)),
        chests=chests,
        hands={"A": ["map"], "B": ["NES"], "C": ["map"]},
        mine={"1,0": "EW"},
    )
    do(game, "A map 8,0", "B lay NES 2,0~")
    while kind := next((ask.kind for ask in awaited(loaded(game).state.public) if ask.seat == 1), ""):
        do(game, "B choose 2,-1" if kind == "order" else "B choose 8,0")
    words = own_words("Ann")
    assert "M9: Gold (seen at move 1). It was moved to M9 at move" in words
    assert "M9: goal, you looked: Gold." in words


def test_no_way_to_the_gold_leads_through_a_goal_turned_up_after_pay() -> None:
    goals = {"8,-2": "stone-a", "8,0": "gold", "8,2": "stone-b"}
    roles = {"A": "green", "B": "blue", "C": "saboteur"}
    game = in_position(
        3, ruleset=Ruleset("saboteur2"), code="end", goals=goals, roles=roles, mine=PAST_A_GOAL, hands={"A": ["NESW"]}
    )
    seen_by_all(game)
    do(game, "A lay NESW 7,2")
    (result,) = loaded(game).state.public.results
    assert result.winners == (0,)
    assert Board(result.mine, {}).is_joined((8, 0), closed="green")
    page = end("Bo")
    assert "every way passes a green one, so the blue diggers did not get through" in page.words
    assert "A green door barred the way." in player(page, "Bo")
