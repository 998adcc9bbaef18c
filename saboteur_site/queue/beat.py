"""The clock of the site: asks workers for what is due, and does it by itself while the queues are away."""

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
    """A scheduler that waits for no queue: what it cannot hand over it runs as `manage.py tick`, one for each queue at
    a time.

    All that is scheduled comes at once when it starts. Nothing on the disk remembers the last time, so a beat that is
    started again every fifty seconds would else never ask for anything.
    """

    producer = None  # type: ignore[assignment]  # Celery's own would wait until the queue is back
    _breaker = CircuitBreaker("The queue of tasks, for beat")

    def setup_schedule(self) -> None:
        """Read the schedule; everything in it is due."""
        super().setup_schedule()
        self._by_itself: dict[str, subprocess.Popen[bytes]] = {}
        for entry in self.schedule.values():
            entry.last_run_at = entry.default_now() - timedelta(days=1)

    def apply_entry(self, entry: ScheduleEntry, producer: Any = None) -> None:
        """Ask a worker; do it here if there is none."""
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
