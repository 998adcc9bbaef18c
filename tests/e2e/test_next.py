"""What waits, on pages that stay open: its number in title, icon, navigation and badge, and the way to the next."""

import pytest
from playwright.sync_api import Page, Request, Route, expect

from accounts.models import User
from accounts.services import friends
from games.models import Game
from games.views import waiting
from tests.e2e import MARKS
from tests.e2e.arrival import arrived
from tests.e2e.conftest import PHONE, Arrive, Complaints
from tests.factories import UserFactory
from tests.games.tables import do, in_position

pytestmark = MARKS

BADGE = """navigator.setAppBadge = async (count) => { window.badge = count };
navigator.clearAppBadge = async () => { window.badge = 0 }"""


@pytest.fixture
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Open pages ask for the number all the time."""
    monkeypatch.setattr(waiting, "ASK_EVERY", 0.2)


def tables_of_three(*codes: str) -> list[Game]:
    """Tables of Ann, Bo and Cy at which Ann is on turn."""
    return [in_position(3, code=code, hands={"A": ["EW"], "B": ["NS"]}) for code in codes]


def counts(page: Page, number: int) -> None:
    """Wait until a page says everywhere that so much waits."""
    expect(page.locator("link[rel=icon]")).to_have_attribute(
        "href", f"/static/favicon-{number}.svg" if number else "/static/favicon.svg"
    )
    page.wait_for_function("(number) => window.badge === number", arg=number)
    assert page.title().startswith(f"({number}) ") if number else not page.title().startswith("(")
    expect(page.locator("#waits .count")).to_have_text([str(number)] if number else [])


@pytest.mark.usefixtures("often")
def test_open_page_keeps_title_icon_navigation_and_badge_fresh(arrive: Arrive) -> None:
    game, other = tables_of_three("one", "two")
    page = arrive("Ann")
    page.add_init_script(BADGE)
    page.goto("/rules/cards/")
    counts(page, 2)
    do(game, "A pass EW")
    counts(page, 1)
    do(other, "A pass EW")
    counts(page, 0)
    friends.ask(asker=UserFactory.create(username="Dee"), other=User.objects.get(username="Ann"))
    counts(page, 1)
    expect(page.locator("link[rel=icon]")).to_have_count(1)


@pytest.mark.soak
@pytest.mark.usefixtures("often")
def test_the_lists_of_the_first_page_follow_the_number(arrive: Arrive) -> None:
    game, _other = tables_of_three("one", "two")
    page = arrive("Ann")
    page.goto("/")
    expect(page.locator("#mine + .list li")).to_have_count(2)
    do(game, "A pass EW")
    expect(page.locator("#mine + .list li")).to_have_count(1)
    expect(page.locator("#waiting + .list li")).to_contain_text("Waiting for Bo")
    expect(page.locator("#home")).to_have_count(1)


@pytest.mark.soak
@pytest.mark.usefixtures("often")
def test_a_question_that_is_not_answered_is_asked_again_more_seldom(arrive: Arrive, complaints: Complaints) -> None:
    complaints.forgive("net::ERR_FAILED")
    (game,) = tables_of_three("one")
    page, failed = arrive("Ann"), []

    def fail(route: Route) -> None:
        failed.append(1)
        if len(failed) < 4:
            route.abort()
        else:
            route.fallback()

    page.route("**/waits", fail)
    page.goto("/rules/")
    expect(page).to_have_title("(1) How to play")
    do(game, "A pass EW")
    expect(page).to_have_title("How to play")
    assert len(failed) >= 4


@pytest.mark.soak
@pytest.mark.usefixtures("often")
def test_page_after_log_out_shows_no_count_and_stops_polling(arrive: Arrive) -> None:
    tables_of_three("one")
    page = arrive("Ann")
    page.add_init_script(BADGE)
    page.goto("/rules/")
    counts(page, 1)
    asked: list[str] = []

    def on_request(request: Request) -> None:
        asked.append(request.url)

    page.on("request", on_request)
    with page.expect_response("**/waits"):
        pass
    page.context.clear_cookies()
    with page.expect_response(lambda answer: answer.url.endswith("/waits") and answer.status == 204):
        pass
    number = len(asked)
    page.wait_for_timeout(1500)
    assert len(asked) == number
    counts(page, 0)


@pytest.mark.soak
def test_the_first_page_after_a_log_out_takes_the_number_from_the_icon(arrive: Arrive) -> None:
    tables_of_three("one")
    page = arrive("Ann")
    page.add_init_script(BADGE)
    page.goto("/me/")
    counts(page, 1)
    page.get_by_role("button", name="Log out").click()
    arrived(page, "**/")
    page.wait_for_function("window.badge === 0")


def test_n_goes_from_table_to_table_and_round_again(arrive: Arrive) -> None:
    tables_of_three("one", "two", "three")
    page = arrive("Ann")
    page.goto("/rules/")
    visited = []
    for _tap in range(4):
        before = page.url
        page.keyboard.press("n")
        page.wait_for_function(
            "(before) => location.href !== before && location.pathname.startsWith('/t/')", arg=before
        )
        visited.append(page.url)
    assert len(set(visited[:3])) == 3
    assert visited[3] == visited[0]


@pytest.mark.soak
def test_key_n_types_in_fields_and_is_off_without_single_keys(arrive: Arrive) -> None:
    tables_of_three("one")
    page = arrive("Ann")
    page.goto("/me/friends/")
    field = page.locator("input[name=name]:visible").first
    field.press("n")
    expect(field).to_have_value("n")
    User.objects.filter(username="Ann").update(single_keys=False)
    page.goto("/rules/")
    page.keyboard.press("n")
    page.wait_for_timeout(300)
    assert page.url.endswith("/rules/")


@pytest.mark.soak
def test_tap_after_a_move_is_optional(arrive: Arrive) -> None:
    tables_of_three("one", "two")
    page = arrive("Ann", **PHONE)
    page.goto("/t/one/")
    page.get_by_role("link", name="Discard").click()
    expect(page.locator("#prompt")).to_contain_text("Choose the card to discard")
    page.locator(".hand a").first.click()
    page.locator("#play .primary").click()
    expect(page.locator("#prompt")).to_contain_text("Bo")
    page.wait_for_timeout(300)
    assert page.url.endswith("/t/one/")
    page.get_by_role("link", name="Next table (1)").click()
    arrived(page, "**/t/two/")
    expect(page.locator("#prompt")).to_contain_text("Your turn")
    expect(page.get_by_role("link", name="Next table")).to_have_count(0)


@pytest.mark.soak
def test_where_nothing_waits_n_leads_home_and_says_so(arrive: Arrive) -> None:
    page = arrive("Ann")
    page.goto("/rules/")
    page.keyboard.press("n")
    arrived(page, "**/")
    expect(page.locator("#notices")).to_contain_text("Nothing is waiting for you.")
