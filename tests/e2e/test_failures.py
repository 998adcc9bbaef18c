"""What an open page says of a request that failed: refused, broken, foreign, or lost on the way; and how it goes on."""

import re
from collections.abc import Callable, Iterator

import pytest
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.http import Http404
from playwright.sync_api import Page, Route, expect

from games import clock
from games.models import Game, Seat
from games.services import moves as play_moves
from saboteur_site.templating import cached_template
from saboteur_site.web import failures, release
from tests.e2e import MARKS
from tests.e2e.conftest import PHONE, Arrive, Complaints
from tests.e2e.players import hand_of
from tests.e2e.test_mishaps import PLAY, at_table, moves, preview
from tests.factories import UserFactory
from tests.games.clocks import HOUR, pass_by
from tests.games.tables import do, in_position, seat_of

pytestmark = MARKS
FOREIGN = "<html><body><h1>502 Bad Gateway</h1><form id=login></form></body></html>"
OFFLINE = "You’re offline. We’ll send your move as soon as you’re back online."
NOT_CONNECTED = "Not connected. This page may be out of date."


@pytest.fixture
def game() -> Game:
    """A table where Ann is on turn and can lay a crossing on two squares."""
    hand = ["NESW", "EW", "map", "break:lantern", "NE", "rockfall"]
    return in_position(3, hands={"A": hand}, mine={"1,0": "EW", "2,0": "NESW"}, first="A")


@pytest.fixture(autouse=True)
def refusals(complaints: Complaints) -> None:
    """What browsers say of answers that these tests make fail."""
    complaints.forgive("^[45].. ")
    complaints.forgive("Response Status Error Code")
    complaints.forgive("ERR_FAILED")


def strip(page: Page) -> str:
    """What the page says above itself."""
    fault = page.locator(".fault")
    expect(fault).to_have_count(1)
    expect(fault).to_be_in_viewport()
    return fault.inner_text()


@pytest.mark.parametrize(
    ("raised", "status"), [(PermissionDenied, 403), (Http404, 404), (ZeroDivisionError, 500)], ids=lambda one: str(one)
)
def test_a_refused_move_says_why_and_can_be_played_after_all(
    arrive: Arrive, game: Game, monkeypatch: pytest.MonkeyPatch, raised: type[Exception], status: int
) -> None:
    def refuse(**_sent: object) -> None:
        raise raised

    ann = at_table(arrive("Ann"), game)
    preview(ann, game)
    with monkeypatch.context() as broken:
        broken.setattr(play_moves, "submit", refuse)
        ann.press(ann.button)
        assert str(failures.of(status).strip) in strip(ann.page)
    expect(ann.button).to_have_text(PLAY)
    ann.press(ann.button)
    expect(ann.prompt).to_contain_text("Bo")
    expect(ann.page.locator(".fault")).to_have_count(0)
    assert moves(game) == 1


@pytest.mark.examples(2)
@pytest.mark.parametrize("status", [200, 404, 429, 502, 503])
def test_proxy_answer_is_never_shown_and_the_choice_stays(arrive: Arrive, game: Game, status: int) -> None:
    ann = at_table(arrive("Ann", **PHONE), game)
    preview(ann, game)
    ann.page.route(
        "**/move", lambda route: route.fulfill(status=status, content_type="text/html", body=FOREIGN), times=1
    )
    ann.press(ann.button)
    assert strip(ann.page) == str(failures.of(502).strip)
    expect(ann.page.get_by_text("Bad Gateway")).to_have_count(0)
    expect(ann.button).to_have_text(PLAY)
    ann.press(ann.button)
    expect(ann.prompt).to_contain_text("Bo")
    assert moves(game) == 1


def test_a_move_without_a_network_says_so(arrive: Arrive, game: Game) -> None:
    ann = at_table(arrive("Ann"), game)
    preview(ann, game)
    ann.page.route("**/move", lambda route: route.abort(), times=1)
    ann.press(ann.button)
    assert strip(ann.page) == OFFLINE
    ann.press(ann.button)
    expect(ann.prompt).to_contain_text("Bo")
    assert moves(game) == 1


def log_in_elsewhere(page: Page) -> None:
    """What a log-in in another tab does to the forms of this page."""
    (cookie,) = [one for one in page.context.cookies() if one["name"] == "csrftoken"]
    page.context.add_cookies([{**cookie, "value": "b" * 32}])  # type: ignore[typeddict-item]


@pytest.mark.soak
@pytest.mark.parametrize("scripts", [True, False])
def test_a_token_from_before_a_log_in_is_replaced_and_the_choice_stays(
    arrive: Arrive, game: Game, scripts: bool
) -> None:
    ann = at_table(arrive("Ann", java_script_enabled=scripts), game)
    preview(ann, game)
    log_in_elsewhere(ann.page)
    ann.press(ann.button)
    if scripts:
        assert str(failures.of(403, "stale").strip) in strip(ann.page)
        ann.press(ann.button)
    else:
        expect(ann.page.get_by_role("heading", name="This page was out of date")).to_be_visible()
        ann.press(ann.page.get_by_role("button", name="Try again"))
    expect(ann.prompt).to_contain_text("Bo")
    assert moves(game) == 1


def test_draft_survives_a_token_from_before_log_in(arrive: Arrive, game: Game) -> None:
    ann = at_table(arrive("Ann"), game)
    field = ann.page.locator("form[action$='/say'] [name=text]")
    field.fill("Who has a map?")
    log_in_elsewhere(ann.page)
    field.press("Enter")
    strip(ann.page)
    expect(field).to_have_value("Who has a map?")
    field.press("Enter")
    expect(ann.page.locator("#words")).to_contain_text("Who has a map?")


