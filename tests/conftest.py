"""What all tests share: one seed for all chance, the browser, a clean cache, and which tests belong to which run."""

import gc
import os
import random
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import hypothesis
import pytest
from django.conf import settings
from django.core.cache import caches
from django.core.cache.backends.db import BaseDatabaseCache
from django.db import connection
from django.utils import translation
from pytest_django import DjangoDbBlocker
from whitenoise.middleware import WhiteNoiseMiddleware  # type: ignore[import-untyped]

from saboteur_site.database import patience
from saboteur_site.languages.catalogues import compile_catalogues
from saboteur_site.web.statics import sent
from tests.browser import ARGUMENTS, installed_browser
from tests.collected import collected
from tests.fixed_set import SOAK as SOAK
from tests.fixed_set import FixedSet
from tests.flushing import flushed_in_spite_of_triggers
from tests.groups import Groups
from tests.migrated import Fill, migrated_like_ours
from tests.outbound import guarded
from tests.services import STRICT

STATIC = Path(settings.BASE_DIR, "static")

# Playwright's synchronous interface runs an event loop in the tests' thread, where Django then suspects a mistake.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

hypothesis.settings.register_profile(
    "saboteur", deadline=None, database=None, print_blob=True, max_examples=1000 if SOAK else 100
)
hypothesis.settings.load_profile("saboteur")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add --seed."""
    parser.addoption("--seed", type=int, help="repeat the run that printed this seed")


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Choose the seed, which the processes of a parallel run take over, and hand it to hypothesis."""
    given = getattr(config, "workerinput", {}).get("seed")
    if given is not None:
        config.option.seed = given
    elif config.option.seed is None:
        config.option.seed = secrets.randbelow(2**32)
    config.option.hypothesis_seed = str(config.option.seed)
    if not SOAK:
        config.pluginmanager.register(FixedSet())
    config.pluginmanager.register(Groups(config))
    if not hasattr(config, "workerinput"):
        compile_catalogues(settings.LOCALE_PATHS)


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Tell a process of a parallel run the seed: their tests meet the same chance."""
    node.workerinput["seed"] = node.config.option.seed


def pytest_report_header(config: pytest.Config) -> list[str]:
    """Print the seed, and on what the tests run."""
    database = settings.DATABASES["default"]["ENGINE"].rpartition(".")[2]
    cache = "Redis" if settings.REDIS_URL else "files"
    browser = installed_browser() or "none"
    return [f"seed: {config.option.seed}", f"database: {database}, cache: {cache}, browser: {browser}"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the browser tests; where something is missing that a test needs, skip it and say what, unless CI is true.

    Some tests come last.
    """
    items.sort(key=lambda item: item.get_closest_marker("last") is not None)
    on_postgresql = settings.DATABASES["default"]["ENGINE"].endswith("postgresql")
    browser = installed_browser()
    for item in items:
        if "browser_name" in getattr(item, "fixturenames", ()):
            item.add_marker("browser")
        if item.get_closest_marker("browser") and not browser and not STRICT:
            item.add_marker(pytest.mark.skip(reason="there is no browser; ./run test says how one could come here"))
        if item.get_closest_marker("postgres") and not on_postgresql:
            item.add_marker(pytest.mark.skip(reason="this is about PostgreSQL; ./run test brings one"))


def pytest_collection_finish() -> None:
    """What is loaded by now stays, so it need not be searched for rubbish again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 50)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the figures that tests have recorded, whichever process they ran in."""
    reports = [report for outcome in ("passed", "failed") for report in terminalreporter.getreports(outcome)]
    given = [value for report in reports for name, value in report.user_properties if name == "figures"]
    for line in given:
        terminalreporter.write_line(str(line))


@pytest.fixture(scope="session")
def seed(pytestconfig: pytest.Config) -> int:
    """The seed of the run."""
    return int(pytestconfig.option.seed)


@pytest.fixture(autouse=True)
def chance(request: pytest.FixtureRequest, seed: int) -> random.Random:
    """Chance of the test's own, from the run's seed and the test's name; `random` is seeded too, and counters restart.

    So a test meets the same chance, and the same names, alone as among the others.
    """
    from tests.factories import DeviceFactory, FriendshipFactory, UserFactory  # once Django is ready

    for made in (UserFactory, FriendshipFactory, DeviceFactory):
        made.reset_sequence(0)  # type: ignore[no-untyped-call]
    random.seed(f"{seed} {request.node.nodeid}")
    return random.Random(f"{seed} {request.node.nodeid}")


