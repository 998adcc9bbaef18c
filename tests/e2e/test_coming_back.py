"""Coming back: one list of all that waits, the story since the last turn, votes with their buttons; on any screen."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e import MARKS
from tests.e2e.conftest import Arrive
from tests.e2e.sights import held
from tests.e2e.stages import assembly, story, village
from tests.factories import FriendshipFactory, UserFactory
from tests.games.tables import do, in_position

pytestmark = MARKS

SIZES = [(320, 640), (390, 844), (1280, 800)]


def sized(width: int, height: int) -> dict[str, object]:
    return {"viewport": {"width": width, "height": height}, "reduced_motion": "reduce"}


#: Texts that are cut by their box, or that lie outside the window.
CUT = """() => [...document.querySelectorAll(
    ".list li *, .tabs *, .since *, .votes *, .top h1, #clock, #clock > :not(.more)")]
  .filter((it) => it.checkVisibility() && !it.closest(".visually-hidden, .cut") && it.textContent.trim())
  .filter((it) => it.scrollWidth > it.clientWidth + 1 && getComputedStyle(it).display !== "inline"
    || it.getBoundingClientRect().right > innerWidth + 1)
  .map((it) => `${it.tagName} ${it.className} ${it.textContent.trim().slice(0, 60)}`)"""


def cut(page: Page, *, twice: bool = False) -> list[str]:
    """What is cut on a page, with the text twice as large where that is asked."""
    page.evaluate("(size) => { document.documentElement.style.fontSize = size }", "200%" if twice else "")
    wide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
    return [*page.evaluate(CUT), *(["page"] if wide else [])]


@pytest.mark.soak
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_home_starts_with_all_that_waits_uncut(arrive: Arrive, width: int, height: int) -> None:
    village()
    page = arrive("Ann", **sized(width, height))
    page.goto("/")
    rows = page.locator("#home .list").first.locator("li")
    number = rows.count()
    assert number >= 6
    expect(page.locator("#waits .count")).to_have_text(str(number))
    expect(page).to_have_title(f"({number}) Your tables")
    icon = "more" if number > 9 else number
    expect(page.locator("link[rel=icon]")).to_have_attribute("href", f"/static/favicon-{icon}.svg")
    expect(rows.first.locator(".left.soon")).to_be_visible()
    expect(rows.last).to_contain_text("Dee")
    assert {row.bounding_box()["height"] for row in rows.all()} <= {62, 63}  # type: ignore[index]
    assert cut(page) == []
    assert cut(page, twice=True) == []
    page.evaluate("() => { document.documentElement.style.fontSize = '' }")
    rows.last.get_by_role("link").click()
    page.get_by_role("button", name="Accept Dee").click()
    expect(page).to_have_title(f"({number - 1}) Friends")
    expect(page.locator("#notices")).to_contain_text("You and Dee are friends now.")


def test_number_and_icon_of_an_open_page_change_with_what_waits(arrive: Arrive) -> None:
    three = [UserFactory.create(username=name) for name in ("Bo", "Ann", "Cy")]
    game = in_position(three, code="waits", hands={"A": ["EW"], "B": ["NS"]})
    page, icon = arrive("Ann"), "link[rel=icon]"
    page.goto("/t/waits/")
    expect(page.locator(icon)).to_have_attribute("href", "/static/favicon.svg")
    do(game, "A pass EW")
    expect(page.locator("#prompt")).to_contain_text("Choose a card")
    expect(page.locator(icon)).to_have_attribute("href", "/static/favicon-1.svg")
    assert page.title().startswith("(1) ")
    do(game, "B pass NS")
    expect(page.locator(icon)).to_have_attribute("href", "/static/favicon.svg")
    expect(page.locator(icon)).to_have_count(1)
    assert not page.title().startswith("(")


@pytest.mark.soak
def test_answered_friend_request_lowers_the_count_of_its_page(arrive: Arrive) -> None:
    ann = UserFactory.create(username="Ann")
    FriendshipFactory.create(asked_by=UserFactory.create(username="Dee"), other=ann, open=True)
    page = arrive("Ann")
    page.goto("/me/friends/")
    expect(page).to_have_title("(1) Friends")
    page.get_by_role("button", name="Accept Dee").click()
    expect(page).to_have_title("Friends")
    expect(page.locator("#waits .count")).to_have_count(0)
    expect(page.locator("link[rel=icon]")).to_have_attribute("href", "/static/favicon.svg")


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_story_opens_from_the_line_while_nothing_is_chosen(arrive: Arrive, width: int, height: int) -> None:
    story(code="story")
    page = arrive("Ann", **sized(width, height))
    page.goto("/t/story/")
    since, pill = page.locator("#since"), page.locator(".pill[popovertarget=since]")
    expect(since).to_be_hidden()
    pill.click()
    expect(page.locator(".stepper")).to_contain_text("Bo broke")
    page.get_by_role("button", name="Since your last turn").click()
    expect(since).to_be_visible()
    expect(since.locator("li").first).to_contain_text("Bo broke")
    since.locator(".shut").click()
    expect(since).to_be_hidden()
    page.locator(held("Crossing")).first.click()
    expect(page.locator("#prompt")).to_contain_text("squares are lit")
    expect(pill).to_have_count(0)
    page.locator("[data-key=Escape]").click()
    expect(pill).to_be_visible()


@pytest.mark.soak
def test_without_javascript_the_story_stays_with_its_link(arrive: Arrive) -> None:
    story(code="story")
    page = arrive("Ann", java_script_enabled=False)
    page.goto("/t/story/")
    page.locator(".pill[popovertarget=since]").click()
    expect(page.locator("#since")).to_be_visible()


@pytest.mark.soak
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_pill_says_who_is_waited_for_and_nothing_on_top_is_cut(arrive: Arrive, width: int, height: int) -> None:
    assembly("votes")
    page = arrive("Ann", **sized(width, height))
    page.goto("/t/votes/")
    expect(page.locator("#clock span").first).to_have_text("Waiting for Bo")
    assert page.locator("#clock span").first.bounding_box()["width"] > 60  # type: ignore[index]
    for twice in (False, True):
        assert cut(page, twice=twice) == []


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_vote_is_cast_with_one_tap_and_acknowledged(arrive: Arrive, width: int, height: int) -> None:
    assembly("votes")
    page = arrive("Ann", **sized(width, height))
    page.goto("/t/votes/")
    assert cut(page) == []
    page.locator("#actions").get_by_role("button", name="No, play on").click()
    expect(page.locator("#prompt")).to_contain_text(
        "You voted “No, play on”. You’ll see the outcome once it’s decided."
    )
    expect(page.locator("#votes")).to_have_count(0)
    assert cut(page) == []
