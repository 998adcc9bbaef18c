"""What was said at a table, as lines between the lines of the log."""

import re
from collections.abc import Sequence
from datetime import datetime
from functools import cache
from typing import NamedTuple

from django.conf import settings
from django.utils.translation import gettext as _

from games.models import Said
from games.rules.claims import Claim
from games.selectors.talk import Spoken
from games.sheets.talk import sheet_of
from games.wording.talk import claim_words, former_player, quick_words
from saboteur_site.templating.addresses import address


class Snippet(NamedTuple):
    """A piece of a message; with an address where it names a page of this site."""

    text: str
    href: str = ""


class WordLine(NamedTuple):
    """One word, ready to be shown: who said it, after which public command, how and what. `parts` is what was written,
    `sign` a claim's; a word that was removed has neither. `href` leads to what can be done about it."""

    number: int
    seq: int
    at: datetime
    name: str
    hue: int
    bot: bool
    kind: str
    parts: tuple[Snippet, ...]
    sign: str = ""
    mine: bool = False
    removed: bool = False
    href: str = ""


def spoken_of(words: Sequence[Spoken], names: Sequence[str], code: str, *, seated: bool) -> list[WordLine]:
    """The lines of words; `names` of those who sit there now. Only people who sit there can do something about a
    word."""
    return [_line(word, names, code, seated=seated) for word in words]


def last_said(words: Sequence[Spoken]) -> datetime | None:
    """When the newest of some words was said, claims among them; None without any."""
    return max((word.at for word in words), default=None)


def _line(word: Spoken, names: Sequence[str], code: str, *, seated: bool) -> WordLine:
    claim = word.claim
    if word.kind == Said.TEXT:
        parts = parts_of(word.text)
    else:
        parts = (Snippet(claim_words(claim, names) if claim else quick_words(word.text)),)
    return WordLine(
        number=word.number,
        seq=word.seq,
        at=word.at,
        name=word.name or former_player(),
        hue=(word.person or 0) % 12,
        bot=word.bot,
        kind=word.kind,
        parts=(Snippet(_("removed")),) if word.removed else parts,
        sign=sign_of(claim) if claim else "",
        mine=word.mine,
        removed=word.removed,
        href=address("games:said", code, word.number) if seated and not (word.removed or claim) else "",
    )


def sign_of(claim: Claim) -> str:
    """The shape that stands for a claim."""
    return sheet_of(claim).sign


def parts_of(text: str) -> tuple[Snippet, ...]:
    """A message in pieces: pages of this site can be followed, and nothing else.

    >>> parts_of("Look: http://localhost:8000/t/abc/ or https://elsewhere.example/")[1]
    Snippet(text='http://localhost:8000/t/abc/', href='/t/abc/')
    """
    pieces = _link(settings.SITE_URL).split(text)
    # What the pattern catches stands at every second place.
    return tuple(
        Snippet(piece, piece.removeprefix(settings.SITE_URL)) if place % 2 else Snippet(piece)
        for place, piece in enumerate(pieces)
        if piece
    )


@cache
def _link(site: str) -> re.Pattern[str]:
    """An address of this site: its name, a slash that no other follows, and what stands in a path."""
    return re.compile(rf"(?<![^\s(]){_whole(site)}")


def _whole(site: str) -> str:
    return rf"({re.escape(site)}/(?!/)(?:[A-Za-z0-9_/?=&.,+~-]*[A-Za-z0-9_/=-])?)"


class Mark(NamedTuple):
    """What is claimed now of one thing in one way: a shape, how many say so, and all of it in words."""

    sign: str
    many: int
    words: str
