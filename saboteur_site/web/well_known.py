"""Well-known URLs, which are the same on every site."""

from datetime import timedelta

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from saboteur_site.web.middleware import impersonal

CLOSED = ("/accounts/", "/admin/", "/feeds/", "/join/", "/mailbox/", "/me/", "/new/", "/seat/", "/t/")
"""Paths that a search engine should skip: pages behind the log-in, or pages with a secret address."""
LASTS = timedelta(days=90)
"""The validity of `security.txt`, which is generated for each request."""


@require_safe
@impersonal
def robots(request: HttpRequest) -> HttpResponse:
    """Return `robots.txt` (RFC 9309)."""
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in CLOSED)]
    return _text(lines)


@require_safe
@impersonal
def security(request: HttpRequest) -> HttpResponse:
    """Return `security.txt` (RFC 9116); raise Http404 if SECURITY_CONTACT is not set."""
    if not settings.SECURITY_CONTACT:
        raise Http404
    expires = (timezone.now() + LASTS).replace(microsecond=0, tzinfo=None).isoformat()
    lines = [
        f"Contact: {settings.SECURITY_CONTACT}",
        f"Expires: {expires}Z",
        f"Preferred-Languages: {', '.join(code for code, _name in settings.LANGUAGES)}",
        f"Canonical: {settings.SITE_URL}{reverse('security')}",
    ]
    return _text(lines)


@require_safe
@impersonal
def favicon(request: HttpRequest) -> HttpResponse:
    """Redirect to the icon, for programs that read no page."""
    return HttpResponseRedirect(static("icon-192.png"), headers={"Cache-Control": "public, max-age=86400"})


@require_safe
@impersonal
def change_password(request: HttpRequest) -> HttpResponse:
    """Redirect password managers to the page (W3C, A Well-Known URL for Changing Passwords)."""
    return HttpResponseRedirect(reverse("account_change_password"))


def _text(lines: list[str]) -> HttpResponse:
    headers = {"Cache-Control": "public, max-age=86400"}
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8", headers=headers)
