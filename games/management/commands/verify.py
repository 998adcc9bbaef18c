"""``manage.py verify GAME``: recompute all that chance gave in a finished game, and play it through again (R98)."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.models import Game
from games.rules import verify
from games.rules.notation import SEATS
from games.services.archive import NotOverError, export, verdict


def _words(export: dict[str, Any]) -> str:
    """With what the secret was mixed, so that the line says what it proves."""
    if "words" not in export["fairness"]:
        return "and the shares of the seats, some of which the server may have drawn"
    names = dict(zip(SEATS, export["seats"], strict=False))
    typed = [f"{names[seat]} ({seat})" for seat, _share in export["fairness"]["words"]]
    if not typed:
        return "alone: nobody typed a lucky word"
    return f"and the lucky words that were typed, in this order, by {', '.join(typed)}"


class Command(BaseCommand):
    """Check that all chance of a game follows from the secret that was committed before anybody sat down."""

    requires_system_checks = ()
    help = "Recompute all chance of a finished game: give a table's code, or the file of an export."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", help="the code of a table, or the file of an export")

    def handle(self, *args: Any, **options: Any) -> None:
        export = self._export(options["game"])
        found = verdict(export)
        if found.outgrown:
            raise CommandError(f"{found.faults[-1]}; a rule was corrected since the game began, so that says nothing")
        if found.faults:
            raise CommandError("; ".join(found.faults))
        lots = sum(line.startswith("* ") for dealt in export["rounds"] for line in dealt["moves"])
        counted = f"{len(export['rounds'])} deals and {lots} lots follow from the committed secret"
        self.stdout.write(f"{options['game']}: ok, {counted} {_words(export)}")

    def _export(self, which: str) -> dict[str, Any]:
        """An export, from its file or from the table with a code. For a file no database is asked."""
        file = Path(which)
        if file.is_file():
            return self._read(file)
        game = Game.objects.filter(code=which).select_related("secret").first()
        if game is None:
            raise CommandError(f"there is no table {which}, nor a file of that name")
        try:
            return export(game)
        except NotOverError:
            raise CommandError("this game isn’t over yet: its secret stays closed") from None

    def _read(self, file: Path) -> dict[str, Any]:
        which = str(file)
        try:
            export = verify.read(file.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise CommandError(f"{which}: not JSON: {error}") from None
        if not isinstance(export, dict):
            raise CommandError(f"{which}: not a record")
        return export
