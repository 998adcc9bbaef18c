"""A mail server with moods; it writes down every mail that it has taken, and those over which it hung up."""

import asyncio
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes
from random import Random
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from tests.chaos.times import NOW
from tests.services import free_port

GOOD = "answers"
MOODS = ("is busy", "hangs", "never greets", "closes", "is dead", "takes and hangs up")
"""What it does besides answering: 451 to recipients; silence at a recipient, or from the beginning; 421; a line that is
cut at once; a line that is cut once it has a mail."""
CLOSES = b"421 4.3.2 closing\r\n"


class Office:
    """What the mail server does; `ids` are those of all that stood in the mails which it has taken, in order,
    `dropped` counts those of which it has not said so, `moods` counts its moods."""

    def __init__(self) -> None:
        self.mood, self.ids, self.dropped, self.moods = GOOD, list[str](), Counter[str](), Counter[str]()
        self._until = 0.0

    def change(self, lot: Random) -> None:
        """Take on another mood when it has had the last one for long enough: a good one after each bad one."""
        if time.monotonic() < self._until:
            return
        self.mood = lot.choice(MOODS) if self.mood == GOOD else GOOD
        self.moods[self.mood] += 1
        shortest, longest = NOW.mood
        self._until = time.monotonic() + (shortest if self.mood == GOOD else lot.uniform(shortest, longest))

    async def handle_RCPT(  # noqa: N802 (aiosmtpd's name)
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, _options: list[str]
    ) -> str:
        """Take a recipient, or not now, or say nothing."""
        while self.mood == "hangs":
            await asyncio.sleep(0.1)
        if self.mood == "is busy":
            return "451 4.3.2 come back later"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, _session: Session, envelope: Envelope) -> str:  # noqa: N802
        """Take a mail."""
        assert isinstance(envelope.content, bytes)
        mail = message_from_bytes(envelope.content)
        name = mail["Message-ID"].strip("<>").partition("@")[0]
        names = mail.get("X-Notices", name).split()
        self.ids += names
        if self.mood == "takes and hangs up":
            self.dropped.update(names)
            transport: Any = server.transport
            transport.abort()
        return "250 OK"


class _Silence(asyncio.Protocol):
    """Whoever calls hears nothing, a word of farewell, or that the line is dead."""

    def __init__(self, mood: str) -> None:
        self.mood = mood

    def connection_made(self, transport: Any) -> None:
        """Somebody calls."""
        if self.mood == "closes":
            transport.write(CLOSES)
            transport.close()
        elif self.mood == "is dead":
            transport.abort()


class _Front(Controller):
    """Lets callers in as the office pleases."""

    def factory(self) -> Any:
        """Whoever answers the next call."""
        office: Office = self.handler
        if office.mood in ("never greets", "closes", "is dead"):
            return _Silence(office.mood)
        return SMTP(office, **self.SMTP_kwargs)


@contextmanager
def opened() -> Iterator[tuple[Office, int]]:
    """A mail server, and its port."""
    office, port = Office(), free_port()
    server: Any = _Front(office, hostname="127.0.0.1", port=port)
    server.start()
    try:
        yield office, port
    finally:
        office.mood = GOOD
        server.stop(no_assert=True)
