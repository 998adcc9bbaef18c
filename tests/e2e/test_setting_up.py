"""Setting a table up and changing its options, on every screen, by keys, without a script, and together."""

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, Route, expect

from games.models import Game, Joining
from games.rows import store
from games.rules.fairness import share_of
from games.rules.table import Ruleset
from games.services import lobby
from tests.e2e import MARKS
from tests.e2e.arrival import arrived
from tests.e2e.conftest import A_BLINK, PHONE, Arrive, Complaints
from tests.e2e.keys import type_key
from tests.e2e.test_for_everybody import THEMES, faults_at
from tests.factories import UserFactory
from tests.games.tables import open_game, seat_of
from tests.games.test_options import change

pytestmark = MARKS

SCREENS = ((320, 640), (390, 844), (1280, 800))
BUTTON = "Set up the table"
#: Words of the page that are cut off or run out of what they stand in.
CUT = """() => [...document.querySelectorAll(".tiles span, .tiles label, .folds summary, .now *, .ready *, .list li")]
  .filter((it) => it.checkVisibility() && getComputedStyle(it).position !== "absolute")
  .filter((it) => it.clientWidth > 1 && it.scrollWidth > it.clientWidth + 1)
  .map((it) => it.outerHTML.slice(0, 100))"""


#: Names of games of which a word does not fit into its tile.
BROKEN = """() => [...document.querySelectorAll(".tiles label")].filter((it) => {
  it.style.overflowWrap = "normal";
  return it.scrollWidth > it.clientWidth;
}).map((it) => it.innerText)"""


def in_sight(page: Page, *seen: str) -> None:
    """What has to be in the window without scrolling."""
    for what in seen:
        box = page.locator(what).bounding_box()
        size = page.viewport_size
        assert box
        assert size
        assert 0 <= box["y"] <= box["y"] + box["height"] <= size["height"], what


def tile(name: str) -> str:
    return f"label:has(#tile-{name})"


@pytest.mark.soak
@pytest.mark.parametrize(("width", "height"), SCREENS)
def test_game_name_seats_and_the_button_are_in_sight_at_once(arrive: Arrive, width: int, height: int) -> None:
    page = arrive("Ann", viewport={"width": width, "height": height})
    page.goto("/new/")
    in_sight(page, tile("classic"), tile("saboteur2"), tile("anniversary"), tile("tournament"), tile("two"))
    in_sight(page, "#id_name", "#id_seats", ".now .primary", "#gist")
    expect(page.get_by_role("radio", name="Classic")).to_be_checked()
    expect(page.locator("details[open]")).to_have_count(0)
    assert page.evaluate(BROKEN) == []
    page.mouse.wheel(0, 2000)
    in_sight(page, ".now .primary", "#gist")


@pytest.mark.soak
@pytest.mark.examples(1)
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("width", "height"), SCREENS)
def test_pages_around_setting_up_are_for_everybody(arrive: Arrive, width: int, height: int, theme: str) -> None:
    game = open_game(3, wanted=4, scheme=2, code="lobby", bank_hours=72, turn_hours=12)
    change(game, ruleset=Ruleset("saboteur2", modules=("veto", "new-goals", "treasure-chests")))
    found = []
    for who, address in (("Ann", "/new/"), ("Ann", "/t/lobby/options/"), ("Bo", "/t/lobby/"), ("Ann", "/t/lobby/")):
        page = arrive(who)
        page.goto(address)
        page.evaluate(AXE_SCRIPT)
        for is_open in (False, True):
            page.evaluate("(open) => document.querySelectorAll('details').forEach((it) => { it.open = open })", is_open)
            found += [f"{address} {fault}" for fault in faults_at(page, width, height, (theme,))]
            found += [f"{address} at {width} is cut: {cut}" for cut in page.evaluate(CUT)]
    assert found == []


