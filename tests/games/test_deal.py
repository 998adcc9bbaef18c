"""A round begins: a player is shown their role and their cards once, before the table."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Game, Joining, Seat
from games.rules.roles import ALL_ROLES
from games.rules.ruleset import compiled
from games.rules.table import Ruleset
from games.wording import role_goal, role_name
from tests.factories import UserFactory
from tests.games.pages import HX, Page, get, go_on
from tests.games.tables import browser_of, do, in_position, seat_of
from tests.rules.playout import RULESETS, WHOLE_BOX

pytestmark = pytest.mark.django_db

ROLES = {"A": "digger", "B": "saboteur", "C": "digger"}
WAY = {f"{x},0": "EW" if x % 2 else "NESW" for x in range(1, 7)}


def dealt(rounds: int = 2, **script: Any) -> Game:
    """A table of Ann, Bo and Cy whose first deal no player has seen."""
    hands = {"A": ["NESW", "map"], "B": ["break:cart", "NE"], "C": ["rockfall"]}
    more = {"ruleset": Ruleset(rounds=rounds), "hands": hands, "roles": ROLES, "goals": {"8,0": "gold"}, **script}
    game = in_position(3, code="deal", mine=WAY, **more)
    Seat.objects.filter(game=game).update(seen_deal=0)
    return game


def where(name: str, address: str = "/t/deal/", **headers: str) -> str:
    answer = browser_of(name).get(address, headers=headers or None)
    return str(answer.get("Location") or answer.get("HX-Redirect") or answer.status_code)


def page_of(name: str) -> Page:
    return get(browser_of(name), "/t/deal/deal/")


def test_player_is_led_to_the_deal_until_they_go_on() -> None:
    game = dealt()
    assert where("Bo") == where("Bo", **HX) == where("Bo", "/t/deal/plan/") == "/t/deal/deal/"
    bo = browser_of("Bo")
    assert bo.get("/t/deal/deal/").status_code == 200
    assert where("Bo") == "/t/deal/deal/"
    answer = bo.post("/t/deal/deal/", {"round": "1"})
    assert (answer.status_code, answer["Location"]) == (303, "/t/deal/")
    assert [where(name) for name in ("Ann", "Bo")] == ["/t/deal/deal/", "200"]
    assert seat_of(game, "Bo").seen_deal == 1


def test_deal_shows_own_role_goal_cards_and_who_begins() -> None:
    dealt()
    ann, bo = page_of("Ann"), page_of("Bo")
    assert "Digger" in ann.words
    assert role_goal("digger", Ruleset()) in ann.words
    assert "Round 1 begins. You have the first turn." in ann.words
    assert [item.text.strip() for item in ann.items if "player-" in item["class"]] == ["Crossing", "Map"]
    assert "Saboteur" in bo.words.split("Your role")[1]
    assert role_goal("saboteur", Ruleset()) in bo.words
    assert "Round 1 begins. Ann has the first turn." in bo.words
    assert "Crossing" not in bo.words
    assert "Role cards: 1 × Saboteur, 3 × Digger." in bo.words


def test_deal_stays_open_behind_the_table_and_leads_back() -> None:
    dealt()
    go_on(browser_of("Cy"), "deal")
    page = page_of("Cy")
    assert page.status == 200
    assert "on" not in page.forms
    assert "/t/deal/" in page.to("/t/deal/")
    assert get(browser_of("Cy"), "/t/deal/").to("/t/deal/deal/") == ["/t/deal/deal/"]


def test_table_does_not_tell_the_role_again() -> None:
    dealt()
    table = go_on(browser_of("Bo"), "deal")
    assert "/t/deal/deal/" in table.markup.split('id="my-role"')[1]
    assert 'class="private"' not in table.markup
    assert "role-saboteur" not in table.markup.split('id="my-role"')[0]


def test_end_of_a_round_comes_before_the_deal_of_the_next() -> None:
    game = dealt()
    for name in ("Ann", "Bo", "Cy"):
        go_on(browser_of(name), "deal")
    do(game, "A lay NESW 7,0")
    assert where("Bo") == where("Bo", "/t/deal/deal/") == "/t/deal/round/1/"
    browser_of("Bo").post("/t/deal/on", {"round": "1"})
    assert where("Bo") == "/t/deal/deal/"
    assert "Round 2 of 2" in page_of("Bo").words
    assert "Round 2 of 2" in go_on(browser_of("Bo"), "deal").words
    assert seat_of(game, "Bo").seen_deal == 2


def test_deal_is_not_shown_between_rounds_or_after_the_game() -> None:
    game = dealt(ruleset=Ruleset(rounds=2, gold_draft="hand"), gold_cards=[3, 1, 2])
    do(game, "A lay NESW 7,0")
    browser_of("Ann").post("/t/deal/on", {"round": "1"})
    assert where("Ann", "/t/deal/deal/") == "/t/deal/"
    assert where("Ann") == "200"
    do(game, "= end")
    assert where("Ann", "/t/deal/deal/") == "/t/deal/"


def test_wrong_numbers_mark_no_deal_as_shown() -> None:
    game = dealt()
    for sent in ("x", "0", "-1", "100", ""):
        assert browser_of("Ann").post("/t/deal/deal/", {"round": sent})["Location"] == "/t/deal/"
    assert seat_of(game, "Ann").seen_deal == 0
    browser_of("Ann").post("/t/deal/deal/", {"round": "99"})
    assert seat_of(game, "Ann").seen_deal == 1


def test_spectator_has_no_deal_and_is_not_led_to_one() -> None:
    game = dealt()
    Game.objects.filter(pk=game.pk).update(joining=Joining.ANYONE)
    UserFactory.create(username="Zed")
    assert where("Zed") == "200"
    assert where("Zed", "/t/deal/deal/") == "404"
    assert browser_of("Zed").post("/t/deal/deal/", {"round": "1"}).status_code == 404


def test_look_at_the_deal_writes_nothing_and_takes_no_lock() -> None:
    game = dealt()
    rows = list(Seat.objects.order_by("pk").values())
    with CaptureQueriesContext(connection) as queries:
        page_of("Bo")
    assert not [one["sql"] for one in queries.captured_queries if "games_" in one["sql"] and "UPDATE" in one["sql"]]
    assert list(Seat.objects.order_by("pk").values()) == rows
    version = Game.objects.get(pk=game.pk).version
    browser_of("Bo").post("/t/deal/deal/", {"round": "1"})
    assert Game.objects.get(pk=game.pk).version == version


@pytest.mark.parametrize("ruleset", [*RULESETS, *WHOLE_BOX], ids=lambda one: "+".join((one.rules, *one.modules)))
def test_every_role_of_the_rules_in_force_has_its_name_and_goal(ruleset: Ruleset) -> None:
    players = max(compiled(ruleset).seats)
    for role in dict.fromkeys(compiled(ruleset).roles(players)):
        assert role in ALL_ROLES
        assert role_name(role)
        assert role_goal(role, ruleset).endswith(".")
