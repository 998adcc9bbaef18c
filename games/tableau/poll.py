"""How an open page asks whether the table has changed: often after a change, seldom when it has long been quiet."""

from datetime import datetime, timedelta
from typing import NamedTuple
from urllib.parse import urlencode

from django.http import QueryDict
from django.urls import reverse

SOON, LATER, SELDOM = 5, 20, 60
"""Seconds between two questions: for two minutes after a change, until ten minutes have passed, from then on."""
_TWO_MINUTES, _TEN_MINUTES = 24, 48
"""How many questions are asked until then."""
PLANNING = "plan=1"
"""What a page on which a turn is planned has in the addresses of its questions."""
_CHOICE = ("plan", "card", "at", "also", "flip", "who", "tool", "pay", "lift", "mode")
_LONGEST = 40


class Poll(NamedTuple):
    """The next question: its address, and in how many seconds it is asked; `news`: the page is to be fetched at once.

    Whatever gets no answer is asked again as many seconds later.
    """

    address: str
    delay: int
    news: bool = False


def first_poll(code: str, token: str, version: int, choice: str, moved_at: datetime | None, now: datetime) -> Poll:
    """The first question of a page that shows the table's `version` with a choice made."""
    quiet = now - (moved_at or now)
    asked = 0 if quiet < timedelta(minutes=2) else _TWO_MINUTES if quiet < timedelta(minutes=10) else _TEN_MINUTES
    return _poll(code, token, version, asked, choice)


def next_poll(code: str, token: str, version: int, query: QueryDict) -> Poll:
    """What follows on a question with the address' `query`: another one, or the table as it is now."""
    choice = urlencode({name: query[name][:_LONGEST] for name in _CHOICE if query.get(name)})
    if query.get("v") != str(version):
        table = reverse("games:plan" if query.get("plan") else "games:table", args=[code])
        return Poll(f"{table}?{choice}" if choice else table, SOON, news=True)
    return _poll(code, token, version, 1 + asked_before(query), choice)


def asked_before(query: QueryDict) -> int:
    """How often an open page has asked in vain before, as the address of its question says; 0 if that is no number."""
    asked = query.get("n", "")
    return int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 6 else 0


def delay_after(asked: int) -> int:
    """In how many seconds a page that has asked so often in vain asks again."""
    return SOON if asked < _TWO_MINUTES else LATER if asked < _TEN_MINUTES else SELDOM


def _poll(code: str, token: str, version: int, asked: int, choice: str) -> Poll:
    address = f"{reverse('games:pulse', args=[code, token])}?v={version}&n={min(asked, _TEN_MINUTES)}"
    return Poll(f"{address}&{choice}" if choice else address, delay_after(asked))
