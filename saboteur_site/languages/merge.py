"""Update catalogues from their template, in the format of other gettext programs.

Babel merges. This module handles what Babel does not: it neither reads nor wraps the previous text (`#|`) as other
programs do, it drops unknown headers, and it rewrites unchanged messages.
"""

import itertools
from collections.abc import Iterator
from difflib import SequenceMatcher
from io import StringIO

from babel.messages.catalog import Catalog, Message
from babel.messages.plurals import PLURALS
from babel.messages.pofile import generate_po, normalize, read_po

from saboteur_site.languages.catalogues import messages_in, texts_of

_WIDTH = 119
_ALIKE = 0.3
"""The least similarity of a new message and a removed one of the same file."""
_HEADER = """\
# ./run manage messages brings this file up to date; what stands after msgstr is written by people.
msgid ""
msgstr ""
"Project-Id-Version: saboteur-by-web\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"""


def new_file(language: str = "") -> str:
    """Return an empty catalogue of a language, or the template. Raise KeyError if Babel knows no plurals of it."""
    if not language:
        return _HEADER
    count, expression = PLURALS[language]
    return f'{_HEADER}"Language: {language}\\n"\n"Plural-Forms: nplurals={count}; plural={expression};\\n"\n'


def updated(text: str, template: Catalog) -> str:
    """Return the text of a catalogue with the messages of the template: new ones are added, obsolete ones removed.

    A new message gets the translation of a removed one of its file, as fuzzy, with the text that was before it (`#|`).
    Babel's own search for a similar one is off: it compares each new message with all others.
    The header and unchanged messages are left as another program has written them; if no message changes, so are the
    order and the obsolete messages that the program has stored.
    """
    catalogue = read_po(StringIO(text), ignore_obsolete=True, abort_invalid=True)
    before = {_key(message): message for message in messages_in(catalogue)}
    paragraphs = _paragraphs(text)
    changed = _follow_changes(catalogue, template)
    catalogue.update(template, no_fuzzy_matching=True, update_creation_date=False)
    for message in messages_in(catalogue):
        message.user_comments = _comments(message)
        message.previous_id = changed.get(_key(message), message.previous_id)
        if message.fuzzy and not any(texts_of(message.string)):
            message.flags, message.previous_id = message.flags - {"fuzzy"}, []
    first = paragraphs[min(message.lineno or 0 for message in before.values())] if before else ""
    written, same = [text.partition(first or "\0")[0].strip()], len(before) == len(catalogue)
    for message, lines in zip(messages_in(catalogue), _rendered(catalogue), strict=True):
        old = before.get(_key(message))
        if old and _seen(old) == _seen(message):
            written.append(paragraphs[old.lineno or 0])
        else:
            same = False
            written.append(_with_previous(message, lines, paragraphs[old.lineno or 0] if old else ""))
    return text if same else "\n\n".join(written) + "\n"


def _follow_changes(catalogue: Catalog, template: Catalog) -> dict[tuple[str, str], list[str]]:
    """Give changed messages their old translations, as fuzzy; return their previous texts.

    Babel alone would use any similar message, even one that still exists or has another context.
    """
    gone = [message for message in messages_in(catalogue) if not template.get(message.id, message.context)]
    changed = {}
    for message in messages_in(template):
        if catalogue.get(message.id, message.context):
            continue
        near = [(_likeness(message, old), place) for place, old in enumerate(gone)]
        likeness, place = max(near, default=(0.0, 0))
        if likeness >= _ALIKE:
            old, follower = gone.pop(place), message.clone()
            follower.string, follower.flags = _string_for(message, old, catalogue), message.flags | {"fuzzy"}
            follower.user_comments = old.user_comments
            catalogue[message.id] = follower
            changed[_key(message)] = list(texts_of(old.id))
    return changed


def _string_for(message: Message, old: Message, catalogue: Catalog) -> str | tuple[str, ...]:
    """Return the translation of an old message in the shape of a new one, with or without plural forms."""
    texts = texts_of(old.string)
    if message.pluralizable and not old.pluralizable:
        return (*texts, *("" for _form in range(catalogue.num_plurals - 1)))
    return texts if message.pluralizable else texts[0]


def _likeness(message: Message, old: Message) -> float:
    """Return the similarity of two messages of the same file and context, from 0 to 1; 0 for others."""
    if message.context != old.context:
        return 0.0
    if not {file for file, _line in message.locations} & dict(old.locations).keys():
        return 0.0
    return SequenceMatcher(None, texts_of(message.id)[0], texts_of(old.id)[0], autojunk=False).ratio()


def _key(message: Message) -> tuple[str, str]:
    return message.context or "", texts_of(message.id)[0]


def _comments(message: Message) -> list[str]:
    """Return the translators' comments of a message. Babel includes its previous text."""
    return [comment for comment in message.user_comments if not comment.startswith("|")]


def _seen(message: Message) -> tuple[object, ...]:
    """Return the content of a message, independent of its line breaks."""
    files = {file for file, _line in message.locations}
    return message.id, message.string, message.flags, files, " ".join(message.auto_comments), _comments(message)


def _paragraphs(text: str) -> dict[int, str]:
    """Return the paragraphs of a text by the number of each of their lines, from 1."""
    found: dict[int, str] = {}
    for is_empty, lines in itertools.groupby(enumerate(text.splitlines(), 1), lambda line: not line[1].strip()):
        if not is_empty:
            numbers, block = zip(*lines, strict=True)
            found |= dict.fromkeys(numbers, "\n".join(block))
    return found


def _rendered(catalogue: Catalog) -> Iterator[list[str]]:
    """Yield the lines of each message of a catalogue, as Babel writes them."""
    text = "".join(generate_po(catalogue, ignore_obsolete=True, include_lineno=False, omit_header=True, width=_WIDTH))
    return (paragraph.split("\n") for paragraph in text.removesuffix("\n\n").split("\n\n") if paragraph)


def _with_previous(message: Message, lines: list[str], before: str) -> str:
    """Return a message with the previous text of its fuzzy translation. Babel would break its lines anywhere."""
    previous = [line for line in before.split("\n") if message.fuzzy and line.startswith("#|")]
    if message.previous_id:
        names = ("msgid", "msgid_plural")
        texts = [normalize(text, prefix="#| ", width=_WIDTH) for text in message.previous_id]
        previous = [f"#| {name} {text}" for name, text in zip(names, texts, strict=False)]
    first = next(number for number, line in enumerate(lines) if line.startswith("msg"))
    return "\n".join([*lines[:first], *previous, *lines[first:]])
