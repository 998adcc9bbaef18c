"""An evening in one room: the mine on a big screen, five phones, everyone plays live. In a soak a whole round, else its
last moves."""

import random
import re
from datetime import timedelta
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.clocks import live
from games.models import Game
from games.rules.claims import parse
from games.services import lobby, talk
from games.services import watching as links
from tests.conftest import SOAK
from tests.e2e import MARKS
from tests.e2e.conftest import PHONE, Arrive, Complaints
from tests.e2e.players import Player, hand_of, next_command, play_unseen
from tests.e2e.scenes import NEARLY, THREE_GOALS, two
from tests.e2e.test_first_minute import photographed
from tests.e2e.test_together import press
from tests.factories import UserFactory
from tests.games.tables import awaited, do, in_position, loaded, open_game, people, seat_of
from tests.games.test_watching import BOARD, WATCH, watched_game

pytestmark = MARKS

TELEVISION = {"viewport": {"width": 1920, "height": 1080}}
NAMES = ("Ann", "Bo", "Cy", "Dee", "Eve")
LEFT = 2
"""How many moves of the round are left to the browsers, about; in a soak all of them."""
BY_CODE = NAMES[1:] if SOAK else NAMES[1:3]
"""Who sits down in a browser, by the code on the board; the others do without one."""


#: Pairs of elements that lie on each other by more than a pixel, as their texts.
MEETING = """(those) => {
  const boxes = [...document.querySelectorAll(those)].map((it) => [it, it.getBoundingClientRect()]);
  return boxes.flatMap(([one, a], at) => boxes.slice(at + 1).filter(([other, b]) => !one.contains(other)
    && a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1)
    .map(([other]) => `${one.textContent.trim()} / ${other.textContent.trim()}`));
}"""


def sit_down(phone: Page, link: str) -> None:
    """Take a seat by an invitation link."""
    phone.goto(link)
    press(phone, "Take a seat")
    phone.get_by_role("button", name="Not now").tap()
    expect(phone.locator("#seats .mine-now")).to_be_visible()


def go_live(players: list[Player]) -> None:
    """All agree to play live for an hour; the first of them is on turn."""
    first, *others = (player.page for player in players)
    expect(first.locator("#together summary").first).to_contain_text("everyone is here")
    first.locator(".title").click()
    first.locator("#together summary").first.click()
    press(first, "Propose to play live")
    for page in others:
        page.get_by_role("button", name="Yes, live").first.tap()


def shows_turn(board: Page, game: Game) -> None:
    """The board says whose turn it is, and marks their plate."""
    seat = awaited(game)
    expect(board.locator("#prompt")).to_contain_text(f"{seat.user.username}’s turn")
    expect(board.locator(f"#plate-{seat.number}")).to_have_attribute("aria-current", "true")


def meeting(board: Page, those: str) -> list[str]:
    """Which of some elements lie on each other."""
    found: list[str] = board.evaluate(MEETING, those)
    return found


@pytest.mark.soak
def test_an_evening_in_one_room_with_one_board_and_five_phones(
    arrive: Arrive, calm_pulse: None, steady_bots: random.Random, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "DECISION", timedelta(minutes=10))
    game = open_game(people(1), seed=3, code="evening", wanted=5, joining="link", bots_fill=False, turn_hours=12)
    Game.objects.update(bank_hours=72)
    people(5)
    lobby.make_link(host=game.host, code="evening")  # type: ignore[arg-type]
    phones = {name: arrive(name, **PHONE) for name in NAMES}
    ann = phones["Ann"]
    ann.goto("/t/evening/")
    ann.locator("#about-board summary").click()
    press(ann, "Make a board")
    expect(ann.get_by_role("heading", name="The board is on")).to_be_visible()

    board, loads = arrive(**TELEVISION), list[Page]()
    board.goto(photographed(ann)[0].replace("http://localhost:8000", ""))
    board.on("load", lambda page: loads.append(page))
    expect(board.get_by_role("heading", name="1 of 5 seats is taken")).to_be_visible()
    link = photographed(board)[0].replace("http://localhost:8000", "")
    for name in NAMES[1:]:
        if name in BY_CODE:
            sit_down(phones[name], link)
            phones[name].goto("about:blank")
        else:
            lobby.join(user=User.objects.get(username=name), code="evening", token=link.rstrip("/").rpartition("/")[2])
        expect(board.locator(".crew-list")).to_contain_text(name)
    expect(board.locator(".join")).to_have_count(0)

    ann.goto("/t/evening/")
    press(ann, "Start the game")
    expect(board.locator("#prompt")).to_contain_text("turn")
    game.refresh_from_db()
    # Pages that are not looked at need not draw each move. Ann's is left once the table has come in place of the lobby.
    expect(ann.get_by_role("button", name="Start the game")).to_have_count(0)
    ann.goto("about:blank")
    play_unseen(game, LEFT, steady_bots)
    players = [Player(name, page, touch=True) for name, page in phones.items()]
    for player in players:
        player.page.goto("/t/evening/")
        player.go_on()
    go_live(sorted(players, key=lambda player: player.name != awaited(game).user.username))
    expect(board.locator("#clock")).to_contain_text(re.compile(r"Live: \d+ s"))

    talk.claim(user=seat_of(game, "Cy").user, code="evening", claim=parse("hand nothing"))
    expect(board.locator(".bubble.claim")).to_contain_text("Cy")
    shows_turn(board, game)
    by_name, made = {player.name: player for player in players}, 0
    while not loaded(game).state.public.results:
        player = by_name[awaited(game).user.username]
        player.is_on_turn()
        player.play(next_command(game, player.name, steady_bots.randrange), hand_of(game, player.name))
        made += 1
        if not loaded(game).state.public.results:
            shows_turn(board, game)
            expect(board.locator(".bubble")).to_have_count(0)
    assert made >= (10 if SOAK else 1)

    result = loaded(game).state.public.results[0]
    expect(board.locator(".verdict h2")).to_be_visible()
    for name, role in zip(NAMES, result.roles, strict=True):
        expect(board.locator(".faces li").filter(has=board.get_by_text(name, exact=True))).to_contain_text(
            role.capitalize()
        )
    for player in players if SOAK else players[:1]:
        player.go_on()
    assert loads == []


