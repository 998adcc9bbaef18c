"""The cache of the embedded default: files in many folders, so that no write has to list thousands of them."""

from collections.abc import Iterator
from hashlib import md5
from pathlib import Path
from typing import Any

from django.core.cache.backends.base import DEFAULT_TIMEOUT, BaseCache
from django.core.cache.backends.filebased import FileBasedCache

from saboteur_site.database import storage
from saboteur_site.operation import leftovers

FOLDERS = 64


class Folder(FileBasedCache):
    """One folder of the cache. It is listed at each write, and a third of it is deleted when it is full.

    If the disk is full, a value is not stored, and the previous value of its key is deleted, because it would be stale.
    """

    def set(self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        """Store a value; delete the key if the disk is full."""
        try:
            super().set(key, value, timeout, version)
        except OSError as error:
            if not storage.is_unavailable(error):
                raise
            self.delete(key, version)

    def tidy(self) -> int:
        """Remove expired values and unfinished files; return how many."""
        files = list(Path(self._dir).iterdir())  # type: ignore[attr-defined]  # the stubs do not know it
        values = [path for path in files if path.suffix == self.cache_suffix]
        return sum(map(self._has_expired, values)) + leftovers.remove(set(files) - set(values))

    def _has_expired(self, path: Path) -> bool:
        """Return whether a value has expired; it is then removed."""
        try:
            with path.open("rb") as file:
                return bool(self._is_expired(file))  # type: ignore[attr-defined]  # as above
        except FileNotFoundError:
            return False


class FoldedCache(BaseCache):
    """Values in files, each in a folder by its key. ``MAX_ENTRIES`` is the limit of all folders together."""

    def __init__(self, location: str | Path, params: dict[str, Any]) -> None:
        super().__init__(params)
        self._location = Path(location)
        self._location.mkdir(mode=0o700, parents=True, exist_ok=True)
        options = {**params.get("OPTIONS", {}), "MAX_ENTRIES": max(1, self._max_entries // FOLDERS)}
        self._params = {**params, "OPTIONS": options}
        self._folders: dict[str, Folder] = {}

    def add(self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        """Store a value if there is none, and return whether it was stored."""
        return self._folder(key, version).add(key, value, timeout, version)

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        """Return a value, or `default`."""
        return self._folder(key, version).get(key, default, version)

    def set(self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        """Store a value."""
        self._folder(key, version).set(key, value, timeout, version)

    def touch(self, key: str, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        """Extend the timeout of a value, and return whether there was one."""
        return self._folder(key, version).touch(key, timeout, version)

    def delete(self, key: str, version: int | None = None) -> bool:
        """Delete a value and return whether there was one."""
        return self._folder(key, version).delete(key, version)

    def has_key(self, key: str, version: int | None = None) -> bool:
        """Return whether there is a value."""
        return self._folder(key, version).has_key(key, version)

    def clear(self) -> None:
        """Delete all values."""
        for folder in self._there():
            folder.clear()

    def tidy(self) -> int:
        """Remove expired values, and files of earlier versions beside the folders; return how many files."""
        strays = [path for path in self._location.glob("*") if path.is_file()]
        for path in strays:
            path.unlink(missing_ok=True)
        return len(strays) + sum(folder.tidy() for folder in self._there())

    def _folder(self, key: str, version: int | None) -> Folder:
        whole = self.make_and_validate_key(key, version)
        number = int(md5(whole.encode(), usedforsecurity=False).hexdigest()[-8:], 16) % FOLDERS
        return self._named(f"{number:02}")

    def _named(self, name: str) -> Folder:
        if name not in self._folders:
            self._folders[name] = Folder(str(self._location / name), self._params)
        return self._folders[name]

    def _there(self) -> Iterator[Folder]:
        for path in self._location.glob("*"):
            if path.is_dir():
                yield self._named(path.name)
