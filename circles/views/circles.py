"""The circles of a user, a new one, and the page of one."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.access import PersonRequest, with_account
from accounts.selectors.friends import friends_of
from circles.forms.circles import CircleForm
from circles.pages import page_of
from circles.selectors import circles as selectors
from circles.selectors import seasons
from circles.selectors.tables import tables_of
from circles.services import membership
from games import clock
from results.selectors.seen import has_page
from saboteur_site.web.answers import say_when, see_other
from saboteur_site.web.declined import DeclinedError
from saboteur_site.web.errors import failed


@require_safe
@with_account
def circles(request: PersonRequest) -> HttpResponse:
    """Show the circles of a user."""
    return render(request, "circles/circles.html", {"circles": selectors.circles_of(request.user)})


@require_http_methods(["GET", "HEAD", "POST"])
@with_account
def new(request: PersonRequest) -> HttpResponse:
    """Make a circle of some friends."""
    form = CircleForm(request.POST or None, among=list(friends_of(request.user)))
    refused = None
    if request.method == "POST" and form.is_valid():
        try:
            made = membership.make(host=request.user, name=form.cleaned_data["name"], friends=form.chosen())
        except DeclinedError as error:
            refused = error
            form.add_error(None, str(error))
        else:
            return see_other("circles:circle", made.code)
    status = refused.status if refused else 422 if form.errors else 200
    return say_when(render(request, "circles/new.html", {"form": form}, status=status), refused)


@require_POST
@with_account
def keep(request: PersonRequest, code: str) -> HttpResponse:
    """Make a circle of the people of a finished table."""
    try:
        made = membership.keep(user=request.user, code=code)
    except DeclinedError as refused:
        return say_when(failed(request, refused.status, str(refused)), refused)
    messages.success(request, _("These people are a circle now. You can change its name."))
    return see_other("circles:circle", made.code)


@require_safe
@with_account
def circle(request: PersonRequest, circle: str) -> HttpResponse:
    """Show a circle to its members: who they are and what they play."""
    return draw(request, circle)


def draw(request: PersonRequest, code: str, status: int = 200) -> HttpResponse:
    """Return the page of a circle. Eight queries."""
    found = selectors.membership(code, request.user, has_page=has_page(request.user))
    season = seasons.now(found.circle, clock.now().date(), request.user)
    context = {
        "found": found,
        "circle": found.circle,
        "tables": page_of(tables_of(found.circle, request.user)),
        "page": season,
        "pages": season.pages if season else (),
    }
    return render(request, "circles/circle.html", context, status=status)
