"""The coach of a player: let it speak, or silence it."""

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.access import PersonRequest, signed_in
from games.forms.coach import CoachForm
from games.services import coaching
from games.views.table import done_at_table


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def answer(request: PersonRequest, code: str) -> HttpResponse:
    """Let the coach speak, or silence it."""

    def answers(*, coach: bool) -> None:
        coaching.answer(user=request.user, code=code, yes=coach)

    return done_at_table(request, code, CoachForm, answers, _("This form isn’t complete."))
