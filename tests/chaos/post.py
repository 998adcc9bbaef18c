"""A mail server that answers, is busy, or hangs, as it pleases; it writes down every mail that it has taken."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes
from random import Random
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from tests.services import free_port

MOODS = ("answers", "answers", "answers", "is busy", "hangs")
HANGS = 2.0
"""Seconds for which it says nothing when it hangs."""


class Office:
    """What the mail server does; `ids` are those of all mails it has taken, in order."""

    def __init__(self) -> None:
        self.mood, self.ids = MOODS[0], list[str]()

    def change(self, lot: Random) -> None:
        """Take on another mood."""
        self.mood = lot.choice(MOODS)

    async def handle_RCPT(  # noqa: N802 (aiosmtpd's name)
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, _options: list[str]
    ) -> str:
        """Take a recipient, or not now."""
        if self.mood == "hangs":
            await asyncio.sleep(HANGS)
        if self.mood == "is busy":
            return "451 4.3.2 come back later"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, _server: SMTP, _session: Session, envelope: Envelope) -> str:  # noqa: N802
        """Take a mail."""
        assert isinstance(envelope.content, bytes)
        self.ids.append(message_from_bytes(envelope.content)["Message-ID"].strip("<>").partition("@")[0])
        return "250 OK"


@contextmanager
def opened() -> Iterator[tuple[Office, int]]:
    """A mail server, and its port."""
    office, port = Office(), free_port()
    server: Any = Controller(office, hostname="127.0.0.1", port=port)
    server.start()
    try:
        yield office, port
    finally:
        server.stop(no_assert=True)