@pytest.mark.soak
def test_without_cookies_the_page_says_so_before_anything_is_sent(arrive: Arrive) -> None:
    page = arrive()
    page.add_init_script("Object.defineProperty(Navigator.prototype, 'cookieEnabled', { get: () => false });")
    page.goto("/accounts/login/")
    assert strip(page) == str(failures.of(403, "cookies").strip)


# -- news


@pytest.mark.soak
@pytest.mark.parametrize("status", [200, 404, 502, 503])
def test_a_page_whose_questions_fail_says_so_until_one_is_answered(arrive: Arrive, game: Game, status: int) -> None:
    bo = at_table(arrive("Bo"), game, "Bo")
    shown = bo.page.get_by_text(NOT_CONNECTED)
    expect(shown).to_have_count(0)
    down = [True]

    def answer(route: Route) -> None:
        if down:
            route.fulfill(status=status, content_type="text/html", body=FOREIGN)
        else:
            route.continue_()

    bo.page.route("**/pulse/**", answer)
    expect(shown).to_be_visible()
    expect(bo.page.locator("#table")).to_be_visible()
    do(game, "A pass EW")
    down.clear()
    bo.is_on_turn()
    expect(shown).to_be_hidden()


@pytest.mark.soak
def test_a_page_whose_seat_is_gone_goes_home_and_says_why(arrive: Arrive, game: Game) -> None:
    bo = at_table(arrive("Bo"), game, "Bo")
    Seat.objects.filter(pk=seat_of(game, "Bo").pk).update(user=UserFactory.create(username="Zed"))
    cache.clear()
    expect(bo.page.get_by_text("You’ve left that table.")).to_be_visible()
    expect(bo.page).to_have_url(re.compile(r"/$"))


HIDE = "(hidden) => { Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });"
TURN = HIDE + " document.dispatchEvent(new Event('visibilitychange')); }"


@pytest.mark.soak
def test_a_page_that_is_looked_at_again_asks_at_once(arrive: Arrive, game: Game, no_pulse: None) -> None:
    bo = at_table(arrive("Bo"), game, "Bo")
    bo.page.evaluate(TURN, True)
    do(game, "A pass EW")
    bo.page.evaluate(TURN, False)
    bo.is_on_turn()


@pytest.mark.soak
def test_time_left_keeps_counting_and_turns_into_overdue(arrive: Arrive, game: Game, no_pulse: None) -> None:
    Seat.objects.filter(pk=seat_of(game, "Ann").pk).update(due_at=clock.now() + 72 * HOUR)
    ann = at_table(arrive("Ann"), game)
    shown = ann.page.locator("#clock")
    expect(shown).to_contain_text("3 days left")
    for span, words in ((HOUR, "71 hours left"), (71 * HOUR, "time’s up"), (HOUR, "overdue")):
        pass_by(span)
        ann.page.evaluate("() => { document.getElementById('table').untrueAt = 0; }")
        expect(shown).to_contain_text(words)


# -- a new release


@pytest.fixture
def new_release(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], None]]:
    """A call from which on the site serves other styles and scripts."""

    def begin() -> None:
        monkeypatch.setattr(release, "assets", lambda: "another")
        cached_template._rendered.cache_clear()

    yield begin
    cached_template._rendered.cache_clear()


def test_a_page_of_an_older_release_loads_itself_again_with_its_choice(
    arrive: Arrive, game: Game, new_release: Callable[[], None], no_pulse: None
) -> None:
    ann = at_table(arrive("Ann"), game)
    ann.page.evaluate("() => { window.old = true; }")
    ann.choose("NESW", hand_of(game, "Ann"))
    new_release()
    ann.press(ann.square("3,0"))
    expect(ann.button).to_have_text(PLAY)
    ann.page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")  # asks for news at once
    ann.page.wait_for_function("() => window.old === undefined")
    expect(ann.button).to_have_text(PLAY)
    ann.press(ann.button)
    expect(ann.prompt).to_contain_text("Bo")
    assert moves(game) == 1


@pytest.mark.soak
def test_two_releases_side_by_side_let_a_page_load_again_once(
    arrive: Arrive, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    bo = at_table(arrive("Bo"), game, "Bo")
    loads: list[str] = []
    bo.page.on("load", lambda page: loads.append(page.url))
    monkeypatch.setattr(release, "assets", lambda: "another")  # pages are still drawn with the old one
    for _ in range(12):
        with bo.page.expect_response("**/pulse/**"):
            pass
    assert len(loads) == 1


@pytest.mark.soak
def test_two_releases_that_answer_in_turn_let_a_page_load_again_once_each(
    arrive: Arrive, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    bo = at_table(arrive("Bo"), game, "Bo")
    loads: list[str] = []

    def loaded(page: Page) -> None:
        loads.append(page.url)
        cached_template._rendered.cache_clear()

    bo.page.on("load", loaded)
    # What a page asks for is answered by the other release than the page itself.
    monkeypatch.setattr(release, "assets", lambda: f"release {len(loads) % 2}")
    cached_template._rendered.cache_clear()
    bo.page.reload()
    for _ in range(12):
        with bo.page.expect_response("**/pulse/**"):
            pass
    cached_template._rendered.cache_clear()
    assert len(loads) <= 3


@pytest.mark.soak
def test_release_reload_waits_while_a_player_types(arrive: Arrive, game: Game, new_release: Callable[[], None]) -> None:
    bo = at_table(arrive("Bo"), game, "Bo")
    field = bo.page.locator("form[action$='/say'] [name=text]")
    field.fill("Who has")
    bo.page.evaluate("() => { window.old = true; }")
    new_release()
    for _ in range(3):
        with bo.page.expect_response("**/pulse/**"):
            pass
    expect(field).to_have_value("Who has")
    field.fill("")
    bo.page.wait_for_function("() => window.old === undefined")
