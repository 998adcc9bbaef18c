"""The choice of a language in the footer. It needs no account: a cookie remembers it."""

from urllib.parse import urlsplit

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.views.decorators.http import require_POST

from accounts.forms.language import LanguageForm
from accounts.models import User
from accounts.services import language as languages
from saboteur_site.languages.choice import PARAMETER
from saboteur_site.web.fragments import back


@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """Change the language, and redirect to the page on which it was chosen."""
    form = LanguageForm(request.POST)
    response = HttpResponseRedirect(_without_language(_page_before(request)))
    if not form.is_valid():
        messages.error(request, str(form.errors["language"][0]))
        return response
    chosen: str = form.cleaned_data["language"]
    if isinstance(request.user, User):
        languages.choose(user=request.user, language=chosen)
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        chosen,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
        samesite="Lax",
    )
    return response


def _page_before(request: HttpRequest) -> str:
    """Return the page on which it was chosen; not that of a refusal of this form, which has no GET."""
    page = back(request) or "/"
    return "/" if urlsplit(page).path == request.path else page


def _without_language(address: str) -> str:
    """Return the address without its language parameter, which would override the choice."""
    parts = urlsplit(address)
    asked = QueryDict(parts.query, mutable=True)
    if asked.pop(PARAMETER, None) is None:
        return address
    return parts._replace(query=asked.urlencode()).geturl() or "/"
