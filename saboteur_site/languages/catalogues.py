"""Message catalogues: the .po files that people edit, compiled to the .mo files that Django reads."""

import os
from collections.abc import Sequence
from pathlib import Path

import polib


def compile_catalogues(folders: Sequence[Path]) -> list[Path]:
    """Compile every catalogue below the last of `folders` that changed since; return the .mo files written.

    Each goes beside its source, or, where the code belongs to somebody else, below the folder before, which Django
    looks at first. No gettext program is needed. A file appears whole: a process that starts meanwhile reads the old or
    the new. Raises OSError if none of the folders can be written to.
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
    """Compile a catalogue into the first place that takes it; None when it is there already."""
    for target in targets:
        if _is_fresh(target, source):
            return None
        draft = target.with_name(f"{target.name}.{os.getpid()}")
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            polib.pofile(str(source)).save_as_mofile(str(draft))
            draft.replace(target)
        except OSError:
            if target == targets[-1]:
                raise
        else:
            return target
    return None
