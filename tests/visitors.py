"""Visitors of a site that really runs: they speak HTTP, keep cookies and connections, and read pages."""

from http.client import HTTPConnection, HTTPException
from http.cookies import SimpleCookie
from typing import NamedTuple
from urllib.parse import urlencode, urlsplit

from tests.games.pages import Page

Unanswered = (OSError, HTTPException)
"""Raised when there is no answer, or no complete one."""


class Answer(NamedTuple):
    """What came back; `Page` reads it."""

    status_code: int
    content: bytes
    goes_to: str = ""


class Visitor:
    """A browser with one connection to the site at `address`, which gives up after some seconds."""

    def __init__(self, address: str, *, patience: float = 5.0) -> None:
        site = urlsplit(address)
        self.host, self.port, self.patience = site.hostname or "", site.port, patience
        self.cookies: dict[str, str] = {}
        self.headers: dict[str, str] = {}
        self._line: HTTPConnection | None = None

    def get(self, path: str) -> Answer:
        """What comes from a path; one of `Unanswered` if nothing does."""
        return self._ask("GET", path, None)

    def page(self, path: str) -> Page:
        """A page, read."""
        return Page(self.get(path))

    def post(self, path: str, form: dict[str, str]) -> Answer:
        """What comes of a form; one of `Unanswered` without an answer, and then it may have been done or not."""
        return self._ask("POST", path, {**form, "csrfmiddlewaretoken": self.cookies.get("csrftoken", "")})

    def log_in(self, name: str, password: str) -> None:
        """Sign in; AssertionError if the site does not want it."""
        self.get("/accounts/login/")
        answer = self.post("/accounts/login/", {"login": name, "password": password})
        assert answer.status_code == 302, answer.content[:2000]

    def leave(self) -> None:
        """Close the connection."""
        if self._line is not None:
            self._line.close()
            self._line = None

    def _ask(self, method: str, path: str, form: dict[str, str] | None) -> Answer:
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        headers = {**self.headers, "Cookie": cookies}
        if form is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        line = self._line or HTTPConnection(self.host, self.port, timeout=self.patience)
        try:
            line.request(method, path, urlencode(form) if form is not None else None, headers)
            self._line, response = line, line.getresponse()
            content = response.read()
        except Unanswered:
            line.close()
            self._line = None
            raise
        for header in response.headers.get_all("Set-Cookie", []):
            self.cookies |= {name: morsel.value for name, morsel in SimpleCookie(header).items()}
        if response.will_close:
            self.leave()
        return Answer(response.status, content, response.headers.get("Location", ""))
