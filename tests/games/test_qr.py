"""The invitation link as a QR code: read back by a decoder that is not ours, and shown to the host alone."""

import re

import pytest
import segno
import zxingcpp
from django.urls import reverse

from games.models import Game, Joining
from games.services import lobby
from games.templatetags.invitation import QUIET, qr
from tests.factories import UserFactory
from tests.games.tables import browser_of, open_game, seat_of

SITE = "https://play.example.org"
PIXELS = 4
"""Of a module's side, for the decoder."""


def modules(svg: str) -> list[bytearray]:
    """The picture as rows of light (255) and dark (0) modules, drawn from its path alone."""
    size = int(re.search(r'viewBox="0 0 (\d+) \1"', svg)[1])  # type: ignore[index]
    path = re.search(r'stroke="#000" d="([^"]+)"', svg)[1]  # type: ignore[index]
    rows, x, y = [bytearray(b"\xff" * size) for _ in range(size)], 0.0, 0.0
    for letter, numbers in re.findall(r"([Mmh])([-. \d]*)", path):
        found = [float(number) for number in re.findall(r"-?\.?\d+(?:\.\d+)?", numbers)]
        if letter == "h":
            for place in range(int(x), int(x + found[0])):
                rows[int(y)][place] = 0
            x += found[0]
        else:
            x, y = (found[0], found[1]) if letter == "M" else (x + found[0], y + found[1])
    return rows


def read(svg: str) -> list[str]:
    """What a camera reads in the picture."""
    rows = [bytes(module for module in row for _ in range(PIXELS)) for row in modules(svg) for _ in range(PIXELS)]
    picture = memoryview(b"".join(rows)).cast("B", (len(rows), len(rows[0])))
    return [found.text for found in zxingcpp.read_barcodes(picture)]


@pytest.mark.parametrize("site", [SITE, "http://localhost:8000", "https://a-rather-long-name-of-a-house.example:8443"])
def test_a_decoder_reads_the_link_back(site: str) -> None:
    path = "/join/Abc_-6789012345678901234/"
    svg = qr(site, path)
    assert read(svg) == [site + path]
    dark = [[module == 0 for module in row[QUIET:-QUIET]] for row in modules(svg)[QUIET:-QUIET]]
    assert dark == [[bool(module) for module in row] for row in segno.make_qr(site + path, error="m").matrix]


def test_qr_code_is_dark_on_white_with_a_margin_and_no_style() -> None:
    svg = qr(SITE, '/join/"><script>/')
    assert "style" not in svg
    assert "<script" not in svg
    assert set(re.findall(r"<(\w+)", svg)) == {"svg", "path"}
    margins = modules(svg)[:QUIET] + modules(svg)[-QUIET:]
    assert all(module == 255 for row in margins for module in row)


@pytest.fixture
def game(db: None) -> Game:
    return open_game(2, wanted=4, joining=Joining.ANYONE)


def page(who: str, game: Game) -> str:
    return browser_of(who).get(reverse("games:table", args=[game.code])).content.decode()


def test_players_see_the_code_of_the_link_and_others_do_not(game: Game) -> None:
    assert not any('class="qr-code"' in page(who, game) for who in ("Ann", "Bo"))
    link = lobby.make_link(host=seat_of(game, "Ann").user, code=game.code)
    shown = page("Ann", game)
    address = re.search(r'id="link">([^<]+)<', shown)[1]  # type: ignore[index]
    assert address.endswith(f"/join/{link.token}/")
    assert re.search(rf'<a class="qr-code" href="{re.escape(address)}"', shown)
    assert read(shown[shown.index('class="qr-code"') :]) == [address]
    assert link.token in page("Bo", game)
    UserFactory.create(username="Zed")
    other = page("Zed", game)
    assert 'class="qr-code"' not in other
    assert link.token not in other


def test_a_link_that_was_taken_back_has_no_code_any_more(game: Game) -> None:
    ann = seat_of(game, "Ann").user
    old = lobby.make_link(host=ann, code=game.code)
    new = lobby.make_link(host=ann, code=game.code)
    shown = page("Ann", game)
    assert read(shown[shown.index('class="qr-code"') :])[0].endswith(f"/join/{new.token}/")
    assert old.token not in shown
    lobby.revoke_link(host=ann, code=game.code)
    assert 'class="qr-code"' not in page("Ann", game)
