"""The pages of the staff. They come in through the site's one door, and change their password where everybody does."""

from typing import Any

from django.contrib.admin import AdminSite
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme


class StaffSite(AdminSite):
    """Django's admin without a log-in of its own. So whatever guards the site's log-in guards the admin, too."""

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Lead to the page that somebody wants to see, by way of the log-in. PermissionDenied if they are no staff."""
        wanted = request.GET.get("next", "")
        if not url_has_allowed_host_and_scheme(wanted, allowed_hosts=None):
            wanted = reverse("admin:index")
        if self.has_permission(request):
            return redirect(wanted)
        if request.user.is_authenticated:
            raise PermissionDenied
        return redirect_to_login(wanted, reverse("account_login"))

    def password_change(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        """To the page where everybody changes their password."""
        return redirect("account_change_password")
