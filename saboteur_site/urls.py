"""The addresses of the site."""

from importlib.util import find_spec

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path(address, include(urls))
    for address, urls in [("", "games.urls"), ("accounts/", "allauth.account.urls"), ("me/", "accounts.urls")]
    if find_spec(urls)
]
urlpatterns.append(path("admin/", admin.site.urls))

handler429 = "accounts.faults.too_many"
handler500 = "accounts.faults.server_error"
