"""`manage.py compilecatalogues`: compile the message catalogues without any gettext program."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from saboteur_site.languages.catalogues import compile_catalogues


class Command(BaseCommand):
    """Compiles the catalogues that changed and prints their names."""

    help = "Compiles the message catalogues that changed; needs no gettext program."

    def handle(self, **options: Any) -> None:
        """Write the .mo files."""
        for path in compile_catalogues(list(map(Path, settings.LOCALE_PATHS))):
            self.stderr.write(f"Compiled {path}")
