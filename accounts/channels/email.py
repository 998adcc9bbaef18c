"""The e-mail channel: text and HTML, one thread per subject, one-click unsubscribe (RFC 8058)."""

import re
import smtplib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core import mail
from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.db.models import Exists, OuterRef, Q
from django.db.models.functions import Lower
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.channels import Channel, Hint, Letter, NotSentError, Trouble
from accounts.channels.sendings import Sending, run
from accounts.models import Event, User
from accounts.selectors import mailbox

NAME = "email"
CLOSES = 421
"""The reply of a mail server that closes the connection for a reason of its own."""

TROUBLES = {
    Trouble.REFUSED: gettext_lazy("the mail server doesn’t accept your address"),
    Trouble.BUSY: gettext_lazy("your mail server kept putting it off"),
    Trouble.AWAY: gettext_lazy("the mail server could not be reached"),
    Trouble.FAULT: gettext_lazy("something went wrong on our side"),
}


def reachable(path: str) -> Q:
    """Users with a confirmed address."""
    person, address = OuterRef(f"{path}pk"), OuterRef(f"{path}email")
    # Lower case, never upper case: see `people.with_address`.
    own = EmailAddress.objects.filter(user=person, verified=False)
    unconfirmed = own.annotate(lowered=Lower("email")).filter(lowered=Lower(address))
    return ~Q(**{f"{path}email": ""}) & ~Q(Exists(unconfirmed))


def reaches(user: User) -> bool:
    """Whether a user has a confirmed address. One query at most."""
    return bool(user.email) and User.objects.filter(reachable(""), pk=user.pk).exists()


def missing(user: User) -> Hint | None:
    """What a user has to do before mails reach them; None if nothing. One query at most."""
    if user.email and reaches(user):
        return None
    if user.email or EmailAddress.objects.filter(user=user).exists():
        words = _("E-mail: open the link in the mail we sent you. Until then we won’t write to you.")
        return Hint(words, reverse("account_email"), _("Check your address"))
    words = _("E-mail: add an address for reminders and password resets. No other player sees it.")
    return Hint(words, reverse("account_email"), _("Add an address"))


def failing(reason: str) -> Hint:
    """Return the hint for a user that mails do not reach."""
    words = _("Our mail doesn’t reach you: %(reason)s.") % {"reason": reason}
    return Hint(words, reverse("account_email"), _("Check your address"))


def greet() -> None:
    """Wait for the greeting of the mail server; raise NotSentError if there is none."""
    with _greeted():
        pass


def greeting() -> Sending:
    """Return the same as a sending."""
    yield [greet]


def send(letter: Letter) -> None:
    """Send a letter to the mail server and wait; raise NotSentError if it does not accept it."""
    run(sending(letter))


def sending(letter: Letter) -> Sending:
    """Return the same as a sending."""
    return handing_over(_mail(letter))


def handing_over(*messages: EmailMessage) -> Sending:
    """Send messages to the mail server, one after the other; raise NotSentError if it does not accept one of them."""
    for message in messages:
        yield [partial(hand_over, message)]


def hand_over(message: EmailMessage) -> None:
    """Send a message to the mail server; raise NotSentError if it does not accept it."""
    with _greeted() as server:
        message.connection = server
        try:
            message.send()
        except smtplib.SMTPSenderRefused as refused:
            # The server refuses this site, or is busy.
            raise NotSentError(Trouble.AWAY, str(refused.smtp_code), away=True, received=False) from None
        except smtplib.SMTPRecipientsRefused as refused:
            code, words = next(iter(refused.recipients.values()))
            raise _refusal(code, words) from None
        except smtplib.SMTPResponseException as refused:
            raise _refusal(refused.smtp_code, refused.smtp_error) from None
        except OSError:
            # It timed out or closed the connection during this letter, and may have accepted it.
            raise NotSentError(Trouble.AWAY, away=True) from None


@contextmanager
def _greeted() -> Iterator[Any]:
    """Yield a connection to a mail server that has greeted; raise NotSentError if there is none."""
    server: Any = mail.get_connection()
    try:
        server.open()
        if line := getattr(server, "connection", None):
            line.ehlo_or_helo_if_needed()
    except BaseException as error:
        if line := getattr(server, "connection", None):
            line.close()
        if not isinstance(error, OSError):
            raise
        said = str(error.smtp_code) if isinstance(error, smtplib.SMTPResponseException) else ""
        raise NotSentError(Trouble.AWAY, said, away=True, received=False) from None
    try:
        yield server
    finally:
        with suppress(OSError):
            server.close()


def _mail(letter: Letter) -> EmailMultiAlternatives:
    domain = urlsplit(settings.SITE_URL).hostname
    headers = {
        "Message-ID": f"<{letter.id}@{domain}>",
        "Auto-Submitted": "auto-generated",
        "List-Unsubscribe": f"<{letter.off}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }
    if letter.thread:
        first = f"<{letter.thread}@{domain}>"
        headers |= {"In-Reply-To": first, "References": first, "List-Id": f"<{letter.thread}.{domain}>"}
    if len(letter.ids) > 1:
        headers["X-Notices"] = " ".join(letter.ids)  # so that each can be found in the log of a mail server
    headers |= mailbox.headers_for(letter.to)
    subject = " ".join(letter.subject.split())
    written = EmailMultiAlternatives(subject, letter.text, to=[letter.to.email], headers=headers)
    written.attach_alternative(letter.html, "text/html")
    return written


def _refusal(code: int, words: bytes | str) -> NotSentError:
    """Return the error for a reply of a mail server (RFC 5321): 421 it closes, 4xx temporary, 5xx permanent."""
    said = words.decode("ascii", "replace") if isinstance(words, bytes) else words
    finer = re.match(r"[245]\.\d{1,3}\.\d{1,3}\b", said)
    reply = f"{code} {finer[0]}" if finer else str(code)
    if code == CLOSES:
        return NotSentError(Trouble.AWAY, reply, away=True)
    lasting = code >= 500
    return NotSentError(Trouble.REFUSED if lasting else Trouble.BUSY, reply, lasting=lasting)


CHANNEL = Channel(
    name=NAME,
    short=gettext_lazy("E-mail"),
    reaches=reaches,
    reachable=reachable,
    send=sending,
    missing=missing,
    troubles=TROUBLES,
    failing=failing,
    greet=greeting,
    may_reach=lambda user: bool(user.email),
    sign_up="email",
    page="account_email",
    for_guests=True,
    joins=True,
    can_wait=True,
    off_by_default=(Event.ADDRESSED,),
)
