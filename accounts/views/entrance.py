"""The log-in page, which also says what happened to a guest who played in this browser."""

from typing import Any

from allauth.account import views
from django.http import HttpRequest, HttpResponseBase

from accounts.doors import for_newcomers
from accounts.visits import guest_before

_log_in = for_newcomers(views.login)


def log_in(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
    """allauth's page. Its template finds the guest who lost the session, or whose time is over, as `guest_before`."""
    request.guest_before = guest_before(request)  # type: ignore[attr-defined]
    return _log_in(request, *args, **kwargs)
