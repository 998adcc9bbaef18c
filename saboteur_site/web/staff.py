"""The admin site. Staff log in, change their password and show their second factor on the same pages as all users."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from allauth.account.internal.flows.login import get_authentication_records
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib import messages
from django.contrib.admin import AdminSite
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from saboteur_site.database.planning import by_index
from saboteur_site.web.fragments import inside


class StaffSite(AdminSite):
    """Django's admin without a log-in of its own. So the protections of the site's log-in apply to the admin too."""

    index_template = "admin/desk.html"
    empty_value_display = "–"
    enable_nav_sidebar = False
    """The first page names all lists; beside a list there is room for its columns."""
    leads_with: Callable[[HttpRequest], dict[str, Any]] = staticmethod(lambda _request: {})
    """Returns context for the top of the first page; set by an application."""

    def has_permission(self, request: HttpRequest) -> bool:
        """Return whether the user is staff, and has shown a second factor in this session if the settings ask for one.

        A session keeps what it was signed in with, so this costs no query.
        """
        return super().has_permission(request) and (not settings.STAFF_SECOND_FACTOR or _has_shown_factor(request))

    def index(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> TemplateResponse:
        """The first page."""
        with by_index():
            leads_with = self.leads_with(request)
        return super().index(request, {**leads_with, **(extra_context or {})})

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Redirect to the requested page via the log-in, and via the second factor if it was not shown yet; staff
        without one are led to set one up. Raise PermissionDenied for users who are not staff."""
        wanted = inside(request, request.GET.get("next", "")) or reverse("admin:index")
        if self.has_permission(request):
            return redirect(wanted)
        if super().has_permission(request):
            return _ask_for_factor(request, wanted)
        if request.user.is_authenticated:
            raise PermissionDenied
        return redirect_to_login(wanted, reverse("account_login"))

    def password_change(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        """Redirect to the site's page for changing the password."""
        return redirect("account_change_password")


def _has_shown_factor(request: HttpRequest) -> bool:
    return any(record.get("method") == "mfa" for record in get_authentication_records(request, request.user))  # type: ignore[arg-type]


def _ask_for_factor(request: HttpRequest, wanted: str) -> HttpResponse:
    """Redirect to the page on which a staff member shows or sets up a second factor."""
    kinds = set(Authenticator.objects.filter(user_id=request.user.pk).values_list("type", flat=True))
    if Authenticator.Type.TOTP in kinds:
        return redirect(f"{reverse('mfa_reauthenticate')}?{urlencode({'next': wanted})}")
    if Authenticator.Type.WEBAUTHN in kinds:
        return redirect(f"{reverse('mfa_reauthenticate_webauthn')}?{urlencode({'next': wanted})}")
    messages.warning(request, _("Staff need a second factor here. Add a passkey or an authenticator app first."))
    return redirect("mfa_index")
