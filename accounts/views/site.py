"""What holds on this site: its policy, the operator's terms, and what they do with personal data."""

from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from accounts import terms as terms_of_site
from accounts.models import User
from saboteur_site import policy
from saboteur_site.policy import Text
from saboteur_site.web.fragments import back, inside


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    """Show the policy of the site, with links to the operator's texts."""
    context = {"lines": [*policy.lines()], "contact": settings.CONTACT, **_has()}
    return render(request, "accounts/about_site.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def terms(request: HttpRequest) -> HttpResponse:
    """Show the terms. A POST accepts them, together with the text about personal data."""
    has = _has()
    if not any(has.values()):
        raise Http404
    user = request.user if isinstance(request.user, User) else None
    if request.method == "POST":
        if user is not None:
            terms_of_site.accept(user)
        return redirect(back(request) or "games:home")
    asked = user is not None and not policy.accepts(user.terms)
    context: dict[str, Any] = {"text": policy.text(Text.TERMS), "asked": asked, **has}
    context["again"] = asked and user is not None and bool(user.terms)
    context["next"] = inside(request, request.GET.get("next", ""))
    return render(request, "accounts/terms.html", context)


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """Show what the operator does with personal data."""
    if not policy.has(Text.PRIVACY):
        raise Http404
    return render(request, "accounts/privacy.html", {"text": policy.text(Text.PRIVACY)})


def _has() -> dict[str, bool]:
    return {"has_terms": policy.has(Text.TERMS), "has_privacy": policy.has(Text.PRIVACY)}
