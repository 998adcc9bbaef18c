"""The door of each page: it lets in people who are signed in, and sends everybody else to the log-in."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.urls import reverse
from django_htmx.http import HttpResponseClientRedirect

from accounts.models import User
from saboteur_site.fragments import is_fragment, page_seen

P = ParamSpec("P")


class PersonRequest(HttpRequest):
    """A request of somebody who is signed in."""

    user: User


def signed_in(
    view: Callable[Concatenate[PersonRequest, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponseBase]:
    """Let only signed-in people into `view`. Others go through the log-in and come back to the page they were on.

    A fragment cannot show the log-in page, so HTMX is told to leave the whole page for it.
    """

    @wraps(view)
    def enter(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        if request.user.is_authenticated:
            return view(request, *args, **kwargs)  # type: ignore[arg-type]
        log_in = redirect_to_login(page_seen(request) or request.get_full_path(), reverse("account_login"))
        return HttpResponseClientRedirect(log_in.url) if is_fragment(request) else log_in

    return enter  # type: ignore[return-value]
