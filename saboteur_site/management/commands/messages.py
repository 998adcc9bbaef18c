"""`manage.py messages`: bring the message catalogues up to date with the code, without any gettext program."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from saboteur_site.languages.catalogues import is_translated, messages_in, read
from saboteur_site.languages.extraction import explain, messages_of
from saboteur_site.languages.merge import new_file, updated

COMMENTS = Path(settings.BASE_DIR, "locale", "comments.toml")
"""Comments for translators about place names and messages of one word."""
FOLDERS = ("accounts", "api", "circles", "games", "handbook", "personal", "results", "saboteur_site", "templates")


class Command(BaseCommand):
    """Writes the template and the catalogues that changed, and prints their names."""

    requires_system_checks = ()
    help = "Brings the message catalogues up to date with code and templates; needs no gettext program."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add --check and --release."""
        parser.add_argument("--check", action="store_true", help="change nothing, fail if a catalogue is out of date")
        parser.add_argument("--release", action="store_true", help="the same, and fail if a message is not translated")

    def handle(self, *, check: bool, release: bool = False, **options: Any) -> None:
        """Update or check the template and the catalogues."""
        stale = self._bring_up_to_date(Path(settings.LOCALE_PATHS[-1]), write=not (check or release))
        if (check or release) and stale:
            raise CommandError(f"./run manage messages has not been run: {', '.join(map(str, stale))}")
        if release and (lacking := untranslated()):
            raise CommandError("not translated yet:\n" + "\n".join(lacking))

    def _bring_up_to_date(self, locale: Path, *, write: bool) -> list[Path]:
        """Return the files that were out of date; rewrite them if `write`."""
        template = messages_of(settings.BASE_DIR, FOLDERS)
        explain(template, COMMENTS)
        texts = {locale / "django.pot": updated(new_file(), template)}
        for language in other_languages():
            path = catalogue_of(language)
            texts[path] = updated(path.read_text(encoding="utf-8") if path.exists() else _new_file(language), template)
        stale = [path for path, text in texts.items() if not path.exists() or path.read_text(encoding="utf-8") != text]
        for path in stale if write else []:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(texts[path], encoding="utf-8")
            messages = messages_in(read(path))
            done = sum(map(is_translated, messages))
            self.stdout.write(f"{path}: {done} of {len(messages)} messages are translated")
        return stale


def other_languages() -> list[str]:
    """The languages of the site except English, the language of the messages themselves."""
    return [language for language, _name in settings.LANGUAGES if language != settings.LANGUAGE_CODE]


def catalogue_of(language: str) -> Path:
    """Return the .po file of a language."""
    return Path(settings.LOCALE_PATHS[-1], language, "LC_MESSAGES", "django.po")


def untranslated() -> list[str]:
    """The messages that are not translated or fuzzy, of all languages but those marked as in progress."""
    return [
        f"{language}: {message.id!r}"
        for language in other_languages()
        if language not in settings.LANGUAGES_IN_PROGRESS
        for message in messages_in(read(catalogue_of(language)))
        if not is_translated(message)
    ]


def _new_file(language: str) -> str:
    try:
        return new_file(language)
    except KeyError:
        raise CommandError(f"Babel does not know how “{language}” counts; write its catalogue's header first") from None
