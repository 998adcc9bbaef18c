"""The addresses of the site."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("", include("games.urls")),
    path("accounts/", include("allauth.account.urls")),
    path("me/", include("accounts.urls")),
    path("mailbox/", include("accounts.mailbox_urls")),
    path("admin/", admin.site.urls),
]

handler400 = "accounts.faults.bad_request"
handler403 = "accounts.faults.forbidden"
handler404 = "accounts.faults.not_found"
handler429 = "accounts.faults.too_many"
handler500 = "accounts.faults.server_error"
