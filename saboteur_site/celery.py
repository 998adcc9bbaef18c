"""The Celery application: which tasks run by the clock, and how tasks travel.

There are four queues, each with workers of its own, so that nothing that waits holds up what must not: *clock* never
waits, *bots* think, *post* waits for servers of others (docs/adr/0021), *chores* are what can wait for hours
(docs/adr/0062).
"""

import logging
import os
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from celery import Celery
from celery.exceptions import OperationalError
from celery.signals import task_prerun, task_revoked, worker_init
from django.conf import settings
from kombu import Connection, Exchange, Queue
from kombu.transport import TRANSPORT_ALIASES

from saboteur_site.database import clock, patience
from saboteur_site.outgoing.breaker import CircuitBreaker

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "saboteur_site.settings")

# Kombu's own transports end with the worker when they find what is no message, and that of files writes where a reader
# may find half a message.
TRANSPORT_ALIASES["filesystem"] = "saboteur_site.queue.filebroker:Transport"
TRANSPORT_ALIASES["redis"] = TRANSPORT_ALIASES["rediss"] = "saboteur_site.queue.redisbroker:Transport"

#: Seconds that a request may spend on telling the worker something.
PATIENCE = 0.3

#: Each queue with the task that does all that is due there, which comes by the clock; what a word to the queue is lost
#: for is done by it.
SWEEPS = {
    "clock": "games.tasks.tick",
    "bots": "games.tasks.play_awaited_bots",
    "post": "games.tasks.send_notices",
    "chores": "games.tasks.tidy",
}

#: How many times rarer the clock asks in a queue than in others.
RARER = {"chores": 10}

#: Where tasks go; any other goes where it can delay no other.
ROUTES = {task: queue for queue, task in SWEEPS.items()} | {
    "games.tasks.play_plan": "clock",
    "games.tasks.play_chosen": "clock",
    "games.tasks.play_bots": "bots",
}

#: Tasks that do all there is to do, and the seconds that the worker waits with them: one word is enough for so long.
GATHERED = {"games.tasks.send_notices": 1.0}


class SiteCelery(Celery):
    """Celery whose senders are in a hurry; a worker that waits for tasks has more time."""

    def connection_for_write(self, url: str | None = None, *arguments: Any, **options: Any) -> Connection:
        """Return a connection to send tasks through, which gives up soon."""
        hurried = {"socket_timeout": PATIENCE, "socket_connect_timeout": PATIENCE, "max_retries": 0}
        options["transport_options"] = hurried | (options.get("transport_options") or {})
        return super().connection_for_write(url, *arguments, **options)


app = SiteCelery("saboteur_site")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.conf.update(
    accept_content=["json"],
    task_serializer="json",
    task_ignore_result=True,
    task_store_errors_even_if_ignored=False,
    task_queues=[Queue(name, Exchange(name), routing_key=name) for name in SWEEPS],
    task_routes={task: {"queue": name} for task, name in ROUTES.items()},
    task_default_queue="post",
    # A task that dies with its worker is run again: every task here may run twice without harm.
    task_acks_late=True,
    task_time_limit=300,
    worker_prefetch_multiplier=1,
    worker_hijack_root_logger=False,
    worker_enable_remote_control=False,
    worker_send_task_events=False,
    broker_connection_retry_on_startup=True,
    broker_connection_max_retries=None,
    broker_connection_timeout=2,
    task_publish_retry=False,
    timezone="UTC",
    enable_utc=True,
    beat_scheduler="saboteur_site.queue.beat:Metronome",
)
app.autodiscover_tasks()
worker_init.connect(patience.limit_locks, dispatch_uid="saboteur_site.patience")
task_prerun.connect(clock.follow, dispatch_uid="saboteur_site.database.clock")


@app.on_after_configure.connect
def ask_by_the_clock(sender: Celery, **_signal: Any) -> None:
    """Let beat ask for all that is due in each queue; the settings say how often."""
    # No sweep expires: that would be a moment of the sender's clock, held against the worker's. One that comes late
    # finds less to do.
    sender.conf.beat_schedule = {
        name: {"task": task, "schedule": timedelta(seconds=settings.SWEEP_SECONDS * RARER.get(name, 1))}
        for name, task in SWEEPS.items()
    }


#: Seconds after which a word is of no use: sweeps have done its work. Clocks of machines may differ by less.
OLD = 600.0


@task_revoked.connect
def note_dropped(
    request: Any = None, expired: bool = False, seconds: Callable[[], float] = time.monotonic, **_signal: Any
) -> None:
    """Tell the log of a word that a worker drops because it is old, once a minute at most."""
    now = seconds()
    if expired and now >= _told.get("dropped", 0.0):
        _told["dropped"] = now + 60
        name = getattr(request, "task_name", None) or getattr(request, "task", "")
        log.warning(
            "%s was dropped: it lay in the queue for over %.0f s, or clocks differ. Run `manage.py doctor`.", name, OLD
        )


log = logging.getLogger(__name__)
_breaker = CircuitBreaker("The queue of tasks")
_told: dict[str, float] = {}


def nudge(task: str, *arguments: str | int, after: float = 0.0, seconds: Callable[[], float] = time.monotonic) -> None:
    """Ask a worker to run a task at once or so many seconds later, by its name; at worst it is not told and the next
    sweep does the work.

    Takes no longer than a request can bear, and raises nothing, whatever happens to the queue.
    """
    now, wait = seconds(), GATHERED.get(task, 0.0)
    if now < _told.get(task, now) or _breaker.is_open:
        return
    try:
        app.send_task(task, args=arguments, expires=OLD + after, countdown=wait or after or None)
    except (OperationalError, OSError) as error:
        _breaker.record_failure(error)
    else:
        _breaker.record_success()
        if wait:
            # A little less, so that who says nothing may trust that the task has not begun.
            _told[task] = now + 0.9 * wait
