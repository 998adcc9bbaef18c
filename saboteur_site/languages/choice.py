"""The language of a page for a visitor without an account: that of the address, else of the cookie, else of the
browser. Public pages have an address in each language, for links from other sites."""

from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import urlencode

from django.conf import settings
from django.conf.locale import LANG_INFO
from django.http import HttpRequest
from django.middleware.locale import LocaleMiddleware
from django.utils import translation

PARAMETER = "lang"


class Named(NamedTuple):
    """A language of the site: its code, and its own name."""

    code: str
    name: str


def languages() -> list[Named]:
    """The languages of the site, in the order of the settings."""
    return [Named(code, LANG_INFO[code]["name_local"].capitalize()) for code, _english in settings.LANGUAGES]


class LanguageMiddleware(LocaleMiddleware):
    """As Django's own, but with addresses that name a language. A user's own language, read later, overrides all."""

    def process_request(self, request: HttpRequest) -> None:
        """Activate the language of the address if the site has it, else that of the cookie or the browser."""
        super().process_request(request)
        asked = request.GET.get(PARAMETER, "")
        if asked in dict(settings.LANGUAGES):
            translation.activate(asked)
            request.LANGUAGE_CODE = translation.get_language()


def alternates(path: str, searched_for: str = "") -> Iterator[tuple[str, str]]:
    """Yield `hreflang` and address of a page for each language and for the default; the search term is included."""
    page, kept = f"{settings.SITE_URL}{path}", {"q": searched_for} if searched_for else {}
    yield from ((code, f"{page}?{urlencode({**kept, PARAMETER: code})}") for code, _english in settings.LANGUAGES)
    yield "x-default", f"{page}?{urlencode(kept)}" if kept else page
