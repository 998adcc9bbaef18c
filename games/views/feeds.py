"""The calendar and the Atom feed of a user, for programs with their secret address."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import translation
from django.views.decorators.http import require_safe

from accounts.models import FeedKey
from accounts.readers import as_read_by
from accounts.selectors.feeds import opened_by
from games import clock
from games.selectors import feeds as selectors
from games.tableau.feeds import atom_of, calendar_of
from saboteur_site.web.middleware import impersonal


@require_safe
@impersonal
def calendar(request: HttpRequest, secret: str) -> HttpResponse:
    """Return the deadlines of the key's owner, as iCalendar."""
    owner = _found(secret).user
    with as_read_by(owner):
        return _answer(calendar_of(selectors.deadlines_of(owner), clock.now()), "text/calendar; charset=utf-8")


@require_safe
@impersonal
def atom(request: HttpRequest, secret: str) -> HttpResponse:
    """Return the events at the tables of the key's owner, as Atom."""
    found = _found(secret)
    with as_read_by(found.user):
        tidings = selectors.tidings_of(found.user)
        address = settings.SITE_URL + reverse("games:atom", args=[secret])
        text = atom_of(tidings, reader=found.user_id, began=found.made_at, address=address)
        return _answer(text, "application/atom+xml; charset=utf-8")


def _found(secret: str) -> FeedKey:
    found = opened_by(secret)
    if found is None:
        raise Http404
    return found


def _answer(content: bytes | str, kind: str) -> HttpResponse:
    """Return a response that no search engine lists."""
    headers = {"Content-Language": translation.get_language() or "", "X-Robots-Tag": "noindex, nofollow"}
    return HttpResponse(content, content_type=kind, headers=headers)
