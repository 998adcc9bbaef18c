"""`manage.py doctor`: checks the site; prints findings, warnings and errors, and how to fix them."""

import sys
from argparse import ArgumentParser
from collections import Counter
from typing import Any

from django.core.management.base import BaseCommand

from games.watch import doctor
from saboteur_site.operation.doctor import Verdict


class Command(BaseCommand):
    """Prints a line for each part of the site."""

    requires_system_checks = ()
    help = "Looks at settings, database, cache, queue, mail, clock and workers, and says what to mend."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add --mail, --url, --patience."""
        parser.add_argument("--mail", metavar="ADDRESS", default="", help="send a test mail there")
        parser.add_argument("--url", action="store_true", help="ask at SITE_URL, as people do, and count the proxies")
        parser.add_argument("--patience", type=float, default=10.0, help="seconds for a worker to answer")

    def handle(self, *, mail: str, url: bool, patience: float, **options: Any) -> None:
        """Print each finding at once; the exit code is 1 after an error."""
        seen: Counter[Verdict] = Counter()
        for found in doctor.examine(mail_to=mail, url=url, patience=patience):
            seen[found.verdict] += 1
            self.stdout.write(f"{found.verdict:<8} {found.part:<11} {found.text}")
            if found.mend:
                self.stdout.write(f"{'':<20} {found.mend}")
            self.stdout.flush()
        self.stdout.write(f"{seen[Verdict.WRONG]} wrong, {seen[Verdict.WARNING]} to be looked at")
        if seen[Verdict.WRONG]:
            sys.exit(1)
