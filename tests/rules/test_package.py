"""The engine is a package of its own: it loads no Django and no site, and its page of examples is true (engine.md)."""

import doctest
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "engine.md"
LOAD = """
import importlib, pkgutil, sys
package = importlib.import_module(sys.argv[1])
for found in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
    importlib.import_module(found.name)
print(*sorted(sys.modules))
"""


def loaded_with(package: str) -> set[str]:
    """The modules that a fresh process holds once it has loaded all of a package."""
    ran = subprocess.run([sys.executable, "-c", LOAD, package], cwd=ROOT, capture_output=True, text=True, check=True)
    return set(ran.stdout.split())


@pytest.mark.parametrize(("package", "own"), [("games.rules", ("rules",)), ("games.bots", ("rules", "bots"))])
def test_package_loads_neither_django_nor_the_site(package: str, own: tuple[str, ...]) -> None:
    loaded = loaded_with(package)
    assert "games.rules.engine" in loaded
    roots = {name.partition(".")[0] for name in loaded}
    assert not roots & {"django", "saboteur_site", "accounts", "celery", "kombu", "redis", "psycopg"}
    assert {name.split(".")[1] for name in loaded if name.startswith("games.")} == set(own)


def test_package_that_loads_django_would_be_noticed() -> None:
    assert "django" in {name.partition(".")[0] for name in loaded_with("games.wording")}


def test_examples_of_the_engine_page_come_out_as_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    found = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8", optionflags=doctest.REPORT_NDIFF)
    assert found.failed == 0
    assert found.attempted > 15
