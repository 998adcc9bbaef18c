"""A program and a push service with moods, to which the site posts by HTTP."""

import json
import socket
import struct
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from tests.accounts.push_service import Browser
from tests.chaos.site import lasting_ports
from tests.chaos.takers import GOOD, Taker
from tests.sinks import Answers, PostedRequest, Sink, hangs_up, says, trickles

MOODS = ("is busy", "is too busy", "hangs", "trickles", "is dead", "is away", "takes and hangs up")
"""What it does besides answering: 503; 429; silence, or a head without an end; a line that is cut at once; no line; a
line that is cut once it has a message."""
AT_ONCE = struct.pack("ii", 1, 0)
"""Of a line that is closed so nothing more is sent, and no one waits for what was."""


class Desk(Taker, Sink):
    """Takes what is posted; `names_in` reads from it what it tells of."""

    def __init__(self, port: int, names_in: Callable[[PostedRequest], list[str]]) -> None:
        Taker.__init__(self, *MOODS)
        Sink.__init__(self, port)
        self._names_in = names_in
        self._door: socket.socket | None = None
        self.become(GOOD)

    def become(self, mood: str) -> None:
        """Take on a mood, and open or shut the door."""
        super().become(mood)
        if mood == "is away":
            self.shut()
        elif self._door is None:
            self._door = socket.create_server(("127.0.0.1", self.port))
            threading.Thread(target=self.serve, args=[self._door], daemon=True).start()

    def shut(self) -> None:
        """Refuse new connections."""
        if self._door is not None:
            with suppress(OSError):
                self._door.shutdown(socket.SHUT_RDWR)
            self._door.close()
            self._door = None

    def answers_to(self, heard: PostedRequest) -> Answers:
        """As the mood is. A sender killed while posting has posted nothing."""
        is_whole = len(heard.body) == int(heard.headers.get("content-length", -1))
        if not is_whole or self.mood == "is away":
            return hangs_up
        refusals: dict[str, Answers] = {
            "is busy": says(503),
            "is too busy": says(429, "Retry-After: 1"),
            "hangs": self._hangs,
            "trickles": trickles,
        }
        if refuses := refusals.get(self.mood):
            return refuses
        admits = self.mood == GOOD
        self.take(self._names_in(heard), admits=admits)
        return says(201) if admits else hangs_up

    def _hangs(self, _caller: socket.socket, closed: threading.Event) -> None:
        """Say nothing until the mood is another one, and then go."""
        while self.mood == "hangs" and not closed.wait(0.1):
            pass

    def _talk(self, caller: Any) -> None:
        if self.mood == "is dead":
            caller.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
            caller.close()
        else:
            super()._talk(caller)


@contextmanager
def program() -> Iterator[Desk]:
    """A program that takes webhooks."""
    (port,) = lasting_ports(1)
    with _closing(Desk(port, lambda heard: list(json.loads(heard.body)["notices"]))) as desk:
        yield desk


@contextmanager
def hanging() -> Iterator[Desk]:
    """A program that takes connections and says nothing, until it is told to be well. It has a host of its own."""
    with program() as desk:
        desk.become("hangs")
        yield desk


@contextmanager
def push_service() -> Iterator[tuple[Desk, Browser]]:
    """A push service, and the one browser behind all its devices."""
    (port,) = lasting_ports(1)
    browser = Browser("chaos", f"http://127.0.0.1:{port}")
    with _closing(Desk(port, lambda heard: [browser.read(heard.body)["id"]])) as desk:
        yield desk, browser


@contextmanager
def _closing(desk: Desk) -> Iterator[Desk]:
    try:
        yield desk
    finally:
        desk.closed.set()
        desk.shut()
