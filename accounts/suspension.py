"""Suspended accounts: the player who is signed in reads why, may answer and leave, and nothing else."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from accounts.models import User
from accounts.terms import NEEDED

_FREE = NEEDED | {"games:decisions"}
"""Addresses that suspended people can use."""


class SuspensionMiddleware:
    """Answers all other requests of suspended people with a page that links to the decision."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> HttpResponse | None:
        """Return the page for a suspended person, None if the view may answer."""
        if getattr(view, "impersonal", False) or not isinstance(user := request.user, User) or not user.is_suspended:
            return None
        match = request.resolver_match
        if match is not None and match.view_name in _FREE:
            return None
        return render(request, "accounts/suspended.html", status=403)
