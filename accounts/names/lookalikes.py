"""The look of a name, in any script. Two names that look the same have the same look.

A look is the skeleton of Unicode's Technical Standard 39, section 4, for letters and marks of all scripts. Unicode's
table of characters that look alike comes with confusable-homoglyphs. One thing goes beyond the standard: a letter with
its marks is looked up as one character, too.
"""

import unicodedata
from functools import cache

from confusable_homoglyphs import confusables

_LEFT_TO_RIGHT = "\u200e"
"""In Unicode's table this mark surrounds letters of right-to-left scripts. It is no part of them."""


def look(name: str) -> str:
    """Return the look of a name: to be compared with other looks, never shown. The look of a look is itself."""
    before, found = "", _composed(name)
    while found != before:  # the prototype of a character may have prototypes itself
        before, found = found, _composed(_replaced(_decomposed(_replaced(found))))
    return found


def _replaced(text: str) -> str:
    return "".join(_prototypes().get(char, char) for char in text)


@cache
def _prototypes() -> dict[str, str]:
    """The prototype of each character that looks like others: the character or sequence that stands for all of them.

    The library's table pairs each character with its prototype, both ways. So the prototype is the one with most
    partners.
    """
    partners: dict[str, set[str]] = {}
    for char, others in confusables.confusables_data.items():
        alike = {other["c"].strip(_LEFT_TO_RIGHT) for other in others}
        partners.setdefault(char.strip(_LEFT_TO_RIGHT), set()).update(alike)

    def prototype(char: str) -> str:
        return max({char, *partners[char]}, key=lambda one: (len(partners[one]), len(one), one))

    return {char: prototype(char) for char in partners if len(char) == 1}


def _composed(text: str) -> str:
    return unicodedata.normalize("NFC", text)


def _decomposed(text: str) -> str:
    return unicodedata.normalize("NFD", text)
