"""The admin site. Staff log in and change their password on the same pages as all users."""

from collections.abc import Callable
from typing import Any

from django.contrib.admin import AdminSite
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse

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

    def index(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> TemplateResponse:
        """The first page."""
        with by_index():
            leads_with = self.leads_with(request)
        return super().index(request, {**leads_with, **(extra_context or {})})

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Redirect to the requested page via the log-in. Raise PermissionDenied for users who are not staff."""
        wanted = inside(request, request.GET.get("next", "")) or reverse("admin:index")
        if self.has_permission(request):
            return redirect(wanted)
        if request.user.is_authenticated:
            raise PermissionDenied
        return redirect_to_login(wanted, reverse("account_login"))

    def password_change(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        """Redirect to the site's page for changing the password."""
        return redirect("account_change_password")
