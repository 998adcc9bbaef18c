"""In which language a page speaks to a visitor whose language is not known: the address says it, else the cookie, else
the browser. Pages that are open to strangers have an address in each language, for those who link to them."""

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
    """A language of the site: its code, and its name in its own words."""

    code: str
    name: str


def languages() -> list[Named]:
    """The languages of the site, in the order of the settings."""
    return [Named(code, LANG_INFO[code]["name_local"].capitalize()) for code, _english in settings.LANGUAGES]


class LanguageMiddleware(LocaleMiddleware):
    """As Django's own, but for addresses that say a language. A person's own language, read later, wins over all."""

    def process_request(self, request: HttpRequest) -> None:
        """Turn to the language of the address if it is one of the site, else to that of the cookie or the browser."""
        super().process_request(request)
        asked = request.GET.get(PARAMETER, "")
        if asked in dict(settings.LANGUAGES):
            translation.activate(asked)
            request.LANGUAGE_CODE = translation.get_language()


def alternates(path: str, searched_for: str = "") -> Iterator[tuple[str, str]]:
    """A page in each language, and in whichever its reader has: `hreflang` and address. What is searched for stays."""
    page, kept = f"{settings.SITE_URL}{path}", {"q": searched_for} if searched_for else {}
    yield from ((code, f"{page}?{urlencode({**kept, PARAMETER: code})}") for code, _english in settings.LANGUAGES)
    yield "x-default", f"{page}?{urlencode(kept)}" if kept else page
