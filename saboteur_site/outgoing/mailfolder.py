"""Outgoing mail of the embedded default: each mail is a file below LOCAL_DIR/mail, in the format of RFC 5322."""

import time
import uuid
from collections.abc import Sequence
from pathlib import Path

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend

from saboteur_site.operation import leftovers

ENDING, DRAFT = ".eml", ".draft"
MOST = 1000
"""The most mails in the folder; older ones are removed once a day."""


class EmailBackend(BaseEmailBackend):
    """Writes mails into a folder, each atomically and with permissions for its owner only."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Write the mails; return how many."""
        folder = Path(settings.EMAIL_FILE_PATH)
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for message in email_messages:
            name = f"{time.time_ns():020}-{uuid.uuid4().hex}"
            draft = folder / f"{name}{DRAFT}"
            draft.touch(mode=0o600)
            draft.write_bytes(message.message().as_bytes())
            draft.rename(folder / f"{name}{ENDING}")
        return len(email_messages)


def tidy(folder: Path) -> int:
    """Remove all mails but the newest, and the unfinished ones; return how many files."""
    old = sorted(folder.glob(f"*{ENDING}"))[:-MOST]
    return leftovers.remove(old, 0) + leftovers.remove(folder.glob(f"*{DRAFT}"))
