"""``manage.py verify GAME``: recompute every deal of a finished game from its export (R98)."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.archive import NotOverError, export
from games.models import Game
from games.rules import record, verify
from games.store import RULES_VERSION


def _earlier_rules(told: dict[str, Any]) -> str:
    """The versions of the rules before the present one under which an export says that it was played; "" for none.

    The exports of the first version do not name it.
    """
    fairness = told.get("fairness")
    versions = str(fairness.get("rules_version", "1") if isinstance(fairness, dict) else RULES_VERSION)
    return ", ".join(version for version in versions.split() if version != RULES_VERSION)


class Command(BaseCommand):
    """Check that the deals of a game follow from the secret that was committed before anybody joined."""

    help = "Recompute the deals of a finished game: give a table's code, or the file of an export."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", help="the code of a table, or the file of an export")

    def handle(self, *args: Any, **options: Any) -> None:
        told = self._export(options["game"])
        text = json.dumps(told)
        faults = verify.faults(json.loads(text))
        wrong, earlier = record.check(text), _earlier_rules(told)
        if wrong and not earlier:
            faults.append(wrong)
        if faults:
            raise CommandError("; ".join(faults))
        self.stdout.write(f"{options['game']}: ok, {len(told['rounds'])} deals follow from the committed secret")
        if wrong:
            self.stdout.write(
                f"the play is not checked: it began under version {earlier} of the rules, since corrected"
            )

    def _export(self, which: str) -> dict[str, Any]:
        game = Game.objects.filter(code=which).select_related("secret").first()
        if game is not None:
            try:
                return export(game)
            except NotOverError:
                raise CommandError("this game is not over: its secret stays closed") from None
        file = Path(which)
        if not file.is_file():
            raise CommandError(f"there is no table {which}, nor a file of that name")
        try:
            told = json.loads(file.read_text(encoding="utf-8"))
        except ValueError as error:
            raise CommandError(f"{which}: not JSON: {error}") from None
        if not isinstance(told, dict):
            raise CommandError(f"{which}: not a record")
        return told
