"""Messages in the code: what Python files and templates hand to gettext, found without any gettext program.

Python is read as a syntax tree, templates by Django's own translation of templates into such calls. A comment that
begins with `Translators:` right above a message goes into the catalogues.
"""

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import polib
from django.utils.translation.template import templatize

CALLS = {
    "_": ("text",),
    "gettext": ("text",),
    "gettext_lazy": ("text",),
    "gettext_noop": ("text",),
    "ngettext": ("text", "plural"),
    "ngettext_lazy": ("text", "plural"),
    "pgettext": ("context", "text"),
    "pgettext_lazy": ("context", "text"),
    "npgettext": ("context", "text", "plural"),
    "npgettext_lazy": ("context", "text", "plural"),
}
"""What a call hands over first, by its function's name."""

_IN_TEMPLATE = re.compile(r"\b(?:n?p?gettext|_)\(")
_COMMENT = re.compile(r"#\s*(Translators:.*)")
_PLACE = re.compile(r"%(?:\(\w+\))?[sd]\b")


@dataclass
class Message:
    """One message as translators see it: where it stands, and what was said about it."""

    text: str
    plural: str = ""
    context: str = ""
    files: set[str] = field(default_factory=set)
    comments: set[str] = field(default_factory=set)


def messages_of(root: Path, folders: Iterable[str]) -> dict[tuple[str, str], Message]:
    """All messages below some folders of a project, by context and text; ValueError for two plurals of one text."""
    found: dict[tuple[str, str], Message] = {}
    for path in sorted(path for folder in folders for path in (root / folder).rglob("*")):
        name = path.relative_to(root).as_posix()
        for message in _in_file(path):
            known = found.setdefault((message.context, message.text), message)
            known.files.add(name)
            known.comments |= message.comments
            if message.plural and known.plural not in ("", message.plural):
                raise ValueError(f"{name}: {message.text!r} has two plurals")
            known.plural = known.plural or message.plural
    return found


def _in_file(path: Path) -> Iterator[Message]:
    if path.suffix == ".py":
        yield from in_python(path.read_text(encoding="utf-8"))
    elif path.suffix in (".html", ".txt"):
        yield from in_template(path.read_text(encoding="utf-8"))


def in_python(source: str) -> Iterator[Message]:
    """The messages of a Python file."""
    lines = source.splitlines()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            message = _of_call(node)
            if message is not None:
                message.comments |= _comments_above(lines, node.lineno - 1)
                yield message


def in_template(source: str) -> Iterator[Message]:
    """The messages of a Django template."""
    code = templatize(source)
    for start in _IN_TEMPLATE.finditer(code):
        call = _call_at(code, start.start())
        message = _of_call(call) if call is not None else None
        if message is not None:
            yield message


def _call_at(code: str, start: int) -> ast.Call | None:
    """The call that begins somewhere in a templatized template: up to the first bracket that makes it whole."""
    end = code.find(")", start)
    while end != -1:
        try:
            body = ast.parse(code[start : end + 1], mode="eval").body
        except SyntaxError:
            end = code.find(")", end + 1)
            continue
        return body if isinstance(body, ast.Call) else None
    return None


def _of_call(node: ast.Call) -> Message | None:
    name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
    parts = CALLS.get(name)
    if parts is None or len(node.args) < len(parts):
        return None
    said = {}
    for part, argument in zip(parts, node.args, strict=False):
        if not (isinstance(argument, ast.Constant) and isinstance(argument.value, str)):
            return None
        said[part] = argument.value
    if not said["text"]:
        return None
    return Message(said["text"], said.get("plural", ""), said.get("context", ""))


def _comments_above(lines: list[str], row: int) -> set[str]:
    """The comment for translators in the lines above a row, as one text; the second line of one goes on with it."""
    said: list[str] = []
    while row and lines[row - 1].strip().startswith("#"):
        row -= 1
        said.insert(0, lines[row].strip().lstrip("# "))
        if _COMMENT.match(lines[row].strip()):
            return {" ".join(said)}
    return set()


def update(catalogue: polib.POFile, found: dict[tuple[str, str], Message]) -> None:
    """Bring a catalogue up to date: new messages come, gone ones go, translations stay."""
    known = {(entry.msgctxt or "", entry.msgid): entry for entry in catalogue if not entry.obsolete}
    entries = []
    for key, message in sorted(found.items(), key=lambda item: (min(item[1].files), item[1].text, item[1].context)):
        entry = known.get(key) or polib.POEntry(msgid=message.text, msgctxt=message.context or None)
        if bool(entry.msgid_plural) != bool(message.plural):
            entry.msgstr, entry.msgstr_plural = "", {}
        entry.msgid_plural = message.plural
        if message.plural and not entry.msgstr_plural:
            entry.msgstr_plural = dict.fromkeys(range(plural_forms(catalogue)), "")
        entry.occurrences = [(name, "") for name in sorted(message.files)]
        entry.comment = "\n".join(sorted(message.comments))
        entry.flags = ["python-format"] if _PLACE.search(message.text + message.plural) else []
        entries.append(entry)
    catalogue[:] = entries


def plural_forms(catalogue: polib.POFile) -> int:
    """How many plural forms a catalogue's language has."""
    match = re.match(r"nplurals=(\d+)", catalogue.metadata["Plural-Forms"])
    if match is None:
        raise ValueError(catalogue.metadata["Plural-Forms"])
    return int(match[1])
