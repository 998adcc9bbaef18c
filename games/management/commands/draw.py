"""``manage.py draw``: writes the art and the colours that the site serves, or checks that they are as drawn."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from games.art.files import files
from games.sheets.pictures import in_files


class Command(BaseCommand):
    """Writes the pictures, ``css/tokens.css`` and the favicons into ``static/`` from ``games.art`` and the sheets."""

    help = "Draws the cards, the colours and the favicons into static/."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """``--check`` writes nothing and fails when a file differs from what would be drawn."""
        parser.add_argument("--check", action="store_true", help="write nothing, fail when a file is stale")
        parser.add_argument("--into", type=Path, default=None, help="another folder than static/")

    def handle(self, *args: Any, check: bool, into: Path | None, **options: Any) -> None:
        """Writes or checks each file; raises CommandError naming the stale ones."""
        folder = into or Path(settings.BASE_DIR) / "static"
        drawn = files(in_files())
        stale = [path for path, text in drawn.items() if not _holds(folder / path, text)]
        if check and stale:
            raise CommandError(_("Stale, run “manage.py draw”: %(files)s") % {"files": ", ".join(stale)})
        for path in stale:
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(drawn[path], encoding="utf-8")
            self.stdout.write(path)


def _holds(path: Path, text: str) -> bool:
    return path.is_file() and path.read_text(encoding="utf-8") == text
