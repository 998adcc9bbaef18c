"""How an open page asks whether the table has changed: often after a change, seldom when it has long been quiet."""

import math
from datetime import datetime, timedelta
from typing import NamedTuple
from urllib.parse import urlencode

from django.http import QueryDict
from django.urls import reverse

from games.clocks.words import changes_at
from games.models import Game
from games.rows.pulse import Pulse
from games.tableau.table import TablePage

SOON, LATER, SELDOM = 5, 20, 60
"""Seconds between two questions: for two minutes after a change, until ten minutes have passed, from then on."""
LIVE = 2
"""Seconds between two questions at a table that is played live."""
_TWO_MINUTES, _TEN_MINUTES = 24, 48
"""How many questions are asked until then."""
PLANNING = "plan=1"
"""What a page on which a turn is planned has in the addresses of its questions."""
_AGE_LASTS = timedelta(minutes=5)
_CHOICE = ("plan", "card", "at", "also", "flip", "who", "tool", "pay", "lift", "mode")
_LONGEST = 40


class Poll(NamedTuple):
    """The next question: its address, and in how many seconds it is asked. With `news` the page is to be fetched at
    once. A question without an answer is asked again as many seconds later.
    """

    address: str
    delay: int
    news: bool = False


def first_poll(
    game: Game, token: str, choice: str, now: datetime, *, here: bool = False, said_at: datetime | None = None
) -> Poll:
    """The first question of a page that shows a table with a choice made. ``here``: it says that all are here.
    ``said_at``: when the last word was said, which makes a table as lively as a move."""
    moved_at = game.moved_at or now
    quiet = now - max(moved_at, said_at or moved_at)
    asked = 0 if quiet < timedelta(minutes=2) else _TWO_MINUTES if quiet < timedelta(minutes=10) else _TEN_MINUTES
    shown = f"here=1&{choice}" if here else choice
    return _poll(game.code, token, game.version, asked, shown, live=game.live_since is not None)


def untrue_in(game: Game, table: TablePage, now: datetime) -> int | None:
    """In how many seconds something that a page says of time is not true any more: what is left, that it is over, how
    long ago the last move was. None in a pause and at a table that is played live, where seconds are counted."""
    if game.live_since is not None or game.paused_until is not None:
        return None
    dues = [row.person.due_at for row in table.rows if row.awaited and row.person.due_at]
    moments = [changes_at(due, now, counted=due == table.until) for due in dues]
    moments.append(_ages_at(game.moved_at or now, now))
    return max(math.ceil((min(filter(None, moments)) - now).total_seconds()), 1)


def _ages_at(moment: datetime, now: datetime) -> datetime:
    """When the time since something is refreshed. Minutes are not followed one by one."""
    minutes = int((now - moment) / timedelta(minutes=1))
    unit = 1 if minutes < 60 else 60 if minutes < 48 * 60 else 24 * 60
    return max(moment + timedelta(minutes=(minutes // unit + 1) * unit), now + _AGE_LASTS)


def next_poll(code: str, token: str, heard: Pulse, query: QueryDict) -> Poll:
    """What follows on a question with the address' `query`: another one, or the table as it is now."""
    choice = urlencode({name: query[name][:_LONGEST] for name in _CHOICE if query.get(name)})
    said_here = query.get("here") == "1"
    is_news = query.get("v") != str(heard.version) or (said_here != heard.here and not query.get("plan"))
    if is_news:
        table = reverse("games:plan" if query.get("plan") else "games:table", args=[code])
        return Poll(f"{table}?{choice}" if choice else table, SOON, news=True)
    shown = f"here=1&{choice}" if said_here else choice
    return _poll(code, token, heard.version, 1 + asked_before(query), shown, live=heard.live)


def report_address(game: Game, token: str) -> str:
    """Where a page that did not count as viewed reports, after user input, how far its person has looked by now."""
    return f"{reverse('games:pulse', args=[game.code, token])}?seq={game.seq}&words={game.words}"


def read_shown(query: QueryDict) -> tuple[int, int] | None:
    """The last command and the last word that such a page reports; None in any other question."""
    numbers = [query.get(name, "") for name in ("seq", "words")]
    if not all(text.isascii() and text.isdigit() and len(text) < 10 for text in numbers):
        return None
    return int(numbers[0]), int(numbers[1])


def asked_before(query: QueryDict) -> int:
    """How often an open page has asked in vain before, as the address of its question says; 0 if that is no number."""
    asked = query.get("n", "")
    return int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 6 else 0


def delay_after(asked: int) -> int:
    """In how many seconds a page that has asked so often in vain asks again."""
    return SOON if asked < _TWO_MINUTES else LATER if asked < _TEN_MINUTES else SELDOM


def _poll(code: str, token: str, version: int, asked: int, shown: str, *, live: bool) -> Poll:
    address = f"{reverse('games:pulse', args=[code, token])}?v={version}&n={min(asked, _TEN_MINUTES)}"
    shown = shown.removesuffix("&")
    return Poll(f"{address}&{shown}" if shown else address, LIVE if live else delay_after(asked))
