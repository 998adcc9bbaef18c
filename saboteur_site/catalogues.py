"""Message catalogues: the .po files that people edit, compiled to the .mo files that Django reads."""

import os
from collections.abc import Iterable
from pathlib import Path

import polib


def compile_catalogues(folders: Iterable[Path]) -> list[Path]:
    """Compile every catalogue below `folders` that changed since it was compiled; return the .mo files written.

    No gettext program is needed. A file appears whole: a process that starts meanwhile reads the old or the new.
    """
    written = []
    for source in sorted(path for folder in folders for path in folder.glob("*/LC_MESSAGES/*.po")):
        target = source.with_suffix(".mo")
        if target.exists() and target.stat().st_mtime_ns >= source.stat().st_mtime_ns:
            continue
        draft = target.with_name(f"{target.name}.{os.getpid()}")
        polib.pofile(str(source)).save_as_mofile(str(draft))
        draft.replace(target)
        written.append(target)
    return written
