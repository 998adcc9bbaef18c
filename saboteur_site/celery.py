"""The Celery application: which tasks run by the clock, and how tasks travel."""

import os
from datetime import timedelta

from celery import Celery
from kombu.transport import TRANSPORT_ALIASES

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "saboteur_site.settings")

# Kombu's own transport writes a message where a reader may find it half written.
TRANSPORT_ALIASES["filesystem"] = "saboteur_site.filebroker:Transport"

app = Celery("saboteur_site")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.conf.update(
    accept_content=["json"],
    task_serializer="json",
    task_ignore_result=True,
    task_store_errors_even_if_ignored=False,
    task_default_queue="saboteur",
    # A task that dies with its worker is run again: every task here may run twice without harm.
    task_acks_late=True,
    task_time_limit=300,
    worker_prefetch_multiplier=1,
    worker_hijack_root_logger=False,
    worker_enable_remote_control=False,
    worker_send_task_events=False,
    broker_connection_retry_on_startup=True,
    broker_connection_timeout=2,
    task_publish_retry=False,
    timezone="UTC",
    enable_utc=True,
    # Nothing on disk remembers the last tick: the first one comes a minute after the start.
    beat_scheduler="celery.beat:Scheduler",
    beat_schedule={
        "tick": {
            "task": "games.tasks.tick",
            "schedule": timedelta(minutes=1),
            # A tick that could not run within its minute is of no use: the next one does all that is due.
            "options": {"expires": 55},
        },
    },
)
app.autodiscover_tasks()
