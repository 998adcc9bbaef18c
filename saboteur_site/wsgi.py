"""The WSGI application that gunicorn serves."""

import os
from collections.abc import Callable, Iterable
from typing import Any

from django.core.wsgi import get_wsgi_application

from saboteur_site.database import patience

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "saboteur_site.settings")

Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]

UNREADABLE = "multipart/form-data"
"""Without a boundary it is a form that Django answers with 400 as soon as it is to be read."""


def readable(application: Application) -> Application:
    """Let nothing through that claims another charset than that of all pages here.

    Python knows encodings that are none of text, and Django falls over them before it can say what is wrong.
    """

    def answer(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        kind = environ.get("CONTENT_TYPE", "").lower()
        if "charset" in kind and not kind.replace('"', "").replace(" ", "").endswith(";charset=utf-8"):
            environ["CONTENT_TYPE"] = UNREADABLE
        return application(environ, start_response)

    return answer


application = readable(get_wsgi_application())
patience.limit_statements()
