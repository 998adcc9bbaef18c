"""What the pages of a table cost: statements of a move and a page, bytes of a first visit and of the next."""

import re
from collections.abc import Iterator
from urllib.parse import urljoin, urlsplit

import brotli  # type: ignore[import-untyped]
from django.conf import settings
from django.test import Client
from django.urls import reverse

from games.models import Game
from saboteur_site.web import packing, statics
from tests.games.costs import statements
from tests.games.pages import Form, get
from tests.games.tables import awaited, browser_of, play_on, pulse_token, running_game, seats_of
from tools.bench.figures import Figure

FIRST = 50.5  # kB; the goal is 42 (ADR 97)
NEXT, NEXT_ELSEWHERE = 7.0, 7.7  # kB; the goals are 5.5 and 6.5
"""How many kB a page may have that is visited again: in English, and in languages that are longer or not in Latin."""
SIZES = [(players, moves) for players in (3, 10) for moves in (5, 60)]


def figures() -> list[Figure]:
    """All figures of the pages, of tables that are the same each time."""
    return [figure for players, moves in SIZES for figure in of_table(players, moves)] + list(in_languages())


def in_languages() -> Iterator[Figure]:
    """Bytes of a first and of a next visit in each language: of the front page, and of a table late in a round."""
    game = running_game(10, seed=5)
    play_on(game, 60, digging=True)
    reader, address = awaited(game).user, reverse("games:table", args=[game.code])
    for language, _name in settings.LANGUAGES:
        reader.language = language
        reader.save()
        yield from _visits(Client(headers={"accept-language": language}), "/", f"front page, {language}")
        most = NEXT if language == settings.LANGUAGE_CODE else NEXT_ELSEWHERE
        yield from _visits(browser_of(reader), address, f"table, {language}", most)


def of_table(players: int, moves: int) -> Iterator[Figure]:
    """The figures of a table of so many players after so many moves."""
    game = running_game(players, seed=5)
    play_on(game, moves, digging=True)
    where = f"{players} players, move {moves}"
    seat = awaited(game)
    client, address = browser_of(seat.user), reverse("games:table", args=[game.code])
    first = statements(client, address)
    yield Figure(f"page with news, nothing in the cache, {where}", len(first), "statements")
    yield Figure(
        f"page, nothing in the cache, {where}", len(statements(client, address)), "statements", 6, counted=True
    )
    yield from _bytes(client, game, address, where)
    for kind in ("discard", "tunnel"):
        form = form_of(client, address, kind)
        if form is not None:
            cost = statements(client, form.action, form.values())
            yield Figure(f"move ({kind}), nothing in the cache, {where}", len(cost), "statements", 10, counted=True)
            seat = awaited(game)
            client = browser_of(seat.user)
            shown = statements(client, address, forget=False)
            yield Figure(f"page after that move ({kind}), {where}", len(shown), "statements", 6, counted=True)


def _visits(client: Client, address: str, where: str, next_most: float = NEXT) -> Iterator[Figure]:
    page = client.get(address)
    again = packed(page.content)
    parts = {part: static_bytes(part) for part in parts_of(page.content.decode(), address)}
    yield Figure(f"first visit, {where}", (again + sum(parts.values())) / 1000, "kB", FIRST, counted=True)
    yield Figure(f"next visit, {where}", again / 1000, "kB", next_most, counted=True)


def _bytes(client: Client, game: Game, address: str, where: str) -> Iterator[Figure]:
    yield from _visits(client, address, where)
    seat = seats_of(game)[0]
    pulse = reverse("games:pulse", args=[game.code, pulse_token(game, seat.user.username)])
    quiet = f"{pulse}?v={game.version}&n=3"
    client.get(quiet)
    yield Figure(f"quiet pulse, {where}", len(statements(client, quiet, forget=False)), "statements", 0, counted=True)
    yield Figure(f"quiet pulse, {where}", len(client.get(quiet).content), "bytes")


def form_of(client: Client, address: str, kind: str) -> Form | None:
    """The form that discards a card, or lays the first tunnel that fits somewhere; None when none does."""
    if kind == "discard":
        return get(client, get(client, f"{address}?mode=discard").hand()[0]["href"]).play
    for card in get(client, address).hand():
        chosen = get(client, card["href"])
        squares = [link["href"] for link in chosen.squares() if not link.text.endswith("why?")]
        if squares and (form := get(client, squares[0]).play):
            return form
    return None


# -- bytes


def packed(page: bytes) -> int:
    """The bytes of a page as it travels over HTTPS, where browsers take Brotli, with as much padding as is usual."""
    return len(packing.packed(page, packing.PADDING // 2))


def parts_of(markup: str, address: str) -> set[str]:
    """The addresses of all that a page makes a browser fetch, what its style sheets name among it."""
    found = re.findall(r"<(?:script|img|use|link)\b[^>]*?\s(?:src|href)=\"([^\"]+)\"", markup)
    parts = {urlsplit(urljoin(address, one)).path for one in found}
    for sheet in sorted(part for part in parts if part.endswith(".css")):
        parts |= {
            urlsplit(urljoin(sheet, one)).path for one in re.findall(r"url\(['\"]?([^)'\"]+)", static(sheet).decode())
        }
    return {part for part in parts if part.startswith("/static/")}


def static(part: str) -> bytes:
    """A file that pages refer to, as it is sent."""
    response = Client().get(part)
    if response.status_code != 200:
        raise ValueError(f"{part}: {response.status_code}")
    return statics.sent(part.removeprefix("/static/"), response.getvalue())


def static_bytes(part: str) -> int:
    """Its bytes as they travel over HTTPS, where browsers take Brotli: what is packed once is packed well."""
    return len(brotli.compress(static(part)))
