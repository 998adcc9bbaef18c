"""A real mail server on this machine that answers, refuses or hangs, and people with addresses."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session
from django.core import mail as sent
from pytest_django.fixtures import Settings

from accounts.models import User
from games.models import Notice
from tests.services import free_port


class PostOffice:
    """What the mail server does: `answers` to a recipient and to a whole mail by name, or `hangs` for so long."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.to: list[str] = []
        self.recipients: dict[str, str] = {}
        self.at_the_end = ""
        self.hangs = 0.0

    async def handle_RCPT(  # noqa: N802 (aiosmtpd's name)
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, _options: list[str]
    ) -> str:
        """Take a recipient or not."""
        await asyncio.sleep(self.hangs)
        if answer := self.recipients.get(address):
            return answer
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, _server: SMTP, _session: Session, envelope: Envelope) -> str:  # noqa: N802
        """Take a mail or not."""
        if self.at_the_end:
            return self.at_the_end
        assert isinstance(envelope.content, bytes)
        self.to += envelope.rcpt_tos
        self.mails.append(message_from_bytes(envelope.content, policy=policy.default))
        return "250 OK"


@contextmanager
def post_office(settings: Settings, *, patience: float = 5.0) -> Iterator[PostOffice]:
    """A mail server that the site uses; the site waits so many seconds for its answers."""
    office, port = PostOffice(), free_port()
    server: Any = Controller(office, hostname="127.0.0.1", port=port)
    server.start()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_TIMEOUT = "127.0.0.1", port, patience
    try:
        yield office
    finally:
        server.stop(no_assert=True)


def no_post_office(settings: Settings) -> None:
    """A mail server that is not there."""
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_TIMEOUT = "127.0.0.1", free_port(), 1


def give_addresses(*names: str) -> None:
    """Let these people, or all, have addresses like ann@mail.example."""
    for person in User.objects.filter(username__in=names) if names else User.objects.filter(is_bot=False):
        person.email = f"{person.username.lower()}@mail.example"
        person.save()


def parts_of(mail: EmailMessage) -> tuple[str, str]:
    """The text and the HTML of a mail."""
    text: Any = mail.get_body(("plain",))
    html: Any = mail.get_body(("html",))
    return text.get_content(), html.get_content()


def notice(kind: str = "turn", name: str = "Bo") -> Notice:
    """The last notice of a kind to somebody."""
    return Notice.objects.filter(kind=kind, user__username=name).latest("pk")


def became(kind: str = "turn", name: str = "Bo") -> str:
    """What became of the last notice of a kind to somebody."""
    return notice(kind, name).outcome


def receivers() -> list[str]:
    """Who was written to, by the local parts of their addresses."""
    return [address.partition("@")[0] for message in sent.outbox for address in message.recipients()]
