"""What happens at tables of busy people: the back button, reloads, two tabs, double clicks, old pages, no network."""

from typing import Any

import psycopg
import pytest
from django.core.cache import caches
from django.db import OperationalError
from playwright.sync_api import Page, Route, expect

from games.models import Game, Move
from games.services import moves as play_moves
from saboteur_site.web import rates
from saboteur_site.web.rates import Rate
from tests.e2e import MARKS
from tests.e2e.arrival import arrived
from tests.e2e.conftest import PHONE, Arrive, Complaints
from tests.e2e.players import Player, hand_of
from tests.games.tables import do, in_position

pytestmark = MARKS
PLAY = "Play it"


@pytest.fixture
def game() -> Game:
    """A table where Ann is on turn and can lay a crossing on two squares."""
    hand = ["NESW", "EW", "map", "break:lantern", "NE", "rockfall"]
    return in_position(3, hands={"A": hand}, mine={"1,0": "EW", "2,0": "NESW"}, first="A")


def at_table(page: Page, game: Game, name: str = "Ann") -> Player:
    """A player who has just opened the table."""
    page.goto(f"/t/{game.code}/")
    return Player(name, page)


def preview(ann: Player, game: Game, at: str = "3,0") -> None:
    """Choose the crossing and a square."""
    ann.choose("NESW", hand_of(game, "Ann"))
    ann.press(ann.square(at))
    expect(ann.button).to_have_text(PLAY)


def moves(game: Game) -> int:
    """How many moves people made."""
    return Move.objects.filter(game=game).exclude(seat=None).count()


def test_back_leaves_the_table_and_forward_restores_the_choice(arrive: Arrive, game: Game) -> None:
    page = arrive("Ann")
    page.goto("/")
    home = page.url
    ann = at_table(page, game)
    preview(ann, game)
    page.go_back()
    expect(page).to_have_url(home)
    expect(page.locator("header.top")).to_be_visible()
    page.go_forward()
    expect(ann.button).to_have_text(PLAY)
    expect(page.locator("header.top")).to_be_visible()
    expect(page.locator("#clock")).to_be_visible()
    ann.press(ann.button)
    expect(ann.prompt).to_contain_text("Bo")
    assert moves(game) == 1


@pytest.mark.soak
def test_rate_limited_move_is_explained_and_keeps_the_choice(
    arrive: Arrive, game: Game, monkeypatch: pytest.MonkeyPatch, complaints: Complaints
) -> None:
    complaints.forgive("^429 .*/move$")
    ann = at_table(arrive("Ann"), game)
    preview(ann, game)
    with monkeypatch.context() as limited:
        limited.setitem(rates.RATES, "write", Rate(0, 60))
        ann.press(ann.button)
        expect(ann.page.get_by_role("alert")).to_contain_text("Nothing was changed; try again in a minute.")
    assert moves(game) == 0
    caches["limits"].clear()
    expect(ann.button).to_have_text(PLAY)
    ann.press(ann.button)
    expect(ann.prompt).to_contain_text("Bo")
    assert moves(game) == 1


@pytest.mark.soak
def test_back_to_a_played_choice_plays_nothing_and_shows_the_table(arrive: Arrive, game: Game) -> None:
    ann = at_table(arrive("Ann"), game)
    preview(ann, game)
    ann.press(ann.button)
    expect(ann.prompt).to_contain_text("Bo")
    ann.page.go_back()
    expect(ann.page.locator("header.top")).to_be_visible()
    expect(ann.prompt).to_contain_text("Bo")
    expect(ann.button).to_have_count(0)
    expect(ann.page.get_by_role("list", name="Mine map, 4 cards")).to_be_visible()


@pytest.mark.soak
def test_from_the_words_back_to_the_table_the_choice_is_still_there(arrive: Arrive, game: Game) -> None:
    ann = at_table(arrive("Ann"), game)
    preview(ann, game)
    ann.press(ann.page.get_by_role("link", name="Map in words"))
    arrived(ann.page, "**/words/")
    ann.page.go_back()
    expect(ann.button).to_have_text(PLAY)
    expect(ann.page.locator("header.top")).to_be_visible()
    ann.press(ann.button)
    expect(ann.prompt).to_contain_text("Bo")


