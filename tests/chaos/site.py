"""A site of many processes on ports of its own, which can be set up, killed bit by bit, and brought to rest."""

import json
import secrets
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
from tests.chaos.errors import PREVIOUS
from tests.chaos.evidence import Expiry
from tests.chaos.scene import HANGING, Doors
from tests.chaos.times import NOW
from tests.migrated import Fill
from tests.processes import COMMANDS, HOUSE, PATIENCE, at, commands_of, fetched, surroundings
from tests.services import cluster, listens, redis_command, takes_statements

KEY = "a key of the chaos that is hard to guess, 7Zt"
ROUNDS_OF_REST = 40
"""Ten are enough where nothing else runs. What is stuck is so after forty, too."""

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
    """Where the site is, and who looks after its processes. `previous`: the files of the release before, None where
    none is known."""

    address: str
    database: str
    folder: Path
    environment: dict[str, str]
    nursery: Nursery
    previous: Path | None = None

    def manage(self, *arguments: str) -> str:
        """What one of Django's commands, or a module that it is the surroundings for, says."""
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=HOUSE,
            env=self.environment,
            stdout=subprocess.PIPE,
            text=True,
            timeout=PATIENCE,
            check=True,
        )
        return done.stdout

    def hold(self, table: str, seconds: float) -> None:
        """Lock a table, its seats and its people in a transaction that does nothing for so long."""
        with suppress(psycopg.Error), psycopg.connect(self.database, connect_timeout=2) as line:
            line.execute(_HELD, [table])
            threading.Event().wait(seconds)

    def notify_hanging(self, number: int) -> None:
        """Write a notice for each person whose chat hangs; the number keeps them apart."""
        with suppress(psycopg.Error), psycopg.connect(self.database, connect_timeout=2) as line:
            line.execute(_HANGING, [number, f"{HANGING} %"])

    def start_previous_release(self) -> None:
        """Start a web server and a worker of all queues that run the previous release, beside those of today's."""
        assert self.previous is not None
        commands = {
            "web": f"{at(self.address.removeprefix('http://'), 1, tree=self.previous)} --reuse-port",
            "all": _reads_all_queues(commands_of(self.previous)["clock"]),
        }
        for name, command in commands.items():
            child = of_the_site(PREVIOUS + name, command.split(), self.folder, self.environment, tree=self.previous)
            self.nursery.add(child)

    def stop_previous_release(self) -> None:
        """Stop what :meth:`start_previous_release` started, as an operator does."""
        for name in [name for name in self.nursery.children if name.startswith(PREVIOUS)]:
            self.nursery.remove(name)

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
    """Bring up an empty site, which sends its mail to the port `post`; end it at the end. Each queue has two
    workers: one of its own, and one that reads all of them. `previous`: the files of the previous release.

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
        _wait_for(database, site.database)
        fill(site.database)
        for name, command in {**COMMANDS, "all": _reads_all_queues(COMMANDS["clock"])}.items():
            if name not in ("release", "web"):
                skewed = {"CHAOS_SKEW": SKEW} if name == "all" else {}
                nursery.add(of_the_site(name, command.split(), folder, environment | skewed))
        # Web servers of two releases share the port: the system gives each of them a part of the connections.
        web_command = f"{at(address.removeprefix('http://'))} --reuse-port"
        nursery.add(of_the_site("web", web_command.split(), folder, environment))
        fetched(f"{address}/healthz")
        yield site
    finally:
        nursery.close()


def _reads_all_queues(command: str) -> str:
    """The command of a worker of one queue, changed so that it reads all."""
    return command.replace(" --queues clock", "")


def lasting_ports(count: int) -> list[int]:
    """Free ports that no other process is given while a server is dead: systems lend higher ones to clients."""
    free: list[int] = []
    while len(free) < count:
        port = 20_000 + secrets.randbelow(12_000)
        if port not in free and not listens(port):
            free.append(port)
    return free


def _wait_for(port: int, database: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while not (listens(port) and takes_statements(database)):
        assert time.monotonic() < deadline, "PostgreSQL does not start"
        time.sleep(0.1)


def people_and_tables(site: Site, kinds: Iterable[str], tables: int, doors: Doors) -> dict[str, Any]:
    """Make them; see `tests/chaos/scene.py`."""
    told: dict[str, Any] = json.loads(
        site.manage("-m", "tests.chaos.scene", *kinds, str(tables), json.dumps(doors._asdict()))
    )
    return told


def games_that_do_not_follow_from_their_logs(site: Site) -> dict[str, list[str]]:
    """What differs at each table when its log is played again from its deals; nothing where nothing does."""
    found: dict[str, list[str]] = json.loads(site.manage("-m", "tests.chaos.scene", "recount"))
    return {table: faults for table, faults in found.items() if faults}
