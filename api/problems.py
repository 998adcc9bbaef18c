"""Errors of the API: `application/problem+json` with a stable code; those of the rules have the rule's number too."""

from http import HTTPStatus
from typing import Annotated, Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils.translation import gettext as _
from dmr.exceptions import NotAcceptableError, NotAuthenticatedError, RequestSerializationError, ValidationError
from msgspec import Meta, Struct

from games.rows.corrupt import CorruptTable
from games.rules.errors import Malformed
from saboteur_site.database import storage
from saboteur_site.web import failures
from saboteur_site.web.declined import DeclinedError, TooLateError, TooManyError
from saboteur_site.web.rates import TooOftenError

RETRY_UNAVAILABLE = 5
"""Seconds after which a request is worth another try while the database is away."""


class Problem(Struct, frozen=True):
    """An error (RFC 9457). `code`: what it is, for programs; it stays the same. `detail`: a sentence for people, in the
    language of the request. `rule`: the rule that refuses, "" for other errors."""

    title: str
    status: Annotated[int, Meta(ge=400, le=599)]
    code: str
    detail: str
    type: str = "about:blank"
    rule: str = ""


class ProblemError(Exception):
    """A request fails with this problem."""

    def __init__(self, status: HTTPStatus, code: str, detail: str, *, rule: str = "", retry_after: int | None = None):
        super().__init__(code)
        self.status = status
        self.problem = Problem(status.phrase, status, code, detail, rule=rule)
        self.retry_after = retry_after


def problem_of(error: Exception) -> ProblemError | None:
    """Return an error of this site as a problem; None for a fault of the code."""
    match error:
        case ProblemError():
            return error
        case DeclinedError():
            code = "too-many" if isinstance(error, TooManyError) else "late" if isinstance(error, TooLateError) else ""
            return ProblemError(HTTPStatus(error.status), code or "declined", str(error), retry_after=error.retry_after)
        case TooOftenError(seconds=seconds):
            words = str(failures.of(429).page)
            return ProblemError(HTTPStatus.TOO_MANY_REQUESTS, "too-many", words, retry_after=seconds)
        case Malformed():
            return ProblemError(HTTPStatus.UNPROCESSABLE_ENTITY, "malformed", str(error))
        case Http404():
            return ProblemError(HTTPStatus.NOT_FOUND, "not-found", str(failures.of(404).strip))
        case PermissionDenied():
            return ProblemError(HTTPStatus.FORBIDDEN, "forbidden", str(failures.of(403).strip))
        case CorruptTable():
            words = _("This table is damaged, and the host of this site knows.")
            return ProblemError(HTTPStatus.SERVICE_UNAVAILABLE, "damaged", words, retry_after=3600)
        case NotAuthenticatedError():
            words = _("Send a valid token: “Authorization: Bearer sab_…”.")
            return ProblemError(HTTPStatus.UNAUTHORIZED, "no-token", words)
        case NotAcceptableError():
            return ProblemError(HTTPStatus.NOT_ACCEPTABLE, "not-acceptable", _("This API answers in JSON only."))
        case ValidationError(payload=payload):
            return ProblemError(HTTPStatus.BAD_REQUEST, "invalid", "; ".join(one["msg"] for one in payload))
        case RequestSerializationError():
            return ProblemError(HTTPStatus.BAD_REQUEST, "unreadable", str(error.args[0]))
    if storage.is_unavailable(error):
        unsure = storage.may_have_committed()
        words = str(failures.of(503, "unsure" if unsure else "").strip)
        return ProblemError(HTTPStatus.SERVICE_UNAVAILABLE, "unavailable", words, retry_after=RETRY_UNAVAILABLE)
    return None


def was_lost(error: Exception) -> Any:
    """Return whether only a connection to the database was lost, so that a read is retried; None for other errors."""
    return storage.is_lost(error) if storage.is_unavailable(error) else None
