"""The Celery application: the schedule of tasks, and their queues.

There are four queues, each with workers of its own, so that slow tasks delay no urgent ones: *clock* never waits,
*bots* computes, *post* waits for remote servers (docs/adr/0021), *chores* can wait for hours (docs/adr/0062).
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

# Kombu's own transports end the worker when they read an invalid message, and its file transport writes files in place,
# so that readers may find incomplete messages.
TRANSPORT_ALIASES["filesystem"] = "saboteur_site.queue.filebroker:Transport"
TRANSPORT_ALIASES["redis"] = TRANSPORT_ALIASES["rediss"] = "saboteur_site.queue.redisbroker:Transport"

#: Seconds that a request may spend on sending a task.
PATIENCE = 0.3

#: Each queue with its sweep, a periodic task that does all due work there, including that of lost messages.
SWEEPS = {
    "clock": "games.tasks.tick",
    "bots": "games.tasks.play_awaited_bots",
    "post": "games.tasks.send_notices",
    "chores": "games.tasks.tidy",
}

#: By which factor the sweeps of a queue are rarer than the others.
RARER = {"chores": 10}

#: The queues of tasks; all other tasks use a queue where they delay no other.
ROUTES = {task: queue for queue, task in SWEEPS.items()} | {
    "games.tasks.play_plan": "clock",
    "games.tasks.play_chosen": "clock",
    "games.tasks.play_bots": "bots",
    "results.tasks.count": "chores",
    "personal.tasks.pack": "chores",
}

#: Tasks that do all due work, with their delay in seconds: during the delay one message is enough.
GATHERED = {"games.tasks.send_notices": 1.0}


class SiteCelery(Celery):
    """Celery with short timeouts for senders; a worker that waits for tasks has longer ones."""

    def connection_for_write(self, url: str | None = None, *arguments: Any, **options: Any) -> Connection:
        """Return a connection for sending tasks, with a short timeout."""
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
    # A task whose worker dies is run again: all tasks here are idempotent.
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
    """Schedule the sweep of each queue, as often as the settings say."""
    # No sweep expires: its expiry would compare the sender's clock with the worker's. A late sweep finds less to do.
    sender.conf.beat_schedule = {
        name: {"task": task, "schedule": timedelta(seconds=settings.SWEEP_SECONDS * RARER.get(name, 1))}
        for name, task in SWEEPS.items()
    }


#: Seconds after which a message is obsolete: sweeps have done its work. Clocks of machines differ by less.
OLD = 600.0


@task_revoked.connect
def note_dropped(
    request: Any = None, expired: bool = False, seconds: Callable[[], float] = time.monotonic, **_signal: Any
) -> None:
    """Log that a worker drops an old message, once a minute at most."""
    now = seconds()
    if expired and now >= _silent_until.get("dropped", 0.0):
        _silent_until["dropped"] = now + 60
        name = getattr(request, "task_name", None) or getattr(request, "task", "")
        log.warning(
            "%s was dropped: it lay in the queue for over %.0f s, or clocks differ. Run `manage.py doctor`.", name, OLD
        )


log = logging.getLogger(__name__)
_breaker = CircuitBreaker("The queue of tasks")
_silent_until: dict[str, float] = {}


def nudge(task: str, *arguments: str | int, after: float = 0.0, seconds: Callable[[], float] = time.monotonic) -> None:
    """Send a task by its name, to run at once or after so many seconds. If the message is lost, the next sweep does the
    work.

    Takes at most about `PATIENCE`, and raises nothing, whatever happens to the queue.
    """
    now, wait = seconds(), GATHERED.get(task, 0.0)
    if now < _silent_until.get(task, now) or _breaker.is_open:
        return
    try:
        app.send_task(task, args=arguments, expires=OLD + after, countdown=wait or after or None)
    except (OperationalError, OSError) as error:
        _breaker.record_failure(error)
    else:
        _breaker.record_success()
        if wait:
            # A little less, so that a sender who skips the message can rely on the task not having begun.
            _silent_until[task] = now + 0.9 * wait
