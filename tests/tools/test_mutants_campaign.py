"""A campaign in a small repository with holes in its tests: survivors are reported, known verdicts are reused."""

import json
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tools.mutants.campaign import steadily, waves
from tools.mutants.groups import GROUPS, ROOT, modules_of
from tools.mutants.ledger import equivalents
from tools.mutants.operators import mutants_of
from tools.mutants.reach import Case, _write

PRICES = """
DEAR = 5


def is_cheap(price):
    return price < DEAR


def is_dear(price):
    return price >= DEAR


def is_free(price):
    return price == 0
"""
TEST_PRICES = """
from parts.prices import is_cheap, is_dear


def test_cheap():
    assert is_cheap(4)
    assert not is_cheap(5)


def test_dear():
    assert is_dear(9)
"""
HOLD = """
import time
from pathlib import Path

while Path("kept/seed-1.jsonl").exists() and not Path("kept/go-on").exists():
    time.sleep(0.01)
"""
"""Begins tests that stop as soon as something is found out, until they are told to go on."""
CAMPAIGN = """
import sys
from pathlib import Path
from tools.mutants.campaign import Plan, campaign, draw
from tools.mutants.groups import Group
from tools.mutants.trial import Ground

root = Path(sys.argv[1])
ground = Ground(root, ["parts"])
plan = Plan(ground, {"prices": Group(97, ["parts/*.py"])}, ["checks/test_prices.py"], {}, root / "kept")
campaign(plan, draw(plan, seed=1, sample=99, groups=["prices"]), seed=1)
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A repository with one module, and tests that overlook some of it."""
    (tmp_path / "pyproject.toml").write_text("[tool.pytest.ini_options]\npythonpath = ['.']\n")
    write(tmp_path, "parts/prices.py", PRICES)
    write(tmp_path, "checks/test_prices.py", TEST_PRICES)
    return tmp_path


def write(root: Path, path: str, text: str) -> None:
    """Write a file of the repository."""
    (root / path).parent.mkdir(exist_ok=True)
    (root / path).write_text(text)


