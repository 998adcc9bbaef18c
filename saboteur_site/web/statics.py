"""Styles, scripts and pictures: bundled, minified, and also served to pages of earlier releases.

A bundle is one file of all styles, or all scripts, that a kind of page needs: fewer requests, and it compresses better.
`collectstatic` makes bundles; without it they are joined when they are requested.

A page of an earlier release requests files by their old names. `prepare` leaves those for a month. If they are missing,
as in a new container, the current file is served instead.
"""

import json
import re
from collections.abc import Collection, Iterable, Iterator
from mimetypes import guess_type
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.files.base import ContentFile, File
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from rcssmin import cssmin
from rjsmin import jsmin
from whitenoise.middleware import WhiteNoiseMiddleware  # type: ignore[import-untyped]
from whitenoise.storage import CompressedManifestStaticFilesStorage  # type: ignore[import-untyped]

BUNDLES = {
    "css/site.bundle.css": ("css/tokens.css", "css/site.css"),
    "css/table.bundle.css": ("css/table.css", "css/sheet.css", "css/talk.css", "css/motion.css"),
    "js/site.bundle.js": ("js/requests.js", "js/waits.js"),
    "js/table.bundle.js": (
        *("js/table.js", "js/regions.js", "js/attention.js", "js/live.js", "js/mine.js", "js/sheet.js", "js/talk.js"),
        *("js/choose.js", "js/motion.js", "js/since.js", "js/sound.js"),
    ),
}
"""Bundles and their files, in the order in which browsers read them."""
_SHORTENED = {"css/": cssmin, "js/": jsmin}
OLD_FILES_LAST = 30 * 24 * 3600
"""Seconds after the last release with a file until it is deleted."""
_HASHED = re.compile(r"(.+)\.[0-9a-f]{12}(\.\w+)")
_PACKED = (".gz", ".br")


class Storage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Django's and WhiteNoise's own, which stores our files minified, and their bundles."""

    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:
        """Add the bundles to the files that get names with hashes."""
        if not dry_run:
            for name, parts in BUNDLES.items():
                self.delete(name)
                self.save(name, ContentFile(joined([Path(self.path(part)) for part in parts])))
                paths[name] = (self, name)
        yield from super().post_process(paths, dry_run, **options)

    def _save(self, name: str, content: "File[bytes]") -> str:
        return str(super()._save(name, ContentFile(sent(name, b"".join(content.chunks())))))


class FilesMiddleware(WhiteNoiseMiddleware):  # type: ignore[misc]
    """WhiteNoise's own, which redirects from a name of another release to the current file, and joins bundles if no
    files were collected."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Return the file, a redirect to it, or the response of the site."""
        if request.path_info.startswith(self.static_prefix) and request.path_info not in self.files:
            asked = request.path_info.removeprefix(self.static_prefix)
            if asked in BUNDLES and settings.STATIC_ROOT is None:
                return _bundle(asked)
            name = today(asked)
            if name:
                return HttpResponseRedirect(self.static_prefix + name, headers={"Cache-Control": "public, max-age=60"})
        answer: HttpResponse = super().__call__(request)
        return answer


def _bundle(name: str) -> HttpResponse:
    content = joined(Path(str(finders.find(part))) for part in BUNDLES[name])
    headers = {"Cache-Control": "no-cache"}
    return HttpResponse(content, content_type=f"{guess_type(name)[0]}; charset=utf-8", headers=headers)


def joined(files: Iterable[Path]) -> bytes:
    """Return the content of a bundle: its files, one after the other."""
    return b"\n".join(file.read_bytes() for file in files)


def today(name: str) -> str:
    """The name in this release of a file that had another name in another release; "" if there is none.

    Of `css/site.0123456789ab.css` that is `css/site.` and the hash of today.
    """
    old = _HASHED.fullmatch(name)
    found = getattr(staticfiles_storage, "hashed_files", {}).get(old[1] + old[2], "") if old else ""
    return "" if found == name else str(found)


def sent(name: str, content: bytes) -> bytes:
    """Return a file of `static/` as it is served. Comments and extra white space of our own code are removed."""
    for folder, shortened in _SHORTENED.items():
        if name.startswith(folder):
            return str(shortened(content.decode())).encode()
    return content


def drop_old_files(folder: Path, present: Collection[str], now: float) -> None:
    """Delete files of earlier releases a month after the last release that had them.

    ``present``: names of the files of this release, without their packed copies. ``now``: seconds since the epoch. A
    file of JSON beside the folder says since when each old file is in no release.
    """
    ledger = folder.with_name(f"{folder.name}.old-files")
    known = json.loads(ledger.read_text()) if ledger.exists() else {}
    old = {}
    for path in sorted(folder.rglob("*")):
        name = str(path.relative_to(folder))
        if path.is_dir() or (name.rpartition(".")[0] if path.suffix in _PACKED else name) in present:
            continue
        since = known.get(name, now)
        if now - since >= OLD_FILES_LAST:
            path.unlink()
        else:
            old[name] = since
    ledger.write_text(json.dumps(old, indent=0))
