"""The tables of a circle: a new one in two taps, an announced one, answers, all finished ones, the usual options."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.access import PersonRequest, with_account
from circles.forms.circles import EveningForm, InviteForm, ReplyForm
from circles.models import Reply
from circles.pages import row_of, usual_of
from circles.selectors import circles as selectors
from circles.selectors import tables as table_selectors
from circles.services import membership, tables
from circles.views.circles import draw
from games.forms.folds import folds_of
from games.forms.lobby import SetupForm, version_seen
from saboteur_site.web.answers import say_when, see_other
from saboteur_site.web.declined import DeclinedError
from saboteur_site.web.errors import failed


@require_http_methods(["GET", "HEAD", "POST"])
@with_account
def new_table(request: PersonRequest, circle: str) -> HttpResponse:
    """Set up a table with the usual options, for all members or some of them."""
    found = selectors.membership(circle, request.user)
    form = InviteForm(request.POST or None, host=request.user, among=[member.user for member in found.others])
    refused = None
    if request.method == "POST" and form.is_valid():
        try:
            made = tables.set_up(by=request.user, code=circle, people=form.chosen(), reserved=form.code())
        except DeclinedError as error:
            refused = error
            form.add_error(None, str(error))
        else:
            return see_other("games:table", made.code)
    options = tables.usual_options(found.circle)
    seats = tables.fitting_seats(options, len(found.members))
    more = {"is_all": seats >= len(found.members), "seats": seats}
    return _form_page(request, "circles/table.html", found, form, refused, more)


@require_http_methods(["GET", "HEAD", "POST"])
@with_account
def announce(request: PersonRequest, circle: str) -> HttpResponse:
    """Announce a game for an hour."""
    found = selectors.membership(circle, request.user)
    options = tables.usual_options(found.circle)
    form = EveningForm(request.POST or None, host=request.user, options=options)
    refused = None
    if request.method == "POST" and form.is_valid():
        said = form.cleaned_data
        try:
            tables.announce(
                by=request.user,
                code=circle,
                name=said["name"],
                seats=said["seats"],
                starts_at=said["starts_at"],
                reserved=form.code(),
            )
        except DeclinedError as error:
            refused = error
            form.add_error(None, str(error))
        else:
            messages.success(request, _("Your circle knows. You’re in already."))
            return see_other("circles:circle", circle)
    return _form_page(request, "circles/evening.html", found, form, refused, {"bots": options.bots_fill})


def _form_page(
    request: PersonRequest,
    template: str,
    found: selectors.Membership,
    form: InviteForm | EveningForm,
    refused: DeclinedError | None,
    more: dict[str, Any],
) -> HttpResponse:
    status = refused.status if refused else 422 if form.errors else 200
    context = {"found": found, "circle": found.circle, "form": form, "played": usual_of(found.circle), **more}
    return say_when(render(request, template, context, status=status), refused)


@require_POST
@with_account
def answer(request: PersonRequest, circle: str, code: str) -> HttpResponse:
    """Say yes, maybe or no to an open table."""
    selectors.membership(circle, request.user)
    form = ReplyForm(request.POST)
    if not form.is_valid():
        return failed(request, 422, _("Say yes, maybe or no."))
    reply, version = form.cleaned_data["reply"], version_seen(request.POST)
    try:
        tables.answer(user=request.user, code=circle, table=code, reply=reply, options_version=version)
    except DeclinedError as refused:
        messages.error(request, str(refused))
        return say_when(draw(request, circle, refused.status), refused)
    if reply == Reply.YES and selectors.has_begun(code):
        return see_other("games:table", code)
    return _at_table(circle, code)


@require_safe
@with_account
def of_table(request: PersonRequest, code: str) -> HttpResponse:
    """Lead from a table to its circle, where its members answer; or to the table once it has begun."""
    circle = table_selectors.circle_of_table(code, request.user)
    if selectors.has_begun(code):
        return see_other("games:table", code)
    return _at_table(circle, code)


def _at_table(circle: str, code: str) -> HttpResponse:
    """Lead to an open table on the page of its circle."""
    return HttpResponse(status=303, headers={"Location": f"{reverse('circles:circle', args=[circle])}#table-{code}"})


@require_safe
@with_account
def games(request: PersonRequest, circle: str) -> HttpResponse:
    """Show all finished games of a circle, page by page."""
    found = selectors.membership(circle, request.user)
    asked = request.GET.get("page", "1")
    if not (asked.isascii() and asked.isdigit() and 0 < len(asked) < 6 and int(asked)):
        raise Http404
    page = table_selectors.finished_page(found.circle, request.user, int(asked))
    context = {"circle": found.circle, "page": page, "rows": [row_of(row) for row in page.rows]}
    return render(request, "circles/games.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@with_account
def usual(request: PersonRequest, circle: str) -> HttpResponse:
    """Choose the usual options of a circle's tables, as its host."""
    found = selectors.hosted_by(circle, request.user)
    form = SetupForm(request.POST or None, host=request.user, like=tables.usual_options(found.circle))
    form.fields["name"].widget = form.fields["name"].hidden_widget()
    form.initial["name"] = found.circle.name
    if request.method == "POST" and form.is_valid() and "look" not in request.POST:
        membership.set_usual(host=request.user, code=circle, options=form.options())
        messages.success(request, _("From now on your circle plays like this."))
        return see_other("circles:circle", circle)
    context = {"form": form, "folds": folds_of(form), "circle": found.circle}
    return render(request, "circles/usual.html", context, status=422 if form.errors else 200)