@pytest.mark.soak
def test_with_letters_twice_as_large_nothing_is_cut(arrive: Arrive) -> None:
    page = arrive("Ann", viewport={"width": 390, "height": 844})
    page.goto("/new/")
    page.evaluate("() => { document.documentElement.style.fontSize = '200%' }")
    assert page.evaluate(CUT) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_preset_is_chosen_with_one_tap_and_nothing_that_was_typed_goes(arrive: Arrive) -> None:
    page = arrive("Ann", **PHONE)
    page.goto("/new/")
    page.get_by_label("Table name").fill("Night shift")
    page.get_by_label("Seats", exact=True).select_option("7")
    expect(page.locator("#gist")).to_have_text("Base game, 7 seats 3 rounds · Days")
    page.locator("summary", has_text="Clock").tap()
    page.locator("label:has(#pace-hours)").tap()
    expect(page.locator("#said-clock")).to_contain_text("Hours · 12 h in the bank, 2 h a turn")
    page.locator(tile("anniversary")).tap()
    expect(page.locator("#gist")).to_have_text("Saboteur 2 + 9 expansions, 7 seats 3 rounds · Hours")
    expect(page.get_by_role("radio", name="Anniversary evening")).to_be_checked()
    expect(page.get_by_label("Table name")).to_have_value("Night shift")
    expect(page.get_by_label("Seats", exact=True)).to_have_value("7")
    expect(page.locator("#said-clock")).to_contain_text("Hours · 12 h in the bank, 2 h a turn")
    expect(page.locator("#pace-hours")).to_be_visible()
    page.get_by_role("button", name=BUTTON).tap()
    expect(page.get_by_role("heading", name="Night shift")).to_be_visible()
    game = Game.objects.get()
    assert (game.seats_wanted, game.bank_hours, len(store.ruleset(game).modules)) == (7, 12, 9)


@pytest.mark.soak
def test_changed_switch_unmarks_the_preset_and_veto_shows_its_window(arrive: Arrive) -> None:
    page = arrive("Ann")
    page.goto("/new/")
    page.locator("summary", has_text="Rounds and expansions").click()
    page.locator("#module-veto").check()
    expect(page.get_by_label("Time for a veto")).to_contain_text("To match the pace: 12 hours")
    expect(page.locator("#said-expansions")).to_have_text("3 rounds · Veto 2019")
    expect(page.locator(".tiles :checked")).to_have_count(0)
    expect(page.locator("#module-veto")).to_be_visible()
    page.locator(tile("classic")).click()
    expect(page.locator("#said-expansions")).to_have_text("3 rounds · no expansions")
    expect(page.get_by_role("radio", name="Classic")).to_be_checked()


def test_a_table_is_set_up_by_keys_alone(arrive: Arrive) -> None:
    page = arrive("Ann")
    page.goto("/new/")
    page.get_by_role("radio", name="Classic").focus()
    type_key(page, "ArrowRight")
    expect(page.locator("#gist")).to_have_text("Saboteur 2, 6 seats 3 rounds · Days")
    expect(page.locator("#tile-saboteur2")).to_be_focused()
    type_key(page, "Tab")
    expect(page.get_by_label("Table name")).to_be_focused()
    type_key(page, "Tab")
    type_key(page, "Tab")
    expect(page.locator("summary", has_text="People")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("switch", name="Bots take empty seats")).to_be_visible()
    page.get_by_label("Table name").press("Enter")
    arrived(page, "**/t/*/")
    assert store.ruleset(Game.objects.get()) == Ruleset("saboteur2")


def test_without_a_script_a_game_is_chosen_and_its_options_are_changed(arrive: Arrive) -> None:
    ann = arrive("Ann", **PHONE, java_script_enabled=False)
    ann.goto("/new/")
    ann.get_by_label("Table name").fill("Night shift")
    ann.locator(tile("two")).tap()
    ann.get_by_role("button", name="Show the summary").tap()
    expect(ann.locator("#gist")).to_have_text("Saboteur 2, 2 seats 1 round · Days")
    expect(ann.get_by_label("Table name")).to_have_value("Night shift")
    ann.get_by_role("button", name=BUTTON).tap()
    ann.get_by_role("link", name="Change", exact=True).tap()
    ann.locator("summary", has_text="Rounds").tap()
    ann.get_by_label("Rounds").select_option("2")
    ann.get_by_role("button", name="Change the options").tap()
    expect(ann.get_by_text("The options are changed.")).to_be_visible()
    expect(ann.locator(".played")).to_contain_text("Saboteur 2, 2 rounds")
    ann.locator("summary", has_text="Everything about this game").tap()
    expect(ann.get_by_text("2 players, 2 rounds.")).to_be_visible()


