"""A server on this machine that takes what the site posts, and answers, refuses, hangs or misbehaves as it is told."""

import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple

PATIENCE = 10.0


class PostedRequest(NamedTuple):
    """What was posted: the line that asks, the headers by small names, the body."""

    asked: str
    headers: dict[str, str]
    body: bytes


Answers = Callable[[socket.socket, threading.Event], None]
"""Answers a caller who has been heard to the end; the event is set when the sink is closed."""


def says(status: int, *headers: str, body: bytes = b"") -> Answers:
    """An answer of a well-behaved server."""
    head = [f"HTTP/1.1 {status} Well", *headers, f"Content-Length: {len(body)}", "", ""]
    whole = "\r\n".join(head).encode() + body
    return lambda caller, _closed: caller.sendall(whole)


def hangs(caller: socket.socket, closed: threading.Event) -> None:
    """Take it and say nothing."""
    closed.wait(PATIENCE)


def hangs_up(caller: socket.socket, closed: threading.Event) -> None:
    """Take it and go."""


def trickles(caller: socket.socket, closed: threading.Event) -> None:
    """Say a little now and then, and never come to an end."""
    caller.sendall(b"HTTP/1.1 200 Well\r\nX-Long: ")
    while not closed.wait(0.05):
        caller.sendall(b"x")


def talks(caller: socket.socket, closed: threading.Event) -> None:
    """Begin well, and then talk without an end."""
    caller.sendall(b"HTTP/1.1 200 Well\r\n\r\n")
    while not closed.is_set():
        caller.sendall(b"x" * 65536)


def goes_on(caller: socket.socket, closed: threading.Event) -> None:
    """Say without an end that the other side may go on."""
    while not closed.is_set():
        caller.sendall(b"HTTP/1.1 100 Continue\r\n\r\n" * 1000)


def boasts(caller: socket.socket, closed: threading.Event) -> None:
    """Have a head without an end."""
    caller.sendall(b"HTTP/1.1 200 Well\r\n")
    while not closed.is_set():
        caller.sendall(b"X-More: " + b"x" * 1000 + b"\r\n")


class Sink:
    """What was heard, how often it was called, and what is answered; `scripted` answers are used up first."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.heard: list[PostedRequest] = []
        self.calls = 0
        self.scripted: list[Answers] = []
        self.answers: Answers = says(204)
        self.closed = threading.Event()
        self.tls: ssl.SSLContext | None = None

    @property
    def host(self) -> str:
        """Host and port, as the operator of a site lists them."""
        return f"127.0.0.1:{self.port}"

    @property
    def url(self) -> str:
        """An address at which it listens."""
        return f"http://{self.host}/take?this=1"

    def serve(self, door: socket.socket) -> None:
        """Let callers in until the door is shut, each in a thread."""
        while True:
            try:
                caller, _address = door.accept()
            except OSError:
                return
            self.calls += 1
            threading.Thread(target=self._talk, args=[caller], daemon=True).start()

    def answers_to(self, _heard: PostedRequest) -> Answers:
        """How something that was posted is answered."""
        return self.scripted.pop(0) if self.scripted else self.answers

    def _talk(self, caller: Any) -> None:
        caller.settimeout(PATIENCE)
        # A client that closes the connection gets no answer.
        with suppress(OSError), self.tls.wrap_socket(caller, server_side=True) if self.tls else caller as line:
            self.heard.append(_heard(line))
            self.answers_to(self.heard[-1])(line, self.closed)
            line.shutdown(socket.SHUT_WR)


def _heard(caller: Any) -> PostedRequest:
    with caller.makefile("rb") as lines:
        asked = lines.readline().decode().strip()
        headers: dict[str, str] = {}
        while line := lines.readline().decode().strip():
            name, _, value = line.partition(": ")
            headers[name.lower()] = value
        return PostedRequest(asked, headers, lines.read(int(headers.get("content-length", 0))))


@contextmanager
def sink(answers: Answers | None = None) -> Iterator[Sink]:
    """A sink that listens until the end."""
    with socket.create_server(("127.0.0.1", 0)) as door:
        found = Sink(door.getsockname()[1])
        if answers:
            found.answers = answers
        porter = threading.Thread(target=found.serve, args=[door], daemon=True)
        porter.start()
        try:
            yield found
        finally:
            found.closed.set()
            with suppress(OSError):
                door.shutdown(socket.SHUT_RDWR)
            porter.join(PATIENCE)
