"""The URL patterns of the site."""

from django.contrib import admin
from django.urls import include, path

from saboteur_site.web import well_known

urlpatterns = [
    path("robots.txt", well_known.robots, name="robots"),
    path("favicon.ico", well_known.favicon, name="favicon"),
    path(".well-known/security.txt", well_known.security, name="security"),
    path(".well-known/change-password", well_known.change_password, name="change-password"),
    path("", include("games.urls")),
    path("", include("results.urls")),
    path("", include("handbook.urls")),
    path("circles/", include("circles.urls")),
    path("accounts/", include("accounts.urls.account")),
    path("accounts/", include("allauth.account.urls")),
    path("me/data/", include("personal.urls")),
    path("me/", include("accounts.urls")),
    path("site/", include("accounts.urls.site")),
    path("mailbox/", include("accounts.urls.mailbox")),
    path("", include("api.urls")),
    path("admin/", admin.site.urls),
]

handler400 = "saboteur_site.web.errors.bad_request"
handler403 = "saboteur_site.web.errors.forbidden"
handler404 = "saboteur_site.web.errors.not_found"
handler429 = "saboteur_site.web.errors.too_many"
handler500 = "saboteur_site.web.errors.server_error"
