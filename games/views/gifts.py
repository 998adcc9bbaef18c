"""The host gives time."""

from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.doors import PersonRequest, signed_in
from games import gifts
from games.lobby import LobbyError
from games.pace_forms import GiftForm
from games.views.table import see_other, table_again


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def give(request: PersonRequest, code: str) -> HttpResponse:
    """Give somebody time; who comes back to this address otherwise is led to the table."""
    if request.method != "POST":
        return redirect("games:table", code)
    form = GiftForm(request.POST)
    if not form.is_valid():
        return table_again(request, code, _("That is nothing that can be given. Choose again."), 422)
    try:
        gifts.give(host=request.user, code=code, **form.cleaned_data)
    except LobbyError as refused:
        return table_again(request, code, str(refused), refused.status)
    return see_other(code)
