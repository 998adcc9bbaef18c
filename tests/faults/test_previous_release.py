"""The release before works on the schema of today, so that no user meets an error during an upgrade.

The smoke tests of the previous tag run from its own tree on a database that today's migrations have made. Part of the
soak; `PREVIOUS_RELEASE=<commit> ./run test tests/faults/test_previous_release.py` asks any other commit.
"""

import os
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest
from psycopg.sql import SQL, Identifier

from tests.conftest import SOAK
from tests.migrated import Fill, address_of_ours, migrations_in
from tests.releases import ASKED, previous_release, tree_of
from tests.services import empty_database

pytestmark = [pytest.mark.postgres, pytest.mark.xdist_group("faults"), pytest.mark.last, pytest.mark.timeout(900)]

SMOKE = (
    "tests/games/test_services.py",
    "tests/games/test_timeouts.py",
    "tests/games/test_outbox.py",
    "tests/games/test_table_page.py",
    "tests/games/test_motions.py",
    "tests/games/test_guests.py",
    "tests/games/test_talk.py",
    "tests/accounts/test_signup_view.py",
    "tests/accounts/test_friends_view.py",
)
"""What a release has to do while the next one migrates; files that a release lacks are left out."""


@pytest.mark.skipif(not (SOAK or ASKED), reason="part of the soak")
def test_previous_release_works_on_the_schema_of_today(db: None, fill: Fill, tmp_path: Path) -> None:
    release = previous_release()
    if not release:
        pytest.skip("there is no tag of a release before this one")
    tree = tree_of(release, tmp_path)
    files = [name for name in SMOKE if (tree / name).exists()]
    assert len(files) >= 4
    with empty_database() as address:
        fill(address)
        environment = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("PYTEST", "DJANGO", "SABOTEUR", "LOCAL_DIR", "REDIS"))
        }
        # pytest-django puts `test_` before the name of its database, and takes that one if it is there.
        server, _, name = address.rpartition("/")
        renamed = _rename(address, f"test_{name}")
        run = [sys.executable, "-m", "pytest", "--reuse-db", "--quiet", "-p", "no:cacheprovider", "-p", "no:randomly"]
        run += ["-m", "not browser", *files]
        done = subprocess.run(
            run, cwd=tree, env=environment | {"DATABASE_URL": f"{server}/{name}"}, capture_output=True, text=True
        )
        assert migrations_in(renamed) == migrations_in(address_of_ours()), "the tests made a schema of their own"
        _rename(renamed, name)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]


def _rename(address: str, name: str) -> str:
    """Rename a database; its new address."""
    server, _, before = address.rpartition("/")
    with psycopg.connect(f"{server}/postgres", autocommit=True) as line:
        line.execute(SQL("ALTER DATABASE {} RENAME TO {}").format(Identifier(before), Identifier(name)))
    return f"{server}/{name}"