@pytest.mark.soak
@pytest.mark.examples(1)
@pytest.mark.parametrize("script", [True, False])
def test_everybody_is_asked_again_and_the_host_begins_once_they_are_ready(
    arrive: Arrive, complaints: Complaints, *, script: bool
) -> None:
    complaints.forgive("^403 .*/options/")
    game = open_game(3, wanted=3, joining=Joining.FRIENDS, scheme=2, code="lobby")
    ann, bo, cy = (arrive(name, java_script_enabled=script) for name in ("Ann", "Bo", "Cy"))
    for page in (ann, bo, cy):
        page.goto("/t/lobby/")
    ann.get_by_role("link", name="Change", exact=True).click()
    ann.locator("summary", has_text="Rounds").click()
    ann.get_by_label("Rounds").select_option("1")
    ann.get_by_role("button", name="Change the options").click()
    expect(ann.get_by_role("button", name="Start the game")).to_be_disabled()
    for page, word in ((bo, "left boots"), (cy, "")):
        if not script:
            page.reload()
        expect(page.get_by_role("heading", name="The options have changed")).to_be_visible()
        page.get_by_label("Lucky word").fill(word)
        page.get_by_role("button", name="I’m ready").click()
        expect(page.get_by_role("heading", name="The options have changed")).to_have_count(0)
    if not script:
        ann.reload()
    expect(ann.get_by_role("button", name="Start the game")).to_be_enabled()
    ann.get_by_role("button", name="Start the game").click()
    ann.get_by_role("button", name="Go to the mine").click()
    expect(ann.locator(".hand > li")).not_to_have_count(0)
    game.refresh_from_db()
    assert store.ruleset(game) == Ruleset(rounds=1)
    assert [bool(seat.share) for seat in game.seats.order_by("number")] == [False, True, False]


@pytest.mark.soak
def test_lobby_news_wait_for_the_answer_to_a_form(arrive: Arrive) -> None:
    game = open_game(3, wanted=3, scheme=2, code="lobby")
    change(game, ruleset=Ruleset(rounds=1))
    bo = arrive("Bo")
    bo.goto("/t/lobby/")
    asked: list[str] = []

    def take_time(route: Route) -> None:
        answer = route.fetch()
        bo.on("request", lambda request: asked.append(request.url))
        bo.wait_for_timeout(6000 * A_BLINK)
        route.fulfill(response=answer)

    bo.route("**/agree", take_time)
    bo.get_by_role("button", name="I’m ready").click()
    expect(bo.get_by_role("heading", name="The options have changed")).to_have_count(0)
    assert [address for address in asked if "/seats" in address or "/beat" in address][:-1] == []
    change(game, ruleset=Ruleset(rounds=2))
    expect(bo.get_by_role("heading", name="The options have changed")).to_be_visible()


@pytest.mark.soak
def test_lucky_word_draft_survives_news_until_options_change(arrive: Arrive) -> None:
    game = open_game(2, wanted=5, joining=Joining.ANYONE, scheme=2, code="lobby")
    change(game, ruleset=Ruleset(rounds=2))
    bo = arrive("Bo")
    bo.goto("/t/lobby/")
    bo.get_by_label("Lucky word").fill("left boots")
    lobby.join(user=UserFactory.create(username="Zed"), code="lobby", options_version=1)
    expect(bo.locator("#seats")).to_contain_text("Zed")
    expect(bo.get_by_label("Lucky word")).to_have_value("left boots")
    change(game, ruleset=Ruleset(rounds=1))
    expect(bo.get_by_text("5 players, 1 round.")).to_be_visible()
    bo.get_by_label("Lucky word").fill("right boots")
    bo.get_by_role("button", name="I’m ready").click()
    expect(bo.get_by_text("Your lucky word is mixed in as")).to_be_visible()
    assert seat_of(game, "Bo").share == share_of("right boots").hex()
