"""A choice that the script draws is what the server draws for its address, element by element, and costs no request."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Game, Move
from games.services import talk
from tests.e2e import MARKS
from tests.e2e.conftest import PHONE, Arrive, Complaints
from tests.games.tables import do, in_position, loaded, seat_of

pytestmark = MARKS

DRAWN = Path(__file__).with_name("drawn.js").read_text()
HANDS = {
    "A": ["NES", "NS", "N", "break:cart", "repair:cart", "repair:lantern+cart", "map", "rockfall"],
    "B": ["NS"],
    "C": ["EW"],
}
POSITION: dict[str, Any] = {
    "hands": HANDS,
    "mine": {"1,0": "EW", "2,0": "NESW", "2,-1": "NS"},
    "before": {"B": ["break:cart"], "C": ["break:pickaxe"]},
}


@pytest.fixture
def game(db: None) -> Game:
    return in_position(3, code="choose", **POSITION)


def steps(page: Page) -> list[str]:
    """The addresses of every card of the hand, of some of its targets, and of what follows from these."""
    found = []
    for card in page.locator(".hand a[href*='card=']").evaluate_all("links => links.map(link => link.href)"):
        page.goto(card)
        next_ones = page.locator("#table :is(.mine .lit a, .plate.lit a.door, #actions a[data-key=d])")
        targets = next_ones.evaluate_all("links => links.map(link => link.href)")
        found += [card, *targets[:1], *targets[-2:]]
    return list(dict.fromkeys(found))


def differences(drawn: list[Any], expected: list[Any]) -> list[Any]:
    """What one of two drawings has and the other has not."""
    only = [one for one in drawn if one not in expected], [one for one in expected if one not in drawn]
    return [] if drawn == expected else [*only]


def test_script_draws_each_choice_as_the_server_does(arrive: Arrive, no_pulse: None, game: Game) -> None:
    by_script, by_server = arrive("Ann", **PHONE), arrive("Ann", **PHONE)
    by_script.goto("/t/choose/")
    by_server.goto("/t/choose/")
    addresses, asked = steps(by_server), list[str]()
    by_script.on("request", lambda request: asked.append(request.url) if "/t/" in request.url else None)
    assert len(addresses) > 20
    for address in addresses:
        by_server.goto(address)
        expected = by_server.evaluate(DRAWN)
        query = address.partition("?")[2]
        by_script.evaluate(
            """(query) => {
              const link = document.createElement("a");
              link.href = `${location.pathname}?${query}`;
              document.querySelector("#table").append(link);
              link.click();
              link.remove();
            }""",
            query,
        )
        assert by_script.url.endswith(query), "the script left this choice to the server"
        drawn = by_script.evaluate(DRAWN)
        assert [differences(drawn[part], expected[part]) for part in expected] == [[]] * len(expected), address
    assert asked == []


def test_cancelled_choice_leaves_the_page_as_it_was(arrive: Arrive, no_pulse: None, game: Game) -> None:
    page = arrive("Ann", **PHONE)
    page.goto("/t/choose/")
    before = page.evaluate("document.querySelector('#table').outerHTML")
    page.locator(".hand a").first.click()
    page.locator(".mine .lit a").first.click()
    expect(page.locator("#play .primary")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")

    assert page.url.endswith("/t/choose/")
    assert page.evaluate("document.querySelector('#table').outerHTML") == before


def test_turn_of_a_tunnel_takes_one_request_after_the_page(arrive: Arrive, no_pulse: None, game: Game) -> None:
    page = arrive("Ann", **PHONE)
    page.goto("/t/choose/")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.method) if "/t/" in request.url else None)
    page.locator(".hand a").first.click()
    page.locator(".mine .lit a").first.click()
    page.locator("#play .primary").click()
    expect(page.locator(".plate[aria-current] b").first).to_have_text("Bo")

    assert asked == ["POST"]
    assert loaded(game).state.public.seq == 1
    assert seat_of(game, "Ann").seen_seq == 1


@pytest.mark.parametrize("choosing", ["confirmed", "at once", "turned"])
def test_move_from_what_the_script_drew_puts_its_answer_in_place(
    arrive: Arrive, no_pulse: None, game: Game, choosing: str
) -> None:
    User.objects.filter(username="Ann").update(confirm_tunnels=choosing != "at once")
    page = arrive("Ann", **PHONE)
    page.goto("/t/choose/")
    page.locator(".hand a").nth(1 if choosing == "at once" else 0).tap()
    page.locator(".mine .lit button" if choosing == "at once" else ".mine .lit a").first.tap()
    if choosing == "turned":
        page.locator(".mine .ghost a").tap()
    if choosing != "at once":
        page.locator("#play .primary").tap()
    expect(page.locator(".plate[aria-current] b").first).to_have_text("Bo")

    expect(page.locator("form#play")).to_have_count(0)
    assert loaded(game).state.public.seq == 1
    assert page.url.endswith("/t/choose/")


def test_reason_of_a_dark_square_that_the_script_drew_is_shown(arrive: Arrive, no_pulse: None, game: Game) -> None:
    page = arrive("Ann", **PHONE)
    page.goto("/t/choose/")
    page.locator(".hand a").first.tap()
    page.locator(".mine > li:not(.lit) > a[href*='card=']").first.evaluate("link => link.click()")
    expect(page.locator("#prompt")).to_contain_text("joined to the start")


def test_move_chosen_while_an_update_came_is_played(arrive: Arrive, no_pulse: None, game: Game) -> None:
    page = arrive("Ann", **PHONE)
    page.goto("/t/choose/")
    page.locator(".hand a").first.tap()
    page.locator(".mine .lit a").first.tap()
    talk.say(user=User.objects.get(username="Bo"), code="choose", text="Left is safe.")
    page.evaluate("htmx.ajax('GET', location.pathname, { source: '#pulse', target: '#table', swap: 'outerHTML' })")
    expect(page.locator("#bubbles")).to_contain_text("Left is safe.")
    expect(page.locator(".mine .ghost")).to_have_count(1)
    page.locator("#play .primary").tap()
    expect(page.locator(".plate[aria-current] b").first).to_have_text("Bo")

    assert loaded(game).state.public.seq == 1


def choose_offline(page: Page) -> list[str]:
    """Choose a tunnel and play it without a network; the forms that are sent from then on."""
    sent: list[str] = []
    page.goto("/t/choose/")
    page.context.set_offline(True)
    page.locator(".hand a").first.click()
    page.locator(".mine .lit a").first.click()
    page.locator("#play .primary").click()
    expect(page.locator(".fault")).to_contain_text("as soon as you’re back online")
    page.on("request", lambda request: sent.append(request.method) if request.method == "POST" else None)
    return sent


def test_move_made_offline_is_sent_once_when_the_network_returns(
    arrive: Arrive, no_pulse: None, game: Game, complaints: Complaints
) -> None:
    complaints.forgive("ERR_INTERNET_DISCONNECTED|htmx:sendError")
    page = arrive("Ann", **PHONE)
    sent = choose_offline(page)
    assert loaded(game).state.public.seq == 0
    page.context.set_offline(False)
    expect(page.locator(".plate[aria-current] b").first).to_have_text("Bo")
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator(".fault")).to_have_count(0)

    assert sent == ["POST"]
    assert Move.objects.filter(game=game, command__contains="lay").count() == 1
    assert page.url.endswith("/t/choose/")


def test_offline_move_is_shown_again_if_the_table_has_moved_on(
    arrive: Arrive, no_pulse: None, game: Game, complaints: Complaints
) -> None:
    complaints.forgive("ERR_INTERNET_DISCONNECTED|htmx:sendError|409")
    page = arrive("Ann", **PHONE)
    sent = choose_offline(page)
    do(game, "A pass map", "B pass NS", "C pass EW")
    page.context.set_offline(False)
    expect(page.locator("#prompt")).to_contain_text("The table changed while you were choosing, so nothing was played.")

    assert sent == ["POST"]
    assert loaded(game).state.public.seq == 3
    expect(page.locator(".mine .ghost")).to_have_count(1)
    expect(page.locator("#play .primary")).to_have_text("Play it")
