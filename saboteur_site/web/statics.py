"""Styles, scripts and pictures: minified, and also served to pages of earlier releases.

A page of an earlier release requests files by their old names. `prepare` leaves those for a month. If they are missing,
as in a new container, the current file is served instead.
"""

import json
import re
from collections.abc import Collection
from pathlib import Path

from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.files.base import ContentFile, File
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from rcssmin import cssmin
from rjsmin import jsmin
from whitenoise.middleware import WhiteNoiseMiddleware  # type: ignore[import-untyped]
from whitenoise.storage import CompressedManifestStaticFilesStorage  # type: ignore[import-untyped]

_SHORTENED = {"css/": cssmin, "js/": jsmin}
OLD_FILES_LAST = 30 * 24 * 3600
"""Seconds after the last release with a file until it is deleted."""
_HASHED = re.compile(r"(.+)\.[0-9a-f]{12}(\.\w+)")
_PACKED = (".gz", ".br")


class Storage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Django's and WhiteNoise's own, which stores our files minified."""

    def _save(self, name: str, content: "File[bytes]") -> str:
        return str(super()._save(name, ContentFile(sent(name, b"".join(content.chunks())))))


class FilesMiddleware(WhiteNoiseMiddleware):  # type: ignore[misc]
    """WhiteNoise's own, which redirects from a name of another release to the current file."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Return the file, a redirect to it, or the response of the site."""
        if request.path_info.startswith(self.static_prefix) and request.path_info not in self.files:
            name = today(request.path_info.removeprefix(self.static_prefix))
            if name:
                return HttpResponseRedirect(self.static_prefix + name, headers={"Cache-Control": "public, max-age=60"})
        answer: HttpResponse = super().__call__(request)
        return answer


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
