"""The mailbox of the embedded default: mails that were not sent, shown to their recipients.

An address may have been another player's before. So each mail has a header with the key of its player.
"""

import re
from collections.abc import Iterator
from datetime import datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import getaddresses
from pathlib import Path
from typing import NamedTuple

from allauth.account.models import EmailAddress
from django.conf import settings

from accounts.models import User

PLAYER = "X-Player"
"""The header with that key. A mail without it is never shown."""
MOST = 100
"""Mails on the page, at most."""
_BACKEND = "saboteur_site.outgoing.mailfolder.EmailBackend"


class Mail(NamedTuple):
    """A mail in the folder: its file name, the key of its player, and its content."""

    name: str
    player: str
    to: tuple[str, ...]
    subject: str
    at: datetime | None
    text: str
    html: str


def is_open() -> bool:
    """Return whether mails are written into a folder because no mail server is configured."""
    return settings.EMAIL_BACKEND == _BACKEND


def headers_for(user: User) -> dict[str, str]:
    """Return the headers that name the player who may read a mail here; none if mails are sent."""
    return {PLAYER: str(user.pk)} if is_open() else {}


def mails_of(user: User) -> list[Mail]:
    """The newest mails that a user may read, newest first.

    A mail must be written for them, and to an address that they have or claim. Mails of other users are secret: they
    contain hidden facts of games and log-in links.
    """
    found, addresses = [], _addresses(user)
    for path in sorted(Path(settings.EMAIL_FILE_PATH).glob("*.eml"), reverse=True):
        mail = _read(path)
        if mail is not None and _may_read(user, addresses, mail):
            found.append(mail)
        if len(found) == MOST:
            break
    return found


def mail_of(user: User, name: str) -> Mail | None:
    """A mail by its name; None if there is none or the user may not read it."""
    if not re.fullmatch(r"\d{20}-[0-9a-f]{32}", name):
        return None
    mail = _read(Path(settings.EMAIL_FILE_PATH) / f"{name}.eml")
    return mail if mail is not None and _may_read(user, _addresses(user), mail) else None


def _addresses(user: User) -> set[str]:
    """The addresses that a user has or claims; one query."""
    claims = EmailAddress.objects.filter(user=user).values_list("email", flat=True)
    return {address.lower() for address in (user.email, *claims) if address}


def _may_read(user: User, addresses: set[str], mail: Mail) -> bool:
    return mail.player == str(user.pk) and not addresses.isdisjoint(mail.to)


def _read(path: Path) -> Mail | None:
    try:
        message = message_from_bytes(path.read_bytes(), policy=policy.default)
    except OSError:
        return None
    to = tuple(address.lower() for _name, address in getaddresses([str(one) for one in message.get_all("To", [])]))
    at = getattr(message["Date"], "datetime", None)
    player = str(message[PLAYER] or "")
    return Mail(path.stem, player, to, str(message["Subject"] or ""), at, *_parts(message))


def _parts(message: EmailMessage) -> Iterator[str]:
    for kind in ("plain", "html"):
        part = message.get_body((kind,))
        yield str(part.get_content()) if isinstance(part, EmailMessage) else ""
