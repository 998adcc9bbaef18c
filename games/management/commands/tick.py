"""`manage.py tick`: do all that is due, as the worker does every minute; for cron, where there is no worker."""

from typing import Any

from django.core.management.base import BaseCommand

from games import clock, keeps, tasks

A_FEW = 5.0
"""Seconds that may be spent on tidying up: the next tick goes on."""


class Command(BaseCommand):
    """One tick."""

    help = "Lets time run out, moves bots and sends notices; may run at any time, twice, and beside the worker."

    def handle(self, **options: Any) -> None:
        """Tick once."""
        tasks.tick()
        if keeps.is_due(clock.now()):
            keeps.tidy(patience=A_FEW)
