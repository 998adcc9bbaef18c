"""The environment that `./run` makes: whatever interrupts it, the next `./run` ends with a whole one."""

import shutil
import subprocess
from pathlib import Path

import pytest

from saboteur_site.settings import BASE_DIR
from tests.processes import surroundings

PYTHON = """#!/bin/sh
# A Python whose venv, pip and uv only leave the traces of real ones; at the step $DIES its parent is killed half-way.
echo "$*" >> "$HOME/calls"
die() { if [ "$DIES" = "$1" ]; then kill -9 $PPID; exit 1; fi; }
home=$(dirname "$(dirname "$0")")
packages="$home/lib/python3.11/site-packages"
case "$*" in
  *platform*) echo 3.11.2;;
  *ensurepip*) ;;
  "-m venv "*)
    mkdir -p "$3/bin" "$3/lib/python3.11/site-packages"
    cp "$0" "$3/bin/python"
    die venv
    mkdir "$3/lib/python3.11/site-packages/pip-1.dist-info"
    touch "$3/lib/python3.11/site-packages/pip-1.dist-info/RECORD";;
  "-m pip "*)
    [ -e "$packages/pip-1.dist-info/RECORD" ] || exit 1
    mkdir -p "$packages/uv-1.dist-info"
    die pip
    touch "$packages/uv-1.dist-info/RECORD";;
  "-m uv "*)
    [ -e "$packages/uv-1.dist-info/RECORD" ] || exit 1
    # It takes what has a folder for installed.
    if [ ! -d "$packages/site-1.dist-info" ]; then
      mkdir "$packages/site-1.dist-info"
      die uv
      touch "$packages/site-1.dist-info/RECORD"
    fi;;
esac
"""
PINS = ("uv", "app", "dev")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with `run`, the requirements, and that Python."""
    (tmp_path / "requirements").mkdir()
    for name in ("run", *(f"requirements/{pin}.txt" for pin in PINS)):
        shutil.copy(BASE_DIR / name, tmp_path / name)
    python = tmp_path / "python"
    python.write_text(PYTHON)
    python.chmod(0o755)
    return tmp_path


def set_up(folder: Path, **variables: str) -> "subprocess.CompletedProcess[str]":
    """What `./run setup` says there."""
    environment = surroundings(folder, PYTHON=str(folder / "python"), **variables)
    return subprocess.run([folder / "run", "setup"], env=environment, capture_output=True, text=True)


def installed(folder: Path) -> list[str]:
    """The distributions that are there as a whole."""
    records = folder.glob(".venv/lib/python*/site-packages/*.dist-info/RECORD")
    return sorted(record.parent.name.partition("-")[0] for record in records)


def calls(folder: Path) -> list[str]:
    """What that Python was called with since the last question."""
    log = folder / "calls"
    found = log.read_text().splitlines() if log.exists() else []
    log.unlink(missing_ok=True)
    return found


@pytest.mark.examples(1)
@pytest.mark.parametrize("step", ["venv", "pip", "uv"])
def test_environment_killed_half_way_is_rebuilt(folder: Path, step: str) -> None:
    assert set_up(folder, DIES=step).returncode == -9

    assert set_up(folder).returncode == 0
    assert installed(folder) == ["pip", "site", "uv"]


@pytest.mark.examples(1)
@pytest.mark.parametrize("step", ["pip", "uv"])
def test_so_is_what_was_killed_when_the_requirements_had_changed(folder: Path, step: str) -> None:
    assert set_up(folder).returncode == 0
    (folder / "requirements/app.txt").write_text("")
    shutil.rmtree(folder / ".venv/lib/python3.11/site-packages/site-1.dist-info")
    assert set_up(folder, DIES=step).returncode == -9

    assert set_up(folder).returncode == 0
    assert installed(folder) == ["pip", "site", "uv"]


@pytest.mark.parametrize("lost", ["RECORD", ""])
def test_a_distribution_that_is_not_there_any_more_is_noticed(folder: Path, lost: str) -> None:
    assert set_up(folder).returncode == 0
    part = folder / ".venv/lib/python3.11/site-packages/site-1.dist-info" / lost
    part.unlink() if lost else shutil.rmtree(part)

    assert set_up(folder).returncode == 0
    assert installed(folder) == ["pip", "site", "uv"]


@pytest.mark.parametrize("stamp", ["", "3.11.2\n"])
def test_a_stamp_that_was_not_written_to_its_end_counts_for_nothing(folder: Path, stamp: str) -> None:
    assert set_up(folder).returncode == 0
    (folder / ".venv/made-from").write_text(stamp)

    assert set_up(folder).returncode == 0
    assert len((folder / ".venv/made-from").read_text().splitlines()) == 5


def test_an_environment_that_is_whole_is_left_alone_and_brought_up_to_date(folder: Path) -> None:
    assert set_up(folder).returncode == 0
    calls(folder)

    assert set_up(folder).returncode == 0
    assert [call for call in calls(folder) if call.startswith("-m")] == []

    (folder / "requirements/app.txt").write_text("")
    assert set_up(folder).returncode == 0
    assert [call.split()[1] for call in calls(folder) if call.startswith("-m")] == ["pip", "uv"]


@pytest.mark.parametrize(
    ("python", "sentence"),
    [
        ("echo 3.9.18", "needs Python 3.11 or newer"),
        ('case "$2" in *ensurepip*) exit 1;; *) echo 3.11.2;; esac', "as root: apt-get install python3-venv"),
        ("exit 1", "is no Python that runs here"),
    ],
)
def test_unsuitable_python_is_explained_in_a_sentence(folder: Path, python: str, sentence: str) -> None:
    (folder / "python").write_text(f"#!/bin/sh\n{python}\n")
    finished = set_up(folder)

    assert finished.returncode == 1
    assert finished.stderr.count("\n") == 1
    assert sentence in finished.stderr
    assert not (folder / ".venv").exists()