@pytest.fixture(autouse=True)
def clean_caches() -> Iterator[None]:
    """Empty the caches after a test that used them; the one in the database goes with the test's transaction."""
    yield
    for cache in caches.all(initialized_only=True):
        if not isinstance(cache, BaseDatabaseCache):
            cache.clear()


@pytest.fixture(autouse=True)
def clock_put_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """A test may turn the site's clock (`tests/games/clocks.py`); at its end it is put back."""
    from games import clock  # once Django is ready

    monkeypatch.setattr(clock, "offset", clock.offset)


@pytest.fixture(autouse=True)
def language_put_back() -> Iterator[None]:
    """A request leaves the language of its reader behind, in which the next test would go on."""
    with translation.override(settings.LANGUAGE_CODE):
        yield


@pytest.fixture(autouse=True)
def bots_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A tick waits for the moment of a bot without any time passing."""
    monkeypatch.setattr("games.services.bot_turns.sleep", lambda _seconds: None)


@pytest.fixture
def connections_allowed() -> None:
    """Requests may open connections in this test, which plants one."""


@pytest.fixture(autouse=True)
def no_connections(request: pytest.FixtureRequest) -> Iterator[None]:
    """No view opens a connection to another server, in whatever test it is asked."""
    if "connections_allowed" in request.fixturenames:
        yield
        return
    patience.end()  # a request of another test may have failed before it said that it was over
    with guarded() as caught:
        yield
    assert caught == []


@pytest.fixture
def mail_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """The site has e-mail and no other channel of its own, for tests of what is alike for all channels.

    Those that a test brings along are there.
    """
    from accounts.channels import registry, troubles  # once Django is ready

    every = registry.registered

    def known() -> dict[str, Any]:
        found, place = every(), settings.BASE_DIR / "accounts" / "channels"
        return {name: found[name] for name in found if name == "email" or not (place / f"{name}.py").exists()}

    for place in (registry, troubles):
        monkeypatch.setattr(place, "registered", known)


@pytest.fixture(scope="session", autouse=True)
def static_files_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Each client of a test is a site of its own; let only the first look through the folders for static files, which
    are those that are sent."""
    look, known = WhiteNoiseMiddleware.add_files_from_finders, dict[str, object]()

    def find(site: WhiteNoiseMiddleware) -> None:
        if not known:
            look(site)
            for written in sorted(STATIC.glob("*/*")):
                name = written.relative_to(STATIC).as_posix()
                if (content := sent(name, written.read_bytes())) != written.read_bytes():
                    place = tmp_path_factory.getbasetemp() / "static" / name
                    place.parent.mkdir(parents=True, exist_ok=True)
                    place.write_bytes(content)
                    site.add_file_to_dictionary(settings.STATIC_URL + name, str(place))
            known.update(site.files)
        site.files.update(known)

    with patch.object(WhiteNoiseMiddleware, "add_files_from_finders", find):
        yield


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Before the test database is removed, end what threads of the tests have left connected to it."""
    with flushed_in_spite_of_triggers():
        yield
    if connection.vendor == "postgresql":
        others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        with django_db_blocker.unblock(), connection.cursor() as cursor:
            cursor.execute(f"{others} WHERE datname = current_database() AND pid <> pg_backend_pid()")


@pytest.fixture(scope="session")
def fill(django_db_setup: None, django_db_blocker: DjangoDbBlocker, tmp_path_factory: pytest.TempPathFactory) -> Fill:
    """Makes empty databases of PostgreSQL migrated ones, by their address, for sites that really run."""
    with django_db_blocker.unblock():
        return migrated_like_ours(tmp_path_factory.mktemp("migrated") / "database")


@pytest.fixture(scope="session")
def static_root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The static files as `prepare` collects them, for sites that really run: to pack them takes seconds.

    Sites of all processes of a parallel run share them.
    """
    own = tmp_path_factory.getbasetemp()
    return collected(own.parent if "PYTEST_XDIST_WORKER" in os.environ else own)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Start the browser of this machine in place of the one that Playwright would download."""
    browser = installed_browser()
    if not browser:
        pytest.fail("CI is true and there is no browser")
    return {**browser_type_launch_args, "executable_path": str(browser), "args": ARGUMENTS}
