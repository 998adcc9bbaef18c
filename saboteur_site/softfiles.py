"""The cache of the embedded default, whose disk may be full."""

from typing import Any

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.filebased import FileBasedCache

from saboteur_site import storage


class SoftFileCache(FileBasedCache):
    """Files as long as there is room for them; without room nothing is kept, and what was kept before is not old."""

    def set(self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        """Keep a value, or nothing."""
        try:
            super().set(key, value, timeout, version)
        except OSError as error:
            if not storage.cannot_keep(error):
                raise
            self.delete(key, version)
