"""The operator's word list: words that no name of a player, a table or a circle may have.

A word is found as a whole word, whatever its case and accents, and in characters that look like its own.
"""

import re
import unicodedata
from functools import lru_cache

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.names.lookalikes import look
from saboteur_site import policy

_WORD = re.compile(r"[^\W_]+")


def check(name: str) -> None:
    """Raise ValidationError if a name has a listed word."""
    if has_listed_word(name):
        raise ValidationError(_("This name has a word that isn’t allowed here."), code="name_listed")


def has_listed_word(text: str) -> bool:
    """Return whether a text has a word of the list, or the words of an entry in a row."""
    listed = policy.listed_words()
    if not listed:
        return False
    entries = _entries(listed)
    longest = max((len(entry) for entry in entries), default=0)
    return any(
        words[start : start + length] in entries
        for words in _folded(text)
        for start in range(len(words))
        for length in range(1, longest + 1)
    )


@lru_cache(maxsize=4)
def _entries(listed: str) -> frozenset[tuple[str, ...]]:
    """Return the words of each line, folded in both ways; comments are left out."""
    lines = (line.partition("#")[0] for line in listed.splitlines())
    return frozenset(folded for line in lines for folded in _folded(line) if folded)


def _folded(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the looks of the words of a text in small letters and in capitals, without marks and hidden characters."""
    parts = unicodedata.normalize("NFKD", text)
    plain = "".join(char for char in parts if unicodedata.category(char) not in ("Mn", "Me", "Cf"))
    words = _WORD.findall(plain)
    return tuple(look(word.casefold()) for word in words), tuple(look(word.upper()) for word in words)
