"""The options of a table in its lobby: the host changes them, everybody is asked, with and without HTMX."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from games.models import CHANGED_ALONE, Game, Joining
from games.rows import chance, store
from games.rules.table import Ruleset
from games.services import beginning, lobby
from tests.factories import UserFactory
from tests.games import tables
from tests.games.pages import get
from tests.games.test_options import agree, change
from tests.games.test_setup_tiles import chosen_in

HX = {"HX-Request": "true", "HX-Target": "lobby"}


@pytest.fixture
def game(db: None) -> Game:
    return tables.open_game(3, wanted=5, joining=Joining.ANYONE, scheme=2, bank_hours=72, turn_hours=12)


def url(name: str, game: Game) -> str:
    return reverse(f"games:{name}", args=[game.code])


def form_of(game: Game, **changes: Any) -> dict[str, Any]:
    """What the host's form sends, with some changes."""
    fields = chosen_in(tables.browser_of("Ann").get(url("options", game)).content.decode())
    return {**{name: value for name, value in fields.items() if name}, **changes}


def send(game: Game, who: str = "Ann", **changes: Any) -> Any:
    return tables.browser_of(who).post(url("options", game), form_of(game, **changes))


def test_the_form_begins_with_the_table_as_it_is(game: Game) -> None:
    change(game, ruleset=Ruleset("saboteur2", modules=("veto",), rounds=2, veto_window=1), vacations=False)
    shown = form_of(game)
    assert (shown["rules"], shown["modules"], shown["rounds"]) == (["saboteur2"], ["veto"], ["2"])
    assert (shown["veto_window"], shown["pace"], shown["seats"]) == (["1"], ["days"], ["5"])
    assert (shown["name"], shown["joining"], "vacations" in shown) == (["Friday dwarves"], ["anyone"], False)
    assert send(game).status_code == 302
    assert Game.objects.get().options_version == 1


def test_a_change_leads_back_to_the_lobby_and_shows_everybody_what_is_new(game: Game) -> None:
    before = game.commitment
    assert send(game, rounds="1", pace="hours")["Location"] == url("table", game)
    game.refresh_from_db()
    assert game.commitment != before
    for name in ("Bo", "Cy"):
        shown = get(tables.browser_of(name), url("table", game))
        assert "The options have changed" in shown.words
        assert "5 players, 1 round." in shown.words
        assert "Everyone has 12 hours in the bank" in shown.words
        assert game.commitment in shown.markup
        assert before not in shown.markup
    host = get(tables.browser_of("Ann"), url("table", game))
    assert "Bo and Cy have not said “ready” yet." in host.words
    assert host.words.count("hasn’t said “ready” yet") == 2
    assert 'id="start" disabled' in host.markup


def test_a_button_makes_ready_with_a_word_or_without(game: Game) -> None:
    change(game, seats=4)
    page = tables.browser_of("Bo").get(url("table", game)).content.decode()
    assert page.index(game.commitment) < page.index('name="lucky_word"')
    sent = {"terms": chosen_in(page)["terms"][0], "lucky_word": "left boots"}
    answer = tables.browser_of("Bo").post(url("agree", game), sent, headers=HX).content.decode()
    assert "The options have changed. Cy hasn’t said" in answer
    assert "Your lucky word is mixed in as" in answer
    assert tables.browser_of("Cy").post(url("agree", game), {"terms": "1"}).status_code == 302
    assert chance.not_ready(Game.objects.get(), tables.seats_of(game)) == []
    assert tables.browser_of("Ann").post(url("start", game)).status_code == 302
    assert Game.objects.get().status == "running"


@pytest.mark.parametrize("button", ["agree", "word"])
def test_a_button_of_a_page_from_before_says_that_the_options_have_changed(game: Game, button: str) -> None:
    change(game, seats=4)
    answer = tables.browser_of("Bo").post(url(button, game), {"terms": "0", "lucky_word": "old"}, headers=HX)
    assert answer.status_code == 409
    assert "This table’s options have changed. Take another look." in answer.content.decode()
    assert 'name="terms" value="1"' in answer.content.decode()
    assert chance.words_of(tables.seats_of(game)) == []


@pytest.mark.examples(2)
@pytest.mark.parametrize("said", ["", "x", "-1", "1e3", "９", "99999999999"])
def test_terms_that_are_none_are_those_of_the_beginning(game: Game, said: str) -> None:
    assert tables.browser_of("Bo").post(url("agree", game), {"terms": said}).status_code == 302
    change(game, seats=4)
    assert tables.browser_of("Bo").post(url("agree", game), {"terms": said}).status_code == 409


def test_stale_form_is_shown_again_with_its_input(game: Game) -> None:
    old = form_of(game, name="Mine")
    change(game, seats=4)
    answer = tables.browser_of("Ann").post(url("options", game), old)
    assert answer.status_code == 409
    assert "The options changed meanwhile" in answer.content.decode()
    again = chosen_in(answer.content.decode())
    assert (again["name"], again["seats"], again["terms"]) == (["Mine"], ["5"], ["1"])


@pytest.mark.examples(2)
@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"name": ""}, "This field is required"),
        ({"seats": "99"}, "Select a valid choice"),
        ({"rules": "base", "modules": ["tournament"], "seats": "3"}, "These rules are for 5 to 9 players"),
        ({"rules": "saboteur2", "seats": "2"}, "3 people sit at this table already."),
    ],
)
def test_options_that_cannot_be_get_a_sentence_and_change_nothing(
    game: Game, wrong: dict[str, Any], sentence: str
) -> None:
    before = Game.objects.values().get()
    answer = send(game, **wrong)
    assert (answer.status_code, sentence in answer.content.decode()) == (422, True)
    assert Game.objects.values().get() == before


