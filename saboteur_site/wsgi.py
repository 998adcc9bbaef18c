"""The WSGI application that gunicorn serves."""

import os
from collections.abc import Callable, Iterable
from typing import Any

from django.core.wsgi import get_wsgi_application

from saboteur_site.database import patience

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "saboteur_site.settings")

Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]

UNREADABLE = "multipart/form-data"
"""A form without a boundary: Django responds with 400 when it is parsed."""


def readable(application: Application) -> Application:
    """Have requests rejected that claim another charset than that of all pages here.

    Python has codecs that are not for text, and Django raises an unhandled error for them.
    """

    def answer(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        kind = environ.get("CONTENT_TYPE", "").lower()
        if "charset" in kind and not kind.replace('"', "").replace(" ", "").endswith(";charset=utf-8"):
            environ["CONTENT_TYPE"] = UNREADABLE
        return application(environ, start_response)

    return answer


application = readable(get_wsgi_application())
patience.limit_statements()
