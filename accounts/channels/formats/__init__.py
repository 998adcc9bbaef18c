"""Kinds of chats, one file for each with a `KIND`: the fields of its form, and the request that posts a message.

`all_kinds` finds them. The request depends on the message and the stored fields alone.
"""

import json
import re
import unicodedata
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, NamedTuple

from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from saboteur_site.outgoing import outward

Fields = Mapping[str, str]
"""The values that a user entered for a chat, by the names of the fields."""

NOT_SO = _("This does not look right. Copy it once more, as a whole.")
NOT_THERE = _("We cannot write to this address. It has to begin with https:// and name a host of the internet.")
SPOKEN = re.compile(r"[!-~]+")
"""Characters of a key: those of a header (RFC 9110, 5.5) without space."""
_INVISIBLE = re.compile("[\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
"""Invisible characters that reverse or hide text."""
_HOST_DOTS = re.compile(r"(?<=\w)[.\u3002\uff0e\uff61](?=[^\W\d])")
"""Dots inside a host name, which no sentence has; not those in numbers and times."""


class Message(NamedTuple):
    """A chat message about some events. `id` stays the same when it is posted again.

    `off` is the address that unsubscribes, and `off_words` the text before it; "" for none. `ids` are the ids that its
    parts would have as single messages. `lines` tell what happened, in order. In a digest each line is one item, with
    its link in `links`, and `more` counts the items that are left out.
    """

    id: str
    events: tuple[str, ...]
    language: str
    subject: str
    lead: str
    link: str
    off: str = ""
    off_words: str = ""
    ids: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    more: int = 0


class Request(NamedTuple):
    """A request to be sent by `outward.post`."""

    url: str
    body: bytes
    headers: dict[str, str]
    method: str = "POST"


class Field(NamedTuple):
    """A field of the form of a chat."""

    name: str
    label: str | Promise
    help: str | Promise = ""
    usual: str = ""
    is_required: bool = True


class NotSoError(Exception):
    """The value of a field is invalid; the sentence is for the user."""

    def __init__(self, field: str, sentence: str | Promise = NOT_SO) -> None:
        super().__init__(field)
        self.field, self.sentence = field, sentence


class ChatKind(NamedTuple):
    """One kind of chat."""

    name: str
    """Its name in rows and addresses; ten letters at most."""
    label: str | Promise
    steps: str | Promise
    """How a user gets the values of the fields."""
    fields: tuple[Field, ...]
    read: Callable[[Fields], dict[str, str]]
    """The values to store; raises NotSoError. All fields are given, stripped; "" is an empty one."""
    write: Callable[[Fields, Message], Request]
    """The request for a message, given the stored values."""
    makes: Callable[[], dict[str, str]] = dict
    """More values to store, made here: a shared secret."""


@cache
def all_kinds() -> dict[str, ChatKind]:
    """All kinds by name, in the order of their names."""
    names = sorted(found.name for found in iter_modules(__path__))
    modules: list[Any] = [import_module(f"{__name__}.{name}") for name in names]
    return {module.KIND.name: module.KIND for module in modules}


def server_of(kind: ChatKind, fields: Fields) -> str:
    """Host and port of a chat; raises RefusedError of `outward` if posts there are not allowed."""
    return outward.place(kind.write(fields, Message("", (), "", "", "", "")).url).server


# -- for the files of this folder


def checked_url(fields: Fields, name: str) -> str:
    """The URL in a field; NotSoError if posts there are not allowed. Does not resolve its host."""
    try:
        outward.place(fields[name])
    except outward.RefusedError:
        raise NotSoError(name, NOT_THERE) from None
    return fields[name]


def checked(fields: Fields, name: str, pattern: str | re.Pattern[str]) -> str:
    """The text in a field if it matches a pattern, else NotSoError."""
    if not re.fullmatch(pattern, fields[name]):
        raise NotSoError(name)
    return fields[name]


def checked_server(fields: Fields, name: str) -> str:
    """The address of a server in a field, without a path and without a slash at its end; NotSoError."""
    server = checked_url(fields, name).rstrip("/")
    if server.count("/") != 2 or "?" in server:
        raise NotSoError(name)
    return server


def plain(text: str) -> str:
    """One line of text in which no chat finds a link or a mention.

    Players choose the names of tables and players. An invisible character (U+2060) breaks links and mentions in them.
    Chats find a link without its scheme too, by a dot between letters.

    >>> plain("Your turn:  @all, https://evil.example/").encode("ascii", "replace").decode()
    'Your turn: @?all, https:?//evil.?example/'
    """
    seen = "".join(" " if unicodedata.category(char) == "Cc" else char for char in _INVISIBLE.sub("", text))
    said = " ".join(seen.split()).replace("@", "@\u2060").replace("://", ":\u2060//")
    return _HOST_DOTS.sub("\\g<0>\u2060", said)


def as_text(
    message: Message,
    *,
    most: int,
    size: Callable[[str], int] = len,
    escape: Callable[[str], str] = lambda text: text,
    link: Callable[[str], str] = lambda url: url,
    subject: bool = True,
) -> str:
    """A message as lines of text, with texts escaped and links written for the chat. A digest lists as many items as
    fit into `most`, and counts the others."""

    def said(*lines: str) -> list[str]:
        return [escape(plain(line)) for line in lines if line]

    title = message.subject if subject else ""
    lead = message.lead if message.lead != message.subject else ""
    off = ["", " ".join((*said(message.off_words), link(message.off)))] if message.off else []
    if not message.links:
        return "\n".join([*said(title, *message.lines, lead), link(message.link), *off])
    parts = ["\n".join((*said(line), link(url))) for line, url in zip(message.lines, message.links, strict=True)]
    told = len(parts)
    while True:
        untold = message.more + len(parts) - told
        rest = [*said(_untold_words(untold, message.language)), link(message.link)] if untold else []
        text = "\n".join([*said(title, lead), *parts[:told], *rest, *off])
        if told == 0 or size(text) <= most:
            return text
        told -= 1


def _untold_words(count: int, language: str) -> str:
    """The text that counts the items that are left out."""
    with translation.override(language):
        return ngettext("And %(count)s more.", "And %(count)s more.", count) % {"count": count}


def utf16(text: str) -> int:
    """The size of a text in units of UTF-16, in which some chats count."""
    return len(text.encode("utf-16-le")) // 2


def as_json(value: Mapping[str, object]) -> bytes:
    """A body of JSON in UTF-8."""
    return json.dumps(value, ensure_ascii=False).encode()


JSON = {"Content-Type": "application/json"}
