"""Addresses of circles, mounted at /circles/, with the path converters of `games`."""

from django.urls import path

from circles.views import chats, circles, members, reports, seasons, tables
from games import urls as _converters  # noqa: F401 (registers `table` and `link`)

app_name = "circles"

urlpatterns = [
    path("", circles.circles, name="all"),
    path("new/", circles.new, name="new"),
    path("keep/<table:code>/", circles.keep, name="keep"),
    path("with/<link:token>/", members.invitation, name="link"),
    path("of/<table:code>/", tables.of_table, name="of"),
    path("season/<link:token>/", seasons.shared, name="season-shared"),
    path("<table:circle>/", circles.circle, name="circle"),
    path("<table:circle>/about/", members.about, name="about"),
    path("<table:circle>/name", members.rename, name="name"),
    path("<table:circle>/report/", reports.of_name, name="report"),
    path("<table:circle>/add", members.add, name="add"),
    path("<table:circle>/link", members.make_link, name="link-new"),
    path("<table:circle>/unlink", members.revoke_link, name="link-off"),
    path("<table:circle>/remove", members.remove, name="remove"),
    path("<table:circle>/seasons/", seasons.all_of, name="seasons"),
    path("<table:circle>/seasons/<int:season>/", seasons.season, name="season"),
    path("<table:circle>/seasons/<int:season>/change", seasons.change, name="season-change"),
    path("<table:circle>/seasons/<int:season>/share", seasons.share, name="season-share"),
    path("<table:circle>/seasons/<int:season>/name", seasons.name_me, name="season-name"),
    path("<table:circle>/leave", members.leave, name="leave"),
    path("<table:circle>/table/", tables.new_table, name="table"),
    path("<table:circle>/evening/", tables.announce, name="evening"),
    path("<table:circle>/answer/<table:code>", tables.answer, name="answer"),
    path("<table:circle>/games/", tables.games, name="games"),
    path("<table:circle>/chat/", chats.chat, name="chat"),
    path("<table:circle>/usual/", tables.usual, name="usual"),
]
