"""Any program: JSON by POST, signed according to Standard Webhooks (https://www.standardwebhooks.com).
docs/webhooks.md describes it for the authors of such programs.
"""

import base64
import hashlib
import hmac
import secrets

from django.utils.translation import gettext_lazy as _

from accounts.channels.formats import JSON, ChatKind, Field, Fields, Message, Request, as_json, checked_url
from saboteur_site.database import clock

VERSION = 1
"""The version of the body; it changes when programs that read the old body would fail."""
PREFIX = "whsec_"


def _read(fields: Fields) -> dict[str, str]:
    return {"url": checked_url(fields, "url")}


def _makes() -> dict[str, str]:
    return {"secret": PREFIX + base64.b64encode(secrets.token_bytes(32)).decode()}


def signature(secret: str, message_id: str, timestamp: int, body: bytes) -> str:
    """The signature of a body: HMAC-SHA256 over `id.timestamp.body`, as text in base 64 after the scheme's version."""
    key = base64.b64decode(secret.removeprefix(PREFIX))
    made = hmac.new(key, f"{message_id}.{timestamp}.".encode() + body, hashlib.sha256).digest()
    return f"v1,{base64.b64encode(made).decode()}"


def _write(fields: Fields, message: Message) -> Request:
    said = {
        "version": VERSION,
        "types": message.events,
        "language": message.language,
        "subject": message.subject,
        "lead": message.lead,
        "lines": message.lines,
        "links": message.links,
        "more": message.more,
        "link": message.link,
        "off": message.off,
        "notices": message.ids or (message.id,),
    }
    body, now = as_json(said), int(clock.now().timestamp())
    signed = {
        "webhook-id": message.id,
        "webhook-timestamp": str(now),
        "webhook-signature": signature(fields["secret"], message.id, now, body) if "secret" in fields else "",
    }
    return Request(fields["url"], body, JSON | signed)


KIND = ChatKind(
    name="webhook",
    label=_("Another program"),
    steps=_("We post JSON to your address and sign it as a Standard Webhook. You get the secret afterwards."),
    fields=(Field("url", _("Address"), "https://example.org/…"),),
    read=_read,
    write=_write,
    makes=_makes,
)
