"""The terms of the site: signed-in people are led to them until they have accepted those of today."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse

from accounts.models import User
from accounts.visits import is_visit
from saboteur_site import policy

NEEDED = frozenset(
    {
        *("site:about", "site:terms", "site:privacy", "accounts:language", "account_logout"),
        *("accounts:delete", "personal:data", "personal:archive"),
    }
)
"""Addresses that stay open without accepted terms and under any decision of a moderator."""


class TermsMiddleware:
    """Redirects page views of people who have not accepted the terms. Moves and other forms are let through, so that
    no turn is lost over a text."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> HttpResponseBase | None:
        """Return a redirect to the terms, None if the view may answer."""
        if not (policy.has(policy.Text.TERMS) or policy.has(policy.Text.PRIVACY)) or getattr(view, "impersonal", False):
            return None
        match = request.resolver_match
        if request.method != "GET" or not is_visit(request) or match is None or match.view_name in NEEDED:
            return None
        user = request.user
        if match.namespace in ("admin", "api") or not isinstance(user, User) or policy.accepts(user.terms):
            return None
        return redirect(f"{reverse('site:terms')}?{urlencode({'next': request.get_full_path()})}")


def accept(user: User) -> None:
    """Store that a person accepts the texts of the operator in the language of the page."""
    User.objects.filter(pk=user.pk).update(terms=policy.digest())
