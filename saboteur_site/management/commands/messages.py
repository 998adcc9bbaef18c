"""`manage.py messages`: bring the message catalogues up to date with the code, without any gettext program."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import polib
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from saboteur_site.languages.extraction import messages_of, update

FOLDERS = ("accounts", "games", "saboteur_site", "templates")
PLURALS = {
    "es": "nplurals=2; plural=(n != 1);",
    "uk": "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);",
    "lv": "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n != 0 ? 1 : 2);",
    "bg": "nplurals=2; plural=(n != 1);",
}
"""How each language counts. English is the language of the messages themselves and needs no catalogue."""


class Command(BaseCommand):
    """Write the catalogues that changed and name them."""

    requires_system_checks = ()
    help = "Brings the message catalogues up to date with code and templates; needs no gettext program."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add --check."""
        parser.add_argument("--check", action="store_true", help="change nothing, fail if a catalogue is out of date")

    def handle(self, *, check: bool, **options: Any) -> None:
        """Go through the languages of the site."""
        found = messages_of(settings.BASE_DIR, FOLDERS)
        stale = []
        for language, _name in settings.LANGUAGES:
            if language == settings.LANGUAGE_CODE:
                continue
            path = Path(settings.LOCALE_PATHS[-1]) / language / "LC_MESSAGES" / "django.po"
            catalogue = opened(path, language)
            update(catalogue, found)
            text = f"{catalogue}\n"
            if path.exists() and path.read_text(encoding="utf-8") == text:
                continue
            stale.append(path)
            if not check:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
                done = len(catalogue.translated_entries())
                self.stdout.write(f"{path}: {done} of {len(catalogue)} messages are translated")
        if check and stale:
            raise CommandError(f"./run manage messages has not been run: {', '.join(map(str, stale))}")


def opened(path: Path, language: str) -> polib.POFile:
    """The catalogue of a language, a new one if there is none yet; CommandError if it is not known how it counts."""
    if language not in PLURALS:
        raise CommandError(f"PLURALS in {Path(__file__).name} has no line for “{language}” yet")
    catalogue = polib.pofile(str(path), wrapwidth=119) if path.exists() else polib.POFile(wrapwidth=119)
    catalogue.header = (
        "./run manage messages brings this file up to date; what stands after msgstr is written by people."
    )
    catalogue.metadata = {
        "Project-Id-Version": "saboteur-by-web",
        "Language": language,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": PLURALS[language],
    }
    return catalogue
