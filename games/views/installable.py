"""The site as an app: its manifest, its service worker, and its offline page."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from games.art.tokens import DARK, LIGHT, TOKENS
from saboteur_site.web.middleware import impersonal

NEXT = "/next"
"""Redirects to the next table that waits for the user."""
WAITING = "/waits"
"""Returns the number of what waits for the user, as `data-count`."""


@require_safe
@impersonal
@vary_on_headers("Accept-Language", "Cookie")
def manifest(request: HttpRequest) -> JsonResponse:
    """Return what systems need to install the site (W3C, Web Application Manifest), in the language of the browser."""
    whole = {"src": static("icon-512.png"), "sizes": "512x512", "type": "image/png"}
    small = {"src": static("icon-192.png"), "sizes": "192x192", "type": "image/png"}
    content = {
        "id": "/",
        "name": settings.SITE_NAME,
        "short_name": "Saboteur",
        "description": _("The card game Saboteur, a turn at a time."),
        "lang": get_language(),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": TOKENS["bg"][LIGHT],
        "theme_color": TOKENS["mine"][DARK],
        "icons": [small, whole, {**whole, "src": static("icon-cut-512.png"), "purpose": "maskable"}],
        "shortcuts": [{"name": _("Next table"), "url": NEXT, "icons": [small]}],
    }
    return JsonResponse(content, content_type="application/manifest+json", json_dumps_params={"ensure_ascii": False})


@require_safe
@impersonal
def worker(request: HttpRequest) -> HttpResponse:
    """Return the service worker. Browsers fetch it again and again, so its comments are stripped here."""
    lines = render_to_string("games/worker.js", {"waiting": WAITING, "site": settings.SITE_NAME}).splitlines()
    script = "\n".join(code for line in lines if (code := line.strip()) and not code.startswith("//"))
    return HttpResponse(script, content_type="text/javascript; charset=utf-8")


@require_safe
def away(request: HttpRequest) -> HttpResponse:
    """Return the page that a device shows while it is offline. It contains nothing personal."""
    return HttpResponse(render_to_string("games/away.html"))
