"""The checks of `manage.py doctor` on games: whether the clock ticks, messages are sent, and workers run."""

import time
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

from celery.exceptions import OperationalError
from django.db import DatabaseError

from accounts.models import ChannelBreaker, Device
from accounts.services import second_factors
from games import clock
from games.clocks import ticking
from games.models import Game, Heartbeat, Notice, Status
from games.rows import retention
from games.rows.notices import waiting
from games.selectors import chats
from saboteur_site.celery import SWEEPS, app
from saboteur_site.database import clock as site_clock
from saboteur_site.operation import doctor
from saboteur_site.operation.doctor import Finding, ok, warning, words, wrong
from saboteur_site.outgoing import webpush

NEGLECTED = 3
"""Days without removal of expired rows after which a finding is reported."""


def examine(*, mail_to: str = "", url: bool = False, patience: float = 10.0) -> Iterator[Finding]:
    """Yield all findings; workers have ``patience`` seconds to answer."""
    yield from doctor.site(mail_to=mail_to, url=url)
    try:
        for part in (ticks(), games(), notices(), table_chats(), devices(), codes(), tidied(), workers(patience)):
            yield from part
    except DatabaseError as error:
        yield wrong("games", words(error), "Bring the database up first.")


def ticks() -> Iterator[Finding]:
    """Report the age of the last tick and the rhythm, which show whether beat, queue and workers run."""
    now = clock.now()
    seen = ticking.seen(now)
    age, rhythm = seen.age(now), f"{seen.rhythm.total_seconds() / 60:.0f} min"
    if age is None:
        yield wrong("clock", "has never ticked", "Start beat and workers, or let cron run `python manage.py tick`.")
        return
    ticked = f"ticked {age.total_seconds():.0f} s ago"
    if seen.rhythm > ticking.QUICKEST:
        ticked += f", as a rule every {rhythm}"
    if seen.waits(now, ticking.MISSED):
        yield wrong("clock", ticked, "Start beat and workers: meanwhile no time runs out and no mail leaves.")
    elif seen.waits(now, ticking.LATE):
        yield warning("clock", ticked, f"It should within {rhythm}: look whether the workers keep up.")
    else:
        yield ok("clock", ticked)
    if seen.outages_today >= ticking.REPEATED:
        stood = f"stood still {seen.outages_today} times within a day; each time all deadlines moved"
        yield warning("outages", stood, "Look what ends beat, workers or the database, or what holds them up.")


def games() -> Iterator[Finding]:
    """Report whether the clocks of any tables fail."""
    stuck = Game.objects.filter(status=Status.RUNNING).exclude(stuck_at=None).count()
    if stuck:
        yield wrong("tables", f"the clock of {stuck} fails", "Look at them in the admin, and into the worker's log.")
    else:
        yield ok("tables", "no clock fails")


def notices() -> Iterator[Finding]:
    """Report whether notifications are delivered in time."""
    now = clock.now()
    for away in ChannelBreaker.objects.all():
        waits = waiting(channel=away.channel)
        text = f"{away.channel} is away since {away.since:%Y-%m-%d %H:%M} UTC; {waits} notices wait"
        yield wrong("letters", text, "See what mail says above; what waits is sent when it is back.")
    overdue = waiting(before=now - timedelta(minutes=10))
    dead = Notice.objects.filter(outcome=Notice.Outcome.DEAD, done_at__gt=now - timedelta(days=1)).count()
    if overdue:
        yield wrong("notices", f"{overdue} are more than ten minutes late", "Start a worker; see what mail says above.")
    elif dead:
        yield warning(
            "notices",
            f"{dead} were given up since yesterday",
            "See what mail says above; their recipients read why in their profiles.",
        )
    else:
        yield ok("notices", "none is late, none was given up since yesterday")


def table_chats() -> Iterator[Finding]:
    """Report whether tables post to their chats in time. Chats in back-off or paused are the business of the hosts."""
    late = chats.late(clock.now(), timedelta(minutes=10)).count()
    if late:
        yield wrong("chats", f"{late} of tables are more than ten minutes late", "Start a worker; look into its log.")
    else:
        yield ok("chats", "none of a table is late")


