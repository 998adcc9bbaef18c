"""One round by taps in Firefox and in WebKit, as Debian ships them. A machine without them skips by their names."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytest_django.live_server_helper import LiveServer

from games.models import Game
from games.rules.commands import Command, Lay, Pass, PlayCard
from games.rules.tunnels import TURNED
from tests.e2e import MARKS, drivers
from tests.e2e.conftest import session_of
from tests.e2e.drivers import Window
from tests.e2e.players import hand_of, next_command
from tests.factories import UserFactory
from tests.games.tables import awaited, loaded, people, play_bot, running_game

pytestmark = [*MARKS, pytest.mark.soak]

WIDTH, HEIGHT = 390, 844


@pytest.fixture(params=["Firefox", "WebKit"])
def window(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Window]:
    """A window as large as a phone."""
    name = request.param
    if lacks := drivers.missing_of_firefox() if name == "Firefox" else drivers.missing_of_webkit():
        pytest.skip(f"this machine has no {name}; it lacks Debian's {', '.join(lacks)}")
    opened = drivers.firefox(WIDTH, HEIGHT, tmp_path) if name == "Firefox" else drivers.webkit(WIDTH, HEIGHT)
    with opened as there:
        yield there


@pytest.fixture
def game(transactional_db: None) -> Game:
    """A game of one person and two bots."""
    bots = [UserFactory.create(username=f"Bot {name}", is_bot=True) for name in ("Flint", "Ember")]
    return running_game([*people(1), *bots], seed=188)


def test_round_by_taps_ends_at_the_faces(
    window: Window, game: Game, live_server: LiveServer, steady_bots: random.Random
) -> None:
    window.sign_in(live_server.url, session_of("Ann"))
    window.goto(f"{live_server.url}/t/{game.code}/")
    made = 0
    while not loaded(game).state.public.results:
        if awaited(game).bot_plays:
            assert play_bot(game.pk)
            continue
        command = next_command(game, "Ann", steady_bots.randrange)
        tap_through(window, command, hand_of(game, "Ann"), loaded(game).state.public.seq)
        made += 1
    assert made >= 5
    window.wait("the faces", lambda: window.script("return document.querySelectorAll('.faces > li').length") == 3)
    # The smallest window of WebKitGTK's browser is wider than a phone.
    assert window.script("return document.documentElement.scrollWidth <= innerWidth")


def tap_through(page: Window, command: Command, hand: tuple[str, ...], seq: int) -> None:
    """Play a command of the base game by taps, from a page on which nothing is chosen."""
    while page.find("#on .primary"):
        page.tap("#on .primary")
        page.wait("the table", lambda: page.find("#table"))
    page.wait("my turn", lambda: page.value("#play [name=seq]") == str(seq))
    assert isinstance(command, Lay | PlayCard | Pass)
    if isinstance(command, Pass):
        page.tap("#bar [data-key=d]")
        page.wait("the question which card", lambda: page.find("#bar [data-key=Escape]"))
        choose(page, command.cards[0], hand)
    elif isinstance(command, Lay):
        choose(page, command.card, hand)
        tap_square(page, command.at)
        turn_to_fit(page, command)
    else:
        choose(page, command.card, hand)
        page.wait("its targets", lambda: page.find("#bar [data-key=Escape]"))
        if command.at:
            tap_square(page, command.at[0])
            if command.card.startswith("rockfall"):
                turn_to_fit(page, command)
        elif command.seat is not None and not page.find("#bar .primary"):
            page.tap(f"#plate-{command.seat} a.door")
        if command.tool:
            tool = f"#actions a[href*='tool={command.tool}']"
            page.wait("the tool or the button", lambda: page.find(f"#bar .primary, {tool}"))
            if page.find(tool):
                page.tap(tool)
    page.tap("#bar .primary")
    page.wait("the answer", lambda: page.value("#play [name=seq]") != str(seq))


def choose(page: Window, card: str, hand: tuple[str, ...]) -> None:
    """Tap a card of the hand."""
    held = f"#card-{hand.index(card) + 1}"
    page.tap(held)
    page.wait("the chosen card", lambda: page.find(f"{held}[aria-current=true]"))


def tap_square(page: Window, at: str) -> None:
    """Tap a square of the mine."""
    page.tap(f"[id='at-{at.replace(',', '_')}']")


def turn_to_fit(page: Window, lay: Lay | PlayCard) -> None:
    """Turn the previewed card until it lies as it is meant to."""
    field = "#play [name=at]"
    shown = page.wait("the preview", lambda: page.value(field))
    if isinstance(lay, Lay) and shown.endswith(TURNED) != lay.turned:
        page.tap("#bar [data-key=r]")
        page.wait("the turned card", lambda: page.value(field) != shown)