def test_pages_draw_nothing_from_the_chance_of_bots(arrive: Arrive, steady_bots: random.Random) -> None:
    before = steady_bots.getstate()
    arrive("Ann").goto("/")
    assert steady_bots.getstate() == before


def test_a_card_that_was_laid_flies_on_the_board(arrive: Arrive) -> None:
    game = in_position(3, code="watched", hands={"A": ["EW", "NS"]})
    Game.objects.filter(pk=game.pk).update(board_link=BOARD)
    board = arrive(**TELEVISION)
    board.goto(f"/board/{BOARD}/")
    board.evaluate("document.addEventListener('moved', ({ detail }) => { window.laid ||= detail.laid; })")
    do(game, "A lay EW 1,0")
    board.wait_for_function("() => window.laid")
    expect(board.locator("#prompt")).to_contain_text("Ann laid the straight tunnel at M1.")


def test_no_bubble_lies_on_the_last_card(arrive: Arrive) -> None:
    game = in_position(3, code="watched", hands={"A": ["NESW"]}, mine={f"{x},0": "EW" for x in (-1, -2, -3)})
    Game.objects.filter(pk=game.pk).update(board_link=BOARD)
    do(game, "A lay NESW -4,0")
    for name in ("Ann", "Bo", "Cy"):
        talk.claim(user=seat_of(game, name).user, code="watched", claim=parse("hand nothing"))
    board = arrive(viewport={"width": 1024, "height": 768})
    board.goto(f"/board/{BOARD}/")
    expect(board.locator(".bubble")).to_have_count(3)
    expect(board.locator("#bubbles .seat-1")).to_have_attribute("data-over", "")
    last = board.locator(".mine .last").bounding_box()
    assert last
    for bubble in board.locator(".bubble").all():
        box = bubble.bounding_box()
        assert box
        apart = box["x"] + box["width"] <= last["x"] or box["y"] + box["height"] <= last["y"]
        assert apart or last["y"] + last["height"] <= box["y"] or last["x"] + last["width"] <= box["x"]


@pytest.mark.parametrize("screen", [(1280, 800), (1920, 1080)])
def test_twelve_players_have_room_on_a_board(arrive: Arrive, screen: tuple[int, int]) -> None:
    twelve = [*people(10), *(UserFactory.create(username=name) for name in ("Kit", "Lou"))]
    place: dict[str, Any] = {"ruleset": two(), "goals": THREE_GOALS, "mine": NEARLY, "hands": {"A": ["NESW"]}}
    game = in_position(twelve, code="watched", **place)
    Game.objects.filter(pk=game.pk).update(board_link=BOARD)
    for user in twelve:
        talk.claim(user=user, code="watched", claim=parse("hand nothing"))
    board = arrive(viewport=dict(zip(("width", "height"), screen, strict=True)))
    board.goto(f"/board/{BOARD}/")
    expect(board.locator(".bubble")).to_have_count(12)
    assert meeting(board, ".bubble, .mine .last, .goal") == []
    do(game, "A lay NESW 7,0")
    expect(board.locator(".faces li")).to_have_count(12)
    assert meeting(board, ".faces li, .verdict, .next-line") == []


def test_the_board_fills_the_screen_and_sounds_after_a_tap(arrive: Arrive) -> None:
    watched_game()
    board = arrive(**TELEVISION)
    board.goto(f"/board/{BOARD}/")
    expect(board.locator("#sound")).not_to_be_checked()
    board.locator("label:has(#sound)").click()
    board.reload()
    expect(board.locator("#sound")).to_be_checked()
    board.get_by_role("button", name="Full screen").focus()
    board.keyboard.press("Enter")
    board.wait_for_function("() => Boolean(document.fullscreenElement)")


@pytest.mark.parametrize("address", [f"/watch/{WATCH}/", f"/board/{BOARD}/"])
def test_without_javascript_a_watched_table_is_a_page_to_load_again(arrive: Arrive, address: str) -> None:
    watched_game()
    page = arrive(java_script_enabled=False)
    page.goto(address)
    expect(page.locator("#prompt")).to_contain_text("Ann’s turn")
    expect(page.locator("#full")).to_have_count(1 if "board" in address else 0)
    expect(page.locator("#full:visible")).to_have_count(0)
    expect(page.get_by_role("list", name="Mine map, 1 card")).to_be_visible()


def test_a_board_that_is_switched_off_empties_itself(arrive: Arrive, complaints: Complaints) -> None:
    complaints.forgive("404 .*/board/")
    game = watched_game()
    board = arrive(**TELEVISION)
    board.goto(f"/board/{BOARD}/")
    expect(board.locator("#prompt")).to_contain_text("Ann’s turn")
    links.switch_board_off(host=game.host, code="watched")  # type: ignore[arg-type]
    expect(board.get_by_text("Nothing here")).to_be_visible()
    assert "Ann" not in board.content()
