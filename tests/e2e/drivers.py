"""Firefox and WebKit as Debian ships them: Firefox driven by WebDriver BiDi, WebKitGTK by W3C WebDriver.

Playwright drives builds of its own, or a Firefox that is newer than Debian's.
"""

import json
import os
import shutil
import subprocess
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect

from tests.services import free_port

PATIENCE = 15.0
"""Seconds that a page is given for a change, and a program for its start."""
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
"""The key of a reference to an element (WebDriver, section 12.1)."""
NO_SANDBOX = {"WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1"}
"""Without it WebKit does not start as root; it visits the site of the tests alone."""
STILL = "return !document.querySelector('.htmx-request, .htmx-swapping, .htmx-settling')"
SEEN = """
const found = [...document.querySelectorAll(arguments[0])].find((one) => one.checkVisibility());
if (found && arguments[1]) found.scrollIntoView({ block: "nearest", behavior: "instant" });
return found ?? null;
"""
"""The first visible element that a selector finds, brought onto the screen if the second argument is true."""


class Refused(Exception):
    """A browser could not carry out a command, for instance since the page has changed meanwhile; nothing was done."""


class Window(ABC):
    """A window of a browser, with what a player needs of it."""

    @abstractmethod
    def goto(self, address: str) -> None:
        """Open a page and wait until it is loaded."""

    @abstractmethod
    def sign_in(self, site: str, session: str) -> None:
        """Give the browser the cookie of a session."""

    @abstractmethod
    def script(self, script: str, *arguments: Any) -> Any:
        """What a function body returns, in this browser's form."""

    @abstractmethod
    def touch(self, element: Any) -> None:
        """Tap the middle of an element."""

    def find(self, css: str) -> Any:
        """A reference to the first visible element that a selector finds; None if there is none."""
        return self.script(SEEN, css, False)

    def wait(self, what: str, question: Callable[[], Any]) -> Any:
        """The first answer that is true; AssertionError after `PATIENCE`."""
        ends = time.monotonic() + PATIENCE
        while time.monotonic() < ends:
            if answer := question():
                return answer
            time.sleep(0.05)
        raise AssertionError(f"not seen: {what}, at {self.script('return location.href')}")

    def tap(self, css: str) -> None:
        """Tap an element, as soon as it can be seen and nothing is under way."""
        self.wait("a page at rest", lambda: self.script(STILL))
        self.wait(css, lambda: self._tapped(css))

    def _tapped(self, css: str) -> bool:
        try:
            if element := self.script(SEEN, css, True):
                self.touch(element)
                return True
        except Refused:
            pass
        return False

    def value(self, css: str) -> str:
        """The value of a field; empty if there is none."""
        return str(self.script("return document.querySelector(arguments[0])?.value ?? ''", css))


# -- WebKit


class WebKit(Window):
    """A session of WebKitWebDriver, by the address of the session."""

    def __init__(self, address: str) -> None:
        self.address = address

    def ask(self, method: str, path: str = "", **body: Any) -> Any:
        """The value that a command returns; Refused if the browser cannot do it."""
        return _asked(method, f"{self.address}/{path}".rstrip("/"), body)

    def goto(self, address: str) -> None:
        self.ask("POST", "url", url=address)

    def sign_in(self, site: str, session: str) -> None:
        self.goto(f"{site}/robots.txt")
        self.ask("POST", "cookie", cookie={"name": "sessionid", "value": session, "path": "/"})

    def script(self, script: str, *arguments: Any) -> Any:
        return self.ask("POST", "execute/sync", script=script, args=list(arguments))

    def touch(self, element: Any) -> None:
        self.ask("POST", f"element/{element[ELEMENT]}/click")


def missing_of_webkit() -> list[str]:
    """What this machine lacks for WebKit, by Debian's names of packages."""
    packages = {"WebKitWebDriver": "webkit2gtk-driver", "Xvfb": "xvfb"}
    lacks = [package for program, package in packages.items() if not shutil.which(program)]
    return lacks if _mini_browser() else [*lacks, "libwebkit2gtk-4.1-0"]


@contextmanager
def webkit(width: int, height: int) -> Iterator[Window]:
    """A WebKit browser whose pages are so many pixels wide and high."""
    with _screen() as screen:
        port = free_port()
        program = ["WebKitWebDriver", f"--port={port}"]
        with _running(program, DISPLAY=screen, GDK_BACKEND="x11", **NO_SANDBOX):
            window = _begun(f"http://127.0.0.1:{port}/session")
            window.ask("POST", "window/rect", width=width, height=height)
            frame = window.script("return [innerWidth, innerHeight]")
            window.ask("POST", "window/rect", width=2 * width - frame[0], height=2 * height - frame[1])
            yield window
            window.ask("DELETE")