def begin(root: Path) -> "subprocess.Popen[str]":
    """Begin a campaign."""
    surroundings = {name: value for name, value in os.environ.items() if not name.startswith(("DJANGO", "PYTEST"))}
    surroundings["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    command = [sys.executable, "-c", CAMPAIGN, str(root)]
    return subprocess.Popen(command, cwd=ROOT, env=surroundings, stdout=subprocess.PIPE, text=True)


def output_of(root: Path) -> str:
    """What a campaign prints."""
    process = begin(root)
    output, _ = process.communicate(timeout=120)
    assert process.returncode == 0
    return output


def verdicts(root: Path) -> dict[str, str | None]:
    """What was found out about each mutant so far: which test killed it, if any did."""
    ledger = root / "kept" / "seed-1.jsonl"
    lines = ledger.read_text().splitlines() if ledger.exists() else []
    return {verdict[0]: verdict[1] for verdict in map(json.loads, lines) if verdict[5] is None}


def test_campaign_reports_surviving_mutants_alone(root: Path) -> None:
    output = output_of(root)
    assert verdicts(root) == {
        "parts/prices.py: <module>: 5 → 6": "checks/test_prices.py::test_cheap",
        "parts/prices.py: is_cheap: price < DEAR → price <= DEAR": "checks/test_prices.py::test_cheap",
        "parts/prices.py: is_dear: price >= DEAR → price > DEAR": None,
        "parts/prices.py: is_free: price == 0 → price != 0": None,
        "parts/prices.py: is_free: 0 → 1": None,
    }
    assert "parts/prices.py:10 is_dear: price >= DEAR → price > DEAR\n    survived 1 tests" in output
    assert "parts/prices.py:14 is_free: 0 → 1\n    is reached by no test" in output
    assert "is_cheap" not in output
    assert output.splitlines()[-1].split()[:5] == ["prices", "5", "2", "3", "0"]


@pytest.mark.soak
def test_a_test_that_is_mended_is_asked_again_and_nothing_else(root: Path) -> None:
    output_of(root)
    write(root, "checks/test_prices.py", TEST_PRICES + "    assert is_dear(5)\n")
    output = output_of(root)
    assert (
        verdicts(root)["parts/prices.py: is_dear: price >= DEAR → price > DEAR"] == "checks/test_prices.py::test_dear"
    )
    assert output.splitlines()[-1].split()[:5] == ["prices", "5", "3", "2", "0"]
    assert "Asking" not in output_of(root)


@pytest.mark.soak
def test_code_that_moved_since_is_looked_up_where_it_was(root: Path) -> None:
    output_of(root)
    write(root, "parts/prices.py", "MANY = [\n    True,\n]\n" + PRICES.replace("price >= DEAR", "DEAR <= price"))
    output = output_of(root)
    assert "Looking" not in output
    assert "parts/prices.py:13 is_dear: DEAR <= price → DEAR < price\n    survived 1 tests" in output
    assert "parts/prices.py:2 <module>: True → False\n    is reached by no test" in output
    assert "is_cheap" not in output


@pytest.mark.soak
def test_a_run_that_was_cut_off_goes_on_where_it_stopped(root: Path) -> None:
    write(root, "checks/test_prices.py", HOLD + TEST_PRICES)
    process = begin(root)
    while process.poll() is None and not verdicts(root):
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    found = len(verdicts(root))
    assert 0 < found < 5
    write(root, "kept/go-on", "")
    assert f"Asking {5 - found} of 5 mutants" in output_of(root)
    assert len(verdicts(root)) == 5


@pytest.mark.soak
def test_fastest_tests_come_first_and_one_of_each_family_leads() -> None:
    tests = [Case(name, name.partition("::")[0], seconds) for name, seconds in SECONDS.items()]
    assert [[case.name for case in wave] for wave in waves(tests, {"a.py::killer": 2})] == [
        ["a.py::killer", "a.py::quick[1]", "a.py::slow", "a.py::quick[2]"],
        ["b.py::slower"],
        ["b.py::slowest"],
    ]


@pytest.mark.soak
def test_a_test_that_fails_once_for_reasons_of_its_own_kills_nothing() -> None:
    quick, unsteady, good = (Case(name, "a.py", 0.1) for name in ("quick", "unsteady", "good"))
    fails = {("quick", "unsteady", "good"): "unsteady", ("quick", "good"): "good", ("good",): "good"}
    assert steadily(lambda cases: fails.get(tuple(case.name for case in cases)), [quick, unsteady, good]) == "good"
    del fails["good",]
    assert steadily(lambda cases: fails.get(tuple(case.name for case in cases)), [quick, unsteady, good]) is None


SECONDS = {"a.py::quick[2]": 0.2, "a.py::quick[1]": 0.1, "a.py::slow": 0.3, "a.py::killer": 1.0}
SECONDS |= {"b.py::slower": 15.0, "b.py::slowest": 90.0}


def test_every_group_has_modules_and_no_module_is_in_two() -> None:
    modules = modules_of(GROUPS)
    assert all(modules.values())
    together = [path for paths in modules.values() for path in paths]
    assert len(together) == len(set(together))


def test_every_change_that_is_listed_as_equivalent_can_be_made() -> None:
    made = {
        mutant.key
        for paths in modules_of(GROUPS).values()
        for path in paths
        for mutant in mutants_of(path, (ROOT / path).read_text())
    }
    listed = equivalents(ROOT / "tools" / "mutants" / "equivalent.toml")
    assert set(listed) - made == set()
    assert all(len(why.split()) > 3 for why in listed.values())


@pytest.mark.soak
def test_concurrent_writes_store_a_mutant_once(tmp_path: Path) -> None:
    survivor = tmp_path / "0a.py"
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda _time: _write(survivor, PRICES), range(500)))

    assert [(file.name, file.read_text()) for file in tmp_path.iterdir()] == [("0a.py", PRICES)]
