"""The release of styles, scripts and pictures that this process serves. Open pages of another one reload themselves."""

import hashlib
from collections.abc import Callable
from functools import cache
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest, HttpResponse

HEADER = "X-Assets"


@cache
def assets() -> str:
    """Return the version of all static files together: twelve characters that change with their content."""
    manifest = getattr(staticfiles_storage, "manifest_hash", "")
    if manifest:
        return str(manifest)[:12]
    digest = hashlib.sha256()
    for folder in settings.STATICFILES_DIRS:
        for path in sorted(Path(folder).rglob("*")):
            if path.is_file():
                digest.update(f"{path.relative_to(folder)}\n".encode() + path.read_bytes())
    return digest.hexdigest()[:12]


def name_release(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: every response to HTMX has the version in a header. A response without it is from a proxy or a
    captive portal, and no page shows its body."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if "HX-Request" in request.headers:
            response[HEADER] = assets()
        return response

    return answer
