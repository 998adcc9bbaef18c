"""``manage.py draw``: writes the art, the colours and the list of cards that the site serves, or checks them."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from games.art.files import files, pixels
from games.sheets.pictures import in_files


class Command(BaseCommand):
    """Writes the pictures, the icons, ``css/tokens.css`` and ``js/box.js`` into ``static/``."""

    help = "Draws the cards, the colours and the icons into static/, and writes what is in the box for browsers."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """``--check`` writes nothing and fails when a file differs from what would be drawn."""
        parser.add_argument("--check", action="store_true", help="write nothing, fail when a file is stale")
        parser.add_argument("--into", type=Path, default=None, help="another folder than static/")

    def handle(self, *args: Any, check: bool, into: Path | None, **options: Any) -> None:
        """Writes or checks each file; raises CommandError naming the stale ones."""
        folder = into or Path(settings.BASE_DIR) / "static"
        drawn = {path: text.encode() for path, text in files(in_files()).items()} | pixels()
        stale = [path for path, content in drawn.items() if not _holds(folder / path, content)]
        if check and stale:
            raise CommandError(_("Stale, run “manage.py draw”: %(files)s") % {"files": ", ".join(stale)})
        for path in stale:
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(drawn[path])
            self.stdout.write(path)


def _holds(path: Path, content: bytes) -> bool:
    return path.is_file() and path.read_bytes() == content
