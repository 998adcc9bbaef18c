"""One site for all tests here; each begins and ends with everything whole."""

from collections.abc import Iterator

import pytest

from tests.faults.scene import Site, built
from tests.migrated import Fill


@pytest.fixture(scope="package")
def one(fill: Fill) -> Iterator[Site]:
    """A site whose database is the tests' own."""
    with built(fill) as site:
        yield site


@pytest.fixture
def site(one: Site) -> Iterator[Site]:
    """That site, with a database that runs and a wire that is whole."""
    yield one
    one.wire.breaks = ""
    one.database.start()
    one.leave_table()
