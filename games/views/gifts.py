"""The host gives time."""

from functools import partial

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.access import PersonRequest, signed_in
from games.forms.pace import GiftForm
from games.services import gifts
from games.views.table import done_at_table


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def give(request: PersonRequest, code: str) -> HttpResponse:
    """Give a player time."""
    gives = partial(gifts.give, host=request.user, code=code)
    return done_at_table(request, code, GiftForm, gives, _("You can’t give that. Choose again."))
