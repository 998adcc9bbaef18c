"""URLs of personal data, mounted at /me/data/."""

from django.urls import path

from personal.views import archive, data

app_name = "personal"

urlpatterns = [
    path("", data, name="data"),
    path("my-data.zip", archive, name="archive"),
]
