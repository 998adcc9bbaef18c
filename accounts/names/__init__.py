"""Player names: normalized, without invisible characters, and distinct in look.

A name is shown to all players, so only visible differences count. Two strings are one name if their `key` is equal:
compatibility forms and letter case do not count. A name is also taken if another one looks the same, as written or in
capitals (`looks`).
"""

import re
import unicodedata
from collections.abc import Iterator

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.names.lookalikes import look

SHORTEST = 2
LONGEST = 24
MOST_MARKS = 2

# Letters, marks and symbols by category, but without a visible glyph.
INVISIBLE = frozenset("\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180e\u180f\u2800\u3164\uffa0") | {
    chr(code) for code in (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))
}
# "@" would make a name look like an address at log-in; the others would break paths and links written by hand.
RESERVED = frozenset('@/\\?#%&<>"`')
SCRIPTS = ("LATIN", "CYRILLIC", "GREEK")


def spelt(raw: str) -> str:
    """Return the normalized spelling of a typed name: NFKC, single plain spaces, none at the ends."""
    return re.sub(r"\s+", " ", unicodedata.normalize("NFKC", raw)).strip()


def numbered(raw: str) -> Iterator[str]:
    """Yield a name with each digit from 2 to 9 behind it, cut so that it fits: suggestions for a name that is taken."""
    name = spelt(raw)[: LONGEST - 2].rstrip()
    for digit in range(2, 10):
        yield f"{name} {digit}"


def key(raw: str) -> str:
    """Return the key of a name: equal for two spellings of the same name; never shown."""
    return unicodedata.normalize("NFKC", spelt(raw).casefold())


def looks(raw: str) -> tuple[str, str]:
    """Return the looks of a name as it is written, and in capitals; never shown."""
    name = spelt(raw)
    return look(name), look(name.upper())


def check_name(name: str) -> None:
    """Raise ValidationError if `name` (already `spelt`) is not valid as a player's name."""
    if not SHORTEST <= len(name) <= LONGEST:
        raise ValidationError(
            _("A name has %(shortest)s to %(longest)s characters."),
            code="name_length",
            params={"shortest": SHORTEST, "longest": LONGEST},
        )
    if name != spelt(name) or any(is_hidden(sign) for sign in name):
        raise ValidationError(_("This name contains a character that can’t be seen."), code="name_hidden")
    if RESERVED.intersection(name):
        raise ValidationError(
            _("A name can’t contain any of these: %(signs)s"),
            code="name_reserved",
            params={"signs": " ".join(sorted(RESERVED))},
        )
    if not any(sign.isalnum() for sign in name):
        raise ValidationError(_("A name needs at least one letter or digit."), code="name_empty")
    if _piles_up_marks(name):
        raise ValidationError(_("One letter has too many accents."), code="name_marks")
    if _mixes_scripts(name):
        raise ValidationError(
            _("A name can’t mix letters from different alphabets, because some look alike."), code="name_mixed"
        )


def is_hidden(char: str) -> bool:
    """Return whether a character is a control, an override of direction, a surrogate, private, unassigned, or a special
    space."""
    return char in INVISIBLE or (unicodedata.category(char)[0] in "CZ" and char != " ")


def _piles_up_marks(name: str) -> bool:
    run = 0
    for char in unicodedata.normalize("NFD", name):
        run = run + 1 if unicodedata.category(char).startswith("M") else 0
        if run > MOST_MARKS:
            return True
    return unicodedata.category(name[0]).startswith("M")


def _mixes_scripts(name: str) -> bool:
    letters = (unicodedata.name(char, "") for char in name if char.isalpha())
    return len({title.split(" ")[0] for title in letters if title.startswith(SCRIPTS)}) > 1
