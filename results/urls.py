"""Addresses of results, mounted at the root."""

from django.urls import path, register_converter

from results import views

app_name = "results"


class FileForm:
    """The form of a file with figures."""

    regex = "csv|json"

    def to_python(self, value: str) -> str:
        """Return the form as it stands in the address."""
        return value

    def to_url(self, value: str) -> str:
        """Return the form as it is written."""
        return value


register_converter(FileForm, "figures")

urlpatterns = [
    path("me/results/", views.mine, name="mine"),
    path("me/results/hide/", views.hide, name="hide"),
    path("players/<int:person>/", views.person, name="person"),
    path("players/<int:person>/results.<figures:form>", views.person_file, name="person-file"),
    path("players/<int:person>/and/<int:other>/", views.pair, name="pair"),
    path("players/<int:person>/and/<int:other>/results.<figures:form>", views.pair_file, name="pair-file"),
]
