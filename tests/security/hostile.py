"""Random hostile requests; the same seed draws the same ones."""

from collections.abc import Iterator
from http.client import HTTPConnection, HTTPException
from random import Random
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode

from tests.security.junk import JUNK
from tests.security.scene import TOKEN

FORM, PARTS = "application/x-www-form-urlencoded", "multipart/form-data; boundary=b"
METHODS = ("GET",) * 7 + ("POST",) * 11 + ("HEAD", "OPTIONS", "PUT", "PATCH", "DELETE", "TRACE", "PROPFIND")
CHARSETS = (
    "utf-16", "utf-7", "utf-32", "idna", "punycode", "rot13", "hex", "base64", "zlib", "bz2", "uu", "quopri",
    "undefined", "unicode_escape", "raw_unicode_escape", "cp037", "iso2022_jp", "latin-1", "klingon", "mbcs", "\xff",
    '"', "utf-8;",
)  # fmt: skip
KINDS = (
    FORM, FORM, FORM, FORM, FORM, FORM, PARTS, PARTS, "application/json", "text/plain", "", "multipart/form-data",
    "multipart/mixed", "multipart/form-data; boundary=\xff", "multipart/form-data; boundary=" + "b" * 300, f"{FORM}, x",
    "x" * 500, "multipart/form-data; boundary*=utf-16''b", ";;;", "text/html; charset",
)  # fmt: skip
HEADERS: dict[str, tuple[str, ...]] = {
    "Accept-Language": ("en-" + "x" * 3000, "..;q=NaN,*;q=9", "\xff", "uk,lv;q=0.5,es;q=-1", "zz-" * 400),
    "Accept-Encoding": ("gzip;q=NaN", "br, \xff", "*;q=0"),
    "HX-Request": ("true", "false", "\xff"),
    "HX-Current-URL": ("http://[::1", "//evil.example/x", "http://127.0.0.1//evil.example", "%zz", "javascript:x"),
    "HX-Target": ("%ED%A0%80", "home", "x" * 2000),
    "HX-Target-URI-AutoEncoded": ("true",),
    "HX-Boosted": ("true",),
    "HX-History-Restore-Request": ("true",),
    "X-Last-Input": ("fresh", "recent", "\xff", "x" * 300),
    "Sec-Purpose": ("prefetch", "prefetch;prerender"),
    "X-Requested-With": ("XMLHttpRequest",),
    "Accept": ("application/json", "\xff", "text/html;q=x"),
    "Origin": ("null", "http://[", "https://evil.example"),
    "Referer": ("http://[", "https://evil.example/", "\xff", "//"),
    "Host": ("elsewhere.example", "127.0.0.1:99999999", "[", "a" * 300, "127.0.0.1\xff"),
    "X-Forwarded-Host": ("evil.example",),
    "X-Forwarded-Proto": ("https", "\xff"),
    "X-HTTP-Method-Override": ("DELETE",),
    "If-None-Match": ('"', "*", "W/" * 500),
    "If-Modified-Since": ("Thu, 99 Nov 99999 99:99:99 GMT", "\xff"),
    "Range": ("bytes=0-0,-1", "bytes=99999999999999999999-"),
    "Authorization": ("Bearer \xff", "Basic !!!"),
    "X-CSRFToken": ("", "\xff" * 32, "c" * 64),
}
COOKIES = (
    "sessionid=\xff", "csrftoken=<b>", "messages=[[; sessionid=1", "django_language=" + "x" * 900, "=;=;;", "a" * 3000,
    'sessionid="', "csrftoken=" + "c" * 31, "django_language=\xff",
)  # fmt: skip

#: What addresses are asked with.
QUERIES = (
    "next", "q", "p", "o", "all", "e", "v", "n", "s", "card", "at", "before", "preset", "turn", "doctor", "x", "show",
    "about", "like", "plan", "mode", "lift", "saved",
)  # fmt: skip


class Hostile(NamedTuple):
    """A request as it is sent."""

    method: str
    path: str
    headers: list[tuple[str, str]]
    body: bytes

    def __str__(self) -> str:
        """Enough of it to send it again."""
        headers = [(name, said[:80]) for name, said in self.headers]
        return f"{self.method} {self.path[:200]!r} {headers} {self.body[:200]!r}"


