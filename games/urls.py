"""Addresses of everything about games, mounted at the root."""

from django.urls import path, register_converter

from games.views import (
    book,
    ceremony,
    chats,
    coach,
    fairness,
    feeds,
    forecast,
    gifts,
    guests,
    health,
    home,
    in_force,
    installable,
    invitation,
    joining,
    lobby,
    motions,
    notifications,
    options,
    plan,
    reports,
    reveal,
    sharing,
    steps,
    table,
    talk,
    waiting,
    watch,
    watching,
)


class TableCode:
    """A table's code in an address; whatever could be none leads nowhere."""

    regex = "[A-Za-z0-9_-]{1,16}"

    def to_python(self, value: str) -> str:
        """The code as it is."""
        return value

    def to_url(self, value: str) -> str:
        """The code as it is."""
        return value


class LinkToken(TableCode):
    """The unguessable part of an invitation link."""

    regex = "[A-Za-z0-9_-]{1,32}"


class SeatToken(TableCode):
    """The signed name of a seat in the address of its pulse."""

    regex = "[A-Za-z0-9_:.-]{1,200}"


class FeedKey(TableCode):
    """The key to a user's feeds."""

    regex = "[A-Za-z0-9_-]{1,64}"


register_converter(TableCode, "table")
register_converter(FeedKey, "feed-key")
register_converter(SeatToken, "token")
register_converter(LinkToken, "link")

app_name = "games"

urlpatterns = [
    path("", home.home, name="home"),
    path("manifest.webmanifest", installable.manifest, name="manifest"),
    path("sw.js", installable.worker, name="worker"),
    path("away/", installable.away, name="away"),
    path("decisions/", reports.decisions, name="decisions"),
    path("report/player/<int:person>/", reports.of_person, name="report-player"),
    path("report/table/<table:code>/", reports.of_table, name="report-table"),
    path("waits", waiting.waits, name="waits"),
    path("next", waiting.onward, name="next"),
    path("healthz", health.alive, name="alive"),
    path("readyz", health.ready, name="ready"),
    path("metrics", watch.metrics, name="metrics"),
    path("try/", guests.begin, name="try"),
    path("t/<table:code>/guests", guests.welcome, name="guests"),
    path("t/<table:code>/offer", guests.offer, name="offer"),
    path("new/", options.new, name="new"),
    path("new/summary", options.summary, name="summary"),
    path("join/", joining.by_link, name="by-link"),
    path("join/<link:token>/", invitation.page, name="door"),
    path("join/<link:token>/picture.png", invitation.picture, name="door-png"),
    path("t/<table:code>/join", lobby.join, name="join"),
    path("t/<table:code>/word", lobby.word, name="word"),
    path("t/<table:code>/options/", options.options, name="options"),
    path("t/<table:code>/order", lobby.order, name="order"),
    path("t/<table:code>/agree", lobby.agree, name="agree"),
    path("t/<table:code>/leave", lobby.leave, name="leave"),
    path("t/<table:code>/remove", lobby.remove, name="remove"),
    path("t/<table:code>/start", lobby.start, name="start"),
    path("t/<table:code>/remind", lobby.remind, name="remind"),
    path("t/<table:code>/call-off", lobby.call_off, name="call-off"),
    path("t/<table:code>/invite", lobby.invite, name="invite"),
    path("t/<table:code>/invite-all", lobby.invite_all, name="invite-all"),
    path("t/<table:code>/decline", lobby.decline, name="decline"),
    path("t/<table:code>/link", lobby.make_link, name="link"),
    path("t/<table:code>/unlink", lobby.revoke_link, name="unlink"),
    path("t/<table:code>/seats", lobby.seats, name="seats"),
    path("t/<table:code>/beat", lobby.pulse_of, name="beat"),
    path("t/<table:code>/fairness/", fairness.fairness, name="fairness"),
    path("t/<table:code>/export.json", fairness.export, name="export"),
    path("t/<table:code>/", table.table, name="table"),
    path("t/<table:code>/move", table.move, name="move"),
    path("t/<table:code>/book/", book.book, name="book"),
    path("t/<table:code>/plan/", plan.plan, name="plan"),
    path("t/<table:code>/forecast/", forecast.forecast, name="forecast"),
    path("t/<table:code>/rules/", in_force.rules, name="rules"),
    path("t/<table:code>/coach", coach.answer, name="coach"),
    path("t/<table:code>/give", gifts.give, name="give"),
    path("t/<table:code>/ask", motions.ask, name="ask"),
    path("t/<table:code>/vote", motions.vote, name="vote"),
    path("t/<table:code>/days", motions.end_live, name="days"),
    path("t/<table:code>/resign/", motions.resign, name="resign"),
    path("seat/<link:token>/", motions.seat, name="seat"),
    path("t/<table:code>/pulse/<token:token>", table.pulse_of, name="pulse"),
    path("t/<table:code>/say", talk.say, name="say"),
    path("t/<table:code>/said/<int:number>/", talk.said, name="said"),
    path("t/<table:code>/claim/", talk.claim, name="claim"),
    path("t/<table:code>/unheard", talk.mute, name="unheard"),
    path("t/<table:code>/words/", reveal.words, name="words"),
    path("t/<table:code>/log/", reveal.log, name="log"),
    path("t/<table:code>/round/<int:number>/", reveal.round_over, name="round"),
    path("t/<table:code>/round/<int:number>/<int:seq>", steps.step, name="step"),
    path("t/<table:code>/share", sharing.share, name="share"),
    path("t/<table:code>/links/", watching.links, name="links"),
    path("watch/<link:token>/", watching.watch, name="watch"),
    path("board/<link:token>/", watching.board, name="board"),
    path("pulse/<token:token>", watching.pulse_of, name="watch-pulse"),
    path("picture.png", sharing.site_png, name="site-png"),
    path("picture/<token:token>/", sharing.picture, name="picture"),
    path("picture/<token:token>/picture.png", sharing.picture_png, name="picture-png"),
    path("replay/<link:token>/", sharing.shared, name="shared"),
    path("replay/<link:token>/<int:number>/", sharing.shared, name="shared-round"),
    path("replay/<link:token>/<int:number>/<int:seq>", sharing.shared_step, name="shared-step"),
    path("t/<table:code>/told/", notifications.settings, name="told"),
    path("t/<table:code>/seated/", notifications.seated, name="seated"),
    path("t/<table:code>/chat/", chats.chat, name="chat"),
    path("t/<table:code>/asked/<slug:kind>/", notifications.asked, name="asked"),
    path("feeds/<feed-key:secret>/calendar.ics", feeds.calendar, name="calendar"),
    path("feeds/<feed-key:secret>/tables.atom", feeds.atom, name="atom"),
    path("t/<table:code>/deal/", ceremony.deal, name="deal"),
    path("t/<table:code>/on", ceremony.on, name="on"),
    path("t/<table:code>/again", ceremony.again, name="again"),
]
