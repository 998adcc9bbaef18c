"""The page of a user's vacation days: how many are left, and those entered in advance."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.dateparse import parse_date
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.access import PersonRequest, signed_in
from accounts.forms.vacations import VacationForm
from accounts.services import vacations


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def vacation(request: PersonRequest) -> HttpResponse:
    """Show the vacation days that are left and entered, and enter more."""
    form, now = VacationForm(request.POST or None), timezone.now()
    if request.method == "POST" and form.is_valid():
        try:
            vacations.enter(user=request.user, **form.cleaned_data, now=now)
        except vacations.NoVacationError as refused:
            form.add_error("last", str(refused))
        else:
            messages.success(request, _("Saved."))
            return redirect("accounts:vacation")
    days, today = vacations.to_come(request.user, now), request.user.quiet.today(now)
    last_day = max(today, vacations.last_day_in_use(request.user) or today)
    context = {"form": form, "left": vacations.left(request.user, now), "days": days, "today": today, "kept": last_day}
    return render(request, "accounts/vacation.html", context, status=422 if form.errors else 200)


@require_POST
@signed_in
def take_back(request: PersonRequest) -> HttpResponse:
    """Withdraw a day in the future, or say why that is impossible. Idempotent."""
    try:
        day = parse_date(request.POST.get("day", ""))
    except ValueError:
        day = None
    if day is not None:
        try:
            vacations.take_back(user=request.user, day=day, now=timezone.now())
        except vacations.NoVacationError as refused:
            messages.error(request, str(refused))
    return redirect("accounts:vacation")
