"""Catches code that opens a connection to another server while a request is answered (docs/adr/0061).

The services of the site itself are no others: PostgreSQL is not reached by sockets of Python, and Redis is let through.
"""

import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any
from unittest.mock import patch

from saboteur_site.database import patience
from saboteur_site.outgoing import outward


class OutboundError(AssertionError):
    """A view opens a connection to another server, or looks its name up."""


@contextmanager
def guarded() -> Iterator[list[str]]:
    """Refuse such connections, and list them: a view may have caught what it met."""
    caught: list[str] = []
    reals = {name: getattr(socket.socket, name) for name in ("connect", "connect_ex")}
    look_up = socket.getaddrinfo

    def check(where: Any) -> None:
        if patience.left() is not None and not _is_of_redis():
            caught.append(str(where))
            raise OutboundError(where)

    def connect(line: socket.socket, address: Any) -> Any:
        check(address)
        return reals["connect"](line, address)

    def connect_ex(line: socket.socket, address: Any) -> Any:
        check(address)
        return reals["connect_ex"](line, address)

    def getaddrinfo(host: Any, *more: Any, **named: Any) -> Any:
        check(host)
        return look_up(host, *more, **named)

    post = outward.post

    def posts(url: str, *more: Any, **named: Any) -> Any:
        check(url)  # names are looked up in a thread, which knows of no request
        return post(url, *more, **named)

    with (
        patch.object(outward, "post", posts),
        patch.object(socket.socket, "connect", connect),
        patch.object(socket.socket, "connect_ex", connect_ex),
        patch.object(socket, "getaddrinfo", getaddrinfo),
    ):
        yield caught


def _is_of_redis() -> bool:
    frame: FrameType | None = sys._getframe(2)
    while frame is not None:
        if frame.f_globals.get("__name__", "").partition(".")[0] == "redis":
            return True
        frame = frame.f_back
    return False
