"""Retention: how long rows and files are stored, and their daily removal in small batches. Only guests' games are
removed; other finished games are archived.

The clock checks once a day (`is_due`), and a worker removes (`tidy`). Each batch is a transaction of its own, so a run
may be interrupted anywhere. The next sweep continues until all is done.
"""

import logging
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.sessions.models import Session
from django.core.cache import caches
from django.core.cache.backends.db import DatabaseCache
from django.db import connection, transaction
from django.db.models import Exists, Max, Min, OuterRef, Q, QuerySet

from accounts.models import GUESTS_STAY, ReservedName, SignInLink
from accounts.services import guests
from games import clock
from games.models import Disclosure, Game, Heartbeat, Invitation, Note, Notice, Outage, Status, Suspicion, TableChat
from games.rows import archived, guest_tables
from saboteur_site.cache.files import FoldedCache
from saboteur_site.outgoing import mailfolder
from saboteur_site.queue import filebroker

log = logging.getLogger(__name__)

NAME = "tidy"
BATCH = 500
"""Most rows that one transaction removes."""
FIRST_BATCH = 50
"""Most rows in the first batch. Later sizes are adapted by `SHORT` and `LONG`, so that locks last under a second."""
SHORT, LONG = 0.1, 0.4
"""Seconds. A batch that took less is followed by a larger one, a batch that took more by a smaller one."""
PATIENCE = 30.0
"""Seconds after which a run leaves the rest to the next one."""
BREATH = 0.05
"""Seconds between two batches, in which other transactions get their locks."""
QUIET_HOUR = 3
"""The hour of the day (UTC) at which removal becomes due."""
OVERDUE = timedelta(hours=36)
"""After this time removal is due at any hour, because the site may only run in the evenings."""
WEEK = timedelta(days=7)
QUARTER = timedelta(days=90)
YEAR = timedelta(days=365)


class Retention(NamedTuple):
    """How long one kind of rows or files is stored. ``remove`` removes at most a number of those older than a moment
    and returns how many, which is less when there are no more."""

    name: str
    lasts: timedelta
    remove: Callable[[datetime, int], int]


def sessions(end: datetime) -> QuerySet[Session]:
    """Return the sessions that expired before a moment."""
    return Session.objects.filter(expire_date__lt=end).order_by("expire_date")


def notices(end: datetime) -> QuerySet[Notice]:
    """Return the notices that were settled before a moment, without those of running games: the clock needs the time
    of delivery, and the deduplication key prevents a notice from being written again."""
    running = Q(game__status=Status.RUNNING)
    return Notice.objects.filter(done_at__lt=end).exclude(running).order_by("done_at")


def invitations(end: datetime) -> QuerySet[Invitation]:
    """Return the invitations and links that expired before a moment. A revoked one is stored as long as players can
    join its table, because it keeps its user out."""
    keeps_out = Q(to__isnull=False, revoked_at__isnull=False, game__status__in=(Status.OPEN, Status.RUNNING))
    return Invitation.objects.filter(expires_at__lt=end).exclude(keeps_out).order_by("expires_at")


def outages(end: datetime) -> QuerySet[Outage]:
    """Return the outages before a moment that every table has processed. The last one is never removed, because tables
    compare with it."""
    running = Game.objects.filter(status=Status.RUNNING, deadline__isnull=False)
    met = running.aggregate(met=Min("outage_met"))["met"]
    last = Outage.objects.aggregate(last=Max("pk"))["last"] or 0
    return Outage.objects.filter(ended_at__lt=end, pk__lt=last, pk__lte=last if met is None else met).order_by("pk")


def heartbeats(end: datetime) -> QuerySet[Heartbeat]:
    """Return old heartbeats, without that of the clock, from which gaps are measured."""
    return Heartbeat.objects.filter(at__lt=end).exclude(name="tick").order_by("pk")


def chats(end: datetime) -> QuerySet[TableChat]:
    """Return the chats of tables at which nothing has happened since a moment."""
    return TableChat.objects.filter(game__over_at__lt=end).order_by("pk")


def notes(end: datetime) -> QuerySet[Note]:
    """Return the notes about games that ended before a moment."""
    return Note.objects.filter(game__over_at__lt=end).order_by("pk")


def suspicions(end: datetime) -> QuerySet[Suspicion]:
    """Return the suspicions in games that ended before a moment, without those that are shown to the other players."""
    shown = Exists(Disclosure.objects.filter(game=OuterRef("game"), user=OuterRef("user")))
    return Suspicion.objects.filter(~shown, game__over_at__lt=end).order_by("pk")


def sign_in_links(end: datetime) -> QuerySet[SignInLink]:
    """Return the sign-in links of guests that expired before a moment."""
    return SignInLink.objects.filter(expires_at__lt=end).order_by("expires_at")


def reserved_names(end: datetime) -> QuerySet[ReservedName]:
    """Return the names whose reservation ended before a moment."""
    return ReservedName.objects.filter(until__lt=end).order_by("until")


def listed_sessions(_end: datetime) -> QuerySet[UserSession]:
    """Return the rows of lists of sessions whose session is gone."""
    there = Session.objects.filter(session_key=OuterRef("session_key"))
    return UserSession.objects.filter(~Exists(there)).order_by("pk")


def _of(query: Callable[[datetime], QuerySet[Any]]) -> Callable[[datetime, int], int]:
    """Return a function that removes a batch of rows; locked rows are left to another day."""

    @transaction.atomic
    def remove(end: datetime, most: int) -> int:
        rows = query(end)
        keys = list(rows.select_for_update(skip_locked=True, of=("self",)).values_list("pk", flat=True)[:most])
        rows.model._default_manager.filter(pk__in=keys).delete()
        return len(keys)

    return remove


