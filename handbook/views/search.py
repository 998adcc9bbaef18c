"""The search page of the rule book. Public, and without database queries."""

from typing import NamedTuple

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from games.tableau.markup import picture
from handbook import search_index as book
from handbook.entries import CARD_HELP
from handbook.forms.search import LONGEST, SearchForm
from handbook.search_index import CARD, MODULE, RULE, Found
from handbook.views.rules import picture_of

ADDRESSES = {CARD: "handbook:card", MODULE: "handbook:module", RULE: "handbook:rule"}
"""The address by kind of page."""


class Result(NamedTuple):
    """A result: its address, its picture (none for a rule), and the language of the matching words."""

    page: Found
    href: str
    picture: SafeString
    language: str


@require_safe
def search(request: HttpRequest) -> HttpResponse:
    """Show the results for a few words, in any language of the site, or for the number of a rule."""
    form = SearchForm(request.GET)
    if not form.is_valid():
        context = {"query": request.GET.get("q", "").replace("\0", "")[:LONGEST], "unreadable": True}
        return render(request, "handbook/search.html", context, status=422)
    query = form.cleaned_data["q"]
    answer = book.search(query)
    context = {
        "query": query,
        "searched_for": query,
        "results": [_result(page) for page in answer.pages],
        "more": answer.more,
    }
    return render(request, "handbook/search.html", context)


def _result(page: Found) -> Result:
    language = str(dict(settings.LANGUAGES)[page.told_in]) if page.told_in else ""
    return Result(page, reverse(ADDRESSES[page.kind], args=[page.key]), _shown(page), language)


def _shown(page: Found) -> SafeString:
    if page.kind == CARD:
        entry = CARD_HELP[page.key]
        return picture_of(entry.kind, entry.shown[0])
    return picture(f"m-{page.key}") if page.kind == MODULE else SafeString()
