"""The cache of the embedded default: it keeps what any cache keeps, and no write lists more than a small folder."""

import os
from pathlib import Path

import pytest
import time_machine
from django.core.cache.backends.filebased import FileBasedCache

from saboteur_site.cache.files import FOLDERS, FoldedCache

MOST = 10_000


@pytest.fixture
def kept(tmp_path: Path) -> FoldedCache:
    """An empty cache."""
    return FoldedCache(tmp_path / "cache", {"OPTIONS": {"MAX_ENTRIES": MOST}, "KEY_PREFIX": "site"})


def files(cache: FoldedCache) -> list[Path]:
    """All files of a cache."""
    return [path for path in cache._location.rglob("*") if path.is_file()]


def test_it_keeps_changes_and_forgets_as_any_cache_does(kept: FoldedCache) -> None:
    assert kept.get("one") is None
    assert kept.get("one", "nothing") == "nothing"
    kept.set("one", [1, {"a": None}], 60)
    assert kept.get("one") == [1, {"a": None}]
    assert kept.has_key("one")
    assert not kept.add("one", 2, 60)
    assert kept.add("two", 2, 60)
    assert kept.incr("two", 3) == 5
    assert kept.touch("two", 600)
    assert not kept.touch("three", 600)
    assert kept.get_many(["one", "two", "three"]) == {"one": [1, {"a": None}], "two": 5}
    assert kept.delete("one")
    assert not kept.delete("one")
    assert kept.get("one") is None
    kept.set("one", 1, 60, version=2)
    assert (kept.get("one"), kept.get("one", version=2)) == (None, 1)
    kept.clear()
    assert files(kept) == []


def test_two_caches_of_one_place_see_the_same(kept: FoldedCache) -> None:
    other = FoldedCache(kept._location, {"OPTIONS": {"MAX_ENTRIES": MOST}, "KEY_PREFIX": "site"})
    stranger = FoldedCache(kept._location, {"OPTIONS": {"MAX_ENTRIES": MOST}, "KEY_PREFIX": "other"})
    kept.set("one", 1, 60)
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


def test_no_write_lists_thousands_of_files(kept: FoldedCache, listed: list[int]) -> None:
    for number in range(3000):
        kept.set(f"key-{number}", number, 60)
    assert len(files(kept)) == 3000
    assert len(listed) == 3000
    assert max(listed) < 3 * 3000 / FOLDERS


def test_a_full_cache_makes_room(tmp_path: Path, listed: list[int]) -> None:
    kept = FoldedCache(tmp_path, {"OPTIONS": {"MAX_ENTRIES": 5 * FOLDERS}})
    for number in range(20 * FOLDERS):
        kept.set(f"key-{number}", number, 60)
    assert len(files(kept)) <= 5 * FOLDERS
    assert max(listed) <= 5


def test_expired_and_unfinished_files_are_removed(kept: FoldedCache) -> None:
    for number in range(20):
        kept.set(f"old-{number}", number, 60)
    kept.set("for-ever", 1, None)
    with time_machine.travel("2100-01-01", tick=False):
        kept.set("fresh", 2, 60)
        folder = files(kept)[0].parent
        (folder / "tmp-of-long-ago").touch()
        os.utime(folder / "tmp-of-long-ago", (0, 0))
        (kept._location / "of-an-earlier-version.djcache").touch()
        assert kept.tidy() == 22
        assert kept.tidy() == 0
        assert (kept.get("for-ever"), kept.get("fresh"), len(files(kept))) == (1, 2, 2)


def test_an_unfinished_file_of_now_is_left_alone(kept: FoldedCache) -> None:
    kept.set("one", 1, 60)
    half = files(kept)[0].parent / "tmp-of-now"
    half.touch()
    assert kept.tidy() == 0
    assert half.exists()
