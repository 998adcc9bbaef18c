"""Moves a second over HTTP: gunicorn, signed in, on a PostgreSQL that flushes to the disk, each with the page after it.

Beside it the smallest durable move, on the same server in the same run: lock a row, write 6 kB, insert a line of a log.
The same once more while Redis is away.
"""

import json
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import psutil
import psycopg

from tests.chaos.post import Office, opened
from tests.migrated import Fill
from tests.processes import COMMANDS, ROOT, at, fetched, run, running, surroundings
from tests.services import Missing, free_port, postgresql_programs, private_postgresql, private_redis
from tests.visitors import Answer, Visitor
from tools.bench.figures import Figure
from tools.bench.plan import CSRF

PATIENCE = 120.0
"""Seconds after which who is still at work when all should be over is given up."""
AT_ONCE = 8
"""People who play, and clients of pgbench, at the same time."""
MOST_A_SECOND = 1000
"""Moves that are planned for each second, of all that is played."""
AWAY = ", Redis away"
LATEST = 90.0
"""Seconds after which a mail comes at the latest."""
LONGEST = 1000.0
"""Milliseconds by which no one waits longer because Redis is away."""
MOVES_OF_A_TABLE = 40
KEY = "a key of the benchmark that is hard to guess 4Rt"
SMALLEST = """\
\\set game random(1, 64)
BEGIN;
SELECT state FROM smallest_game WHERE id = :game FOR UPDATE;
UPDATE smallest_game SET state = repeat(md5(random()::text), 188), seq = seq + 1 WHERE id = :game;
INSERT INTO smallest_log (game, line) VALUES (:game, 'A lay NESW 1,0');
COMMIT;
"""
_TABLES = """
CREATE TABLE smallest_game (id int PRIMARY KEY, seq int NOT NULL, state text NOT NULL);
ALTER TABLE smallest_game ALTER state SET STORAGE EXTERNAL;
INSERT INTO smallest_game SELECT n, 0, repeat('x', 6016) FROM generate_series(1, 64) n;
CREATE TABLE smallest_log (id bigserial PRIMARY KEY, game int NOT NULL, line text NOT NULL);
"""


def figures(
    seconds: float,
    *,
    at_once: int = AT_ONCE,
    mails: bool = True,
    fill: Fill | None = None,
    static_root: Path | None = None,
) -> Iterator[Figure]:
    """All figures of moves over HTTP, played for so many seconds each time; none where PostgreSQL or Redis is missing.

    `fill` and `static_root`: what migrates the empty database sooner, and where static files are collected already.
    `mails`: measure how late they are without Redis, too, which takes a minute.
    """
    with tempfile.TemporaryDirectory(prefix="saboteur-bench-") as name, ExitStack() as stack:
        folder = Path(name)
        folder.chmod(0o755)
        redis = stack.enter_context(ExitStack())
        try:
            database = stack.enter_context(private_postgresql(folder, forgets=False))
            queue = redis.enter_context(private_redis(folder))
        except Missing as missing:
            print(f"Without moves over HTTP: {missing}", file=sys.stderr)
            return
        office, post = stack.enter_context(opened())
        if fill:
            fill(database)
        site = Site(folder / "local", database, queue, post, static_root or folder / "static")
        tables = site.planned(max(4 * at_once, round(seconds * MOST_A_SECOND / MOVES_OF_A_TABLE)))
        web = stack.enter_context(running(at(site.host), site.folder, **site.variables))
        fetched(f"{site.address}/healthz")
        site.play(tables, seconds / 3, at_once)
        before = processor_seconds(web.pid)
        whole = site.play(tables, seconds, at_once)
        used = processor_seconds(web.pid) - before
        alone = site.play(tables, seconds, at_once, pages=False)
        smallest = smallest_moves(folder, database, seconds, at_once)
        yield from _figures_of(whole, "")
        yield Figure("moves over HTTP, alone", alone.a_second, "moves/s")
        yield Figure("processor time of web for a move over HTTP with its page", used / whole.count * 1000, "ms")
        yield Figure(f"smallest durable moves of PostgreSQL, {at_once} at once", smallest, "moves/s")
        for name, played in (("alone", alone), ("with page", whole)):
            ratio = played.a_second / smallest
            yield Figure(f"moves over HTTP, {name} / smallest durable", ratio, "of 1")
        redis.close()
        away = site.play(tables, seconds, at_once)
        yield from _figures_of(away, AWAY)
        yield Figure(f"slowest answer{AWAY}, longer by", away.slowest - whole.slowest, "ms", most=LONGEST)
        if mails:
            yield Figure(f"mail after a move{AWAY}", seconds_to_a_mail(site, tables.pop(), office), "s", most=LATEST)


