"""`manage.py tick`: do all that is due, as workers do by the clock. It is for cron, where there are no workers."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

import games.tasks  # noqa: F401 (they are known from then on)
from games import clock
from games.rows import retention
from games.services import paces
from saboteur_site.celery import SWEEPS, app
from saboteur_site.database import patience

A_FEW = 5.0
"""Seconds that may be spent on tidying up: the next tick goes on."""


class Command(BaseCommand):
    """One sweep of each queue."""

    help = "Lets time run out, moves bots and sends notices; may run at any time, twice, and beside workers."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the queue."""
        parser.add_argument(
            "queue", nargs="?", choices=SWEEPS, help="what is due there alone: clock, bots, post or chores"
        )

    def handle(self, *, queue: str | None, **options: Any) -> None:
        """Do what is due, chores last: they delay no message."""
        with patience.limited(patience.limit_locks):
            for name in [queue] if queue else [name for name in SWEEPS if name != "chores"]:
                app.tasks[SWEEPS[name]]()
            if queue is None and retention.is_due(clock.now()):
                retention.tidy(patience=A_FEW)
            if queue is None:
                paces.renew(patience=A_FEW)
