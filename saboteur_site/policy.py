"""The policy of the site: who may sign up and play with strangers, the operator's texts, and who runs it.

All of it is set by the operator (`settings.SIGN_UP` and the settings after it, and files in `settings.POLICY_DIR`). The
defaults set no limits.
"""

import hashlib
from collections.abc import Iterator
from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from django.conf import settings
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


class SignUp(StrEnum):
    """Who can make an account."""

    OPEN = "open"
    INVITATION = "invitation"
    CLOSED = "closed"


class Text(StrEnum):
    """A text of the operator: there may be a file for each language."""

    TERMS = "terms"
    PRIVACY = "privacy"


_SIGN_UP = {
    SignUp.OPEN: _("Everyone can sign up."),
    SignUp.INVITATION: _("You can sign up with an invitation to a table, to a circle, or from a friend."),
    SignUp.CLOSED: _("Sign-up is closed right now."),
}


def lines() -> "Iterator[StrPromise | str]":
    """Yield what holds on this site, in sentences for players."""
    yield _SIGN_UP[SignUp(settings.SIGN_UP)]
    yield _("Guests can play without an account.") if settings.GUESTS else _("You need an account to play here.")
    if settings.OPEN_TABLES:
        yield _("Tables can be open to everyone on this site.")
    else:
        yield _("You play with your friends, your circles, and people you send a link.")
    if most := settings.TABLES_A_PERSON:
        yield ngettext(
            "You can have %(count)s table waiting for players.",
            "You can have %(count)s tables waiting for players.",
            most,
        ) % {"count": most}
    if most := settings.CIRCLES_A_PERSON:
        yield ngettext("You can be in %(count)s circle.", "You can be in %(count)s circles.", most) % {"count": most}
    if most := settings.INVITATIONS_A_DAY:
        yield ngettext(
            "You can send %(count)s invitation a day.", "You can send %(count)s invitations a day.", most
        ) % {"count": most}
    if hours := settings.NEWCOMER_HOURS:
        yield ngettext(
            "In its first %(count)s hour, a new account can write to its friends only.",
            "In its first %(count)s hours, a new account can write to its friends only.",
            hours,
        ) % {"count": hours}


# -- the operator's texts


def text(name: Text) -> str:
    """Return a text in the language of the page, else in English, else in the first language there is; "" if the
    operator has none."""
    found = _texts(name)
    return found.get(get_language() or "") or found.get("en") or next(iter(found.values()), "")


def has(name: Text) -> bool:
    """Return whether the operator has such a text."""
    return bool(_texts(name))


def digest() -> str:
    """Return the digest of both texts in the language of the page: who accepts them accepts these. "" without any."""
    return _digest(text(Text.TERMS), text(Text.PRIVACY))


def accepts(accepted: str) -> bool:
    """Return whether the digest that a person accepted is that of the texts of today, in one of their languages."""
    terms, privacy = _texts(Text.TERMS), _texts(Text.PRIVACY)
    if not (terms or privacy):
        return True
    first_terms, first_privacy = _first(terms), _first(privacy)
    return any(
        accepted == _digest(terms.get(language, first_terms), privacy.get(language, first_privacy))
        for language in {*terms, *privacy}
    )


def _first(texts: dict[str, str]) -> str:
    return texts.get("en") or next(iter(texts.values()), "")


def _digest(terms: str, privacy: str) -> str:
    both = f"{terms}\0{privacy}"
    return hashlib.sha256(both.encode()).hexdigest() if terms or privacy else ""


def _texts(name: Text) -> dict[str, str]:
    """Return the texts of a name by language."""
    folder = Path(settings.POLICY_DIR)
    if not settings.POLICY_DIR:
        return {}
    found = {language: _read(folder / f"{name}.{language}.txt") for language, _name in settings.LANGUAGES}
    return {language: one for language, one in found.items() if one}


def listed_words() -> str:
    """Return the text of the operator's word list; "" without one."""
    return _read(Path(settings.POLICY_DIR) / "names.txt") if settings.POLICY_DIR else ""


def unreadable() -> list[Path]:
    """Return the files of the operator's folder that are there but cannot be read."""
    if not settings.POLICY_DIR:
        return []
    files = [path for path in sorted(Path(settings.POLICY_DIR).glob("*.txt")) if path.is_file()]
    return [path for path in files if path.stat().st_size and not _read(path)]


def _read(path: Path) -> str:
    """Return a file's text, stripped; "" for a file that is not there or cannot be read."""
    try:
        return _read_cached(path, path.stat().st_mtime_ns)
    except (OSError, UnicodeDecodeError):
        return ""


@lru_cache(maxsize=64)
def _read_cached(path: Path, _changed: int) -> str:
    return path.read_text(encoding="utf-8").strip()
