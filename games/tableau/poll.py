"""How an open page polls for changes: often after a change, seldom when the table has long been quiet."""

import math
from datetime import datetime, timedelta
from typing import NamedTuple
from urllib.parse import urlencode

from django.http import QueryDict
from django.urls import reverse

from games.clocks.words import changes_at
from games.models import Game
from games.rows.pulse import Pulse, Watched
from games.tableau.table import TablePage

SOON, LATER, SELDOM = 5, 20, 60
"""Seconds between two polls: for two minutes after a change, until ten minutes have passed, from then on."""
LIVE = 2
"""Seconds between two polls at a table that is played live."""
_TWO_MINUTES, _TEN_MINUTES = 24, 48
"""The number of polls up to these times."""
HERE = "."
"""The page itself, as a relative address: a poll does not know the link by which it is watched."""
PLANNING = "plan=1"
"""The parameter in the polls of a page on which a turn is planned."""
_AGE_LASTS = timedelta(minutes=5)
_CHOICE = ("plan", "card", "at", "also", "flip", "who", "tool", "pay", "lift", "mode")
_LONGEST = 40


class Poll(NamedTuple):
    """The next poll: its address, and its delay in seconds. With `news` the page is fetched at once. A poll without a
    response is repeated after the same delay.
    """

    address: str
    delay: int
    news: bool = False


def first_poll(
    game: Game, token: str, choice: str, now: datetime, *, here: bool = False, said_at: datetime | None = None
) -> Poll:
    """Return the first poll of a page that shows a table with a choice. ``here``: it says that all are present.
    ``said_at``: the time of the last chat message, which makes polls as frequent as a move does."""
    shown = f"here=1&{choice}" if here else choice
    address = reverse("games:pulse", args=[game.code, token])
    return _poll(address, game.version, _quiet_for(game, now, said_at), shown, live=game.live_since is not None)


def first_watch_poll(game: Game, token: str, now: datetime, said_at: datetime | None = None) -> Poll:
    """Return the first poll of a page on which a game is watched."""
    address = reverse("games:watch-pulse", args=[token])
    return _poll(address, game.version, _quiet_for(game, now, said_at), "", live=game.live_since is not None)


def next_watch_poll(token: str, known: Watched, query: QueryDict) -> Poll:
    """Return what follows the poll of such a page: another poll, or the page itself, which knows its own address."""
    if query.get("v") != str(known.version):
        return Poll(HERE, SOON, news=True)
    return _poll(
        reverse("games:watch-pulse", args=[token]), known.version, 1 + asked_before(query), "", live=known.live
    )


def _quiet_for(game: Game, now: datetime, said_at: datetime | None) -> int:
    """Return after how many polls without a change a page would be, had it been open since the last change."""
    moved_at = game.moved_at or now
    quiet = now - max(moved_at, said_at or moved_at)
    return 0 if quiet < timedelta(minutes=2) else _TWO_MINUTES if quiet < timedelta(minutes=10) else _TEN_MINUTES


def untrue_in(game: Game, table: TablePage, now: datetime) -> int | None:
    """Return in how many seconds a time on the page becomes outdated: the time left, that it is over, the age of the
    last move. None in a pause and at a table that is played live, where seconds are counted."""
    if game.live_since is not None or game.paused_until is not None:
        return None
    dues = [row.person.due_at for row in table.rows if row.awaited and row.person.due_at]
    moments = [changes_at(due, now, counted=due == table.until) for due in dues]
    moments.append(_ages_at(game.moved_at or now, now))
    return max(math.ceil((min(filter(None, moments)) - now).total_seconds()), 1)


def _ages_at(moment: datetime, now: datetime) -> datetime:
    """Return when the age of something is refreshed. Single minutes are not followed."""
    minutes = int((now - moment) / timedelta(minutes=1))
    unit = 1 if minutes < 60 else 60 if minutes < 48 * 60 else 24 * 60
    return max(moment + timedelta(minutes=(minutes // unit + 1) * unit), now + _AGE_LASTS)


def next_poll(code: str, token: str, known: Pulse, query: QueryDict) -> Poll:
    """Return what follows a poll with the query string `query`: another poll, or the current table."""
    choice = urlencode({name: query[name][:_LONGEST] for name in _CHOICE if query.get(name)})
    said_here = query.get("here") == "1"
    is_news = query.get("v") != str(known.version) or (said_here != known.here and not query.get("plan"))
    if is_news:
        table = reverse("games:plan" if query.get("plan") else "games:table", args=[code])
        return Poll(f"{table}?{choice}" if choice else table, SOON, news=True)
    shown = f"here=1&{choice}" if said_here else choice
    address = reverse("games:pulse", args=[code, token])
    return _poll(address, known.version, 1 + asked_before(query), shown, live=known.live)


def report_address(game: Game, token: str) -> str:
    """Return the address to which a page that did not count as a view reports, after user input, what was seen."""
    return f"{reverse('games:pulse', args=[game.code, token])}?seq={game.seq}&words={game.words}"


def read_shown(query: QueryDict) -> tuple[int, int] | None:
    """Return the last command and the last chat message that such a page reports; None in any other poll."""
    numbers = [query.get(name, "") for name in ("seq", "words")]
    if not all(text.isascii() and text.isdigit() and len(text) < 10 for text in numbers):
        return None
    return int(numbers[0]), int(numbers[1])


def asked_before(query: QueryDict) -> int:
    """Return how many polls of a page found no change, from the address of its poll; 0 if that is no number."""
    asked = query.get("n", "")
    return int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 6 else 0


def delay_after(asked: int) -> int:
    """Return the seconds until the next poll of a page after so many without a change."""
    return SOON if asked < _TWO_MINUTES else LATER if asked < _TEN_MINUTES else SELDOM


def _poll(address: str, version: int, asked: int, shown: str, *, live: bool) -> Poll:
    address = f"{address}?v={version}&n={min(asked, _TEN_MINUTES)}"
    shown = shown.removesuffix("&")
    return Poll(f"{address}&{shown}" if shown else address, LIVE if live else delay_after(asked))
