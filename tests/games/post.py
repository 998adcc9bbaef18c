"""A real mail server on this machine that answers, refuses or hangs, and people with addresses."""

import asyncio
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session
from django.core import mail as sent
from django.db.models import F
from pytest_django.fixtures import Settings

from accounts.channels import Letter
from accounts.models import User
from games.mail import entries, letters
from games.models import Delivery, Notice
from tests.services import PATIENCE, free_port


def letter_about(notice: Notice, channel: str = "email") -> Letter:
    """The letter that tells a notice alone. `NothingToSendError`, `PlayerPresentError` (`games.mail.news`)."""
    return letters.letter_of([entries.news_of(notice, channel)], notice.user, channel)


class PostOffice:
    """What the mail server does: `answers` to a recipient and to a whole mail by name, `hangs` up to its own end, or
    hangs up once it has a mail (`drops`); `asked` counts recipients, `left` those who said good-bye.
    """

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.to: list[str] = []
        self.recipients: dict[str, str] = {}
        self.at_the_end = ""
        self.senders = ""
        self.hangs = self.drops = False
        self.leaves_politely = True
        self.asked = self.left = 0

    async def handle_MAIL(  # noqa: N802 (aiosmtpd's name)
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, _options: list[str]
    ) -> str:
        """Take a sender or not."""
        if not self.senders:
            envelope.mail_from = address
        return self.senders or "250 OK"

    async def handle_QUIT(self, _server: SMTP, _session: Session, _envelope: Envelope) -> str:  # noqa: N802
        """Say good-bye."""
        self.left += 1
        if not self.leaves_politely:
            await asyncio.Event().wait()
        return "221 Bye"

    async def handle_RCPT(  # noqa: N802 (aiosmtpd's name)
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, _options: list[str]
    ) -> str:
        """Take a recipient or not."""
        self.asked += 1
        if self.hangs:
            await asyncio.Event().wait()
        if answer := self.recipients.get(address):
            return answer
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, _session: Session, envelope: Envelope) -> str:  # noqa: N802
        """Take a mail or not."""
        if self.at_the_end:
            return self.at_the_end
        assert isinstance(envelope.content, bytes)
        self.to += envelope.rcpt_tos
        self.mails.append(message_from_bytes(envelope.content, policy=policy.default))
        if self.drops:
            transport: Any = server.transport
            transport.abort()
        return "250 OK"


@contextmanager
def post_office(settings: Settings, *, patience: float = 5.0) -> Iterator[PostOffice]:
    """A mail server that the site uses; the site waits so many seconds for its answers."""
    office, port = PostOffice(), free_port()
    server: Any = Controller(office, hostname="127.0.0.1", port=port)
    server.start()
    _use(settings, port, patience)
    try:
        yield office
    finally:
        server.stop(no_assert=True)


class Closed:
    """A mail server that takes connections and does not do its work; `calls` counts them."""

    def __init__(self) -> None:
        self.calls = 0
        self._callers: list[socket.socket] = []

    def trickle(self, closed: threading.Event, each: float) -> None:
        """Send a byte of a greeting without an end to all who wait, again and again."""
        while not closed.wait(each):
            for caller in list(self._callers):
                with suppress(OSError):
                    caller.sendall(b"2")

    def answer(self, door: socket.socket, says: bytes) -> None:
        """Let callers in until the door is shut."""
        while True:
            try:
                caller, _address = door.accept()
            except OSError:
                return
            self.calls += 1
            self._callers.append(caller)
            # A client that closes the connection gets no answer.
            with suppress(OSError):
                caller.sendall(says)

    def hang_up(self) -> None:
        """End all waiting."""
        while self._callers:
            self._callers.pop().close()


@contextmanager
def closed_office(
    settings: Settings, says: bytes = b"", *, patience: float = 0.2, trickles: float = 0
) -> Iterator[Closed]:
    """A mail server that says this to every client and nothing else, for as long as they wait; or one that goes on
    greeting, a byte every so many seconds."""
    closed, over = Closed(), threading.Event()
    if trickles:
        threading.Thread(target=closed.trickle, args=[over, trickles], daemon=True).start()
    with socket.create_server(("127.0.0.1", 0)) as door:
        _use(settings, door.getsockname()[1], patience)
        porter = threading.Thread(target=closed.answer, args=[door, says])
        porter.start()
        try:
            yield closed
        finally:
            over.set()
            door.shutdown(socket.SHUT_RDWR)
            porter.join(PATIENCE)
            assert not porter.is_alive()
            closed.hang_up()


def _use(settings: Settings, port: int, patience: float) -> None:
    settings.EMAIL_BACKEND = "saboteur_site.outgoing.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_TIMEOUT = "127.0.0.1", port, patience


def no_post_office(settings: Settings) -> None:
    """A mail server that is not there."""
    _use(settings, free_port(), 1)


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
    """The last notice of a kind to a user."""
    return Notice.objects.filter(kind=kind, user__username=name).latest("pk")


def became(kind: str = "turn", name: str = "Bo") -> str:
    """The outcome of the last notice of a kind to a user."""
    return notice(kind, name).outcome


def delivery(kind: str = "turn", name: str = "Bo", channel: str = "email") -> Delivery:
    """What a channel makes of the last notice of a kind to a user."""
    return notice(kind, name).deliveries.get(channel=channel)


def send_again() -> None:
    """Forget that anything was ever handed to a channel: all notices wait as they did when they were written."""
    Delivery.objects.all().delete()
    Notice.objects.update(done_at=None, outcome="", due_at=F("created_at"))


def receivers() -> list[str]:
    """Who was written to, by the local parts of their addresses."""
    return [address.partition("@")[0] for message in sent.outbox for address in message.recipients()]
