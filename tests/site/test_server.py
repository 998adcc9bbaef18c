"""The web server of `./run` and of the one container: slow clients hold no thread, one command is the whole site."""

import json
import resource
import signal
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

import psutil
import pytest
from waitress.adjustments import Adjustments  # type: ignore[import-untyped]

from saboteur_site import server
from saboteur_site.web.middleware import StorageMiddleware
from tests.processes import ROOT, fetched, running
from tests.services import free_port

pytestmark = pytest.mark.xdist_group("run")

SLOW = 300
PYTHON = sys.executable


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """A server that runs without a database; `/healthz` needs none."""
    number = free_port()
    with running(f"{PYTHON} -m saboteur_site.server", tmp_path_factory.mktemp("local"), PORT=str(number)):
        assert fetched(f"http://127.0.0.1:{number}/healthz") == b"ok\n"
        yield number


@pytest.fixture
def channel() -> Iterator[server.Channel]:
    """A connection of a client that has sent nothing yet."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        there = SimpleNamespace(active_channels={}, add_task=lambda _channel: None)
        yield server.Channel(there, ours, ("127.0.0.1", 1), Adjustments(), map={})


def test_server_has_threads_that_wait_for_no_database() -> None:
    assert server.THREADS >= StorageMiddleware.ROOM + 2


def test_clients_that_trickle_headers_do_not_silence_the_site(port: int) -> None:
    with ExitStack() as stack:
        clients = [stack.enter_context(socket.create_connection(("127.0.0.1", port))) for _ in range(SLOW)]
        for line in (b"POST /accounts/login/ HTTP/1.1\r\n", b"Host: localhost\r\n", b"X"):
            for client in clients:
                client.sendall(line)
            began = time.monotonic()
            with urlopen(f"http://127.0.0.1:{port}/healthz", timeout=30) as answer:
                assert answer.read() == b"ok\n"
            assert time.monotonic() - began < 10


AHEAD = b"GET /static/cards.svg HTTP/1.1\r\nHost: localhost\r\n\r\n" * 160


def test_clients_that_ask_ahead_and_never_read_hold_no_thread(port: int) -> None:
    with ExitStack() as stack:
        for _ in range(2 * server.THREADS):
            client = stack.enter_context(socket.socket())
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
            client.connect(("127.0.0.1", port))
            client.sendall(AHEAD)
        time.sleep(1)
        with urlopen(f"http://127.0.0.1:{port}/healthz", timeout=10) as answer:
            assert answer.read() == b"ok\n"


def test_client_that_asks_ahead_gets_one_answer_and_the_end(port: int) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=10) as client:
        client.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n" * 5)
        got = b"".join(iter(lambda: client.recv(65536), b""))
    assert (got.count(b"HTTP/1.1 200"), got.count(b"ok\n")) == (1, 1)


def test_client_that_waits_for_each_answer_keeps_its_connection(port: int) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=10) as client:
        for _ in range(3):
            client.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            got = b""
            while not got.endswith(b"ok\n"):
                more = client.recv(65536)
                assert more
                got += more


def test_more_connections_than_select_can_count_do_not_end_the_server(tmp_path: Path) -> None:
    number = free_port()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(4096, hard), hard))
    # Files that the process has anyway count too.
    files = "import os; [os.open('/dev/null', 0) for _ in range(1024)]; from saboteur_site import server; server.main()"
    script = tmp_path / "many.py"
    script.write_text(files)
    try:
        with running(f"{PYTHON} {script}", tmp_path / "local", PORT=str(number), PYTHONPATH=str(ROOT)):
            assert fetched(f"http://127.0.0.1:{number}/healthz") == b"ok\n"
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.mark.parametrize("sends", [b"GET / HTTP/1.1\r\nX", b"POST / HTTP/1.1\r\nContent-Length: 9\r\n\r\n", b""])
def test_client_that_never_comes_to_an_end_is_cut_off(channel: server.Channel, sends: bytes) -> None:
    channel.received(sends)
    for now, is_over in ((channel.since + server.LONGEST - 1, False), (channel.since + server.LONGEST + 1, True)):
        channel.will_close, channel.last_activity = False, now
        server.maintain(SimpleNamespace(active_channels={1: channel}), now)
        assert channel.will_close == is_over


def test_client_whose_answer_is_being_made_is_not_cut_off(channel: server.Channel) -> None:
    channel.received(b"GET / HTTP/1.1\r\n\r\n")
    assert len(channel.requests) == 1
    server.maintain(SimpleNamespace(active_channels={1: channel}), channel.since + 10 * server.LONGEST)
    assert not channel.will_close


def test_client_that_trickles_a_body_does_not_silence_the_site(port: int) -> None:
    head = b"POST /accounts/login/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nlogin="
    with ExitStack() as stack:
        for _ in range(2 * server.THREADS):
            stack.enter_context(socket.create_connection(("127.0.0.1", port))).sendall(head)
        assert fetched(f"http://127.0.0.1:{port}/healthz") == b"ok\n"


def test_request_that_is_too_large_is_refused(port: int) -> None:
    request = Request(f"http://127.0.0.1:{port}/healthz", data=b"x" * (server.LARGEST + 1))
    with pytest.raises(
        (HTTPError, URLError, ConnectionError)
    ) as refused:  # the answer, or a connection closed while the rest is still sent
        urlopen(request, timeout=10)  # noqa: S310
    if isinstance(refused.value, HTTPError):
        assert refused.value.code == 413
        refused.value.close()


def test_forwarded_headers_reach_the_site_which_decides_whether_they_count(tmp_path: Path) -> None:
    number, secure = free_port(), {"X-Forwarded-Proto": "https"}
    site = {"SITE_URL": "https://localhost", "TRUSTED_PROXY_COUNT": "1", "PORT": str(number)}
    with running(f"{PYTHON} -m saboteur_site.server", tmp_path, **site):
        fetched(f"http://127.0.0.1:{number}/healthz")
        assert b"User-agent" in fetched(f"http://127.0.0.1:{number}/robots.txt", **secure)


def test_one_command_is_the_whole_site_and_ends_as_one(tmp_path: Path) -> None:
    number = free_port()
    with running(f"{PYTHON} -m saboteur_site.alone", tmp_path, PORT=str(number)) as process:
        address = f"http://127.0.0.1:{number}/readyz"
        deadline = time.monotonic() + 60
        received = None
        while received is None and time.monotonic() < deadline:
            try:
                received = json.loads(fetched(address))
            except HTTPError as not_yet:
                not_yet.close()
                time.sleep(0.5)
        assert received
        assert received["writable"] is received["schema"] is True
        family = psutil.Process(process.pid).children(recursive=True)
        assert len(family) >= 6
        next(member for member in family if "saboteur_site.server" in member.cmdline()).send_signal(signal.SIGKILL)
        assert process.wait(60) == 1
        psutil.wait_procs(family, 30)
        assert not any(member.is_running() for member in family)
