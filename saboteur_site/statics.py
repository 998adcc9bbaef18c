"""Styles and scripts of ours are written for whoever reads them, and sent without what only readers need."""

from django.core.files.base import ContentFile, File
from rcssmin import cssmin
from rjsmin import jsmin
from whitenoise.storage import CompressedManifestStaticFilesStorage  # type: ignore[import-untyped]

_SHORTENED = {"css/": cssmin, "js/": jsmin}


class Storage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Django's and WhiteNoise's own, which keeps our files as they are sent."""

    def _save(self, name: str, content: "File[bytes]") -> str:
        return str(super()._save(name, ContentFile(sent(name, b"".join(content.chunks())))))


def sent(name: str, content: bytes) -> bytes:
    """A file of `static/` as it is sent. Our own styles and scripts lose comments and spare white space."""
    for folder, shortened in _SHORTENED.items():
        if name.startswith(folder):
            return str(shortened(content.decode())).encode()
    return content
