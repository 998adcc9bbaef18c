"""Write the schema of the API into `api/openapi.json`, or say whether it is up to date."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from api import openapi
from api.urls import ROUTER


class Command(BaseCommand):
    """Writes the schema."""

    help = "Writes the schema of the API into api/openapi.json; with --check only says whether it is up to date."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add --check."""
        parser.add_argument("--check", action="store_true", help="change nothing, fail if the file is out of date")

    def handle(self, *_arguments: Any, **options: Any) -> None:
        """Write the file, or compare it."""
        text = openapi.as_text(openapi.built(ROUTER))
        if not options["check"]:
            openapi.FILE.write_text(text, encoding="utf-8")
        elif text != openapi.FILE.read_text(encoding="utf-8"):
            raise CommandError(
                "The API differs from api/openapi.json. If that is on purpose, `./run manage openapi` writes it again; "
                "clients of this version must go on working (docs/bots.md)."
            )
