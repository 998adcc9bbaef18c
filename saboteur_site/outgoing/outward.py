"""The one way out to hosts that people name: guarded, so that no user reaches private hosts through this site.

`permit` counts how often a host is posted to, and may ask the database for that. `post` hands something over and tells
the status of the answer. It asks no database, so workers call it in threads. Nothing else of an answer comes back but
when to try again. Neither addresses nor keys stand in any error: who catches one may write it down.
"""

import errno
import re
import socket
import ssl
import time
from collections.abc import Mapping
from contextlib import suppress
from email.utils import parsedate_to_datetime
from functools import cache
from http.client import HTTPConnection, HTTPException, HTTPResponse
from io import BufferedReader, RawIOBase
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from threading import Thread
from typing import Any, NamedTuple, cast
from urllib.parse import urlsplit

from django.conf import settings
from django.utils import timezone

from saboteur_site.web import rates

LONGEST = 2000
"""Signs of an address."""
PORTS = (443, 8443, 8448)
"""Where services listen that take messages by https: the usual port, its stand-in, and Matrix (8448)."""
TO_CONNECT = 3.0
"""Seconds that one of several addresses of a host is given, so that the next one has its turn."""
MOST_READ = 64 * 1024
"""Bytes that are read of an answer. http.client limits each head, and reads any number of those that say to go on."""
LONGEST_WAIT = 6 * 3600.0
"""Seconds: a longer Retry-After is cut to this."""
_FINE = re.compile(r"[!-~]+")
"""Signs that may stand in an address: ASCII that can be seen. So there is no line break, no space, no lookalike."""
_NAME = re.compile(r"(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9_-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?")
"""A host's name with a dot in it that ends with a word. So it is no number in disguise, and nothing of this machine."""
_DETOURS = (
    IPv6Network("::/96"),
    IPv6Network("::ffff:0:0/96"),
    IPv6Network("::ffff:0:0:0/96"),
    IPv6Network("64:ff9b::/96"),
    IPv6Network("64:ff9b:1::/48"),
    IPv6Network("2001::/32"),
    IPv6Network("2002::/16"),
    IPv6Network("fec0::/10"),
    IPv6Network("3fff::/20"),
    IPv6Network("5f00::/16"),
)
"""IPv6 that leads to an IPv4 address by a translator or a tunnel, networks of one site, documentation (RFC 9637) and
segment routing (RFC 9602)."""
_RELAYS = IPv4Network("192.88.99.0/24")
"""6to4 relays (RFC 7526), which pass packets on to other networks."""
_OF_THE_HOUSE = frozenset({IPv4Address("168.63.129.16")})
"""Public addresses that a hosting company answers at for its own machines alone."""


class RefusedError(Exception):
    """We never post there. ``why`` is a word for it: `address`, `scheme`, `port`, `login`, `private`."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class AwayError(Exception):
    """There was no answer. ``heard``: the other side took a connection, and may have taken what was posted.

    ``retry_after``: in how many seconds it may be tried again, where that is known.
    """

    def __init__(self, *, heard: bool = False, retry_after: float | None = None) -> None:
        super().__init__("heard" if heard else "not heard")
        self.heard, self.retry_after = heard, retry_after


class Reply(NamedTuple):
    """The status of an answer, and in how many seconds the other side wants to be asked again, if it said so."""

    status: int
    retry_after: float | None = None


class Place(NamedTuple):
    """Where something is posted: the parts of an address that has been looked at."""

    is_secure: bool
    host: str
    port: int
    path: str
    is_trusted: bool

    @property
    def server(self) -> str:
        """Host and port: what is away when a connection cannot be had."""
        return f"{self.host}:{self.port}"


def place(url: str) -> Place:
    """The parts of an address, if we would post there as far as the address itself tells; RefusedError. No look-up.

    Only https, but for hosts in `OUTWARD_HTTP_HOSTS`, that the operator trusts with any scheme, port and address.
    """
    if not _FINE.fullmatch(url) or len(url) > LONGEST or "\\" in url or "#" in url:
        raise RefusedError("address")
    try:
        parts = urlsplit(url)
        port, host = parts.port, parts.hostname or ""
    except ValueError:
        raise RefusedError("address") from None
    if "@" in parts.netloc:
        raise RefusedError("login")
    if parts.scheme not in ("http", "https"):
        raise RefusedError("scheme")
    is_secure = parts.scheme == "https"
    port = port if port is not None else 443 if is_secure else 80
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    if {host, f"{host}:{port}"} & set(settings.OUTWARD_HTTP_HOSTS):
        return Place(is_secure, host, port, path, is_trusted=True)
    if not is_secure:
        raise RefusedError("scheme")
    if not _NAME.fullmatch(host) or parts.netloc.lower() not in (host, f"{host}:{port}"):
        raise RefusedError("address")
    if port not in PORTS:
        raise RefusedError("port")
    return Place(is_secure, host, port, path, is_trusted=False)


def is_public(address: IPv4Address | IPv6Address) -> bool:
    """Whether an address is one of the internet at large, whatever way it takes.

    >>> [is_public(ip_address(one)) for one in ("9.9.9.9", "10.0.0.1", "64:ff9b::a00:1", "2620:fe::9")]
    [True, False, False, True]
    """
    if isinstance(address, IPv6Address) and any(address in block for block in _DETOURS):
        return False
    if address in _RELAYS:
        return False
    return address.is_global and not address.is_multicast and address not in _OF_THE_HOUSE


def permit(url: str) -> None:
    """Count one more message to the host of an address, before it is posted. RefusedError if we never post there,
    AwayError with the seconds to wait if all of them together were too many."""
    host = place(url).host
    if seconds := rates.wait("outward", host):
        raise AwayError(retry_after=seconds)


def post(url: str, body: bytes, headers: Mapping[str, str], *, patience: float, method: str = "POST") -> Reply:
    """Post something, and give the answer of the other side, whatever it is; redirects are not followed.

    All of it together takes ``patience`` seconds at most. The host's name is looked up once, each address found has to
    be public, and it is these addresses that are connected to; the certificate has to be one of the name.
    RefusedError if we never post there, AwayError if there was no answer.
    """
    there, end = place(url), time.monotonic() + patience
    addresses = _looked_up(there, end)
    line = _connected(there, addresses, end)
    try:
        return _answer(there, _Line(line, end), method, body, headers)
    except (OSError, HTTPException, ValueError):
        raise AwayError(heard=True) from None
    finally:
        with suppress(OSError):
            line.close()


# -- finding the host


def _looked_up(there: Place, end: float) -> list[str]:
    """The addresses of a host, all public; the system's resolver knows no limit of time, so a thread waits for it."""
    found: list[list[str] | None] = []

    def look_up() -> None:
        try:
            found.append(resolve(there.host, there.port))
        except (OSError, UnicodeError, ValueError):
            found.append(None)

    waits = Thread(target=look_up, daemon=True)
    waits.start()
    waits.join(max(0.0, end - time.monotonic()))
    addresses = found[0] if found else None
    if not addresses:
        raise AwayError
    if not there.is_trusted and not all(_is_public(address) for address in addresses):
        raise RefusedError("private")
    return addresses


