"""The pages of refused and failed requests."""

from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.template.loader import get_template

from saboteur_site import storage

SAFE = ("GET", "HEAD", "OPTIONS")
#: The fields by which a move is known: the table that it was meant for, and the key that makes it happen once.
MOVE = {"seq", "key"}


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer a form whose token is missing or old: a page (403_csrf.html) that says to go back and try again."""
    return render(request, "403_csrf.html", status=403)


def unkept(request: HttpRequest) -> HttpResponse:
    """Answer a request that the database could not serve: what became of it, and how to try again. Asks nobody.

    A move stands on the page once more: it bears the same key, with which it is made once at most.
    """
    form = vars(request).get("_post", {})  # what has been read of it; reading on might fail in turn
    context = {
        "unsure": request.method not in SAFE and storage.may_have_kept(),
        "address": request.get_full_path(),
        "reads": request.method in SAFE,
        "fields": [(name, value) for name, values in form.lists() for value in values] if set(form) >= MOVE else [],
        "token": get_token(request),
    }
    template = "_unkept.html" if goes_into_strip(request) else "503.html"
    response = HttpResponse(get_template(template).render(context), status=503)
    response["Retry-After"] = "5"
    return in_strip(response) if goes_into_strip(request) else response


def goes_into_strip(request: HttpRequest) -> bool:
    """Tell whether HTMX asks, which cannot show a page."""
    return "HX-Request" in request.headers and "HX-History-Restore-Request" not in request.headers


def in_strip(response: HttpResponse) -> HttpResponse:
    """Let static/js/faults.js show what is said, above the page that people have."""
    response["HX-Retarget"], response["HX-Reswap"] = "body", "afterbegin"
    return response
