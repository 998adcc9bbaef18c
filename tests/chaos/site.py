"""A site of many processes on ports of its own, which can be set up, killed bit by bit, and brought to rest."""

import json
import secrets
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

import psycopg
from django.conf import settings

from tests.chaos.children import Child, Nursery, of_the_site, postgresql
from tests.chaos.evidence import Expiry
from tests.chaos.scene import HANGING, Doors
from tests.chaos.times import NOW
from tests.migrated import Fill
from tests.processes import PATIENCE, ROOT, at, commands_of, fetched, surroundings
from tests.services import cluster, listens, redis_command, takes_statements

KEY = "a key of the chaos that is hard to guess, 7Zt"
LONGEST_COMMAND = 15 * 60
"""Seconds: a migration tries for ten minutes to change a table that is in use."""
ROUNDS_OF_REST = 40
"""Ten are enough where nothing else runs. What is stuck is so after forty, too."""

PREVIOUS = "previous-"
"""Begins the names of processes that run the previous release."""
PREVIOUS_WEB = f"{PREVIOUS}web"
SKEW = "90"
"""Seconds by which the clock of the worker that reads all queues is ahead."""

_LET_RUN_OUT = """
WITH late AS (
  SELECT s.id, s.game_id, u.username FROM games_seat s JOIN games_game g ON g.id = s.game_id
  JOIN accounts_user u ON u.id = s.user_id
  WHERE g.code = %s AND g.status = 'running' AND s.awaited_for <> '' AND s.due_at > clock_timestamp()
), seats AS (
  UPDATE games_seat SET due_at = clock_timestamp(), awaited_since = clock_timestamp() - interval '13 hours'
  WHERE id IN (SELECT id FROM late)
), games AS (UPDATE games_game SET deadline = clock_timestamp() WHERE id IN (SELECT game_id FROM late))
SELECT username FROM late
"""
_HELD = """
SELECT 1 FROM games_game g JOIN games_seat s ON s.game_id = g.id JOIN accounts_user u ON u.id = s.user_id
WHERE g.code = %s FOR UPDATE
"""
_HANGING = """
INSERT INTO games_notice (user_id, game_id, kind, seq, dedupe, created_at, due_at, outcome)
SELECT u.id, s.game_id, 'round', 1000000, 'chaos:' || %s || ':' || u.id, clock_timestamp(), clock_timestamp(), ''
FROM games_seat s JOIN accounts_user u ON u.id = s.user_id WHERE u.username LIKE %s
"""
_OWED = """
SELECT (SELECT count(*) FROM games_notice WHERE done_at IS NULL)
  + (SELECT count(*) FROM games_delivery WHERE done_at IS NULL)
  + (SELECT count(*) FROM games_tablechat c JOIN games_game g ON g.id = c.game_id WHERE g.seq > c.seq)
"""


class Site(NamedTuple):
    """Where the site is, and who looks after its processes. `previous`: the files of the release from which it is
    upgraded, None where it is not."""

    address: str
    database: str
    folder: Path
    environment: dict[str, str]
    nursery: Nursery
    previous: Path | None = None

    def manage(self, *arguments: str, tree: Path = ROOT) -> str:
        """What one of Django's commands, or a module that it is the surroundings for, says."""
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=tree,
            env=self.environment,
            stdout=subprocess.PIPE,
            text=True,
            timeout=LONGEST_COMMAND,
            check=True,
        )
        return done.stdout

    def hold(self, table: str, seconds: float, over: threading.Event) -> None:
        """Lock a table, its seats and its people in a transaction that does nothing for so long, or until all is
        over."""
        with suppress(psycopg.Error), psycopg.connect(self.database, connect_timeout=2) as line:
            line.execute(_HELD, [table])
            over.wait(seconds)

    def notify_hanging(self, number: int) -> None:
        """Write a notice for each person whose chat hangs; the number keeps them apart."""
        with suppress(psycopg.Error), psycopg.connect(self.database, connect_timeout=2) as line:
            line.execute(_HANGING, [number, f"{HANGING} %"])

    def start(self, tree: Path, prefix: str = "") -> None:
        """Start web server, workers and beat of a release. Each queue has two workers: one of its own, and one that
        reads all of them and whose clock is ahead."""
        commands = commands_of(tree)
        commands |= {"web": at(self.address.removeprefix("http://"), tree=tree), "all": _reads_all_queues(commands)}
        for name, command in commands.items():
            if name != "release":
                skewed = {"CHAOS_SKEW": SKEW} if name == "all" else {}
                child = of_the_site(prefix + name, command.split(), self.folder, self.environment | skewed, tree=tree)
                self.nursery.add(child)
        fetched(f"{self.address}/healthz")

    def migrate(self) -> None:
        """Migrate to today's release while the previous one runs."""
        _wait_for(self.database)
        self.manage("manage.py", "migrate", "--verbosity", "0")

    def stop_previous_workers(self) -> None:
        """Stop workers and beat of the previous release; its web server goes on."""
        previous = [name for name in self.nursery.children if name.startswith(PREVIOUS)]
        self.nursery.stop([name for name in previous if name != PREVIOUS_WEB])

    def switch(self) -> None:
        """Replace the web server of the previous release, then start today's workers."""
        self.nursery.stop([PREVIOUS_WEB])
        self.start(ROOT)

    def let_run_out(self, table: str, names: tuple[str, ...]) -> list[Expiry]:
        """End the time of the awaited seats of a table; perhaps of all, without a confirmation."""
        try:
            with psycopg.connect(self.database, connect_timeout=2) as line:
                line.execute("SELECT 1 FROM games_game WHERE code = %s FOR UPDATE", [table])
                late = [name for (name,) in line.execute(_LET_RUN_OUT, [table]).fetchall()]
        except psycopg.Error:
            return [Expiry(table, name, sure=False) for name in names]
        return [Expiry(table, name, sure=True) for name in late]

    def come_to_rest(self) -> None:
        """Let everything be done that is owed, as if hours went by: leases end, waits are over, the clock ticks."""
        for _ in range(ROUNDS_OF_REST):
            with psycopg.connect(self.database) as line:
                line.execute("UPDATE games_seat SET plan = '', plan_minutes = 0 WHERE plan <> ''")
                line.execute("DELETE FROM accounts_resting")
                line.execute("UPDATE accounts_target SET rests_until = NULL")
                line.execute("UPDATE accounts_device SET rests_until = NULL")
                # Not before their time: until then a worker may have them in hand.
                line.execute("UPDATE games_tablechat SET rests_until = NULL")
                line.execute("UPDATE games_notice SET due_at = clock_timestamp() WHERE done_at IS NULL")
                line.execute("UPDATE games_delivery SET due_at = clock_timestamp() WHERE done_at IS NULL")
            self.manage("manage.py", "tick")
            with psycopg.connect(self.database) as line:
                owed = line.execute(_OWED).fetchone()
            if owed == (0,):
                return
            time.sleep(1)


