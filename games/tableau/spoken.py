"""Chat messages and claims of a table, as lines between the lines of the log."""

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
    """A piece of a message; with an address if it is that of a page of this site."""

    text: str
    href: str = ""


class WordLine(NamedTuple):
    """A chat message to show: its author, the public command before it, its kind and its text. `parts` are the pieces
    of the text, `sign` is the shape of a claim; a removed message has neither. `href` leads to the actions on it.
    `to_me`: it names the reader. `seat` is that of its author, and a `program` is a bot account."""

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
    to_me: bool = False
    seat: int = -1
    program: bool = False

    @property
    def text(self) -> str:
        """The text of the message as a whole."""
        return "".join(piece.text for piece in self.parts)


def spoken_of(
    words: Sequence[Spoken], names: Sequence[str], code: str, *, seated: bool, reader: str = ""
) -> list[WordLine]:
    """Return the lines of messages; `names` are those of the current players. Only players of the table
    get links to actions. Messages that name the `reader` are marked."""
    lines = [_line(word, names, code, seated=seated) for word in words]
    named = re.compile(rf"(?<!\w){re.escape(reader)}(?!\w)", re.IGNORECASE) if reader else None
    return [line._replace(to_me=bool(named and not line.mine and named.search(line.text))) for line in lines]


def unread_of(lines: Sequence[WordLine], last_read: int) -> list[WordLine]:
    """Return the messages of others after the last one that the reader has seen, newest first like the given ones."""
    return [line for line in lines if line.number > last_read and not line.mine and not line.removed]


def last_said(words: Sequence[Spoken]) -> datetime | None:
    """Return when the newest of some messages was written, claims included; None without any."""
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
        seat=word.seat,
        program=word.program,
    )


def sign_of(claim: Claim) -> str:
    """Return the shape that marks a claim."""
    return sheet_of(claim).sign


def parts_of(text: str) -> tuple[Snippet, ...]:
    """Return a message in pieces: addresses of this site become links, and no others.

    >>> parts_of("Look: http://localhost:8000/t/abc/ or https://elsewhere.example/")[1]
    Snippet(text='http://localhost:8000/t/abc/', href='/t/abc/')
    """
    pieces = _link(settings.SITE_URL).split(text)
    # `split` returns text and matches in turn.
    return tuple(
        Snippet(piece, piece.removeprefix(settings.SITE_URL)) if place % 2 else Snippet(piece)
        for place, piece in enumerate(pieces)
        if piece
    )


@cache
def _link(site: str) -> re.Pattern[str]:
    """Return a pattern for addresses of this site: its name, a single slash, and the characters of a path."""
    return re.compile(rf"(?<![^\s(]){_whole(site)}")


def _whole(site: str) -> str:
    return rf"({re.escape(site)}/(?!/)(?:[A-Za-z0-9_/?=&.,+~-]*[A-Za-z0-9_/=-])?)"


class Mark(NamedTuple):
    """A claim in force about one thing: its shape, how many players make it, and all of it in words."""

    sign: str
    many: int
    words: str