def test_without_javascript_the_summary_is_shown_and_nothing_changes(game: Game) -> None:
    answer = send(game, rounds="1", look="1")
    assert (answer.status_code, "5 players, 1 round." in answer.content.decode()) == (200, True)
    assert Game.objects.get().options_version == 0


def test_as_last_time_is_about_the_table_before_this_one(game: Game) -> None:
    browser = tables.browser_of("Ann")
    assert 'value="last"' not in browser.get(url("options", game)).content.decode()
    headers = {"HX-Request": "true", "HX-Target": "choices"}
    said = browser.post(reverse("games:summary"), form_of(game), headers=headers).content.decode()
    assert 'value="last"' not in said
    tables.open_game([tables.seat_of(game, "Ann").user], wanted=6, ruleset=Ruleset("saboteur2", rounds=2))
    assert send(game, preset="last").status_code == 302
    assert store.ruleset(Game.objects.get(pk=game.pk)) == Ruleset("saboteur2", rounds=2)


def test_form_asks_for_no_option_that_the_lobby_changes_alone(game: Game) -> None:
    headers = {"HX-Request": "true", "HX-Target": "choices"}
    browser, address = tables.browser_of("Ann"), url("options", game)
    page = browser.get(address).content.decode()
    after_a_preset = browser.post(reverse("games:summary"), form_of(game, preset="two"), headers=headers)
    assert not CHANGED_ALONE & chosen_in(page).keys()
    assert not CHANGED_ALONE & chosen_in(after_a_preset.content.decode()).keys()


def test_only_the_host_finds_the_page_and_only_before_the_game(game: Game) -> None:
    UserFactory.create(username="Zed")
    answers = [tables.browser_of(who).get(url("options", game)).status_code for who in ("Ann", "Bo", "Zed")]
    assert answers == [200, 403, 404]
    assert Client().get(url("options", game)).status_code == 302
    form = form_of(game, rounds="1")
    beginning.start(host=tables.seat_of(game, "Ann").user, code=game.code)
    assert tables.browser_of("Ann").get(url("options", game))["Location"] == url("table", game)
    late = tables.browser_of("Ann").post(url("options", game), form)
    assert (late.status_code, "has already begun" in late.content.decode()) == (409, True)


def test_player_joining_from_any_page_is_ready_for_what_it_said(game: Game) -> None:
    zed = UserFactory.create(username="Zed")
    change(game, seats=4)
    home = tables.browser_of(zed).get(url("table", game)).content.decode()
    tables.browser_of(zed).post(url("join", game), {"terms": chosen_in(home)["terms"][0]})
    agree(game, "Bo", "Cy")
    assert chance.not_ready(Game.objects.get(), tables.seats_of(game)) == []


def test_home_counts_and_shows_a_table_that_asks(game: Game) -> None:
    change(game, seats=4, name="Sunday shift")
    page = get(tables.browser_of("Bo"), "/")
    words = " ".join(page.words.split())
    assert "Sunday shift The options have changed Are you ready?" in words
    assert "Waiting for others" not in page.words
    assert page.markup.count(url("table", game)) == 1


def test_lists_say_what_is_played(game: Game) -> None:
    dee = UserFactory.create(username="Dee")
    change(game, ruleset=Ruleset("saboteur2", modules=("reverse", "veto")), bank_hours=100, turn_hours=7)
    page = get(tables.browser_of(dee), "/")
    assert "Ann is the host · Saboteur 2 + 2 expansions" in page.words
    assert "3 of 5" in page.words
    link = lobby.make_link(host=tables.seat_of(game, "Ann").user, code=game.code)
    door = get(Client(), reverse("games:door", args=[link.token]))
    assert "My own numbers · 100 h in the bank, 7 h a turn" in door.words
    assert "In so far: Ann, Bo and Cy. 2 seats are free." in " ".join(door.words.split())
    assert "Saboteur 2 + Reverse" in door.words


def test_the_fairness_page_says_how_often_the_options_were_changed(game: Game) -> None:
    said = "The options of this table were changed"
    assert said not in get(tables.browser_of("Bo"), url("fairness", game)).words
    for seats, words in ((4, f"{said} once."), (5, f"{said} 2 times.")):
        change(game, seats=seats)
        assert words in get(tables.browser_of("Bo"), url("fairness", game)).words


def test_the_page_of_options_costs_the_same_however_many_sit_there(
    db: None, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for players in (1, 5):
        game = tables.open_game(players, wanted=6)
        browser = tables.browser_of("Ann")
        browser.get(url("options", game))
        with django_assert_num_queries(6):
            assert browser.get(url("options", game)).status_code == 200


@pytest.mark.parametrize("table", ["%00", "x" * 5000, "%25", "%ED%A0%80"])
def test_a_table_that_is_none_hinders_no_summary(game: Game, table: str) -> None:
    form = "application/x-www-form-urlencoded"
    sent = tables.browser_of("Ann").post(reverse("games:summary"), f"table={table}", content_type=form)
    assert (sent.status_code, 'value="last"' in sent.content.decode()) == (200, True)
