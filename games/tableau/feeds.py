"""Feeds for programs: deadlines as a calendar (RFC 5545), events of tables as Atom (RFC 4287).

Both use the active language and time zone. How a round or a game ended is shown on the page only, never in a feed
([ADR 31](../../docs/adr/0031-the-end-of-a-round.md)).
"""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING
from urllib.parse import urlsplit
from uuid import NAMESPACE_URL, UUID, uuid5

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.feedgenerator import Atom1Feed
from django.utils.formats import date_format
from django.utils.html import format_html_join
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from icalendar import Calendar, Event

from games.clocks.deadlines import WINDOW
from games.rules.events import GameEnded, GoldTaken, PublicEvent, RoundBegan, RoundEnded, Stole
from games.selectors.feeds import Due, Tidings
from games.wording import event_words

if TYPE_CHECKING:
    from games.wording.events import Names

FRESH = timedelta(minutes=30)
"""The refresh interval that a calendar program is asked for."""
_ENTRIES = UUID("0b4d3c1e-6f2a-4b7e-9d55-4c0e4c4f6d2b")
"""The namespace of the ids of entries (RFC 9562, 5.5). It never changes, else readers show all entries again."""


def calendar_of(dues: Sequence[Due], now: datetime) -> bytes:
    """Return deadlines as a calendar, each an event of no duration.

    Times are in UTC, which is unambiguous also in the hour that summer time repeats. The zone is given too. An event
    keeps its id (`UID`) when its deadline moves, and its number grows (`SEQUENCE`).
    """
    name = _("%(site)s: my deadlines") % {"site": settings.SITE_NAME}
    calendar = Calendar()
    calendar.add("prodid", "-//Saboteur by web//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("name", name)
    calendar.add("x-wr-calname", name)
    calendar.add("x-wr-timezone", timezone.get_current_timezone_name())
    calendar.add("refresh-interval", FRESH, parameters={"VALUE": "DURATION"})
    calendar.add("x-published-ttl", FRESH)
    for due in dues:
        calendar.add_component(_event(due, now))
    written: bytes = calendar.to_ical()
    return written


def _event(due: Due, now: datetime) -> Event:
    about = {"table": _plain(due.table)}
    title, lead = _("Your time runs out: %(table)s"), _("It’s your turn at the table “%(table)s”.")
    if due.kind == WINDOW:  # all are asked alike, whatever they hold (R93)
        title = _("Your time for a veto runs out: %(table)s")
        lead = _("A card was played at the table “%(table)s”. You can veto it or let it pass.")
    link, until = _table(due.code), date_format(timezone.localtime(due.until), "DUE_FORMAT")
    limit = _("You have until %(moment)s (%(zone)s).") % {"moment": until, "zone": timezone.get_current_timezone_name()}
    event = Event()
    event.add("uid", _uid(due))
    event.add("dtstamp", now.astimezone(UTC).replace(microsecond=0))
    event.add("dtstart", due.until.astimezone(UTC).replace(microsecond=0))
    event.add("sequence", max(0, int((due.until - due.since).total_seconds())))
    event.add("summary", title % about)
    event.add("description", "\n".join((lead % about, limit, link)))
    event.add("url", link)
    event.add("transp", "TRANSPARENT")
    return event


def _uid(due: Due) -> str:
    """Return the id of a decision: constant while it is open, and globally unique."""
    decision = f"{due.game} {due.seat} {due.since.astimezone(UTC).isoformat()}"
    digest = salted_hmac("games.feeds", decision, algorithm="sha256").hexdigest()[:32]
    return f"{digest}@{urlsplit(settings.SITE_URL).hostname}"


class _Feed(Atom1Feed):
    """An Atom feed whose date, while it is empty, is that of its beginning."""

    def latest_post_date(self) -> datetime:
        """The time of the newest entry."""
        newest: datetime = max((item["updateddate"] for item in self.items), default=self.feed["began"])
        return newest


def atom_of(tidings: Sequence[Tidings], *, reader: int, began: datetime, address: str) -> str:
    """Return the events at the tables of the user with the id `reader`, newest first, as an Atom feed that exists since
    `began`. `address` is its own (RFC 4287, `rel="self"`)."""
    home = settings.SITE_URL + reverse("games:home")
    feed = _Feed(
        title=_("%(site)s: my tables") % {"site": settings.SITE_NAME},
        link=home,
        description=None,
        language=get_language(),
        author_name=settings.SITE_NAME,
        feed_guid=uuid5(NAMESPACE_URL, f"{home} {reader}").urn,
        began=began.replace(microsecond=0),
        feed_url=address,
    )
    for step in tidings:
        if lines := [_plain(line) for line in _lines(step.events, step.names)]:
            feed.add_item(
                title=_("%(table)s: %(words)s") % {"table": _plain(step.table), "words": lines[0]},
                link=_table(step.code),
                description=format_html_join("", "<p>{}</p>", ((line,) for line in lines)),
                pubdate=step.at,
                updateddate=step.at,
                unique_id=uuid5(_ENTRIES, f"{step.code}/{step.seq}").urn,
            )
    return feed.writeString("utf-8")


def _lines(events: Sequence[PublicEvent], names: "Names") -> Iterator[str]:
    """Return the public events of one command in order. Of the end of a round, only that it came: neither what led to
    it nor what any player got."""
    ends, began = any(isinstance(event, RoundEnded) for event in events), False
    for event in events:
        began = began or isinstance(event, RoundBegan)
        if words := _words(event, names, is_of_the_end=ends and not began):
            yield words


def _words(event: PublicEvent, names: "Names", *, is_of_the_end: bool) -> str | None:
    if isinstance(event, RoundEnded):
        return _("Round %(round)s is over.") % {"round": event.round}
    if isinstance(event, GameEnded):
        return _("The game is over.")
    if is_of_the_end or isinstance(event, GoldTaken | Stole):
        return None
    return event_words(event, names, None)


def _table(code: str) -> str:
    return settings.SITE_URL + reverse("games:table", args=[code])


def _plain(words: str) -> str:
    """Return a text without control characters, which neither format allows."""
    return "".join(sign if sign.isprintable() else " " for sign in words)
