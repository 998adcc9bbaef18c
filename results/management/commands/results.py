"""``manage.py results``: compute all results again from the logs."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from results.services import recount


class Command(BaseCommand):
    """Results and sums follow from the logs of finished games. This computes all of them again."""

    help = "Compute the results of all finished games again from their logs. --check compares and changes nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="only say what differs")

    def handle(self, *args: Any, **options: Any) -> None:
        if not options["check"]:
            self.stdout.write(f"{recount.recount()} games are counted.")
            return
        found = recount.differences()
        if found:
            raise CommandError("\n".join(found))
        self.stdout.write("All results are as the logs say.")
