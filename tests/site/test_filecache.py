"""The cache of the embedded default: it keeps what any cache keeps, and no write lists more than a small folder."""

import os
from pathlib import Path

import pytest
import time_machine
from django.core.cache.backends.filebased import FileBasedCache

from saboteur_site.cache.files import FOLDERS, FoldedCache

MOST = 10_000


@pytest.fixture
def cache(tmp_path: Path) -> FoldedCache:
    """An empty cache."""
    return FoldedCache(tmp_path / "cache", {"OPTIONS": {"MAX_ENTRIES": MOST}, "KEY_PREFIX": "site"})


def files(cache: FoldedCache) -> list[Path]:
    """All files of a cache."""
    return [path for path in cache._location.rglob("*") if path.is_file()]


def test_it_keeps_changes_and_forgets_as_any_cache_does(cache: FoldedCache) -> None:
    assert cache.get("one") is None
    assert cache.get("one", "nothing") == "nothing"
    cache.set("one", [1, {"a": None}], 60)
    assert cache.get("one") == [1, {"a": None}]
    assert cache.has_key("one")
    assert not cache.add("one", 2, 60)
    assert cache.add("two", 2, 60)
    assert cache.incr("two", 3) == 5
    assert cache.touch("two", 600)
    assert not cache.touch("three", 600)
    assert cache.get_many(["one", "two", "three"]) == {"one": [1, {"a": None}], "two": 5}
    assert cache.delete("one")
    assert not cache.delete("one")
    assert cache.get("one") is None
    cache.set("one", 1, 60, version=2)
    assert (cache.get("one"), cache.get("one", version=2)) == (None, 1)
    cache.clear()
    assert files(cache) == []


def test_two_caches_of_one_place_see_the_same(cache: FoldedCache) -> None:
    other = FoldedCache(cache._location, {"OPTIONS": {"MAX_ENTRIES": MOST}, "KEY_PREFIX": "site"})
    stranger = FoldedCache(cache._location, {"OPTIONS": {"MAX_ENTRIES": MOST}, "KEY_PREFIX": "other"})
    cache.set("one", 1, 60)
    assert (other.get("one"), stranger.get("one")) == (1, None)


@pytest.fixture
def listed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many files each listing of a folder found."""
    found: list[int] = []
    real = FileBasedCache._list_cache_files  # type: ignore[attr-defined]

    def count(folder: FileBasedCache) -> list[str]:
        names: list[str] = real(folder)
        found.append(len(names))
        return names

    monkeypatch.setattr(FileBasedCache, "_list_cache_files", count)
    return found


def test_no_write_lists_thousands_of_files(cache: FoldedCache, listed: list[int]) -> None:
    for number in range(3000):
        cache.set(f"key-{number}", number, 60)
    assert len(files(cache)) == 3000
    assert len(listed) == 3000
    assert max(listed) < 3 * 3000 / FOLDERS


def test_a_full_cache_makes_room(tmp_path: Path, listed: list[int]) -> None:
    cache = FoldedCache(tmp_path, {"OPTIONS": {"MAX_ENTRIES": 5 * FOLDERS}})
    for number in range(20 * FOLDERS):
        cache.set(f"key-{number}", number, 60)
    assert len(files(cache)) <= 5 * FOLDERS
    assert max(listed) <= 5


def test_expired_and_unfinished_files_are_removed(cache: FoldedCache) -> None:
    for number in range(20):
        cache.set(f"old-{number}", number, 60)
    cache.set("for-ever", 1, None)
    with time_machine.travel("2100-01-01", tick=False):
        cache.set("fresh", 2, 60)
        folder = files(cache)[0].parent
        (folder / "tmp-of-long-ago").touch()
        os.utime(folder / "tmp-of-long-ago", (0, 0))
        (cache._location / "of-an-earlier-version.djcache").touch()
        assert cache.tidy() == 22
        assert cache.tidy() == 0
        assert (cache.get("for-ever"), cache.get("fresh"), len(files(cache))) == (1, 2, 2)


def test_an_unfinished_file_of_now_is_left_alone(cache: FoldedCache) -> None:
    cache.set("one", 1, 60)
    half = files(cache)[0].parent / "tmp-of-now"
    half.touch()
    assert cache.tidy() == 0
    assert half.exists()
