"""Passkeys, authenticator app, recovery codes, and sessions: django-allauth's views, with what this site adds."""

from typing import Any, cast

from allauth.mfa.recovery_codes import views as recovery_codes
from allauth.mfa.webauthn import views as passkeys
from allauth.mfa.webauthn.internal import auth
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.access import PersonRequest, for_newcomers, with_account
from accounts.forms.devices import name_of
from accounts.models import User
from accounts.services import sessions
from saboteur_site.database import storage
from saboteur_site.database.encryption import UnreadableError
from saboteur_site.web import limits, rates

_by_passkey = for_newcomers(passkeys.login_webauthn)


class AddPasskeyView(passkeys.AddWebAuthnView):
    """allauth's page. Every passkey of this site can also sign in by itself."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Ask for a passkey that knows whose it is and that verifies the person."""
        context: dict[str, Any] = super().get_context_data(**kwargs)
        options = auth.begin_registration(cast(User, self.request.user), passwordless=True)
        return context | {"js_data": {"creation_options": options}}


class RecoveryCodesView(recovery_codes.ViewRecoveryCodesView):
    """allauth's page. Codes that cannot be decrypted lead to the page that makes new ones."""

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Show the codes."""
        try:
            return super().get(request, *args, **kwargs)
        except UnreadableError:
            messages.error(request, _("We can’t read your recovery codes any more. Make new ones."))
            return redirect("mfa_generate_recovery_codes")


class NewRecoveryCodesView(recovery_codes.GenerateRecoveryCodesView):
    """allauth's page. Codes that cannot be decrypted are replaced like others."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Return how many codes are replaced."""
        try:
            context: dict[str, Any] = super().get_context_data(**kwargs)
        except UnreadableError:
            form = kwargs.get("form") or self.get_form()
            context = {"view": self, "form": form, "unused_code_count": 0}
        return context


def by_passkey(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
    """Sign in by a passkey. A GET returns the challenge, which is kept in a session, so it is counted.

    Raise TooOftenError after too many.
    """
    if request.method != "POST":
        rates.check("challenges", limits.network_of(request))
    return _by_passkey(request, *args, **kwargs)


@require_http_methods(["GET", "HEAD", "POST"])
@with_account
def signed_in_at(request: PersonRequest) -> HttpResponse:
    """Show where a user is signed in. A POST ends one of these sessions, or all others."""
    key = request.session.session_key or ""
    if request.method == "POST":
        if "others" in request.POST:
            sessions.end_others(user=request.user, key=key)
            messages.success(request, _("You’re signed out everywhere else."))
        elif (chosen := request.POST.get("session", "")).isdecimal() and len(chosen) < 19:
            sessions.end(user=request.user, pk=int(chosen))
            messages.success(request, _("You’re signed out there."))
        return redirect("usersessions_list")
    found = sessions.of(request.user)
    if all(session.session_key != key for session in found):  # from before an upgrade
        with storage.if_possible():
            sessions.store(user=request.user, key=key, browser=name_of(request.headers.get("User-Agent", "")))
            found = sessions.of(request.user)
    return render(request, "accounts/sessions.html", {"sessions": found, "key": key})