def seconds_to_a_mail(site: "Site", table: "dict[str, Any]", office: Office) -> float:
    """How long after a move its mail comes, with beat alone to see to it and the worst moment for the move."""
    beat = running(COMMANDS["beat"], site.folder, **site.variables)
    with beat, psycopg.connect(site.database, autocommit=True) as line:
        line.execute("DELETE FROM games_notice")  # of all that was played; the bench does not wait for its delivery
        while line.execute("SELECT 1 FROM games_heartbeat WHERE at > now() - interval '9 s'").fetchone() is None:
            time.sleep(0.1)
        had, began = len(office.ids), time.perf_counter()
        visitor = Visitor(site.address, patience=30)
        site.send(visitor, table["path"], table["moves"][0])
        visitor.leave()
        while len(office.ids) == had and time.perf_counter() - began < 2 * LATEST:
            time.sleep(0.1)
    return time.perf_counter() - began


def processor_seconds(pid: int) -> float:
    """How long a process and those it has started have kept a processor busy; this tells more than clocks do where
    others want the processors too."""
    family = [psutil.Process(pid), *psutil.Process(pid).children(recursive=True)]
    return float(sum(one.cpu_times().user + one.cpu_times().system for one in family))


class Played:
    """What became of moves: how long each took to be answered, and the page after it, in milliseconds."""

    def __init__(self) -> None:
        self.moves: list[float] = []
        self.pages: list[float] = []
        self.refused: list[int] = []
        self.seconds = 1.0

    @property
    def count(self) -> int:
        """How many moves were made."""
        return max(1, len(self.moves))

    @property
    def a_second(self) -> float:
        """Moves a second, each with its page if pages were asked for."""
        return len(self.moves) / self.seconds

    @property
    def slowest(self) -> float:
        """The longest that anybody waited for an answer."""
        return max([*self.moves, *self.pages], default=0.0)


