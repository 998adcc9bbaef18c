"""The responses to refused and failed requests, with the texts of `failures.py`: a page, or for HTMX a strip above the
current page.

None of them reads more of the request body: that part may be invalid, and Django's own pages would fail on it.
"""

import logging
import secrets
import sys
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.middleware import csrf
from django.shortcuts import render
from django.template.loader import get_template
from django.utils.translation import ngettext

from saboteur_site.database import storage
from saboteur_site.languages import reader
from saboteur_site.web import failures, problems
from saboteur_site.web.fragments import page_seen

log = logging.getLogger(__name__)

MINUTE = 60
SAFE = ("GET", "HEAD", "OPTIONS")
#: The fields of a move: the number of the move that it follows, and the key that makes it idempotent.
MOVE = {"seq", "key"}


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The response with status 400. Its page uses nothing of the request, not even its user."""
    if problems.is_for_programs(request):
        return _to_program(request, 400)
    if goes_into_strip(request):
        return in_strip(request, 400)
    context = {"failure": failures.of(400)}
    return HttpResponse(get_template("failure.html").render(context), status=400)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The response with status 403."""
    return failed(request, 403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The response with status 404."""
    return failed(request, 404)


def failed(request: HttpRequest, status: int, words: str = "") -> HttpResponse:
    """The response to a failed request, with `words` or else the text of its status: a page, or a strip for HTMX."""
    if problems.is_for_programs(request):
        return _to_program(request, status, words)
    _speak_to_reader(request)
    if goes_into_strip(request):
        return in_strip(request, status, words)
    context = {"failure": failures.of(status), "words": words}
    return render(request, "failure.html", context, status=status)


_CODES = {400: "unreadable", 403: "forbidden", 404: "not-found", 405: "method", 429: "too-many", 503: "unavailable"}


def _to_program(request: HttpRequest, status: int, words: str = "", *, kind: str = "") -> HttpResponse:
    """The same for a program that uses the API."""
    return problems.problem(status, _CODES.get(status, "error"), words or str(failures.of(status, kind).strip))


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Respond to a form whose token is missing or old, as after a log-in in another tab. Nothing was changed.

    The response has a new token: a strip sets it in the forms of the page, so that their input is not lost; a page
    repeats the form. Only fields that a page of this site sent are repeated, and never a password.
    """
    kind = "cookies" if reason == csrf.REASON_NO_CSRF_COOKIE else "stale"
    token = csrf.get_token(request)
    _speak_to_reader(request)
    if goes_into_strip(request):
        return in_strip(request, 403, kind=kind, token=token)
    form, files = vars(request).get("_post", {}), vars(request).get("_files")
    again = is_of_this_site(request) and not files and not any("password" in name for name in form)
    context = {
        "failure": failures.of(403, kind),
        "address": request.get_full_path(),
        "fields": _sent(form) if again else [],
        "token": token,
    }
    return render(request, "failure.html", context, status=403)


def _speak_to_reader(request: HttpRequest) -> None:
    """Activate the user's language, if `PersonMiddleware` has not yet."""
    if hasattr(request, "session") and not hasattr(request, "_cached_user"):
        reader.turn_to(request)


def is_of_this_site(request: HttpRequest) -> bool:
    """Return whether a page of this site sent the request, by the browser's headers (Fetch Metadata; RFC 6454, 7)."""
    if request.headers.get("Sec-Fetch-Site") == "same-origin":
        return True
    return request.headers.get("Origin") in [f"{scheme}://{request.get_host()}" for scheme in ("http", "https")]


def too_many(request: HttpRequest, seconds: int = MINUTE) -> HttpResponse:
    """Return the response with status 429: nothing was changed, and the client may retry after so many seconds."""
    minutes = -(-seconds // MINUTE)
    words = ngettext(
        "That came too often within a short time. Nothing was changed; try again in a minute.",
        "That came too often within a short time. Nothing was changed; try again in %(minutes)s minutes.",
        minutes,
    )
    response = failed(request, 429, words % {"minutes": minutes})
    response["Retry-After"] = str(seconds)
    return response


def server_error(request: HttpRequest) -> HttpResponse:
    """The response with status 500: a page that needs neither database nor user, with a number that is logged too.

    If the database is down, full or read-only, the page reports the outcome of the request instead (503); that
    response has an attribute `was_lost`: whether only a connection was lost.
    """
    error = sys.exc_info()[1]
    if storage.is_unavailable(error):
        why = f"{type(error).__name__}: {error}".partition("\n")[0]
        log.warning("%s %r could not be served: %s", request.method, request.path, why)
        response = service_unavailable(request)
        response.was_lost = storage.is_lost(error)  # type: ignore[attr-defined]  # for the middleware of the site
        return response
    number = secrets.token_hex(4)
    log.error("Fault %s at %s %r", number, request.method, request.path)
    if problems.is_for_programs(request):
        return _to_program(request, 500, f"{failures.of(500).strip} ({number})")
    if goes_into_strip(request):
        return in_strip(request, 500, number=number)
    context = {"failure": failures.of(500), "number": number}
    return HttpResponse(get_template("failure_alone.html").render(context), status=500)


def service_unavailable(request: HttpRequest) -> HttpResponse:
    """Return the response with status 503: the outcome of the request, and how to retry. No query.

    The page repeats the form of a move with the same key, with which it is made at most once.
    """
    form = vars(request).get("_post", {})  # the part read so far; reading on might fail again
    fields = _sent(form) if set(form) >= MOVE else []
    unsure = request.method not in SAFE and storage.may_have_committed()
    kind = "" if not unsure else "again" if fields else "unsure"
    if problems.is_for_programs(request):
        response = _to_program(request, 503, kind=kind)
    elif goes_into_strip(request):
        response = in_strip(request, 503, kind=kind)
    else:
        context = {
            "failure": failures.of(503, kind),
            "address": request.get_full_path(),
            "reads": request.method in SAFE,
            "fields": fields,
            "token": csrf.get_token(request),
        }
        response = HttpResponse(get_template("failure_alone.html").render(context), status=503)
    response["Retry-After"] = "5"
    return response


def _sent(form: "dict[str, list[str]]") -> list[tuple[str, str]]:
    """Return the fields of a form to be sent again, without its CSRF token."""
    lists = form.lists() if hasattr(form, "lists") else []
    return [(name, value) for name, values in lists for value in values if name != "csrfmiddlewaretoken"]


def goes_into_strip(request: HttpRequest) -> bool:
    """Return whether HTMX sent the request and expects a part of a page."""
    return "HX-Request" in request.headers and "HX-History-Restore-Request" not in request.headers


def in_strip(
    request: HttpRequest, status: int, words: str = "", *, kind: str = "", token: str = "", number: str = ""
) -> HttpResponse:
    """Return a strip above the current page with the error. ``token``: the new CSRF token for its forms."""
    text = words or str(failures.of(status, kind).strip)
    context = {"words": text, "token": token, "number": number, "back": page_seen(request)}
    return to_strip(HttpResponse(get_template("_fault.html").render(context), status=status))


def to_strip(response: HttpResponse) -> HttpResponse:
    """Set the headers with which HTMX inserts a response above the current page."""
    response["HX-Retarget"], response["HX-Reswap"], response["HX-Push-Url"] = "body", "afterbegin", "false"
    return response


def explain_errors(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware that gives errors with an empty body a page; other responses pass unchanged."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if response.status_code < 400 or response.streaming or response.content:
            return response
        failure = failed(request, response.status_code)
        for name, value in response.items():
            if name not in ("Content-Type", "Content-Length"):
                failure[name] = value
        return failure

    return answer