def drawn(target: dict[str, Any], rng: Random) -> Iterator[Hostile]:
    """Hostile requests without end, at the places of a target."""
    while True:
        place, form = rng.choice(target["places"])
        method = rng.choice(METHODS)
        headers = {name: rng.choice(said) for name, said in HEADERS.items() if rng.random() < 0.06}
        headers["X-Forwarded-For"] = f"198.51.{rng.randrange(256)}.{rng.randrange(256)}"
        headers["Cookie"] = _cookies(rng, target["sessions"])
        body = b""
        if method not in ("GET", "HEAD", "TRACE"):
            headers.setdefault("X-CSRFToken", TOKEN)
            kind, body = _body(rng, form)
            headers["Content-Type"] = kind
        yield Hostile(method, _path(rng, place), list(headers.items()), body)


def _cookies(rng: Random, sessions: list[str]) -> str:
    own = [f"csrftoken={TOKEN}"] if rng.random() < 0.9 else []
    own += [f"sessionid={rng.choice(sessions)}"] if rng.random() < 0.8 else []
    own += [rng.choice(COOKIES)] if rng.random() < 0.1 else []
    return "; ".join(own)


def _junk(rng: Random, longest: int = 2000) -> str:
    """Junk as it may stand in an address."""
    return rng.choice(JUNK)[:longest].replace(" ", "%20")


def _path(rng: Random, path: str) -> str:
    if rng.random() < 0.15:
        parts = path.split("/")
        parts[rng.randrange(1, len(parts))] = _junk(rng)
        path = "/".join(parts)
    if rng.random() < 0.03:
        path += rng.choice(("/", "//", "/../..", "%00", ";x", "%2f"))
    if rng.random() < 0.25:
        path += "?" + "&".join(f"{rng.choice(QUERIES)}={_junk(rng, 500)}" for _ in range(rng.randint(1, 3)))
    return path


def _body(rng: Random, form: dict[str, str]) -> tuple[str, bytes]:
    """A content type, and something that may be of it."""
    kind = rng.choice(KINDS)
    if rng.random() < 0.3:
        kind += f"; charset={rng.choice(CHARSETS)}"
    fields = {**form, "csrfmiddlewaretoken": TOKEN}
    for name in rng.sample(sorted(form), rng.randint(0, len(form))):
        fields[name] = _junk(rng, 3000)
    draw = rng.random()
    if draw < 0.01:
        return kind, b"a=" + b"x" * 3_000_000
    if draw < 0.05:
        return kind, b"a=1&" * 1200
    if draw < 0.1:
        return kind, rng.randbytes(rng.randrange(2000))
    if draw < 0.15:
        return kind, b'{"a":' * rng.randrange(1, 2000)
    if "multipart" in kind:
        part = '--b\r\nContent-Disposition: form-data; name="%s"%s\r\n%s\r\n%s\r\n'
        more = rng.choice(("", '; filename="x"', "; filename*=utf-16''x", "; filename*=idna'x"))
        head = rng.choice(("", "Content-Transfer-Encoding: base64\r\n", "Content-Type: text/plain; charset=rot13\r\n"))
        text = "".join(part % (quote(name), more, head, said) for name, said in fields.items())
        return kind, (text * rng.choice((1, 1, 1, 150)) + rng.choice(("--b--\r\n", "--b", ""))).encode()
    return kind, "&".join(f"{urlencode({name: ''})}{said}" for name, said in fields.items()).encode()


class Attacker:
    """Sends hostile requests to a site, over one connection as long as it is kept open."""

    def __init__(self, host: str, port: int, *, patience: float = 30.0) -> None:
        self.host, self.port, self.patience = host, port, patience
        self._line: HTTPConnection | None = None

    def send(self, one: Hostile) -> int:
        """The status of the answer, 0 when the connection was cut without one.

        A connection that was kept open may be closed by now; then it is sent once more, as browsers do.
        """
        tries = (self._line, None) if self._line else (None,)
        for attempt in tries:
            line = attempt or HTTPConnection(self.host, self.port, timeout=self.patience)
            try:
                self._put(line, one)
                response = line.getresponse()
                response.read()
            except (OSError, HTTPException):
                line.close()
                self._line = None
                continue
            self._line = None if response.will_close else line
            return response.status
        return 0

    def _put(self, line: HTTPConnection, one: Hostile) -> None:
        names = {name for name, _said in one.headers}
        line.putrequest(one.method, one.path or "/", skip_host="Host" in names, skip_accept_encoding=True)
        for name, said in one.headers:
            line.putheader(name, said.encode("latin-1"))
        if one.body or one.method == "POST":
            line.putheader("Content-Length", str(len(one.body)))
        line.endheaders(one.body or None)

    def leave(self) -> None:
        """Close the connection."""
        if self._line is not None:
            self._line.close()
