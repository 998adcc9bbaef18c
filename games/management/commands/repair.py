"""``manage.py repair GAME end|time-out|to-bot|wake|recount [SEAT] --reason "..." [--by NAME]``: step in at a table."""

from argparse import ArgumentParser
from typing import Any

from django.core.exceptions import PermissionDenied
from django.core.management.base import BaseCommand, CommandError

from accounts.models import User
from accounts.selectors import people as people_selectors
from games.models import Game
from games.rows.corrupt import CorruptTable
from games.rules.errors import Malformed
from games.rules.notation import seat_of
from games.services import repairs
from games.services.peeks import UnfitError
from saboteur_site.database import database_in_words


class Command(BaseCommand):
    """Give a table a command without a seat, as an administrator does on its page, or count it again."""

    help = "Step in at a running game with a reason, which its players see; or count its log again."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", help="the code of a table")
        parser.add_argument("what", choices=["end", *repairs.OF_A_SEAT, "recount"])
        parser.add_argument("seat", nargs="?", help="the letter of a seat, A for the first")
        parser.add_argument("--reason", default="", help="why; written into the administration's history")
        parser.add_argument("--by", help="the name of the administrator; not needed where there is only one superuser")

    def handle(self, *args: Any, **options: Any) -> None:
        self.stderr.write(f"Working on {database_in_words()}.")
        by = self._person(options["by"])
        game = Game.objects.filter(code=options["game"]).only("pk").first()
        if game is None:
            raise CommandError(f"there is no table {options['game']}")
        try:
            done = self._repair(game, by, options["what"], options["seat"], options["reason"])
        except PermissionDenied:
            raise CommandError(f"{by.username} may not step in there, or sits at that table") from None
        except (UnfitError, Malformed, CorruptTable) as error:
            raise CommandError(str(error)) from None
        self.stdout.write(f"{options['game']}: {done}")

    def _repair(self, game: Game, by: User, what: str, seat: str | None, reason: str) -> str:
        if what == "recount":
            found = repairs.recount(game_id=game.pk, by=by)
            if found:
                raise CommandError("\n".join(found))
            return "the log leads to the stored state"
        if what == "end":
            repairs.end_table(game_id=game.pk, by=by, reason=reason)
        else:
            repairs.OF_A_SEAT[what](game_id=game.pk, seat=seat_of(seat or ""), by=by, reason=reason)
        return "done"

    def _person(self, name: str | None) -> User:
        if name is None:
            rulers = list(User.objects.filter(is_superuser=True, is_active=True)[:2])
            if len(rulers) != 1:
                raise CommandError("say with --by who steps in")
            return rulers[0]
        person = people_selectors.person_named(name)
        if person is None:
            raise CommandError(f"nobody here is called {name}")
        return person
