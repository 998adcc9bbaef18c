"""A mail server with moods."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from tests.chaos.takers import GOOD, Taker
from tests.chaos.times import NOW
from tests.services import free_port

MOODS = ("is busy", "hangs", "never greets", "closes", "trickles", "is dead", "takes and hangs up")
"""What it does besides answering: 451 to recipients; silence at a recipient, or from the beginning; 421; a
greeting without an end, byte by byte; a line that is
cut at once; a line that is cut once it has a mail."""
CLOSES = b"421 4.3.2 closing\r\n"


class Office(Taker):
    """What the mail server does."""

    def __init__(self) -> None:
        super().__init__(*MOODS)

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
        hangs_up = self.mood == "takes and hangs up"
        self.take(mail.get("X-Notices", name).split(), admits=not hangs_up)
        if hangs_up:
            transport: Any = server.transport
            transport.abort()
        return "250 OK"


class _Silence(asyncio.Protocol):
    """A caller hears nothing, a word of farewell, or that the line is dead."""

    def __init__(self, mood: str) -> None:
        self.mood = mood

    def connection_made(self, transport: Any) -> None:
        """A caller connects."""
        if self.mood == "closes":
            transport.write(CLOSES)
            transport.close()
        elif self.mood == "is dead":
            transport.abort()
        elif self.mood == "trickles":
            self._say(transport)

    def _say(self, transport: Any) -> None:
        if not transport.is_closing():
            transport.write(b"2")
            asyncio.get_running_loop().call_later(NOW.answer / 3, self._say, transport)


class _Front(Controller):
    """Lets callers in as the office pleases."""

    def factory(self) -> Any:
        """The answer to the next call."""
        office: Office = self.handler
        if office.mood in ("never greets", "closes", "trickles", "is dead"):
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
