"""What Django and django-allauth say on our pages is said by our catalogues: no message of theirs is forgotten."""

import importlib
import pkgutil
from collections.abc import Iterator
from pathlib import Path

import allauth
import django
import polib
import pytest
from django import forms
from django.conf import settings
from django.utils import translation

import accounts.forms
import games.forms
from saboteur_site.languages import borrowed
from saboteur_site.languages.extraction import in_python, messages_of
from saboteur_site.management.commands.messages import FOLDERS
from tests.site.translations import LANGUAGES, catalogue

THEIRS = [
    Path(owner.__path__[0], folder, "locale/es/LC_MESSAGES/django.po")
    for owner, folder in ((django, "conf"), (django, "contrib/auth"), (django, "contrib/admin"), (allauth, "."))
]
NUMBERS = {"limit_value": 1, "show_value": 1}


def own() -> set[str]:
    """What stands in the catalogues, with its numbers filled in where it is about a limit."""
    texts = {text for _context, text in messages_of(settings.BASE_DIR, FOLDERS)}
    return texts | {text % NUMBERS for text in texts if "%(limit_value)" in text}


def kinds(form: type[forms.BaseForm] = forms.BaseForm) -> Iterator[type[forms.BaseForm]]:
    """Every form of this site, those that are made of others too."""
    for kind in form.__subclasses__():
        if kind.__module__.startswith(("accounts.forms.", "games.forms.")):
            yield kind
        yield from kinds(kind)


def test_all_that_a_field_of_ours_may_say_is_said_by_our_catalogues() -> None:
    for package in (accounts.forms, games.forms):
        for module in pkgutil.iter_modules(package.__path__):
            importlib.import_module(f"{package.__name__}.{module.name}")
    ours, missing, looked_at = own(), set(), 0
    with translation.override("en"):
        for field in (field for form in set(kinds()) for field in getattr(form, "base_fields", {}).values()):
            said = [*field.error_messages.values(), *(getattr(one, "message", "") for one in field.validators)]
            looked_at += len(said)
            missing |= {f"{words % NUMBERS if '%(limit_value)' in repr(words) else words}" for words in said} - ours
    assert looked_at > 200
    assert missing == {""}


@pytest.mark.parametrize("language", LANGUAGES)
def test_our_catalogues_answer_before_all_others(language: str) -> None:
    with translation.override(language):
        wrong = [entry.msgid for entry in catalogue(language) if not entry.msgid_plural and answered(entry) is False]
        assert wrong == []


def answered(entry: polib.POEntry) -> bool | None:
    """Whether Django says a message as our catalogue has it; None where there is no translation yet."""
    if not entry.translated():
        return None
    if entry.msgctxt:
        return translation.pgettext(entry.msgctxt, entry.msgid) == entry.msgstr
    return translation.gettext(entry.msgid) == entry.msgstr


def test_borrowed_texts_match_their_owners() -> None:
    """Else it would stand in our catalogues unused."""
    theirs = {(entry.msgid, entry.msgid_plural) for path in THEIRS for entry in polib.pofile(str(path))}
    ours = {(one.text, one.plural) for one in in_python(Path(borrowed.__file__).read_text(encoding="utf-8"))}
    assert ours - theirs == set()
    assert len(ours) > 20
