"""URLs of what holds on this site, mounted at /site/."""

from django.urls import path

from accounts.views import site

app_name = "site"

urlpatterns = [
    path("", site.about, name="about"),
    path("terms/", site.terms, name="terms"),
    path("privacy/", site.privacy, name="privacy"),
]
