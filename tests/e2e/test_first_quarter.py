"""A newcomer's first quarter of an hour on a phone: the front page, a coached round, its end, a round as a saboteur."""

import pytest
from django.db import transaction
from django.utils import translation
from playwright.sync_api import Locator, Page, expect

from games import bots
from games.models import Coaching, Game, Seat, Status
from games.rules.view import view
from games.services import moves
from games.wording import coach as words
from tests.e2e import MARKS
from tests.e2e.arrival import arrived
from tests.e2e.conftest import PHONE, Arrive
from tests.e2e.deals import known_deals
from tests.e2e.languages import OTHERS
from tests.games.tables import awaited, in_position, loaded, play_bot

pytestmark = MARKS
LIT = ".mine .lit:not(.dim) button, .mine .lit:not(.dim) a"


@pytest.fixture(autouse=True)
def one_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same cards each time."""
    known_deals(monkeypatch)


def coach(page: Page) -> Locator:
    """What the coach says."""
    return page.locator("#coach p")


def until_their_turn(game: Game) -> None:
    """Let bots move until a person is awaited, or the game is over."""
    while not Game.objects.filter(pk=game.pk, status=Status.OVER).exists() and awaited(game).user.is_bot:
        assert play_bot(game.pk)


def play_out(game: Game) -> None:
    """Play the round to its end; the person moves as a bot would."""
    while not Game.objects.filter(pk=game.pk, status=Status.OVER).exists():
        seat = awaited(game)
        if seat.user.is_bot:
            assert play_bot(game.pk)
            continue
        state = loaded(game).state
        command = bots.choose(view(state.public, state.seats[seat.number]), lambda _most: 0)
        with transaction.atomic():
            table = moves.locked(pk=game.pk)
            moves.carry_out(table, seat.number, command, user=seat.user)


def line_of(page: Page) -> tuple[float, float]:
    """Where in the board the line of the coach is, and how high."""
    line, board = page.locator("#coach").bounding_box(), page.locator("#board").bounding_box()
    assert line is not None
    assert board is not None
    return line["y"] - board["y"], line["height"]


def to_the_mine(page: Page) -> None:
    """Go on from the cards that were dealt."""
    page.locator(".deal form#on button").tap()
    arrived(page, "**/t/*/")


def first_round(page: Page) -> Game:
    """Come from the front page to a table, and make the first move there."""
    page.goto("/")
    page.locator("form[action='/try/'] button").first.tap()
    to_the_mine(page)
    game = Game.objects.latest("pk")
    until_their_turn(game)
    page.reload()
    return game


def finish(page: Page, game: Game) -> None:
    """Play the round to its end, and come to the last page."""
    page.goto("about:blank")  # an open page would go to the end by itself, and abort the next visit
    play_out(game)
    page.goto(f"/t/{game.code}/")
    page.locator("form#on button.primary").tap()
    expect(page.locator("form[action='/try/']").first).to_be_visible()


def quarter_of_an_hour(page: Page, language: str) -> None:
    """All of it, in a language."""
    with translation.override(language):
        lay = words.possible("lay", words.DIGS)
        harm = words.possible("lay", words.HARMS)
    game = first_round(page)
    seat = Seat.objects.get(game=game, user__is_bot=False)
    assert (seat.role, seat.coach) == ("digger", Coaching.ON)
    expect(coach(page)).to_contain_text(lay)
    before = line_of(page)
    page.locator(".hand a:has(use[href*='#t-'])").first.tap()
    page.locator(LIT).first.tap()
    page.wait_for_function("() => !document.querySelector('form#play')")
    expect(coach(page)).not_to_contain_text(lay)
    assert line_of(page) == before
    until_their_turn(game)
    page.reload()
    expect(page.locator("form#play")).to_be_visible()
    assert line_of(page) == before
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["viewport"]["width"]
    finish(page, game)

    page.locator("form[action='/try/'] button[value=saboteur]").tap()
    to_the_mine(page)
    second = Game.objects.latest("pk")
    assert second.pk != game.pk
    assert Seat.objects.get(game=second, user__is_bot=False).role == "saboteur"
    until_their_turn(second)
    page.reload()
    expect(coach(page)).to_contain_text(harm)
    page.locator("#coach button").tap()
    expect(page.locator("#coach")).to_have_count(0)
    finish(page, second)
    expect(page.locator("form[action='/try/'] button[value=any]")).to_be_visible()
    expect(page.locator("form[action$='/signup/'] [name=password1]")).to_be_visible()


def test_newcomer_plays_from_the_front_page_to_a_second_round(arrive: Arrive) -> None:
    page = arrive(**PHONE)
    quarter_of_an_hour(page, "en")
    page.get_by_placeholder("Choose a password").fill("six dwarves dig deep")
    page.get_by_role("button", name="Keep it").tap()
    arrived(page, "**/t/*/")
    seat = Seat.objects.select_related("user").filter(user__is_bot=False).latest("pk")
    assert not seat.user.is_guest


@pytest.mark.soak
@pytest.mark.parametrize("language", OTHERS)
def test_newcomer_plays_a_first_quarter_of_an_hour_in_each_language(arrive: Arrive, language: str) -> None:
    quarter_of_an_hour(arrive(**PHONE, locale=language), language)


def test_newcomer_at_a_friends_table_accepts_the_coach_and_silences_it(arrive: Arrive) -> None:
    roles = {"A": "digger", "B": "saboteur", "C": "digger"}
    game = in_position(3, hands={"A": ["EW", "NESW"]}, first="A", roles=roles)
    Seat.objects.filter(game=game, number=0).update(coach=Coaching.OFFERED)
    page = arrive("Ann", **PHONE, java_script_enabled=False)
    page.goto(f"/t/{game.code}/")
    page.get_by_role("button", name="Get a coach").tap()
    expect(coach(page)).to_contain_text("Tap a tunnel card.")
    page.get_by_role("button", name="Silence the coach").tap()
    expect(page.locator("#coach")).to_have_count(0)
    page.reload()
    expect(page.get_by_role("button", name="Get a coach")).to_have_count(0)
