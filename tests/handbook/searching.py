"""Searches of the handbook, as values and as pages."""

from typing import Any
from urllib.parse import quote

from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from handbook.search.index import Found, Piece, search

LANGUAGES = [code for code, _name in settings.LANGUAGES]


def found(query: str, language: str = "en") -> list[tuple[str, str]]:
    """Return kind and key of each page found, the best first."""
    with override(language):
        return [(one.page.kind, one.page.key) for one in search(query).pages]


def first(query: str, language: str = "en") -> Found:
    """Return the best page found."""
    with override(language):
        return search(query).pages[0]


def marked(pieces: tuple[Piece, ...]) -> list[str]:
    """Return the words that are marked as found."""
    return [piece.text for piece in pieces if piece.found]


def asked(query: str, **headers: str) -> Any:
    """Return the answer of the page of the search."""
    return Client(headers=headers).get(f"{reverse('handbook:search')}?q={quote(query)}")
