"""What Django and django-allauth say on our pages is said by our catalogues: no message of theirs is forgotten."""

import importlib
import pkgutil
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import allauth
import django
import pytest
from babel.messages.catalog import Message
from babel.messages.pofile import read_po
from django import forms
from django.conf import settings
from django.utils import translation

import accounts.forms
import games.forms
from saboteur_site.languages import borrowed
from saboteur_site.languages.catalogues import is_translated, messages_in, texts_of
from saboteur_site.languages.extraction import extracted, messages_of
from saboteur_site.management.commands.messages import FOLDERS
from tests.site.translations import LANGUAGES, catalogue

THEIRS = [
    Path(owner.__path__[0], folder, "locale/es/LC_MESSAGES/django.po")
    for owner, folder in ((django, "conf"), (django, "contrib/auth"), (django, "contrib/admin"), (allauth, "."))
]
NUMBERS = {"limit_value": 1, "show_value": 1}


def own() -> set[str]:
    """What stands in the catalogues, with its numbers filled in where it is about a limit."""
    texts = {texts_of(message.id)[0] for message in messages_in(messages_of(settings.BASE_DIR, FOLDERS))}
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
        wrong = [one.id for one in catalogue(language) if not one.pluralizable and answered(one) is False]
        assert wrong == []


def answered(message: Message) -> bool | None:
    """Whether Django says a message as our catalogue has it; None where there is no translation yet."""
    if not is_translated(message):
        return None
    text = str(message.id)
    said = translation.pgettext(message.context, text) if message.context else translation.gettext(text)
    return bool(said == message.string)


def test_borrowed_texts_match_their_owners() -> None:
    """Else it would stand in our catalogues unused."""
    books = [read_po(StringIO(path.read_text(encoding="utf-8"))) for path in THEIRS]  # not all have their plural forms
    theirs = {texts_of(message.id) for book in books for message in messages_in(book)}
    ours = {texts_of(text) for text, _comments, _context in extracted(Path(borrowed.__file__).read_bytes(), ".py")}
    assert ours - theirs == set()
    assert len(ours) > 20
