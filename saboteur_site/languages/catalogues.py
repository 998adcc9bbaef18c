"""Message catalogues: the .po files that people edit, and the .mo files that Django reads."""

import os
from collections.abc import Sequence
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from saboteur_site.languages import progress


def read(path: Path) -> Catalog:
    """Return the catalogue in a file. Raise `PoFileError` if it is invalid, OSError if it cannot be read."""
    return read_po(StringIO(path.read_text(encoding="utf-8")), ignore_obsolete=True, abort_invalid=True)


def messages_in(catalogue: Catalog) -> list[Message]:
    """All messages of a catalogue, without its header."""
    return list(catalogue)[1:]


def texts_of(strings: Any) -> tuple[str, ...]:
    """The text of a message or of a translation, or all its plural forms."""
    return (strings,) if isinstance(strings, str) else tuple(strings)


def is_translated(message: Message) -> bool:
    """Return whether a message is translated in all plural forms and not fuzzy."""
    return not message.fuzzy and bool(message.string) and all(texts_of(message.string))


def compile_catalogues(folders: Sequence[Path]) -> list[Path]:
    """Compile every catalogue below the last of `folders` that changed since; return the .mo files written.

    Each is written beside its source or, if that is read-only, below an earlier folder, which Django reads first. No
    gettext program is needed. Files are replaced atomically: a process that starts meanwhile reads the old or the new
    one. Raise OSError if none of the folders can be written to.
    """
    *spares, home = folders
    written = []
    for source in sorted(home.glob("*/LC_MESSAGES/*.po")):
        beside = source.with_suffix(".mo")
        elsewhere = [folder / beside.relative_to(home) for folder in spares]
        if not _is_fresh(beside, source) and (target := _compile(source, [beside, *elsewhere])):
            written.append(target)
        if _is_fresh(beside, source):
            for spare in elsewhere:
                spare.unlink(missing_ok=True)
    return written


def _is_fresh(target: Path, source: Path) -> bool:
    return target.exists() and target.stat().st_mtime_ns >= source.stat().st_mtime_ns


def _compile(source: Path, targets: Sequence[Path]) -> Path | None:
    """Compile a catalogue into the first writable target; return None if it is up to date."""
    for target in targets:
        if _is_fresh(target, source):
            return None
        draft = target.with_name(f"{target.name}.{os.getpid()}")
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            draft.write_bytes(compiled(read(source)))
            draft.replace(target)
        except OSError:
            if target == targets[-1]:
                raise
        else:
            return target
    return None


def compiled(catalogue: Catalog) -> bytes:
    """Return the .mo content of a catalogue: the translated messages, and `progress.DONE` if all of the core are.

    Babel would compile incomplete plurals.
    """
    lacking = [message for message in messages_in(catalogue) if not is_translated(message)]
    for message in lacking:
        catalogue.delete(message.id, message.context)
    if not any(map(progress.is_of_core, lacking)):
        context, text = progress.DONE
        catalogue.add(text, "done", context=context)
    file = BytesIO()
    write_mo(file, catalogue)
    return file.getvalue()
