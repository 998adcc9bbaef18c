"""Where catalogues are compiled to: beside their sources, or where the site may write if root owns the code."""

import os
from pathlib import Path

import pytest
from babel.messages.mofile import read_mo

from saboteur_site.languages.catalogues import compile_catalogues
from saboteur_site.languages.merge import new_file

PLACE = Path("es", "LC_MESSAGES")


@pytest.fixture
def folders(tmp_path: Path) -> list[Path]:
    """A folder to fall back on, which is not there yet, and one with a catalogue."""
    (tmp_path / "home" / PLACE).mkdir(parents=True)
    put(tmp_path / "home", "Mesa")
    return [tmp_path / "spare", tmp_path / "home"]


def put(home: Path, words: str) -> None:
    """Change the translation of "Table"."""
    path = home / PLACE / "django.po"
    path.write_text(f'{new_file("es")}\nmsgid "Table"\nmsgstr "{words}"\n')


def close(home: Path) -> None:
    """Let nothing be compiled below a folder, not even by root."""
    (home / PLACE / f"django.mo.{os.getpid()}").mkdir(exist_ok=True)


def read(folder: Path) -> str:
    """What "Table" is called in the compiled catalogue of a folder, "" if there is none."""
    path = folder / PLACE / "django.mo"
    if not path.exists():
        return ""
    with path.open("rb") as file:
        return str(read_mo(file)["Table"].string)


def test_a_catalogue_is_compiled_beside_its_source_once(folders: list[Path]) -> None:
    spare, home = folders
    assert compile_catalogues(folders) == [home / PLACE / "django.mo"]
    assert compile_catalogues(folders) == []
    assert (read(home), read(spare)) == ("Mesa", "")


def test_where_the_code_cannot_be_written_to_it_is_compiled_elsewhere_once(folders: list[Path]) -> None:
    spare, home = folders
    close(home)
    assert compile_catalogues(folders) == [spare / PLACE / "django.mo"]
    assert compile_catalogues(folders) == []
    assert (read(home), read(spare)) == ("", "Mesa")


def test_catalogues_compiled_at_install_are_used_and_older_ones_go(folders: list[Path]) -> None:
    spare, home = folders
    close(home)
    compile_catalogues(folders)
    (home / PLACE / f"django.mo.{os.getpid()}").rmdir()
    put(home, "Mesa de juego")
    assert compile_catalogues([home]) == [home / PLACE / "django.mo"]
    close(home)
    assert compile_catalogues(folders) == []
    assert (read(home), read(spare)) == ("Mesa de juego", "")


def test_without_any_place_it_is_an_error(folders: list[Path]) -> None:
    spare, home = folders
    close(home)
    spare.write_text("no folder")
    with pytest.raises(OSError, match="spare"):
        compile_catalogues(folders)
