"""Errors for programs: `application/problem+json` (RFC 9457), below the addresses of the API.

`code` is a stable name of the error. `detail` is a sentence in the language of the request, and may change.
"""

import json
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse

CONTENT_TYPE = "application/problem+json"
BELOW = "/api/v"


def is_for_programs(request: HttpRequest) -> bool:
    """Return whether the answer to a request is read by a program."""
    return request.path_info.startswith(BELOW)


def problem(status: int, code: str, detail: str, *, retry_after: int | None = None) -> HttpResponse:
    """Return an error as a response."""
    title = HTTPStatus(status).phrase
    fields = {"title": title, "status": status, "code": code, "detail": detail, "type": "about:blank", "rule": ""}
    response = HttpResponse(json.dumps(fields, ensure_ascii=False), status=status, content_type=CONTENT_TYPE)
    if retry_after is not None:
        response["Retry-After"] = str(retry_after)
    return response