class Site:
    """A web server with tables whose moves are planned."""

    def __init__(self, folder: Path, database: str, queue: str, post: int, static_root: Path) -> None:
        self.folder, self.database, self.host = folder, database, f"127.0.0.1:{free_port()}"
        self.address = f"http://{self.host}"
        self.variables = {
            "SECRET_KEY": KEY,
            "DATABASE_URL": database,
            "REDIS_URL": queue,
            "SITE_URL": self.address,
            "EMAIL_URL": f"smtp://127.0.0.1:{post}",
            "STATIC_ROOT": str(static_root),
            "DJANGO_SETTINGS_MODULE": "saboteur_site.settings",
        }

    def planned(self, tables: int) -> "list[dict[str, Any]]":
        """Set the site up with so many tables; what is to be played at them."""
        run(COMMANDS["release"], self.folder, **self.variables)
        command = [sys.executable, "-m", "tools.bench.plan", str(tables), str(MOVES_OF_A_TABLE)]
        environment = surroundings(self.folder, **self.variables)
        finished = subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, check=True, text=True)
        found: list[dict[str, Any]] = json.loads(finished.stdout)
        return found

    def play(self, tables: "list[dict[str, Any]]", seconds: float, at_once: int, *, pages: bool = True) -> Played:
        """Let people play for some seconds, each at tables of their own, which are taken off the list.

        With `pages` each looks at the table after each move, as browsers do.
        """
        played, began = Played(), time.perf_counter()

        def play() -> None:
            visitor = Visitor(self.address, patience=30)
            while tables and time.perf_counter() < began + seconds:
                table = tables.pop()
                for move in table["moves"]:
                    self._one(visitor, table["path"], move, played, page=pages)
                    if time.perf_counter() > began + seconds:
                        break
            visitor.leave()

        _all_at_once([play] * at_once, within=seconds + PATIENCE)
        played.seconds = time.perf_counter() - began
        return played

    def _one(self, visitor: Visitor, path: str, move: "dict[str, Any]", played: Played, *, page: bool) -> None:
        began = time.perf_counter()
        answer = self.send(visitor, path, move)
        moved = time.perf_counter()
        played.moves.append((moved - began) * 1000)
        if answer.status_code != 303 or (page and visitor.get(path).status_code != 200):
            played.refused.append(answer.status_code)
        if page:
            played.pages.append((time.perf_counter() - moved) * 1000)

    def send(self, visitor: Visitor, path: str, move: "dict[str, Any]") -> Answer:
        """Make a planned move, for any player."""
        visitor.cookies = {"sessionid": move["session"], "csrftoken": CSRF}
        return visitor.post(f"{path}move", move["form"])


def _figures_of(played: Played, how: str) -> Iterator[Figure]:
    yield Figure(f"moves over HTTP that were not carried out{how}", len(played.refused), "moves", most=0, counted=True)
    yield Figure(f"moves over HTTP, each with its page{how}", played.a_second, "moves/s")
    for name, found in (("move", sorted(played.moves)), ("page after it", sorted(played.pages))):
        yield Figure(f"{name} over HTTP{how}, p50", found[len(found) // 2], "ms")
        yield Figure(f"{name} over HTTP{how}, p99", found[len(found) * 99 // 100], "ms")


def smallest_moves(folder: Path, database: str, seconds: float, at_once: int) -> float:
    """The smallest durable moves a second, by pgbench if it is there, else by as many threads."""
    with psycopg.connect(database, autocommit=True) as line:
        line.execute(_TABLES)
    script = folder / "smallest.sql"
    script.write_text(SMALLEST)
    program = postgresql_programs(folder / "more", None) / "pgbench"
    if not program.exists():
        return _by_hand(database, seconds, at_once)
    command = [str(program), "-n", "-f", str(script), "-c", str(at_once), "-j", "2", "-T", str(max(1, round(seconds)))]
    done = subprocess.run([*command, database], stdout=subprocess.PIPE, text=True, check=True)
    return float(re.findall(r"^tps = ([0-9.]+)", done.stdout, re.MULTILINE)[0])


def _by_hand(database: str, seconds: float, at_once: int) -> float:
    over, made = time.perf_counter() + seconds, list[int]()

    def move(number: int) -> None:
        statements = [one.replace(":game", str(number)) for one in SMALLEST.splitlines()[2:-1]]
        with psycopg.connect(database, autocommit=True) as line:
            while time.perf_counter() < over:
                with line.transaction():
                    for statement in statements:
                        line.execute(statement.encode())
                made.append(number)

    _all_at_once([lambda number=number: move(number) for number in range(1, at_once + 1)], within=seconds + PATIENCE)  # type: ignore[misc]
    return len(made) / seconds


def _all_at_once(deeds: list[Callable[[], None]], *, within: float) -> None:
    """Do all deeds in the same time; AssertionError when one takes longer than it should."""
    threads = [threading.Thread(target=deed, daemon=True) for deed in deeds]
    over = time.monotonic() + within
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(max(0.0, over - time.monotonic()))
    assert not any(thread.is_alive() for thread in threads)
