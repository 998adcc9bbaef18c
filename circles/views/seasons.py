"""The seasons of a circle: their standing for members, and the last page for everyone who has its link."""

from collections.abc import Callable
from datetime import date

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.access import PersonRequest, with_account
from circles.forms.seasons import SeasonForm
from circles.selectors import circles as circles_selectors
from circles.selectors import seasons as selectors
from circles.services import seasons as services
from games import clock
from saboteur_site.web.answers import say_when, see_other
from saboteur_site.web.declined import DeclinedError


@require_http_methods(["GET", "HEAD", "POST"])
@with_account
def all_of(request: PersonRequest, circle: str) -> HttpResponse:
    """Show the seasons of a circle; its host begins a new one here."""
    found = circles_selectors.membership(circle, request.user)
    form = SeasonForm(request.POST or None, initial=_this_quarter(clock.now().date()))
    refused = None
    if request.method == "POST":
        circles_selectors.hosted_by(circle, request.user)
        if form.is_valid():
            try:
                made = services.make(host=request.user, code=circle, **form.cleaned_data)
            except DeclinedError as error:
                refused = error
                form.add_error(None, str(error))
            else:
                return see_other("circles:season", circle, made.pk)
    status = refused.status if refused else 422 if form.errors else 200
    context = {"found": found, "circle": found.circle, "seasons": selectors.seasons_of(found.circle), "form": form}
    return say_when(render(request, "circles/seasons.html", context, status=status), refused)


@require_safe
@with_account
def season(request: PersonRequest, circle: str, season: int) -> HttpResponse:
    """Show the standing of a season to the members of its circle."""
    return _season_page(request, circle, season)


@require_POST
@with_account
def change(request: PersonRequest, circle: str, season: int) -> HttpResponse:
    """Change name and days of a season."""
    circles_selectors.hosted_by(circle, request.user)
    form = SeasonForm(request.POST)
    if not form.is_valid():
        return _season_page(request, circle, season, form=form, status=422)
    done = form.cleaned_data
    return _do(request, circle, season, lambda: services.change(host=request.user, code=circle, season=season, **done))


@require_POST
@with_account
def share(request: PersonRequest, circle: str, season: int) -> HttpResponse:
    """Make the link to the last page, or switch it off."""
    shared = request.POST.get("shared") == "yes"
    return _do(
        request, circle, season, lambda: services.share(host=request.user, code=circle, season=season, shared=shared)
    )


@require_POST
@with_account
def name_me(request: PersonRequest, circle: str, season: int) -> HttpResponse:
    """Agree to be named on the last page, or not any more."""
    named = request.POST.get("named") == "yes"
    return _do(
        request, circle, season, lambda: services.name_me(user=request.user, code=circle, season=season, named=named)
    )


@require_safe
def shared(request: HttpRequest, token: str) -> HttpResponse:
    """Show the last page of a season to everyone who has its link; only those who agreed are named."""
    page = selectors.page(selectors.shared(token), None)
    return render(request, "circles/season_shared.html", {"page": page, "season": page.season})


def _season_page(
    request: PersonRequest, circle: str, key: int, *, form: SeasonForm | None = None, status: int = 200
) -> HttpResponse:
    found = circles_selectors.membership(circle, request.user)
    row = selectors.season_of(found.circle, key)
    page = selectors.page(row, request.user)
    form = form or SeasonForm(initial={"name": row.name, "begins": row.begins, "ends": row.ends})
    link = request.build_absolute_uri(f"/circles/season/{row.shared}/") if row.shared else ""
    context = {
        "found": found,
        "circle": found.circle,
        "season": row,
        "page": page,
        "pages": page.pages,
        "form": form,
        "link": link,
    }
    return render(request, "circles/season.html", context, status=status)


def _do(request: PersonRequest, circle: str, season: int, deed: Callable[[], None]) -> HttpResponse:
    deed()
    messages.success(request, _("Saved."))
    return see_other("circles:season", circle, season)


def _this_quarter(today: date) -> dict[str, date]:
    """Return the days of the quarter of a year with a day in it.

    >>> _this_quarter(date(2026, 11, 27))
    {'begins': datetime.date(2026, 10, 1), 'ends': datetime.date(2026, 12, 31)}
    """
    first = 3 * ((today.month - 1) // 3) + 1
    begins = date(today.year, first, 1)
    after = date(today.year + first // 10, (first + 2) % 12 + 1, 1)
    return {"begins": begins, "ends": date.fromordinal(after.toordinal() - 1)}