@pytest.mark.soak
def test_a_reload_keeps_the_choice_and_repeats_no_move(arrive: Arrive, game: Game) -> None:
    ann = at_table(arrive("Ann"), game)
    preview(ann, game)
    ann.page.reload()
    expect(ann.button).to_have_text(PLAY)
    ann.press(ann.button)
    expect(ann.prompt).to_contain_text("Bo")
    ann.page.reload()
    expect(ann.prompt).to_contain_text("Bo")
    assert moves(game) == 1


@pytest.mark.soak
def test_a_choice_in_the_bar_is_the_address_of_the_page(arrive: Arrive, game: Game) -> None:
    ann = at_table(arrive("Ann"), game)
    ann.press(ann.page.get_by_role("link", name="Discard", exact=True))
    expect(ann.prompt).to_contain_text("Choose a card to discard")
    arrived(ann.page, "**/?mode=discard")
    ann.page.reload()
    expect(ann.prompt).to_contain_text("Choose a card to discard")


def test_a_double_click_plays_once(arrive: Arrive, game: Game) -> None:
    ann = at_table(arrive("Ann"), game)
    preview(ann, game)
    ann.button.dblclick()
    expect(ann.prompt).to_contain_text("Bo")
    expect(ann.page.locator(".notice.bad")).to_have_count(0)
    assert moves(game) == 1


@pytest.mark.soak
def test_a_double_click_plays_once_without_any_script(arrive: Arrive, game: Game) -> None:
    ann = at_table(arrive("Ann", java_script_enabled=False), game)
    preview(ann, game)
    ann.button.dblclick()
    expect(ann.prompt).to_contain_text("Bo")
    assert moves(game) == 1


@pytest.mark.soak
def test_move_in_one_tab_shows_in_the_other(arrive: Arrive, game: Game) -> None:
    ann = at_table(arrive("Ann"), game)
    other = at_table(ann.page.context.new_page(), game)
    preview(ann, game)
    preview(other, game, "2,1")
    ann.press(ann.button)
    expect(ann.prompt).to_contain_text("Bo")
    expect(other.prompt).to_contain_text("Bo")
    expect(other.page.locator(".why")).to_contain_text("your choice was dropped")
    assert moves(game) == 1


def without_news(page: Page) -> None:
    """Keep a page as it is: its polls are not answered."""
    page.route("**/pulse/**", lambda route: route.abort())


def test_an_old_page_plays_nothing_and_says_so(arrive: Arrive, game: Game, complaints: Complaints) -> None:
    complaints.forgive("^409 .*/move$")
    complaints.forgive("ERR_FAILED")
    ann = at_table(arrive("Ann"), game)
    old = at_table(ann.page.context.new_page(), game)
    without_news(old.page)
    preview(old, game, "2,1")
    preview(ann, game)
    ann.press(ann.button)
    expect(ann.prompt).to_contain_text("Bo")
    old.button.evaluate("(it) => it.click()")
    expect(old.page.get_by_role("alert")).to_have_text(
        "The table changed while you were choosing, so nothing was played."
    )
    expect(old.page.get_by_role("list", name="Mine map, 4 cards")).to_be_visible()
    assert moves(game) == 1


@pytest.mark.soak
def test_an_old_page_without_any_script_plays_nothing_and_says_so(
    arrive: Arrive, game: Game, complaints: Complaints
) -> None:
    complaints.forgive("^409 .*/move$")
    ann = at_table(arrive("Ann", **PHONE, java_script_enabled=False), game)
    preview(ann, game)
    do(game, "A pass EW")
    ann.press(ann.button)
    expect(ann.page.get_by_role("alert")).to_have_text(
        "The table changed while you were choosing, so nothing was played."
    )
    expect(ann.page.locator("header.top")).to_be_visible()
    assert moves(game) == 1


