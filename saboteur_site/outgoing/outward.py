"""Requests to hosts that users enter, restricted so that no user reaches private hosts through this site.

`permit` applies the rate limit of a host, and may use the database for that. `post` sends a request and returns the
status of the response and its Retry-After, and nothing else of it. It does not use the database, so workers call it in
threads. Errors contain neither addresses nor keys, so they may be logged.
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
"""The most characters of a URL."""
PORTS = (443, 8443, 8448)
"""The ports of https services: the usual one, its alternative, and that of Matrix (8448)."""
TO_CONNECT = 3.0
"""Timeout in seconds of each of several addresses of a host, before the next one is tried."""
MOST_READ = 64 * 1024
"""The most bytes read of a response. http.client limits each head, but reads any number of `100 Continue` heads."""
LONGEST_WAIT = 6 * 3600.0
"""Seconds: a longer Retry-After is cut to this."""
_FINE = re.compile(r"[!-~]+")
"""The characters allowed in a URL: visible ASCII. So it has no line break, space or lookalike."""
_NAME = re.compile(r"(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9_-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?")
"""A host name with a dot that ends with a word. So it is no encoded IP address, and no name of this machine."""
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
"""IPv6 networks that translate or tunnel to IPv4, site-local networks, documentation (RFC 9637) and segment routing
(RFC 9602)."""
_RELAYS = IPv4Network("192.88.99.0/24")
"""6to4 relays (RFC 7526), which pass packets on to other networks."""
_HOSTING_SERVICES = frozenset({IPv4Address("168.63.129.16")})
"""Public addresses of services that a hosting company offers to its own machines only."""


class RefusedError(Exception):
    """Requests to this URL are not allowed. ``why`` is the reason: `address`, `scheme`, `port`, `login`, `private`."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class AwayError(Exception):
    """There was no response. ``received``: the server took a connection, and may have processed the request.

    ``retry_after``: in how many seconds a retry is possible, if known.
    """

    def __init__(self, *, received: bool = False, retry_after: float | None = None) -> None:
        super().__init__("received" if received else "not received")
        self.received, self.retry_after = received, retry_after


class Reply(NamedTuple):
    """The status of a response, and its Retry-After in seconds, if any."""

    status: int
    retry_after: float | None = None


class Place(NamedTuple):
    """The parts of a validated URL."""

    is_secure: bool
    host: str
    port: int
    path: str
    is_trusted: bool

    @property
    def server(self) -> str:
        """Return host and port, which identify the server of a breaker."""
        return f"{self.host}:{self.port}"


def place(url: str) -> Place:
    """Return the parts of a URL; raise RefusedError if the URL itself is not allowed. Does not resolve its host.

    Only https, except for hosts in `OUTWARD_HTTP_HOSTS`, which the operator trusts with any scheme, port and address.
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
    """Return whether an address is public, also after translation or tunnelling.

    >>> [is_public(ip_address(one)) for one in ("9.9.9.9", "10.0.0.1", "64:ff9b::a00:1", "2620:fe::9")]
    [True, False, False, True]
    """
    if isinstance(address, IPv6Address) and any(address in block for block in _DETOURS):
        return False
    if address in _RELAYS:
        return False
    return address.is_global and not address.is_multicast and address not in _HOSTING_SERVICES


def permit(url: str) -> None:
    """Count a message for the rate limit of its host, before it is posted. Raise RefusedError if the URL is not
    allowed, AwayError with the seconds to wait if the limit is used up."""
    host = place(url).host
    if seconds := rates.wait("outward", host):
        raise AwayError(retry_after=seconds)


def post(url: str, body: bytes, headers: Mapping[str, str], *, patience: float, method: str = "POST") -> Reply:
    """Send a request and return the response, with any status; redirects are not followed.

    The whole exchange takes at most ``patience`` seconds. The host name is resolved once, all its addresses have to be
    public, and the connection uses one of these addresses; the certificate has to match the name.
    Raise RefusedError if the URL is not allowed, AwayError if there was no response.
    """
    there, end = place(url), time.monotonic() + patience
    addresses = _looked_up(there, end)
    line = _connected(there, addresses, end)
    try:
        return _answer(there, _Line(line, end), method, body, headers)
    except (OSError, HTTPException, ValueError):
        raise AwayError(received=True) from None
    finally:
        with suppress(OSError):
            line.close()


# -- connecting


def _looked_up(there: Place, end: float) -> list[str]:
    """Return the addresses of a host, all public; the system's resolver has no timeout, so a thread waits for it."""
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
    """Return the addresses of a host in the order in which they should be tried. Raise OSError if it has none."""
    rows = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP)
    return list(dict.fromkeys(str(row[4][0]) for row in rows))