def _mini_browser() -> Path | None:
    return next(Path("/usr/lib").glob("*/webkit2gtk-4.1/MiniBrowser"), None)


def _asked(method: str, address: str, body: dict[str, Any]) -> Any:
    data = json.dumps(body).encode() if method == "POST" else None
    request = Request(address, data, {"Content-Type": "application/json"}, method=method)  # noqa: S310 (it is http)
    try:
        with urlopen(request, timeout=60) as answer:  # noqa: S310
            return json.load(answer)["value"]
    except HTTPError as error:
        raise Refused(error.read().decode()) from error


def _begun(address: str) -> WebKit:
    browser = {"binary": str(_mini_browser()), "args": ["--automation"]}
    wanted = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": browser}}}
    ends = time.monotonic() + PATIENCE
    while True:
        try:
            return WebKit(f"{address}/{_asked('POST', address, wanted)['sessionId']}")
        except URLError:
            if time.monotonic() > ends:
                raise
            time.sleep(0.1)


@contextmanager
def _screen() -> Iterator[str]:
    """The name of a screen in memory."""
    reads, writes = os.pipe()
    program = ["Xvfb", "-displayfd", str(writes), "-screen", "0", "1400x1000x24", "-nolisten", "tcp"]
    with _running(program, writes):
        os.close(writes)
        with os.fdopen(reads) as number:
            yield f":{number.readline().strip()}"


@contextmanager
def _running(program: list[str], *passes: int, **variables: str) -> Iterator[None]:
    process = subprocess.Popen(
        program,
        env={**os.environ, **variables},
        pass_fds=passes,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield
    finally:
        process.terminate()
        process.wait(PATIENCE)


# -- Firefox


class Firefox(Window):
    """The only window of a Firefox, by its line of WebDriver BiDi."""

    def __init__(self, line: ClientConnection) -> None:
        self.line, self._numbers = line, count(1)
        self.ask("session.new", capabilities={})
        self.context = self.ask("browsingContext.getTree")["contexts"][0]["context"]

    def ask(self, method: str, **params: Any) -> Any:
        """The result of a command; Refused if the browser cannot do it."""
        number = next(self._numbers)
        self.line.send(json.dumps({"id": number, "method": method, "params": params}))
        while (answer := json.loads(self.line.recv(60))).get("id") != number:
            pass
        if answer["type"] != "success":
            raise Refused(answer)
        return answer["result"]

    def goto(self, address: str) -> None:
        self.ask("browsingContext.navigate", context=self.context, url=address, wait="complete")

    def sign_in(self, site: str, session: str) -> None:
        host = site.removeprefix("http://").partition(":")[0]
        value = {"type": "string", "value": session}
        self.ask("storage.setCookie", cookie={"name": "sessionid", "value": value, "domain": host, "path": "/"})

    def script(self, script: str, *arguments: Any) -> Any:
        called = self.ask(
            "script.callFunction",
            functionDeclaration=f"function () {{ {script} }}",
            awaitPromise=True,
            target={"context": self.context},
            arguments=[{"type": "boolean" if isinstance(one, bool) else "string", "value": one} for one in arguments],
        )
        if called["type"] != "success":
            raise Refused(called)
        result = called["result"]
        if result["type"] in ("null", "undefined"):
            return None
        return result if result["type"] == "node" else result["value"]

    def touch(self, element: Any) -> None:
        middle = {"type": "element", "element": {"sharedId": element["sharedId"]}}
        steps = [
            {"type": "pointerMove", "x": 0, "y": 0, "origin": middle},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        finger = {"type": "pointer", "id": "finger", "parameters": {"pointerType": "touch"}, "actions": steps}
        self.ask("input.performActions", context=self.context, actions=[finger])


def missing_of_firefox() -> list[str]:
    """What this machine lacks for Firefox, by Debian's names of packages."""
    return [] if shutil.which("firefox-esr") or shutil.which("firefox") else ["firefox-esr"]


@contextmanager
def firefox(width: int, height: int, folder: Path) -> Iterator[Window]:
    """A Firefox whose pages are so many pixels wide and high; `folder` takes its profile."""
    port = free_port()
    program = [shutil.which("firefox-esr") or "firefox", "--headless", "--no-remote", "--profile", str(folder)]
    with _running([*program, f"--remote-debugging-port={port}"], HOME=str(folder)), _line(port) as line:
        window = Firefox(line)
        window.ask("browsingContext.setViewport", context=window.context, viewport={"width": width, "height": height})
        yield window
        window.ask("browser.close")


def _line(port: int) -> ClientConnection:
    ends = time.monotonic() + 2 * PATIENCE
    while True:
        try:
            return connect(f"ws://127.0.0.1:{port}/session", max_size=None)
        except (OSError, InvalidStatus):
            if time.monotonic() > ends:
                raise
            time.sleep(0.2)
