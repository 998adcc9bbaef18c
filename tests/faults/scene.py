"""A web server of the Procfile, a PostgreSQL of its own that can be stopped and frozen, and a wire between them that
can be cut, while Ann sits at tables of bots, who do not move: nothing ticks."""

import select
import signal
import socket
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, LiteralString

import psutil
import psycopg

from tests.chaos.children import Child, postgresql
from tests.chaos.site import lasting_ports
from tests.faults.table import NAME, PASSWORD
from tests.games.pages import Form
from tests.migrated import Fill
from tests.processes import PATIENCE, at, fetched, running, said
from tests.services import cluster, listens, takes_statements
from tests.visitors import Visitor

KEY = "a key of the tests that is hard to guess 8Vq2"
KEPT = "Your game is safe, and nothing was played. Try again in a moment."
UNSURE = "Your game is safe, but we can’t tell whether your move was played. Try again: nothing is played twice."


_MOVES = """
SELECT count(*) FROM games_move m JOIN games_game g ON g.id = m.game_id JOIN accounts_user u ON u.id = m.user_id
WHERE u.username = %s
"""


class Database:
    """A PostgreSQL at a port."""

    def __init__(self, child: Child, port: int, address: str) -> None:
        self.child, self.port, self.address = child, port, address

    def stop(self) -> None:
        """Shut it down, as an operator does; open connections are closed."""
        self.child.process.send_signal(signal.SIGINT)
        self.child.process.wait(PATIENCE)

    def start(self) -> None:
        """Start it, and wait until it answers."""
        if self.child.process.poll() is not None:
            self.child.start()
        deadline = time.monotonic() + PATIENCE
        while not (listens(self.port) and takes_statements(self.address)):
            assert time.monotonic() < deadline, self.child.log.read_text()
            time.sleep(0.05)

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """Let all of it stand still: what is sent to it is acknowledged, and never answered."""
        parent = psutil.Process(self.child.process.pid)
        family = [parent, *parent.children(recursive=True)]
        try:
            for process in family:
                with suppress(psutil.NoSuchProcess):
                    process.suspend()
            yield
        finally:
            for process in family:
                with suppress(psutil.NoSuchProcess):
                    process.resume()

    def one(self, query: LiteralString, *values: str) -> Any:
        """The one value that answers a question."""
        with psycopg.connect(self.address) as line:
            ((found,),) = line.execute(query, values).fetchall()
        return found


class Wire:
    """A line to a port that passes everything on, until it breaks where it is told to.

    `breaks`: "before" or "after" a commit is done, which is never told; or, once, at a statement with this word in it.
    """

    def __init__(self, there: int) -> None:
        self.there, self.breaks = there, ""
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._door.getsockname()[1])
        self._keeper = threading.Thread(target=self._let_in)
        self._keeper.start()

    def close(self) -> None:
        """Refuse new connections."""
        self._door.shutdown(socket.SHUT_RDWR)
        self._keeper.join(PATIENCE)
        assert not self._keeper.is_alive()
        self._door.close()

    def _let_in(self) -> None:
        while True:
            try:
                near, _ = self._door.accept()
            except OSError:
                return
            threading.Thread(target=self._carry, args=[near], daemon=True).start()

    def _carry(self, near: socket.socket) -> None:
        with near, suppress(OSError), socket.create_connection(("127.0.0.1", self.there)) as far:
            while True:
                ready, _, _ = select.select([near, far], [], [])
                for one, other in ((near, far), (far, near)):
                    if one in ready:
                        found = one.recv(65536)
                        if not found or self._breaks_at(found, is_answer=one is far):
                            return
                        other.sendall(found)

    def _breaks_at(self, found: bytes, *, is_answer: bool) -> bool:
        if self.breaks in ("before", "after"):
            return b"COMMIT" in found and is_answer is (self.breaks == "after")
        if self.breaks and self.breaks.encode() in found:
            self.breaks = ""
            return True
        return False


class Site:
    """The site at an address, with what can be done to it."""

    def __init__(self, address: str, database: Database, wire: Wire, codes: list[str]) -> None:
        self.address, self.database, self.wire = address, database, wire
        self.codes = codes
        self._cookies: dict[str, str] = {}

    @property
    def table(self) -> str:
        """The address of the table of this test."""
        return f"/t/{self.codes[0]}/"

    def leave_table(self) -> None:
        """Go on to the next one, at which Ann is on turn."""
        self.codes = self.codes[1:]

    def visitor(self, *, patience: float = 20.0) -> Visitor:
        """A client with a new connection for every page, since the server closes idle ones."""
        visitor = Visitor(self.address, patience=patience)
        visitor.headers["Connection"] = "close"
        return visitor

    def ann(self, **more: float) -> Visitor:
        """Ann, logged in."""
        ann = self.visitor(**more)
        if self._cookies:
            ann.cookies |= self._cookies
        else:
            ann.log_in(NAME, PASSWORD)
            self._cookies = dict(ann.cookies)
        return ann

    def discard(self, ann: Visitor) -> Form:
        """The form with which Ann discards her first card."""
        card = ann.page(f"{self.table}?mode=discard").hand()[0]["href"]
        form = ann.page(f"{self.table}{card}" if card.startswith("?") else card).play
        assert form is not None
        return form

    def moves(self) -> int:
        """How many moves Ann has made."""
        return int(self.database.one(_MOVES, NAME))


@contextmanager
def built(fill: Fill) -> Iterator[Site]:
    """Bring up such a site, its web server in one process; raises `Missing` if there is no PostgreSQL."""
    with tempfile.TemporaryDirectory(prefix="saboteur-faults-") as name:
        folder = Path(name)
        folder.chmod(0o755)  # another account runs PostgreSQL
        with _built(folder, fill) as site:
            yield site


@contextmanager
def _built(folder: Path, fill: Fill) -> Iterator[Site]:
    made = cluster(folder)
    (port,) = lasting_ports(1)
    database = Database(postgresql(made, port, folder), port, made.address(port))
    wire = Wire(port)
    try:
        database.start()
        fill(database.address)
        address = f"http://127.0.0.1:{lasting_ports(1)[0]}"
        variables = {"SECRET_KEY": KEY, "SITE_URL": address, "DATABASE_URL": made.address(wire.port)}
        codes = said(folder, "-m", "tests.faults.table", **variables).split()
        web = at(address.removeprefix("http://"), workers=1)
        with running(web, folder, **variables):
            fetched(f"{address}/healthz")
            yield Site(address, database, wire, codes)
    finally:
        wire.close()
        database.child.end()
