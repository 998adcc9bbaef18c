"""What `manage.py doctor` looks at in the games: whether the clock ticks, mail leaves, and workers work."""

import time
from collections.abc import Iterator
from datetime import datetime, timedelta

from celery.exceptions import OperationalError
from django.db import DatabaseError

from games import clock, keeps
from games.models import Game, Heartbeat, Notice, Status
from saboteur_site import doctor
from saboteur_site.celery import app
from saboteur_site.doctor import Finding, ok, warning, words, wrong

LATE, MISSED = 150, 300
"""Seconds after which a tick, which comes every minute, is late, and missed."""
NEGLECTED = 3
"""Days after which it is told that nothing is tidied up."""
_WORKER = "worker"


def examine(*, mail_to: str = "", url: bool = False, patience: float = 10.0) -> Iterator[Finding]:
    """All findings, one after the other; workers are given so many seconds to answer."""
    yield from doctor.site(mail_to=mail_to, url=url)
    try:
        for part in (ticks(), games(), notices(), tidied(), workers(patience)):
            yield from part
    except DatabaseError as error:
        yield wrong("games", words(error), "Bring the database up first.")


def ticks() -> Iterator[Finding]:
    """How long ago the clock ticked: whether beat, a worker and the queue between them do their work."""
    last = _beat("tick")
    if last is None:
        yield wrong("clock", "has never ticked", "Start beat and a worker, or let cron run `python manage.py tick`.")
        return
    age = (clock.now() - last).total_seconds()
    told = f"ticked {max(0, round(age))} s ago"
    if age > MISSED:
        yield wrong("clock", told, "Start beat and a worker: meanwhile no time runs out and no mail leaves.")
    elif age > LATE:
        yield warning("clock", told, "It should every minute: look whether the workers keep up.")
    else:
        yield ok("clock", told)


def games() -> Iterator[Finding]:
    """Whether the clock of some table fails."""
    stuck = Game.objects.filter(status=Status.RUNNING).exclude(stuck_at=None).count()
    if stuck:
        yield wrong("tables", f"the clock of {stuck} fails", "Look at them in the admin, and into the worker's log.")
    else:
        yield ok("tables", "no clock fails")


def notices() -> Iterator[Finding]:
    """Whether what is to be told is told."""
    now = clock.now()
    overdue = Notice.objects.filter(done_at=None, due_at__lt=now - timedelta(minutes=10)).count()
    dead = Notice.objects.filter(outcome=Notice.Outcome.DEAD, done_at__gt=now - timedelta(days=1)).count()
    if overdue:
        yield wrong("notices", f"{overdue} are more than ten minutes late", "Start a worker; see what mail says above.")
    elif dead:
        yield warning(
            "notices",
            f"{dead} were given up since yesterday",
            "See what mail says above; whom they were for reads why in their profile.",
        )
    else:
        yield ok("notices", "none is late, none was given up since yesterday")


def tidied() -> Iterator[Finding]:
    """Whether what is kept no longer has been removed of late."""
    last = _beat(keeps.NAME)
    days = 0 if last is None else (clock.now() - last).days
    if days < NEGLECTED:
        yield ok("keeps", "what is kept no longer is removed daily")
    else:
        told = f"nothing has been removed for {days} days"
        yield warning("keeps", told, "Run `python manage.py tidy`, and look into the log of the worker for why.")


def workers(patience: float) -> Iterator[Finding]:
    """Whether a worker fetches a task from the queue and reaches the same database."""
    before, began = _beat(_WORKER), time.monotonic()
    try:
        app.send_task("games.tasks.answer_doctor", expires=patience)
    except (OperationalError, OSError) as error:
        yield wrong("workers", f"cannot be asked: {words(error)}", "Mend the queue first.")
        return
    while _beat(_WORKER) == before:
        if time.monotonic() - began > patience:
            mend = "Start one with the same REDIS_URL and DATABASE_URL; if one runs, look into its log."
            yield wrong("workers", f"none has answered within {patience:.0f} s", mend)
            return
        time.sleep(0.1)
    yield ok("workers", f"one has answered after {time.monotonic() - began:.1f} s")


def answer() -> None:
    """A worker is here; it says so in the database."""
    Heartbeat.objects.update_or_create(name=_WORKER, defaults={"at": clock.now()})


def _beat(name: str) -> datetime | None:
    return Heartbeat.objects.filter(name=name).values_list("at", flat=True).first()