@contextmanager
def built(folder: Path, post: int, fill: Fill, previous: Path | None = None) -> Iterator[Site]:
    """Bring up an empty site, which sends its mail to the port `post`; end it at the end. `previous`: the files of the
    release that runs, on its own schema, until the site is upgraded.

    Raises `Missing` if PostgreSQL or Redis cannot be had.
    """
    made = cluster(folder)
    database, queue, web = lasting_ports(3)
    address = f"http://127.0.0.1:{web}"
    environment = surroundings(
        folder / "local",
        SECRET_KEY=KEY,
        DATABASE_URL=made.address(database),
        REDIS_URL=f"redis://127.0.0.1:{queue}/0",
        SITE_URL=address,
        DJANGO_SETTINGS_MODULE="tests.chaos.settings",
        CHAOS_SWEEP_SECONDS=str(NOW.sweeps),
        CHAOS_HURRY=str(NOW.hurry),
        EMAIL_TIMEOUT=str(NOW.answer),
        EMAIL_URL=f"smtp://127.0.0.1:{post}",
        DEFAULT_FROM_EMAIL="Dwarves <dwarves@mail.example>",
        OUTWARD_HTTP_HOSTS="127.0.0.1,localhost",
        PUSH_HOSTS="127.0.0.1",
        PUSH_TIMEOUT=str(NOW.posted),
        VAPID_KEY=settings.VAPID_KEY,
    )
    nursery = Nursery()
    site = Site(address, environment["DATABASE_URL"], folder, environment, nursery, previous)
    try:
        nursery.add(postgresql(made, database, folder))
        nursery.add(Child("redis", redis_command(folder, queue), folder, cwd=folder))
        _wait_for(site.database)
        if previous:
            site.manage("manage.py", "migrate", "--verbosity", "0", tree=previous)
            site.start(previous, PREVIOUS)
        else:
            fill(site.database)
            site.start(ROOT)
        yield site
    finally:
        nursery.close()


def _reads_all_queues(commands: dict[str, str]) -> str:
    """The command of a worker that reads all queues."""
    return commands["clock"].replace(" --queues clock", "")


def lasting_ports(count: int) -> list[int]:
    """Free ports that no other process is given while a server is dead: systems lend higher ones to clients."""
    free: list[int] = []
    while len(free) < count:
        port = 20_000 + secrets.randbelow(12_000)
        if port not in free and not listens(port):
            free.append(port)
    return free


def _wait_for(database: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while not takes_statements(database):
        assert time.monotonic() < deadline, "PostgreSQL does not start"
        time.sleep(0.1)


def people_and_tables(site: Site, kinds: Iterable[str], tables: int, doors: Doors) -> dict[str, Any]:
    """Make them with the code of the release that runs; see `tests/chaos/scene.py`."""
    tree = ROOT
    if site.previous:
        tree = site.previous
        shutil.copy(ROOT / "tests" / "chaos" / "scene.py", tree / "tests" / "chaos")  # so that both set the same scene
    arguments = [*kinds, str(tables), json.dumps(doors._asdict())]
    described: dict[str, Any] = json.loads(site.manage("-m", "tests.chaos.scene", *arguments, tree=tree))
    return described


def games_that_do_not_follow_from_their_logs(site: Site) -> dict[str, list[str]]:
    """What differs at each table when its log is played again from its deals; nothing where nothing does."""
    found: dict[str, list[str]] = json.loads(site.manage("-m", "tests.chaos.scene", "recount"))
    return {table: faults for table, faults in found.items() if faults}