def devices() -> Iterator[Finding]:
    """Report whether the site has the keys with which devices subscribed to notifications."""
    lost = Device.objects.exclude(key__in=webpush.keys()).count()
    if lost:
        text = f"{lost} know a key that is not in VAPID_KEY, and are told nothing"
        yield warning("devices", text, "Add the old key behind the new one, or let their owners tap once more.")
    else:
        yield ok("devices", f"{Device.objects.count()} are told")


def codes() -> Iterator[Finding]:
    """Report whether the site has the keys with which secrets of second factors are encrypted."""
    if lost := second_factors.unreadable().count():
        text = f"{lost} are encrypted with a key that is not there: their codes let no one in"
        mend = "Add the former key to SECRET_KEY_FALLBACKS, or see docs/operating.md, Changing the secret key."
        yield wrong("second factors", text, mend)
    elif old := second_factors.outdated().count():
        yield ok("second factors", f"{old} are encrypted with the present key within a day")
    else:
        yield ok("second factors", "all are encrypted with the present key")


def tidied() -> Iterator[Finding]:
    """Report whether expired rows have been removed lately."""
    last = Heartbeat.objects.filter(name=retention.NAME).values_list("at", flat=True).first()
    days = 0 if last is None else (clock.now() - last).days
    if days < NEGLECTED:
        yield ok("keeps", "what is kept no longer is removed daily")
    else:
        text = f"nothing has been removed for {days} days"
        yield warning(
            "keeps", text, "Start a worker of the queue chores, or run `python manage.py tidy`; its log says why."
        )


def workers(patience: float, *, seconds: Callable[[], float] = time.monotonic) -> Iterator[Finding]:
    """Report whether a worker fetches tasks from each queue and reaches the same database."""
    before, began = {queue: _beat(queue) for queue in SWEEPS}, seconds()
    try:
        for queue in SWEEPS:
            # The task must not expire: it would for a worker with a wrong clock, which is to be found.
            app.send_task("games.tasks.answer_doctor", [queue], queue=queue)
    except (OperationalError, OSError) as error:
        yield wrong("workers", f"cannot be asked: {words(error)}", "Mend the queue first.")
        return
    while silent := [queue for queue in SWEEPS if _beat(queue) == before[queue]]:
        if seconds() - began > patience:
            mend = "Start one with the same REDIS_URL and DATABASE_URL; if one runs, look into its log."
            yield wrong("workers", f"none has answered within {patience:.0f} s for {', '.join(silent)}", mend)
            return
        time.sleep(0.1)
    yield ok("workers", f"all queues have answered after {seconds() - began:.1f} s")
    yield from _clocks_of_workers()


def _clocks_of_workers() -> Iterator[Finding]:
    """Report by how much the clocks of the workers that have just answered differ from the database's."""
    beats = Heartbeat.objects.filter(name__in=[_name(queue) for queue in SWEEPS]).values_list("name", "gaps")
    apart = {name: float(gaps or 0) for name, gaps in beats}
    for name, seconds in sorted(apart.items()):
        if abs(seconds) > doctor.APART:
            text = f"the database's clock is {seconds:+.0f} s from that of the {name}"
            mend = "Let both take the time from the network, else words to workers are late or dropped."
            yield wrong("clocks", text, mend)


def answer(queue: str) -> None:
    """Store that a worker serves a queue, and how far the database's clock is ahead of the worker's."""
    apart = f"{site_clock.apart().total_seconds():.1f}"
    Heartbeat.objects.update_or_create(name=_name(queue), defaults={"at": clock.now(), "gaps": apart})


def _beat(queue: str) -> datetime | None:
    return Heartbeat.objects.filter(name=_name(queue)).values_list("at", flat=True).first()


def _name(queue: str) -> str:
    return f"worker {queue}"
