"""``manage.py record check|legal FILE...``, ``record export GAME``, ``record import FILE`` (``docs/notation.md``)."""

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.models import Game
from games.rules import record
from games.rules.errors import Malformed
from games.services.archive import NotOverError, bring_in, export


class Command(BaseCommand):
    """Run records, and turn finished games into records and back."""

    requires_system_checks = ()
    help = "Run records of games, export a finished game, import a record as a finished table."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parts = parser.add_subparsers(dest="what", required=True)
        for what, words in (("check", "say whether records hold"), ("legal", "print legal commands after the end")):
            parts.add_parser(what, help=words).add_argument("files", nargs="+", type=Path)
        parts.add_parser("export", help="print a finished game as a record").add_argument("game", help="its code")
        parts.add_parser("import", help="make a finished table from a record").add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        match options["what"]:
            case "check":
                self._check(options["files"])
            case "legal":
                self._legal(options["files"])
            case "export":
                self._export(options["game"])
            case "import":
                self._import(options["file"])

    def _check(self, files: list[Path]) -> None:
        bad = 0
        for file in files:
            wrong = record.check(self._read(file))
            bad += wrong is not None
            self.stdout.write(f"{file}: {wrong or 'ok'}")
        if bad:
            sys.exit(1)

    def _legal(self, files: list[Path]) -> None:
        for file in files:
            try:
                self.stdout.write(json.dumps(record.legal(self._read(file))))
            except Malformed as error:
                raise CommandError(f"{file}: {error}") from error

    def _export(self, code: str) -> None:
        game = Game.objects.filter(code=code).select_related("secret").first()
        if game is None:
            raise CommandError(f"there is no table {code}")
        try:
            self.stdout.write(json.dumps(export(game), ensure_ascii=False, indent=1))
        except NotOverError:
            raise CommandError("this game is not over: its hands and roles stay closed") from None

    def _import(self, file: Path) -> None:
        try:
            game = bring_in(self._read(file), name=file.stem)
        except Malformed as error:
            raise CommandError(f"{file}: {error}") from error
        self.stdout.write(f"imported as table {game.code}")

    def _read(self, file: Path) -> str:
        try:
            return file.read_text(encoding="utf-8")
        except (OSError, ValueError) as error:
            raise CommandError(f"{file}: {error}") from error
