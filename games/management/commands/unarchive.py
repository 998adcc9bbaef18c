"""``manage.py unarchive CODE`` or ``--all``: put the log of archived games back into the tables of the database."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.models import Game
from games.rows import archived


class Command(BaseCommand):
    """Put rows of archived games back, each game in a transaction of its own."""

    help = "Puts the log of an archived game back, or of all with --all; may be ended at any time and run again."

    def add_arguments(self, parser: ArgumentParser) -> None:
        which = parser.add_mutually_exclusive_group(required=True)
        which.add_argument("game", nargs="?", help="the code of a table")
        which.add_argument("--all", action="store_true", help="all archived games")

    def handle(self, **options: Any) -> None:
        """Put them back, and say how many."""
        games = Game.objects.all() if options["all"] else Game.objects.filter(code=options["game"])
        if not options["all"] and not games.exists():
            raise CommandError(f"there is no table {options['game']}")
        keys = list(games.exclude(archived_at=None).order_by("pk").values_list("pk", flat=True))
        try:
            count = sum(map(archived.restore, keys))
        except archived.ArchiveError as error:
            raise CommandError(str(error)) from None
        self.stdout.write(f"games put back: {count}")