def _is_public(address: str) -> bool:
    # An address with a zone ("fe80::1%eth0") is in a local network of this machine.
    return "%" not in address and is_public(ip_address(address))


def _connected(there: Place, addresses: list[str], end: float) -> socket.socket:
    """Return a connection to the first address that accepts one; raise AwayError if none does."""
    for address in addresses:
        line = None
        try:
            line = socket.create_connection((address, there.port), min(TO_CONNECT, _left(end)))
            if not there.is_secure:
                return line
            line.settimeout(_left(end))
            return tls().wrap_socket(line, server_hostname=there.host)
        except (OSError, ValueError):  # ssl: invalid certificates and names
            if line is not None:
                line.close()
    raise AwayError


@cache
def tls() -> ssl.SSLContext:
    """Return the TLS context: servers need a certificate for their name from a CA that this machine trusts."""
    return ssl.create_default_context()


# -- request and response


class _Line:
    """A connection with a total deadline, with the methods of a socket that http.client uses."""

    def __init__(self, line: socket.socket, end: float) -> None:
        self.line, self.end = line, end

    def sendall(self, data: bytes) -> None:
        """Send all of it; raise TimeoutError."""
        rest = memoryview(data)
        while rest:
            self.line.settimeout(_left(self.end))
            rest = rest[self.line.send(rest) :]

    def makefile(self, _mode: str) -> BufferedReader:
        """Return the response as a file."""
        return BufferedReader(_Incoming(self.line, self.end))

    def close(self) -> None:
        """Do nothing: the owner of the connection closes it."""


class _Incoming(RawIOBase):
    """The incoming data until a deadline, at most `MOST_READ` bytes."""

    def __init__(self, line: socket.socket, end: float) -> None:
        super().__init__()
        self.line, self.end, self.read_by_now = line, end, 0

    def readable(self) -> bool:
        """Return True."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Read the available data; raise TimeoutError, or OSError if it is too much."""
        if self.read_by_now >= MOST_READ:
            raise OSError(errno.EMSGSIZE, "the answer is too long")
        self.line.settimeout(_left(self.end))
        got = self.line.recv_into(buffer)
        self.read_by_now += got
        return got


def _left(end: float) -> float:
    """Return the seconds until a deadline; raise TimeoutError if it is over."""
    left = end - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left


def _answer(there: Place, line: _Line, method: str, body: bytes, headers: Mapping[str, str]) -> Reply:
    """Return the response. Only its head is read, and http.client limits its length."""
    talk = HTTPConnection(there.host, there.port)
    talk.sock = cast(Any, line)
    usual = {
        "Host": there.host if there.port == (443 if there.is_secure else 80) else there.server,
        "User-Agent": f"saboteur-by-web (+{settings.SITE_URL})",
        "Accept": "*/*",
        "Connection": "close",
    }
    talk.request(method, there.path, body, usual | dict(headers))
    # The connection is not reused: the body of the response is ignored.
    with talk.getresponse() as answer:
        return Reply(answer.status, _retry_after(answer))


def _retry_after(answer: HTTPResponse) -> float | None:
    """Return Retry-After in seconds, from a number or a date (RFC 9110, 10.2.3); None if it is neither."""
    said = answer.headers.get("Retry-After", "")
    with suppress(ValueError, TypeError, OverflowError):
        seconds = float(said) if re.fullmatch(r"\d{1,9}(\.\d{1,6})?", said) else _until(said)
        return min(max(seconds, 0.0), LONGEST_WAIT)
    return None


def _until(said: str) -> float:
    moment = parsedate_to_datetime(said)
    return (moment - timezone.now()).total_seconds()
