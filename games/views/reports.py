"""Reporting a player or a table, and the page on which people read what became of reports, and decisions about them."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.access import PersonRequest, signed_in
from games.forms.reports import AnswerForm, ReportForm
from games.selectors import reports
from games.services import moderation
from saboteur_site.web.answers import say_when
from saboteur_site.web.declined import DeclinedError


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def of_person(request: PersonRequest, person: int) -> HttpResponse:
    """Report a player that the reader knows, or their name."""
    found = moderation.person_to_report(request.user, person)

    def send(*, of_name: bool, reason: str) -> None:
        moderation.report_person(user=request.user, person=person, of_name=of_name, reason=reason)

    return report(request, send, {"person": found})


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def of_table(request: PersonRequest, code: str) -> HttpResponse:
    """Report a table that the reader may see, or its name."""
    found = moderation.table_to_report(request.user, code)

    def send(*, of_name: bool, reason: str) -> None:
        moderation.report_table(user=request.user, code=code, of_name=of_name, reason=reason)

    return report(request, send, {"game": found})


def report(request: PersonRequest, send: Callable[..., None], about: dict[str, object]) -> HttpResponse:
    """Return the page that reports what is in `about`, for its template; `send` stores what its form says."""
    if request.method != "POST":
        return render(request, "games/report.html", about)
    form = ReportForm(request.POST)
    typed = request.POST.get("reason", "")[: moderation.LONGEST]
    why = _("Tell us in a few words what’s wrong.")
    if not form.is_valid():
        return render(request, "games/report.html", {**about, "why": why, "typed": typed}, status=422)
    sent = form.cleaned_data
    try:
        send(of_name=sent["what"] == "name", reason=sent["reason"])
    except DeclinedError as refused:
        context = {**about, "why": str(refused), "typed": typed, "what": sent["what"]}
        return say_when(render(request, "games/report.html", context, status=refused.status), refused)
    messages.success(request, _("Thank you. The people who run this site will take a look."))
    return redirect("games:decisions")


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def decisions(request: PersonRequest) -> HttpResponse:
    """Show decisions about the reader, which they may answer once, and their own reports."""
    why, status = "", 200
    if request.method == "POST":
        form = AnswerForm(request.POST)
        if form.is_valid():
            sent = form.cleaned_data
            try:
                moderation.answer(user=request.user, decision=sent["decision"], text=sent["answer"])
                return redirect("games:decisions")
            except DeclinedError as refused:
                why, status = str(refused), refused.status
        else:
            why, status = _("This form isn’t complete."), 422
    context = {
        "decisions": reports.decisions_about(request.user),
        "reports": reports.reports_by(request.user),
        "why": why,
        "forever": moderation.FOREVER,
    }
    return render(request, "games/decisions.html", context, status=status)
