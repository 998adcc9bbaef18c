"""The addresses of the site."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("", include("games.urls")),
    path("accounts/", include("accounts.urls.account")),
    path("accounts/", include("allauth.account.urls")),
    path("me/", include("accounts.urls")),
    path("mailbox/", include("accounts.urls.mailbox")),
    path("admin/", admin.site.urls),
]

handler400 = "saboteur_site.errors.bad_request"
handler403 = "saboteur_site.errors.forbidden"
handler404 = "saboteur_site.errors.not_found"
handler429 = "saboteur_site.errors.too_many"
handler500 = "saboteur_site.errors.server_error"
