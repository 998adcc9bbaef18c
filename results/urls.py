"""Addresses of results, mounted at the root."""

from django.urls import path

from results import views

app_name = "results"

urlpatterns = [
    path("me/results/", views.mine, name="mine"),
    path("me/results/hide/", views.hide, name="hide"),
    path("players/<int:person>/", views.person, name="person"),
    path("players/<int:person>/results.<slug:form>", views.person_file, name="person-file"),
    path("players/<int:person>/and/<int:other>/", views.pair, name="pair"),
    path("players/<int:person>/and/<int:other>/results.<slug:form>", views.pair_file, name="pair-file"),
]
