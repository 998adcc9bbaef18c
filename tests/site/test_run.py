"""`./run` itself: one command starts the site, and nothing of it is left when it ends."""

import gzip
import os
import re
import secrets
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from http.client import HTTPResponse
from pathlib import Path
from urllib.request import Request, urlopen

import psutil
import pytest

from saboteur_site.settings import BASE_DIR
from tests.services import end, free_port

pytestmark = pytest.mark.xdist_group("run")

PATIENCE = 240.0


class Site:
    """A site that `./run` has started: its process, those below it, what it printed and where it is."""

    def __init__(self, process: "subprocess.Popen[str]", log: Path) -> None:
        self.process = process
        self.log = log
        self.family = psutil.Process(process.pid).children(recursive=True) if process.poll() is None else []

    @property
    def address(self) -> str:
        """Where the site says it is."""
        return f"http://localhost:{re.findall(r'http://localhost:([0-9]+)', self.log.read_text())[-1]}"

    def answers(self) -> bool:
        """Tell whether the log-in page comes."""
        try:
            return fetch(f"{self.address}/accounts/login/").status == 200
        except OSError:
            return False

    def is_gone(self) -> bool:
        """Tell whether no process of it is left."""
        return not any(lives(process) for process in self.family)


def fetch(address: str, takes: str = "gzip") -> HTTPResponse:
    """Ask for a page or file as a browser does, which takes more over HTTPS."""
    answer = urlopen(Request(address, headers={"Accept-Encoding": takes}), timeout=5)  # noqa: S310 (it is http)
    assert isinstance(answer, HTTPResponse)
    return answer


def lives(process: psutil.Process) -> bool:
    """Tell whether a process has not ended."""
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def environment(folder: Path, **variables: str) -> dict[str, str]:
    """Return the variables of a person who has set nothing but where the site keeps its files and listens."""
    everybodys = {name: os.environ[name] for name in ("HOME", "PATH")}
    return {**everybodys, "LOCAL_DIR": str(folder), "PORT": str(free_port()), **variables}


@contextmanager
def started(folder: Path, **variables: str) -> Iterator[Site]:
    """Start the site with its files in `folder`, wait until it says where it is, and end it if it has not ended."""
    log = folder / f"{secrets.token_hex(8)}.log"
    with log.open("w") as output:
        process = subprocess.Popen(
            ["./run"],
            cwd=BASE_DIR,
            env=environment(folder, **variables),
            stdout=output,
            stderr=subprocess.STDOUT,
            text=True,
        )
    try:
        wait_until(lambda: "Ctrl-C stops it" in log.read_text() or process.poll() is not None)
        yield Site(process, log)
    finally:
        end(process, signal.SIGTERM)


def wait_until(condition: Callable[[], bool]) -> None:
    """Wait until something is so; fail if it does not become so."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.05)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of one site, which the tests here start one after another."""
    return tmp_path_factory.mktemp("local")


@pytest.fixture(scope="module")
def now_running(folder: Path) -> Iterator[Callable[[], Site]]:
    """Gives the site that runs in the folder, with its processes of now; once a test has ended it, it starts again."""
    with ExitStack() as stack:
        begun: list[Site] = []

        def running() -> Site:
            if not begun or begun[-1].process.poll() is not None:
                begun.append(stack.enter_context(started(folder)))
            return Site(begun[-1].process, begun[-1].log)

        yield running


@pytest.fixture
def site(now_running: Callable[[], Site]) -> Site:
    """The site that runs."""
    return now_running()


@pytest.mark.examples(1)
@pytest.mark.parametrize(("finished", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_the_site_starts_with_one_command_and_ends_with_all_its_children(
    site: Site, finished: signal.Signals, code: int
) -> None:
    assert site.answers()
    assert len(site.family) >= 2
    site.process.send_signal(finished)

    assert site.process.wait(PATIENCE) == code
    assert site.is_gone()
    assert not site.answers()


def test_static_files_are_packed_and_cached_for_ever(site: Site) -> None:
    page = gzip.decompress(fetch(f"{site.address}/accounts/login/").read()).decode()
    style = re.search(r'/static/css/[^"]+\.css', page)
    assert style
    answer = fetch(site.address + style[0])

    assert answer.headers["Content-Encoding"] == "gzip"
    assert "immutable" in answer.headers["Cache-Control"]
    assert b"; }" not in gzip.decompress(answer.read())
    assert fetch(site.address + style[0], "gzip, br").headers["Content-Encoding"] == "br"


@pytest.mark.soak
def test_the_worker_takes_what_it_is_nudged_to_do(site: Site, folder: Path) -> None:
    nudge = "from saboteur_site.celery import nudge; nudge('celery.backend_cleanup')"
    subprocess.run(["./run", "manage", "shell", "-v", "0", "-c", nudge], cwd=BASE_DIR, env=environment(folder))

    wait_until(lambda: not list((folder / "queue").glob("*.msg")))


@pytest.mark.soak
def test_the_site_starts_once_in_a_folder(site: Site, folder: Path) -> None:
    with started(folder) as second:
        assert second.process.wait(PATIENCE) == 1
        assert "already runs" in second.log.read_text()


@pytest.mark.soak
def test_a_web_server_that_dies_is_started_again(site: Site) -> None:
    server = next(process for process in site.family if "saboteur_site.server" in process.cmdline())
    server.kill()
    server.wait(PATIENCE)

    wait_until(site.answers)


@pytest.mark.soak
def test_children_do_not_outlive_a_parent_that_is_killed(site: Site) -> None:
    site.process.kill()

    wait_until(site.is_gone)


def test_taken_port_is_explained_in_a_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        with started(tmp_path, PORT=port) as site:
            assert site.process.wait(PATIENCE) == 1
            assert site.log.read_text() == f"./run: port {port} is taken or is none; another one: PORT=8080 ./run\n"


def test_unknown_command_is_explained_in_a_sentence() -> None:
    finished = subprocess.run(["./run", "dig"], cwd=BASE_DIR, capture_output=True, text=True)

    assert (finished.returncode, finished.stderr) == (1, "./run: there is no command 'dig'; ./run --help lists them.\n")
