"""What a name looks like, whatever letters it is written in. Two names that look the same have the same look.

A look is the skeleton of Unicode's Technical Standard 39, section 4, for letters and marks of all scripts. Unicode's
table of signs that look alike comes with confusable-homoglyphs. One thing goes beyond the standard: a letter with its
marks is looked up as one sign, too.
"""

import unicodedata
from functools import cache

from confusable_homoglyphs import confusables

_LEFT_TO_RIGHT = "\u200e"
"""In Unicode's table this mark stands around letters that run to the left. It is no part of them."""


def look(name: str) -> str:
    """What a name looks like: to be compared with other looks, never shown. The look of a look is itself."""
    before, found = "", _composed(name)
    while found != before:  # what stands for a sign may be signs that others stand for
        before, found = found, _composed(_replaced(_decomposed(_replaced(found))))
    return found


def _replaced(text: str) -> str:
    return "".join(_prototypes().get(sign, sign) for sign in text)


@cache
def _prototypes() -> dict[str, str]:
    """For each sign that looks like others, its prototype: the sign or row of signs that stands for all of them.

    The library's table pairs each sign with its prototype, both ways. So the prototype is the one with most partners.
    """
    partners: dict[str, set[str]] = {}
    for sign, others in confusables.confusables_data.items():
        alike = {other["c"].strip(_LEFT_TO_RIGHT) for other in others}
        partners.setdefault(sign.strip(_LEFT_TO_RIGHT), set()).update(alike)

    def prototype(sign: str) -> str:
        return max({sign, *partners[sign]}, key=lambda one: (len(partners[one]), len(one), one))

    return {sign: prototype(sign) for sign in partners if len(sign) == 1}


def _composed(text: str) -> str:
    return unicodedata.normalize("NFC", text)


def _decomposed(text: str) -> str:
    return unicodedata.normalize("NFD", text)
