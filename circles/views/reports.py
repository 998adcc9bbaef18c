"""The page on which a member reports the name of a circle."""

from django.http import HttpResponse
from django.views.decorators.http import require_http_methods

from accounts.access import PersonRequest, with_account
from circles.services import reports
from games.views.reports import report


@require_http_methods(["GET", "HEAD", "POST"])
@with_account
def of_name(request: PersonRequest, circle: str) -> HttpResponse:
    """Report the name of a circle that the reader belongs to."""
    found = reports.circle_to_report(circle, request.user)

    def send(*, of_name: bool, reason: str) -> None:
        reports.report_name(user=request.user, code=circle, reason=reason)

    return report(request, send, {"circle": found.circle})
