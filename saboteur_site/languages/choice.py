"""The language of a page for a visitor without an account: that of the address, else of the cookie, else of the
browser. Public pages have an address in each language, for links from other sites.

A language in progress can be chosen, but is neither picked from a browser's wish nor linked for search engines."""

from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import urlencode

from django.conf import settings
from django.conf.locale import LANG_INFO
from django.http import HttpRequest
from django.middleware.locale import LocaleMiddleware
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation.trans_real import get_supported_language_variant, parse_accept_lang_header

from saboteur_site.languages.progress import is_in_progress

PARAMETER = "lang"


class Named(NamedTuple):
    """A language of the site: its code, and its own name, which says so if the language is in progress."""

    code: str
    name: str


def languages() -> list[Named]:
    """The languages of the site, in the order of the settings."""
    return [Named(code, _named(code)) for code, _english in settings.LANGUAGES]


def _named(code: str) -> str:
    name = str(LANG_INFO[code]["name_local"]).capitalize()
    if not is_in_progress(code):
        return name
    with translation.override(code):
        return _("%(language)s (in progress)") % {"language": name}


class LanguageMiddleware(LocaleMiddleware):
    """As Django's own, but with addresses that name a language. A user's own language, read later, overrides all."""

    def process_request(self, request: HttpRequest) -> None:
        """Activate the language of the address if the site has it, else that of the cookie or the browser."""
        super().process_request(request)
        asked = request.GET.get(PARAMETER, "")
        if asked in dict(settings.LANGUAGES):
            _turn_to(request, asked)
        elif is_in_progress(request.LANGUAGE_CODE) and settings.LANGUAGE_COOKIE_NAME not in request.COOKIES:
            _turn_to(request, _finished(request.headers.get("Accept-Language", "")))


def _turn_to(request: HttpRequest, language: str) -> None:
    translation.activate(language)
    request.LANGUAGE_CODE = translation.get_language()


def _finished(wishes: str) -> str:
    """Return the first language of an `Accept-Language` that the site has and that is not in progress, else English."""
    for wish, _weight in parse_accept_lang_header(wishes):
        try:
            language = get_supported_language_variant(wish)
        except LookupError:
            continue
        if not is_in_progress(language):
            return language
    return settings.LANGUAGE_CODE


def alternates(path: str, searched_for: str = "") -> Iterator[tuple[str, str]]:
    """Yield `hreflang` and address of a page for each finished language and for the default.

    The search term is included.
    """
    page, query = f"{settings.SITE_URL}{path}", {"q": searched_for} if searched_for else {}
    for code, _english in settings.LANGUAGES:
        if not is_in_progress(code):
            yield code, f"{page}?{urlencode({**query, PARAMETER: code})}"
    yield "x-default", f"{page}?{urlencode(query)}" if query else page
