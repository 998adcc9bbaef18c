"""Pages in other languages than English, and what English is left on them."""

import re
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from functools import cache
from typing import NamedTuple

from django.conf import settings
from django.utils import translation
from playwright.sync_api import Page

from accounts.models import User
from saboteur_site.languages.catalogues import is_translated, messages_in, read, texts_of
from saboteur_site.management.commands.messages import catalogue_of
from tests.e2e.measure import unreadable
from tests.e2e.sights import Sight

OTHERS = [code for code, _name in settings.LANGUAGES if code != settings.LANGUAGE_CODE]
"""All languages but English."""

#: What a page says, whether it is seen or read out; not what is marked as English, nor the names of permissions, which
#: Django keeps in the database in English.
SAID = """() => {
  const english = (it) => it.closest("body [lang=en], script, style, noscript, [name*=permissions]");
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), said = [document.title];
  while (walk.nextNode()) if (!english(walk.currentNode.parentElement)) said.push(walk.currentNode.data);
  for (const name of ["alt", "aria-label", "title", "placeholder", "aria-description"])
    for (const it of document.querySelectorAll(`[${name}]`)) if (!english(it)) said.push(it.getAttribute(name));
  return said.map((text) => text.replace(/\\s+/g, " ").trim()).filter(Boolean);
}"""
#: Words without which English says little, and which stand in none of the other languages.
ENGLISH = re.compile(r"\b(the|your|you|and|of|with|this|from|have)\b", re.IGNORECASE)
PLACES = re.compile(r"%\(\w+\)\w|<[^>]*>")


class English(NamedTuple):
    """What of the messages is English and nothing else: whole ones, and parts of at least three words.

    A small word alone is not among the whole ones, as the staff reads codes such as `gold`; nor is the name of the
    language.
    """

    whole: frozenset[str]
    parts: tuple[str, ...]


@contextmanager
def all_read(language: str) -> Iterator[None]:
    """Everybody who is there reads a language, and the test does."""
    User.objects.update(language=language)
    with translation.override(language):
        yield


def english_on(page: Page, language: str) -> list[str]:
    """English messages that an open page shows although the language says them in another way."""
    said = page.evaluate(SAID)
    english, everything = english_of(language), "\n".join(said)
    return sorted({*english.whole.intersection(said), *(part for part in english.parts if part in everything)})


def english_words_on(page: Page) -> list[str]:
    """What an open page says in English words. Only for tables without chat messages."""
    return [text for text in page.evaluate(SAID) if ENGLISH.search(text)]


def faults_of(sight: Sight, page: Page, language: str, ways: Collection[str]) -> dict[str, list[str]]:
    """What of a sight cannot be read in each of these ways to look at it, and what of it is not in its language."""
    sight.show(page)
    left = english_on(page, language) if language in OTHERS else []
    return {"any size, English": left, **unreadable(page, set(ways))}


@cache
def english_of(language: str) -> English:
    """What would be English on a page of a language."""
    whole, parts = set(), set()
    said: set[str] = set()
    for message in messages_in(read(catalogue_of(language))):
        english, translations = texts_of(message.id), texts_of(message.string) if is_translated(message) else ()
        translated = " ".join(translations)
        said.update(" ".join(text.split()) for text in translations if not message.pluralizable)
        if english[0] != english[0].lower() or " " in english[0]:
            whole.add(" ".join(english[0].split()))
        for part in (one for text in english for one in PLACES.split(text)):
            plain = " ".join(part.replace("%%", "%").split())
            if plain.count(" ") > 1 and part not in translated:
                parts.add(plain)
    return English(frozenset(whole - said - {"English"}), tuple(sorted(parts)))
