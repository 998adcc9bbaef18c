"""Mails about accounts, as the worker sends them, and the links in them."""

import re
from typing import Any

from django.conf import settings
from django.core import mail
from django.core.mail import EmailMessage

from accounts.services import mails


def delivered() -> list[EmailMessage]:
    """The mails that a run of the worker sends."""
    before = len(mail.outbox)
    mails.send_due()
    return mail.outbox[before:]


def link_in(message: EmailMessage) -> str:
    """The path that a mail leads to."""
    found = re.search(re.escape(settings.SITE_URL) + r"(/\S+)", str(message.body))
    assert found
    return found[1]


def without_tokens(answer: Any) -> str:
    """The text of a page without what is random in it: the tokens of its forms."""
    return re.sub(r'name="csrfmiddlewaretoken"\s+value="\w+"', "", answer.content.decode())
