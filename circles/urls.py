"""Addresses of circles, mounted at /circles/, with the path converters of `games`."""

from django.urls import path

from circles.views import circles, members
from games import urls as _converters  # noqa: F401 (registers `table` and `link`)

app_name = "circles"

urlpatterns = [
    path("", circles.circles, name="all"),
    path("new/", circles.new, name="new"),
    path("keep/<table:code>/", circles.keep, name="keep"),
    path("with/<link:token>/", members.door, name="link"),
    path("<table:circle>/", circles.circle, name="circle"),
    path("<table:circle>/about/", members.about, name="about"),
    path("<table:circle>/name", members.rename, name="name"),
    path("<table:circle>/add", members.add, name="add"),
    path("<table:circle>/link", members.make_link, name="link-new"),
    path("<table:circle>/unlink", members.revoke_link, name="link-off"),
    path("<table:circle>/remove", members.remove, name="remove"),
    path("<table:circle>/leave", members.leave, name="leave"),
]
