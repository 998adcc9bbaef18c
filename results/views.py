"""Pages and files of results: one's own, those of a player, and those of two players."""

import csv
from collections.abc import Iterable, Sequence

from django.contrib import messages
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.access import PersonRequest, with_account
from games import clock
from results.figures import pair as pair_figures
from results.figures import person as person_figures
from results.figures.person import PersonPage
from results.selectors import seen
from results.services import hiding

PERSON_COLUMNS = ("section", "key", "won", "of", "won_lately", "of_lately")
PAIR_COLUMNS = ("what", "together", "first", "second")


@require_safe
@with_account
def mine(request: PersonRequest) -> HttpResponse:
    """Show one's own results, the players one has met, and the switch that hides the results from others."""
    page = _page(request, request.user.pk)
    more = {"met": seen.met(request.user), "hidden": seen.hides(request.user)}
    return render(request, "results/person.html", {"page": page, **more})


@require_POST
@with_account
def hide(request: PersonRequest) -> HttpResponse:
    """Hide one's results from others, or show them again."""
    hidden = request.POST.get("hidden") == "yes"
    hiding.hide(request.user, hidden=hidden)
    if hidden:
        messages.success(request, _("Others don’t see your results any more."))
    else:
        messages.success(request, _("Players you’ve shared a table with see your results from it."))
    return redirect("results:mine")


@require_safe
@with_account
def person(request: PersonRequest, person: int) -> HttpResponse:
    """Show the results of a player at the tables that one shared with them. Http404 without any."""
    if person == request.user.pk:
        return redirect("results:mine")
    return render(request, "results/person.html", {"page": _page(request, person)})


@require_safe
@with_account
def person_file(request: PersonRequest, person: int, form: str) -> HttpResponse:
    """Return the figures of a player's page as a file."""
    return _file(person_figures.rows_of(_page(request, person)), PERSON_COLUMNS, form)


@require_safe
@with_account
def pair(request: PersonRequest, person: int, other: int) -> HttpResponse:
    """Show what happened between two players at the tables that one shared with both. Http404 without any."""
    page = pair_figures.page_of(*seen.pair(request.user, person, other), request.user)
    return render(request, "results/pair.html", {"page": page, "one": page.sides[0], "other": page.sides[1]})


@require_safe
@with_account
def pair_file(request: PersonRequest, person: int, other: int, form: str) -> HttpResponse:
    """Return the figures of the page of two players as a file."""
    page = pair_figures.page_of(*seen.pair(request.user, person, other), request.user)
    return _file(pair_figures.rows_of(page), PAIR_COLUMNS, form)


def _page(request: PersonRequest, subject: int) -> PersonPage:
    found = seen.seen(request.user, subject)
    named = seen.people_named(request.user, person_figures.people_in(found))
    return person_figures.page_of(found, named, mine=subject == request.user.pk, today=clock.now().date())


def _file(rows: Iterable[Sequence[str | int]], columns: Sequence[str], form: str) -> HttpResponse:
    """Return rows as a file with a line of names first, or as JSON objects; Http404 for another form."""
    if form not in ("csv", "json"):
        raise Http404
    name = f'attachment; filename="results.{form}"'
    if form == "json":
        found = [dict(zip(columns, row, strict=True)) for row in rows]
        return JsonResponse(found, safe=False, headers={"Content-Disposition": name})
    answer = HttpResponse(content_type="text/csv; charset=utf-8", headers={"Content-Disposition": name})
    writer = csv.writer(answer)
    writer.writerow(columns)
    writer.writerows(rows)
    return answer
