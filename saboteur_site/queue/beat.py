"""The scheduler of the site: sends sweeps to the queues, and runs them itself while the queues are away."""

import logging
import subprocess
import sys
from datetime import timedelta
from typing import Any

from celery.beat import ScheduleEntry, Scheduler
from celery.exceptions import OperationalError
from django.conf import settings

from saboteur_site.outgoing.breaker import CircuitBreaker

log = logging.getLogger(__name__)


class Metronome(Scheduler):
    """A scheduler that does not wait for a queue: tasks that it cannot send it runs as `manage.py tick`, one process
    for each queue at a time.

    All scheduled tasks are due when it starts. The time of the last run is not stored on disk, so a beat that is
    restarted every fifty seconds would otherwise never send anything.
    """

    producer = None  # type: ignore[assignment]  # Celery's own would wait until the queue is back
    _breaker = CircuitBreaker("The queue of tasks, for beat")

    def setup_schedule(self) -> None:
        """Read the schedule; all of its entries are due."""
        super().setup_schedule()
        self._by_itself: dict[str, subprocess.Popen[bytes]] = {}
        for entry in self.schedule.values():
            entry.last_run_at = entry.default_now() - timedelta(days=1)

    def apply_entry(self, entry: ScheduleEntry, producer: Any = None) -> None:
        """Send the task to its queue; run it here if that fails."""
        try:
            self.app.send_task(str(entry.task), **(entry.options or {}))
        except (OperationalError, OSError) as error:
            self._breaker.record_failure(error)
            self._sweep(str(entry.name))
        else:
            self._breaker.record_success()

    def _sweep(self, queue: str) -> None:
        before = self._by_itself.get(queue)
        if before is None or before.poll() is not None:
            command = [sys.executable, str(settings.BASE_DIR / "manage.py"), "tick", queue]
            self._by_itself[queue] = subprocess.Popen(command)  # noqa: S603
