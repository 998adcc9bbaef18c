"""People with real browsers, each with a context of their own; what their browsers complain about is a failure."""

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.conf import LazySettings
from django.contrib.auth import SESSION_KEY
from django.test import Client
from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Response, expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from games.services import bot_turns
from games.tableau import poll
from tests.factories import UserFactory

#: A phone held upright, and a window on a desk.
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
A_BLINK = 0.15

# A busy machine is slow, and passing tests do not wait.
expect.set_options(timeout=15_000)


#: What htmx says of a question that its page did not wait for, because the user went on.
LEFT_BEHIND = r"^htmx:(afterRequest|sendError|sendAbort)"


@dataclass
class Complaints:
    """What browsers said of errors, forbidden content and failed requests; `forgive` what a test asks for."""

    heard: list[str] = field(default_factory=list)
    forgiven: list[str] = field(default_factory=lambda: [LEFT_BEHIND])

    def listen(self, context: BrowserContext) -> None:
        """Write down what is said in all pages of a context."""
        context.on("console", self._said)
        context.on("weberror", lambda failure: self.heard.append(str(failure.error)))
        context.on("response", self._answered)

    def _said(self, said: ConsoleMessage) -> None:
        # Of refused requests the answer itself tells more.
        if said.type in ("error", "warning") and not said.text.startswith("Failed to load resource: the server"):
            self.heard.append(said.text)

    def _answered(self, answer: Response) -> None:
        if answer.status >= 400:
            self.heard.append(f"{answer.status} {answer.url}")

    def forgive(self, pattern: str) -> None:
        """What matches is no failure in this test."""
        self.forgiven.append(pattern)

    @property
    def left(self) -> list[str]:
        """Errors that no test expected."""
        return [said for said in self.heard if not any(re.search(pattern, said) for pattern in self.forgiven)]


@pytest.fixture
def complaints() -> Iterator[Complaints]:
    """What the browsers of this test complain about: nothing, at its end."""
    found = Complaints()
    yield found
    assert found.left == []


Arrive = Callable[..., Page]


@pytest.fixture
def arrive(
    new_context: Callable[..., BrowserContext], live_server: LiveServer, complaints: Complaints
) -> Callable[..., Page]:
    """`arrive("Ann", **PHONE)`: an empty page in a browser where Ann is signed in; without a name, a stranger's."""

    def _arrive(name: str = "", **options: Any) -> Page:
        context = new_context(base_url=live_server.url, **{**DESK, **options})
        complaints.listen(context)
        if name:
            context.add_cookies([{"name": "sessionid", "value": session_of(name), "url": live_server.url}])
        return context.new_page()

    return _arrive


@pytest.fixture
def mail_folder(settings: LazySettings, tmp_path: Path) -> None:
    """A site without a mail server: its mails lie in a folder, and everybody reads theirs in the mailbox."""
    settings.EMAIL_BACKEND = "saboteur_site.outgoing.mailfolder.EmailBackend"
    settings.EMAIL_FILE_PATH = str(tmp_path / "mail")


def session_of(name: str) -> str:
    """The key of a fresh session of a signed-in user, who is created if the name is free."""
    user = User.objects.filter(username=name).first() or UserFactory.create(username=name)
    client = Client()
    client.force_login(user, backend="accounts.backends.NameBackend")
    assert client.session[SESSION_KEY]
    return client.cookies["sessionid"].value


def pages_ask(monkeypatch: pytest.MonkeyPatch, soon: float, later: float) -> None:
    """Let open pages ask for news after so many seconds: soon after a change, and when it has been quiet."""
    monkeypatch.setattr(poll, "SOON", soon)
    monkeypatch.setattr(poll, "LATER", later)
    monkeypatch.setattr(poll, "SELDOM", later)


@pytest.fixture(autouse=True)
def quick_pulse(monkeypatch: pytest.MonkeyPatch) -> None:
    """Open pages ask often, so that tests do not wait; also those of people who wait for others on a busy machine."""
    pages_ask(monkeypatch, A_BLINK, 5 * A_BLINK)


@pytest.fixture
def calm_pulse(monkeypatch: pytest.MonkeyPatch, quick_pulse: None) -> None:
    """Open pages ask less often, for tests with many pages: asking is most of what they cost."""
    pages_ask(monkeypatch, 5 * A_BLINK, 5 * A_BLINK)


@pytest.fixture
def no_pulse(monkeypatch: pytest.MonkeyPatch, quick_pulse: None) -> None:
    """Open pages ask for nothing by themselves, for tests in which people look again instead: that costs much less."""
    pages_ask(monkeypatch, 600, 600)


@pytest.fixture(autouse=True)
def steady_bots(monkeypatch: pytest.MonkeyPatch) -> random.Random:
    """Bots choose the same in each run; the chance that they and the people of a round share.

    Nothing else draws from it: pages are answered at any moment, and each is padded by chance.
    """
    chance = random.Random(7)
    monkeypatch.setattr(bot_turns, "secrets", SimpleNamespace(randbelow=chance.randrange))
    return chance
