"""What all addresses of the API share: a token with a scope, rates, errors, the headers of the version.

The API uses no session and no cookie, so there is nothing that another site could make a browser send.
"""

from collections.abc import Callable, Mapping
from http import HTTPMethod, HTTPStatus
from typing import Annotated, Any, ClassVar, Self

import msgspec
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils import translation
from django.utils.translation import gettext as _
from dmr import Controller
from dmr.endpoint import Endpoint
from dmr.exceptions import DataParsingError, NotAuthenticatedError
from dmr.headers import HeaderSpec
from dmr.metadata import EndpointMetadata, ResponseSpec
from dmr.openapi.objects import SecurityRequirement, SecurityScheme
from dmr.plugins.msgspec import MsgspecJsonParser, MsgspecJsonRenderer, MsgspecSerializer
from dmr.renderers import Renderer
from dmr.security import SyncAuth
from dmr.validation import ResponseValidator
from msgspec import Meta, Struct

from accounts.models import User
from api import services
from api.models import Token
from api.problems import Problem, ProblemError, problem_of, was_lost
from api.versions import V1, Version
from saboteur_site.web import limits, rates
from saboteur_site.web.problems import CONTENT_TYPE

_PROBLEMS = MsgspecJsonRenderer(CONTENT_TYPE)
_SCHEME = "bearer"


class NeedsToken(SyncAuth):
    """Admits requests with a token of a scope. Requests are counted by account; those without a valid token, by
    network. Bot accounts have rates of their own."""

    __slots__ = ("scope",)

    def __init__(self, scope: str = "read") -> None:
        self.scope = scope

    @property
    def www_authenticate_challenge(self) -> str:
        """Return the header of an answer with status 401."""
        return 'Bearer realm="api"'

    def security_schemes(self, metadata: EndpointMetadata, controller_cls: Any) -> dict[str, Any]:
        """Return how the schema describes tokens."""
        words = "A personal token: `Authorization: Bearer sab_…`. Its scopes are `read`, `play` and `tables`."
        return {"token": SecurityScheme(type="http", scheme=_SCHEME, description=words)}

    def security_requirements(self, metadata: EndpointMetadata, controller_cls: Any) -> list[SecurityRequirement]:
        """Return how the schema names the scope of an address."""
        return [{"token": [self.scope]}]

    def __call__(self, endpoint: Any, controller: Any) -> Self:
        """Find the token of a request. NotAuthenticatedError without a valid one, TooOftenError beyond the rate."""
        request: HttpRequest = controller.request
        scheme, _space, text = request.headers.get("Authorization", "").partition(" ")
        token = services.token_of(text.strip()) if scheme.lower() == _SCHEME else None
        if token is None:
            rates.check("no-token", limits.network_of(request))
            raise NotAuthenticatedError
        user = token.user
        if user.language:
            translation.activate(user.language)
        _count(request, user)
        if self.scope not in token.scope_set:
            # Translators: `scope` is read, play or tables, as it stands in the token; it is not translated.
            words = _("This token may not do that. It lacks the scope “%(scope)s”.") % {"scope": self.scope}
            raise ProblemError(HTTPStatus.FORBIDDEN, "scope-missing", words)
        if user.is_suspended:
            raise ProblemError(HTTPStatus.FORBIDDEN, "suspended", _("A moderator has suspended this account."))
        controller.token, controller.user = token, user
        return self


def _count(request: HttpRequest, user: User) -> None:
    """Count a request of an account. Writes of a person count together with those of their pages."""
    reads = request.method in limits.READING
    kind = ("bot-read" if reads else "bot-write") if user.is_program else ("api-read" if reads else "write")
    rates.check(kind, f"person {user.pk}")


class _JsonParser(MsgspecJsonParser):
    """Reads JSON. What is nested deeper than Python can follow, and a number that no float can hold, is unreadable."""

    __slots__ = ()

    def parse(self, to_deserialize: Any, *hooks: Any, **more: Any) -> Any:
        """Return the value of a body. DataParsingError if there is none."""
        try:
            return super().parse(to_deserialize, *hooks, **more)
        except (RecursionError, msgspec.ValidationError) as wrong:
            raise DataParsingError(str(wrong)) from None


class _Checks(ResponseValidator):
    """Compares answers with the schema, in tests. Errors have a media type of their own."""

    def _validate_content_type(self, response: HttpResponseBase, metadata: EndpointMetadata) -> None:
        if response.status_code < HTTPStatus.BAD_REQUEST or response["Content-Type"] != CONTENT_TYPE:
            super()._validate_content_type(response, metadata)


class ApiEndpoint(Endpoint):
    """An endpoint whose errors are problems."""

    response_validator_cls = _Checks


class TablePath(Struct, frozen=True):
    """A table."""

    code: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{1,16}$", description="The code of the table.")]


