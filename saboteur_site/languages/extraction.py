"""The messages that Python files and templates pass to gettext, as the template of all catalogues.

Babel reads Python; Django turns templates into Python. A comment that begins with `Translators:` right above a message
is copied into the catalogues, and so are the comments of `locale/comments.toml`.
"""

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from io import BytesIO
from pathlib import Path
from typing import IO, Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract, extract_python
from django.utils.translation.template import templatize

from saboteur_site.languages.catalogues import messages_in, texts_of

KEYWORDS = {
    **DEFAULT_KEYWORDS,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext_lazy": (1, 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext_lazy": ((1, "c"), 2, 3),
}
"""Which arguments of which functions are messages, their plurals and their contexts."""
_PLACE = re.compile(r"%\((\w+)\)")
_INDENTATION = re.compile(r"^[ \t]+", re.MULTILINE)
_TAG = re.compile(r"<[^>]*>")


def extract_django(
    file: IO[bytes], keywords: Mapping[str, Any], tags: Iterable[str], options: Any
) -> Iterator[tuple[Any, ...]]:
    """Extract the messages of a Django template: a method for Babel's `extract`."""
    code = _INDENTATION.sub("", templatize(file.read().decode()))  # the tokenizer would take it for Python's
    yield from extract_python(BytesIO(code.encode()), keywords, list(tags), options)


_METHODS: dict[str, Callable[..., Any]] = {".py": extract_python, ".html": extract_django, ".txt": extract_django}


def messages_of(root: Path, folders: Iterable[str]) -> Catalog:
    """Return all messages below some folders of a project, in the order of files and texts; locations have no lines.

    Raise ValueError for one text with two plurals.
    """
    found = Catalog()
    for path in sorted(path for folder in folders for path in (root / folder).rglob("*") if path.suffix in _METHODS):
        name = path.relative_to(root).as_posix()
        for text, comments, context in extracted(path.read_bytes(), path.suffix):
            known = found.get(text, context)
            if known and isinstance(text, tuple) and known.pluralizable and known.id != text:
                raise ValueError(f"{name}: {text[0]!r} has two plurals")
            found.add(text, locations=[(name, 0)], auto_comments=comments, context=context)
    template = Catalog()
    for message in sorted(messages_in(found), key=_place_in_file):
        message.auto_comments = sorted(message.auto_comments)
        template[message.id] = message
    return template


def _place_in_file(message: Message) -> tuple[str, tuple[str, ...], str]:
    return message.locations[0][0], texts_of(message.id), message.context or ""


def extracted(source: bytes, suffix: str) -> Iterator[tuple[Any, list[str], str | None]]:
    """Yield each message of a file with this suffix: its text, or text and plural; its comments; its context."""
    for _line, text, comments, context in extract(_METHODS[suffix], BytesIO(source), KEYWORDS, ["Translators:"]):
        yield text, [" ".join(comments)] if comments else [], context


def explain(template: Catalog, path: Path) -> None:
    """Add the comments of `comments.toml` to their messages."""
    comments = tomllib.loads(path.read_text(encoding="utf-8"))
    for message in messages_in(template):
        kind, key = ("contexts", message.context) if message.context else ("messages", texts_of(message.id)[0])
        message.auto_comments += filter(None, [comments[kind].get(key)])
        explained = " ".join(message.auto_comments)
        for place in places_of(message):
            if place in comments["places"] and f"{place}: " not in explained:
                message.auto_comments.append(f"{place}: {comments['places'][place]}")


def places_of(message: Message) -> list[str]:
    """Return the distinct names of the placeholders in a message."""
    return sorted(set(_PLACE.findall(" ".join(texts_of(message.id)))))


def unexplained(template: Catalog) -> list[str]:
    """Return what lacks a comment for translators: messages of one word, and placeholders that no comment names."""
    lacking = []
    for message in messages_in(template):
        words = _TAG.sub("", texts_of(message.id)[0]).split()
        explained = " ".join(message.auto_comments)
        if len(words) < 2 and not message.auto_comments:
            lacking.append(f"{message.context or ''}|{message.id}")
        lacking += [f"{message.id}: {place}" for place in places_of(message) if f"{place}: " not in explained]
    return lacking
