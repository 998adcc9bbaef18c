"""`manage.py tidy`: do now what else happens once a day by itself.

It removes what is kept no longer, and counts how fast people answer.
"""

from typing import Any

from django.core.management.base import BaseCommand

from games.rows import retention
from games.services import paces

NO_HURRY = 24 * 3600.0


class Command(BaseCommand):
    """All that is kept no longer (docs/operating.md)."""

    help = "Removes what is kept no longer; may be ended at any time, and may run beside the worker."

    def handle(self, **options: Any) -> None:
        """Remove all of it, and say how much."""
        for name, count in retention.tidy(patience=NO_HURRY).items():
            self.stdout.write(f"{name}: {count}")
        paces.renew(patience=NO_HURRY)