class KeyHeaders(Struct, frozen=True, rename={"key": "Idempotency-Key"}):
    """The key of a move, the same for each try of it: then it is played at most once."""

    key: Annotated[
        str,
        Meta(
            pattern="^[A-Za-z0-9_-]{0,64}$",
            description="The same for each try of one move, so that it is played at most once.",
        ),
    ] = ""


def fails(status: HTTPStatus, words: str) -> ResponseSpec:
    """Return how the schema describes an error."""
    waits = status in (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE)
    headers = {"Retry-After": HeaderSpec(description="Seconds after which to try again.")} if waits else None
    return ResponseSpec(Problem, status_code=status, description=words, headers=headers)


FAILURES = (
    fails(HTTPStatus.BAD_REQUEST, "The request cannot be read, or does not fit the schema."),
    fails(HTTPStatus.FORBIDDEN, "The token lacks the scope, or the player may not do this."),
    fails(HTTPStatus.NOT_FOUND, "It does not exist, or is not for you."),
    fails(HTTPStatus.NOT_ACCEPTABLE, "The `Accept` header does not take JSON."),
    fails(HTTPStatus.TOO_MANY_REQUESTS, "Too many requests: `Retry-After` says when to try again."),
    fails(HTTPStatus.SERVICE_UNAVAILABLE, "The site cannot answer now: `Retry-After` says when to try again."),
)
"""The errors of every address, as the schema tells them; `NeedsToken` adds that of a missing token."""
WRITES = [
    *FAILURES,
    fails(HTTPStatus.CONFLICT, "The table has changed since (`stale`), or it is too late for this."),
    fails(HTTPStatus.UNPROCESSABLE_ENTITY, "The rules or the table do not allow this: `code` and `rule` say why."),
]
"""The errors of addresses that change something."""


class ApiController(Controller[MsgspecSerializer]):
    """The base of all controllers."""

    is_abstract = True
    endpoint_cls = ApiEndpoint
    parsers = (_JsonParser(),)
    renderers = (MsgspecJsonRenderer(),)
    validate_negotiation = False
    error_model = Problem
    # The library adds this one where answers are compared with the schema.
    exclude_semantic_responses = frozenset({HTTPStatus.UNPROCESSABLE_ENTITY})
    responses = FAILURES
    token: Token
    user: User
    version: ClassVar[Version] = V1

    @classmethod
    def as_view(cls, **initkwargs: Any) -> Callable[..., HttpResponseBase]:
        """Return the view, marked so that no session is read for it, and its writes are counted here alone."""
        view: Any = super().as_view(**initkwargs)
        view.impersonal = view.counts_itself = True
        return view  # type: ignore[no-any-return]

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Answer a request, a HEAD as a GET without a body, and add the headers of the version."""
        asked = request.method
        if asked == HTTPMethod.HEAD:
            request.method = HTTPMethod.GET.value
        response = super().dispatch(request, *args, **kwargs)
        request.method = asked
        for name, value in self.version.headers.items():
            response.headers[name] = value
        return response

    def handle_error(self, endpoint: Any, controller: Any, exc: Exception) -> HttpResponse:
        """Return an error of this site as a problem. A fault of the code is raised again: the site reports it."""
        found = problem_of(exc)
        if found is None:
            raise exc
        headers = {"Retry-After": str(found.retry_after)} if found.retry_after is not None else {}
        if found.status == HTTPStatus.UNAUTHORIZED:
            headers["WWW-Authenticate"] = 'Bearer realm="api"'
        response = self.to_error(found.problem, status_code=found.status, headers=headers)
        if (lost := was_lost(exc)) is not None:
            response.was_lost = lost  # type: ignore[attr-defined]  # for the middleware of the site
        return response

    def to_error(
        self,
        raw_data: Any,
        *,
        status_code: HTTPStatus,
        headers: Mapping[str, str] | None = None,
        cookies: Any = None,
        renderer: Renderer | None = None,
    ) -> HttpResponse:
        """Return an error with its own media type."""
        return super().to_error(raw_data, status_code=status_code, headers=headers, renderer=_PROBLEMS)

    def format_error(self, error: str | Exception, *, loc: Any = None, error_type: Any = None) -> Problem:
        """Return what the library refuses by itself as a problem."""
        found = problem_of(error) if isinstance(error, Exception) else None
        if found is not None:
            return found.problem
        words = error if isinstance(error, str) else _("That failed, and it was our fault.")
        return Problem("Error", 500, "error", words)

    def handle_method_not_allowed(self, method: str) -> HttpResponse:
        """Return an error that names the methods of an address."""
        if method not in limits.READING and (seconds := rates.wait("no-token", limits.network_of(self.request))):
            return self.handle_error(None, self, rates.TooOftenError(seconds))
        allowed = sorted(self.api_endpoints)
        status = HTTPStatus.METHOD_NOT_ALLOWED
        # Translators: `names` are methods of HTTP, as GET, POST.
        problem = Problem(
            status.phrase, status, "method", _("Methods of this address: %(names)s.") % {"names": ", ".join(allowed)}
        )
        return self.to_error(problem, status_code=status, headers={"Allow": ", ".join(allowed)})