@pytest.mark.soak
def test_without_network_a_strip_says_so_and_goes_when_it_is_back(
    arrive: Arrive, game: Game, complaints: Complaints
) -> None:
    complaints.forgive("ERR_INTERNET_DISCONNECTED")
    bo = at_table(arrive("Bo", **PHONE), game, "Bo")
    strip = bo.page.get_by_text("Not connected. This page may be out of date.")
    expect(strip).to_be_hidden()
    bo.page.context.set_offline(True)
    expect(strip).to_be_visible()
    do(game, "A pass EW")
    bo.page.context.set_offline(False)
    bo.is_on_turn()
    expect(strip).to_be_hidden()


#: Time flies for questions that wait for an answer only so long.
HASTE = "addEventListener('htmx:configRequest', ({ detail }) => { detail.timeout = Math.min(detail.timeout, 300); });"


@pytest.mark.soak
def test_a_question_that_is_never_answered_is_asked_again(arrive: Arrive, game: Game, complaints: Complaints) -> None:
    complaints.forgive("^htmx:timeout")
    bo = Player("Bo", arrive("Bo"))
    bo.page.add_init_script(HASTE)
    bo.page.route("**/pulse/**", lambda _route: None, times=1)
    with bo.page.expect_request("**/pulse/**"):
        bo.page.goto(f"/t/{game.code}/")
    do(game, "A pass EW")
    bo.is_on_turn()


@pytest.mark.soak
def test_a_move_that_met_no_network_can_be_sent_again(arrive: Arrive, game: Game, complaints: Complaints) -> None:
    complaints.forgive("ERR_FAILED")
    ann = at_table(arrive("Ann"), game)
    preview(ann, game)

    def lose_the_answer(route: Route) -> None:
        route.fetch()
        route.abort()

    ann.page.route("**/move", lose_the_answer, times=1)
    ann.press(ann.button)
    expect(ann.prompt).to_contain_text("Bo")
    assert moves(game) == 1


@pytest.mark.parametrize("scripts", [True, False])
def test_unsaved_move_is_reported_and_can_be_sent_again(
    arrive: Arrive, game: Game, complaints: Complaints, monkeypatch: pytest.MonkeyPatch, scripts: bool
) -> None:
    complaints.forgive("^503 .*/move$")
    complaints.forgive("Response Status Error Code 503 from")
    take, tries = play_moves.submit, list[str]()

    def refuse_once(**sent: Any) -> play_moves.Submitted:
        tries.append(sent["key"])
        if len(tries) == 1:
            raise OperationalError from psycopg.OperationalError("gone")
        return take(**sent)

    monkeypatch.setattr(play_moves, "submit", refuse_once)
    ann = at_table(arrive("Ann", java_script_enabled=scripts), game)
    preview(ann, game)
    ann.press(ann.button)
    message = ann.page.get_by_text("Your game is safe, and nothing was played. Try again in a moment.")
    expect(message).to_be_in_viewport()
    ann.press(ann.button if scripts else ann.page.get_by_role("button", name="Try again"))
    expect(ann.prompt).to_contain_text("Bo")
    expect(message).to_have_count(0)
    assert len(set(tries)) == 1
    assert len(tries) == 2
    assert moves(game) == 1


@pytest.mark.soak
def test_htmx_was_restricted_before_it_started(arrive: Arrive, game: Game) -> None:
    page = arrive("Ann")
    page.goto(f"/t/{game.code}/")
    asked = ("historyCacheSize", "allowEval", "allowScriptTags", "selfRequestsOnly", "refreshOnHistoryMiss")
    message = page.evaluate("(names) => names.map((name) => htmx.config[name])", asked)
    assert dict(zip(asked, message, strict=True)) == {
        "historyCacheSize": 0,
        "allowEval": False,
        "allowScriptTags": False,
        "selfRequestsOnly": True,
        "refreshOnHistoryMiss": True,
    }
    assert page.locator("style").count() == 0
