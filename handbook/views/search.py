"""The search page of the rule book. Public, and without database queries."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from games.sheets import MODULES
from games.tableau.markup import picture
from handbook.entries import CARD_HELP
from handbook.forms.search import LONGEST, SearchForm
from handbook.help_pages import HELP
from handbook.search import index
from handbook.search.index import Found
from handbook.search.pages import BOOKS, CARD, GUIDE, HELP_PAGE, LESSON, MODULE, PAGE, RULE, Page
from handbook.search.short_answers import short_answer
from handbook.views.rules import picture_of

ADDRESSES = {
    CARD: "handbook:card",
    MODULE: "handbook:module",
    RULE: "handbook:rule",
    HELP_PAGE: "handbook:help-page",
    GUIDE: "handbook:guide",
    LESSON: "handbook:lesson",
}
"""The address by kind of page; those of overviews bear the names of the pages."""
_PICTURES: Mapping[str, str] = {GUIDE: "i-hand", LESSON: "a-repair-lantern", BOOKS: "m-base", PAGE: "m-base"}
"""The picture by kind of page, where all pages of a kind have the same."""


class Result(NamedTuple):
    """A result: its address, its picture (none for a rule), and the language of the matching words."""

    found: Found
    href: str
    picture: SafeString
    language: str


@require_safe
def search(request: HttpRequest) -> HttpResponse:
    """Show the results for a question, in any language of the site, or for the number of a rule."""
    form = SearchForm(request.GET)
    if not form.is_valid():
        context = {"query": request.GET.get("q", "").replace("\0", "")[:LONGEST], "unreadable": True}
        return render(request, "handbook/search.html", context, status=422)
    query, in_force = form.cleaned_data["q"], _in_force(request.GET.getlist("with"))
    answer = index.search(query, in_force)
    context = {
        "query": query,
        "searched_for": query,
        "in_force": in_force,
        "short": short_answer(answer, in_force),
        "results": [_result(found) for found in answer.pages],
        "more": answer.more,
    }
    return render(request, "handbook/search.html", context)


def _in_force(names: Iterable[str]) -> tuple[str, ...]:
    """Return the games, expansions and variants of the table that is asked at. Unknown names are left out."""
    return tuple(dict.fromkeys(name for name in names if name in MODULES))


def _result(found: Found) -> Result:
    language = str(dict(settings.LANGUAGES)[found.told_in]) if found.told_in else ""
    return Result(found, address_of(found.page), _shown(found.page), language)


def address_of(page: Page) -> str:
    """Return the address of a page that the search finds."""
    if page.kind in (BOOKS, PAGE):
        return reverse(f"handbook:{page.key}")
    return reverse(ADDRESSES[page.kind], args=[page.key])


def _shown(page: Page) -> SafeString:
    if page.kind == CARD:
        entry = CARD_HELP[page.key]
        return picture_of(entry.kind, entry.shown[0])
    if page.kind == RULE:
        return SafeString()
    if page.kind == HELP_PAGE:
        return picture(HELP[page.key].picture)
    return picture(f"m-{page.key}" if page.kind == MODULE else _PICTURES[page.kind])