def resolve(host: str, port: int) -> list[str]:
    """The addresses of a host in the order in which they should be tried. OSError if it has none."""
    rows = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP)
    return list(dict.fromkeys(str(row[4][0]) for row in rows))


def _is_public(address: str) -> bool:
    # An address with a zone ("fe80::1%eth0") is one of a network of this machine.
    return "%" not in address and is_public(ip_address(address))


def _connected(there: Place, addresses: list[str], end: float) -> socket.socket:
    """A connection to the first address that takes one; AwayError if none does."""
    for address in addresses:
        line = None
        try:
            line = socket.create_connection((address, there.port), min(TO_CONNECT, _left(end)))
            if not there.is_secure:
                return line
            line.settimeout(_left(end))
            return tls().wrap_socket(line, server_hostname=there.host)
        except (OSError, ValueError):  # ssl: certificates that are not good, names that are none
            if line is not None:
                line.close()
    raise AwayError


@cache
def tls() -> ssl.SSLContext:
    """How servers have to prove who they are: by a certificate of their name that this machine's list vouches for."""
    return ssl.create_default_context()


# -- asking and being answered


class _Line:
    """A connection that ends at a moment, whatever the other side does: what http.client needs of a socket."""

    def __init__(self, line: socket.socket, end: float) -> None:
        self.line, self.end = line, end

    def sendall(self, data: bytes) -> None:
        """Send all of it; TimeoutError."""
        rest = memoryview(data)
        while rest:
            self.line.settimeout(_left(self.end))
            rest = rest[self.line.send(rest) :]

    def makefile(self, _mode: str) -> BufferedReader:
        """A file of what comes in."""
        return BufferedReader(_Incoming(self.line, self.end))

    def close(self) -> None:
        """Nothing: the owner of the connection closes it."""


class _Incoming(RawIOBase):
    """What comes in until a moment, `MOST_READ` bytes at most."""

    def __init__(self, line: socket.socket, end: float) -> None:
        super().__init__()
        self.line, self.end, self.read_by_now = line, end, 0

    def readable(self) -> bool:
        """Yes."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Read what there is; TimeoutError, OSError when it is too much."""
        if self.read_by_now >= MOST_READ:
            raise OSError(errno.EMSGSIZE, "the answer is too long")
        self.line.settimeout(_left(self.end))
        got = self.line.recv_into(buffer)
        self.read_by_now += got
        return got


def _left(end: float) -> float:
    """The seconds until a moment; TimeoutError when there are none."""
    left = end - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left


def _answer(there: Place, line: _Line, method: str, body: bytes, headers: Mapping[str, str]) -> Reply:
    """What is answered. Only the head of an answer is read, and http.client ends heads that are too long."""
    talk = HTTPConnection(there.host, there.port)
    talk.sock = cast(Any, line)
    usual = {
        "Host": there.host if there.port == (443 if there.is_secure else 80) else there.server,
        "User-Agent": f"saboteur-by-web (+{settings.SITE_URL})",
        "Accept": "*/*",
        "Connection": "close",
    }
    talk.request(method, there.path, body, usual | dict(headers))
    # A server that answered is not asked to go on: what it says beyond the head is nothing to us.
    with talk.getresponse() as answer:
        return Reply(answer.status, _retry_after(answer))


def _retry_after(answer: HTTPResponse) -> float | None:
    """In how many seconds to ask again: a number, or a date (RFC 9110, 10.2.3). None for what is neither."""
    said = answer.headers.get("Retry-After", "")
    with suppress(ValueError, TypeError, OverflowError):
        seconds = float(said) if re.fullmatch(r"\d{1,9}(\.\d{1,6})?", said) else _until(said)
        return min(max(seconds, 0.0), LONGEST_WAIT)
    return None


def _until(said: str) -> float:
    moment = parsedate_to_datetime(said)
    return (moment - timezone.now()).total_seconds()
