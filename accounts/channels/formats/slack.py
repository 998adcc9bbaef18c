"""Slack: an incoming webhook, https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks."""

import re

from django.utils.translation import gettext_lazy as _

from accounts.channels.formats import JSON, ChatKind, Field, Fields, Message, Request, as_json, as_text, checked

_HOOK = re.compile(r"https://hooks\.slack(?:-gov)?\.com/services/[A-Za-z0-9/_-]{10,200}")
MOST = 4000
"""Characters of a message; Slack cuts longer ones."""


def _escaped(text: str) -> str:
    """Return text with Slack's three control characters escaped: so it contains no mention, command or link."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _read(fields: Fields) -> dict[str, str]:
    return {"url": checked(fields, "url", _HOOK)}


def _write(fields: Fields, message: Message) -> Request:
    text = as_text(message, most=MOST, escape=_escaped, link=_escaped)
    said = {"text": text, "mrkdwn": False, "link_names": False, "unfurl_links": False, "unfurl_media": False}
    return Request(fields["url"], as_json(said), JSON)


KIND = ChatKind(
    name="slack",
    label="Slack",
    steps=_("At api.slack.com, create an app, turn on Incoming Webhooks, add one for your channel, and copy it."),
    fields=(Field("url", _("Webhook URL"), "https://hooks.slack.com/services/…"),),
    read=_read,
    write=_write,
)
