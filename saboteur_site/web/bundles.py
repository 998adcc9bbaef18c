"""Bundles: one file of all styles, or all scripts, that a kind of page needs. One request, and it compresses better.

`collectstatic` collects them as it does other files. Where files are served from where they lie, they are served too.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.files.storage import FileSystemStorage

BUNDLES = {
    "css/site.bundle.css": ("css/tokens.css", "css/site.css"),
    "css/table.bundle.css": ("css/table.css", "css/sheet.css", "css/talk.css", "css/motion.css"),
    "js/site.bundle.js": ("js/requests.js", "js/waits.js"),
    "js/table.bundle.js": (
        *("js/table.js", "js/regions.js", "js/attention.js", "js/live.js", "js/mine.js", "js/sheet.js", "js/talk.js"),
        *("js/choose.js", "js/later.js"),
    ),
    "js/later.bundle.js": ("js/sound.js", "js/motion.js", "js/since.js"),
}
"""Bundles and their files, in the order in which browsers read them."""


class BundleFinder(finders.BaseFinder):
    """Joins bundles when they are found, into a folder of `LOCAL_DIR`."""

    def check(self, **_options: Any) -> list[Any]:
        """Nothing is configured, so nothing is wrong."""
        return []

    def find(self, path: str, find_all: bool = False, **_options: Any) -> Any:
        """Return the file of a bundle; all of them in a list if `find_all`, as Django defines it."""
        found = [str(_joined(path))] if path in BUNDLES else []
        return found if find_all or not found else found[0]

    def list(self, ignore_patterns: Any) -> Iterator[tuple[str, FileSystemStorage]]:
        """Each bundle with the storage that has it."""
        for name in BUNDLES:
            _joined(name)
            yield name, FileSystemStorage(_folder())


def _folder() -> Path:
    return Path(settings.LOCAL_DIR, "bundles")


def _joined(name: str) -> Path:
    """Return the file of a bundle, joined if its files have changed. It is as old as the newest of them."""
    parts = [Path(str(finders.find(part))) for part in BUNDLES[name]]
    path, newest = _folder() / name, max(part.stat().st_mtime_ns for part in parts)
    size = sum(part.stat().st_size for part in parts) + len(parts) - 1
    if not path.exists() or (path.stat().st_mtime_ns, path.stat().st_size) != (newest, size):
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_name(f"{path.name}.{os.getpid()}")
        fresh.write_bytes(b"\n".join(part.read_bytes() for part in parts))
        os.utime(fresh, ns=(newest, newest))
        fresh.replace(path)
    return path
