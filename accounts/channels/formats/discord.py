"""Discord: a webhook of a channel, https://discord.com/developers/docs/resources/webhook#execute-webhook."""

import re

from django.utils.translation import gettext_lazy as _

from accounts.channels.formats import JSON, ChatKind, Field, Fields, Message, Request, as_json, as_text, checked, utf16

_HOOK = re.compile(
    r"https://(?:(?:ptb|canary)\.)?discord(?:app)?\.com/api/(?:v\d{1,2}/)?webhooks/\d{1,20}/[\w-]{20,200}(?:\?thread_id=\d{1,20})?",
    re.ASCII,
)
_MARKS = re.compile(r"([\\`*_~|>#\[\]()<-])")
"""Characters that begin markup or a mention in Discord."""


MOST = 2000
"""Characters of a message."""


def _read(fields: Fields) -> dict[str, str]:
    return {"url": checked(fields, "url", _HOOK)}


def _write(fields: Fields, message: Message) -> Request:
    # Angle brackets suppress the preview of a link.
    text = as_text(
        message, most=MOST, size=utf16, escape=lambda text: _MARKS.sub(r"\\\1", text), link=lambda url: f"<{url}>"
    )
    url = fields["url"]
    # With `wait` Discord responds once the message is stored, or with an error if it is not.
    asked = f"{url}{'&' if '?' in url else '?'}wait=true"
    return Request(asked, as_json({"content": text, "allowed_mentions": {"parse": []}}), JSON)


KIND = ChatKind(
    name="discord",
    label="Discord",
    steps=_("In Discord, open the settings of your channel: Integrations → Webhooks → New Webhook → Copy Webhook URL."),
    fields=(Field("url", _("Webhook URL"), "https://discord.com/api/webhooks/…"),),
    read=_read,
    write=_write,
)
