"""The calendar and the Atom feed of a person, for whichever program has their secret address."""

from collections.abc import Iterator
from contextlib import contextmanager
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.views.decorators.http import require_safe

from accounts.models import FeedKey, User
from accounts.selectors.feeds import opened_by
from games import clock
from games.selectors import feeds as selectors
from games.tableau.feeds import atom_of, calendar_of
from saboteur_site.middleware import impersonal


@require_safe
@impersonal
def calendar(request: HttpRequest, secret: str) -> HttpResponse:
    """The deadlines of whoever the key belongs to, as iCalendar."""
    owner = _found(secret).user
    with _as_read_by(owner):
        return _answer(calendar_of(selectors.deadlines_of(owner), clock.now()), "text/calendar; charset=utf-8")


@require_safe
@impersonal
def atom(request: HttpRequest, secret: str) -> HttpResponse:
    """What happened at the tables of whoever the key belongs to, as Atom."""
    found = _found(secret)
    with _as_read_by(found.user):
        told = selectors.told_at_tables_of(found.user)
        text = atom_of(told, reader=found.user_id, began=found.made_at)
        return _answer(text, "application/atom+xml; charset=utf-8")


def _found(secret: str) -> FeedKey:
    found = opened_by(secret)
    if found is None:
        raise Http404
    return found


@contextmanager
def _as_read_by(owner: User) -> Iterator[None]:
    """In the language and the time zone of a person, whatever their program asks for."""
    try:
        zone = ZoneInfo(owner.time_zone)
    except (ZoneInfoNotFoundError, ValueError):  # it was renamed or removed since the person chose it
        zone = ZoneInfo("UTC")
    with translation.override(owner.language or settings.LANGUAGE_CODE), timezone.override(zone):
        yield


def _answer(content: bytes | str, kind: str) -> HttpResponse:
    """An answer that no search engine lists."""
    headers = {"Content-Language": translation.get_language() or "", "X-Robots-Tag": "noindex, nofollow"}
    return HttpResponse(content, content_type=kind, headers=headers)