def _guests(end: datetime, most: int) -> int:
    """Remove guests whose last visit was before a moment, each in a transaction of their own. Bots take their seats.

    An error with one guest does not affect the others, even after many failing ones.
    """
    gone, needed = 0, guest_tables.needed(end)
    for key in guests.expired(end, needed).values_list("pk", flat=True)[: most + BATCH]:
        try:
            gone += guests.send_away(key, end=end, needed=needed)
        except Exception:
            log.exception("guest %s cannot be sent away", key)
        if gone == most:
            break
    return gone


def _tables_of_guests(_end: datetime, most: int) -> int:
    return guest_tables.remove(most)


def _to_the_archive(now: datetime, most: int) -> int:
    return archived.archive_due(now, most)


def _rows_of_the_cache(end: datetime, most: int) -> int:
    """Remove expired rows of the cache table that replaces Redis."""
    gone = 0
    for cache in (caches[name] for name in settings.CACHES):
        if isinstance(cache, DatabaseCache):
            table = connection.ops.quote_name(cache._table)  # type: ignore[attr-defined]  # the stubs do not know it
            some = f"SELECT cache_key FROM {table} WHERE expires < %s ORDER BY expires LIMIT {most:d}"  # noqa: S608
            with transaction.atomic(), connection.cursor() as cursor:
                then = connection.ops.adapt_datetimefield_value(end)
                cursor.execute(f"DELETE FROM {table} WHERE cache_key IN ({some})", [then])  # noqa: S608
                gone += cursor.rowcount
    return gone


def _files_of_the_cache(_end: datetime, _most: int) -> int:
    return sum(cache.tidy() for name in settings.CACHES if isinstance(cache := caches[name], FoldedCache))


def _files_of_the_queue(_end: datetime, _most: int) -> int:
    folder = settings.CELERY_BROKER_TRANSPORT_OPTIONS.get("data_folder_in")
    return filebroker.tidy(Path(folder)) if folder else 0


def _mails(_end: datetime, _most: int) -> int:
    folder = getattr(settings, "EMAIL_FILE_PATH", "")
    return mailfolder.tidy(Path(folder)) if folder else 0


RETENTIONS = (
    Retention("sessions", timedelta(days=14), _of(sessions)),
    Retention("listed sessions", timedelta(), _of(listed_sessions)),
    Retention("notices", QUARTER, _of(notices)),
    Retention("invitations", QUARTER, _of(invitations)),
    Retention("outages", QUARTER, _of(outages)),
    Retention("heartbeats", QUARTER, _of(heartbeats)),
    Retention("chats of tables", WEEK, _of(chats)),
    Retention("notes", YEAR, _of(notes)),
    Retention("suspicions", YEAR, _of(suspicions)),
    Retention("rows of the cache", timedelta(days=1), _rows_of_the_cache),
    Retention("files of the cache", timedelta(), _files_of_the_cache),
    Retention("files of the queue", timedelta(days=1), _files_of_the_queue),
    Retention("mails in the folder", timedelta(), _mails),
    Retention("guests", GUESTS_STAY, _guests),
    Retention("tables of guests", timedelta(), _tables_of_guests),
    Retention("sign-in links", timedelta(days=1), _of(sign_in_links)),
    Retention("reserved names", timedelta(days=1), _of(reserved_names)),
    Retention("logs of games", timedelta(), _to_the_archive),
)
"""All kinds with a retention. The table in docs/operating.md says the same, and what is stored for good."""


def is_due(moment: datetime) -> bool:
    """Whether removal is due at the time of a sweep: once a day, at a quiet hour if there is one. One query.

    A new site has nothing to remove.
    """
    last, _begins = Heartbeat.objects.get_or_create(name=NAME, defaults={"at": moment})
    is_another_day = moment.date() > last.at.date() and moment.hour >= QUIET_HOUR
    return is_another_day or moment - last.at > OVERDUE


def tidy(
    *,
    patience: float = PATIENCE,
    rest: Callable[[float], None] = time.sleep,
    seconds: Callable[[], float] = time.monotonic,
) -> dict[str, int]:
    """Remove what is older than its retention; return the number of each kind. The next run continues where time ran
    out, and an error with one kind does not affect the others.

    ``rest`` is called with seconds to wait between two batches, and ``seconds`` is the monotonic clock that ends a run.
    """
    end, now, gone = seconds() + patience, clock.now(), {}
    for one in RETENTIONS:
        try:
            gone[one.name], is_all = _remove(one, now - one.lasts, end, rest, seconds)
        except Exception:
            log.exception("%s cannot be tidied up", one.name)
            continue
        if not is_all:
            return gone
    Heartbeat.objects.update_or_create(name=NAME, defaults={"at": now})
    return gone


def _remove(
    one: Retention, before: datetime, end: float, rest: Callable[[float], None], seconds: Callable[[], float]
) -> tuple[int, bool]:
    """Remove batches of one kind until an end by the monotonic clock. Return the number, and whether that was all."""
    gone, most = 0, FIRST_BATCH
    while (began := seconds()) < end:
        batch = one.remove(before, most)
        gone += batch
        if batch < most:
            return gone, True
        took = seconds() - began
        if took < SHORT:
            most = min(2 * most, BATCH)
        elif took > LONG:
            most = max(most // 2, 1)
        rest(BREATH)
    return gone, False
