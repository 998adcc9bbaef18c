"""ntfy: a topic to which a user has subscribed, https://docs.ntfy.sh/publish/#publish-as-json."""

from django.utils.translation import gettext_lazy as _

from accounts.channels.formats import (
    JSON,
    SPOKEN,
    ChatKind,
    Field,
    Fields,
    Message,
    Request,
    as_json,
    as_text,
    checked,
    checked_server,
    plain,
)

MOST = 4096
"""Bytes of a text; ntfy turns a longer one into a file."""


def _read(fields: Fields) -> dict[str, str]:
    return {
        "server": checked_server(fields, "server"),
        "topic": checked(fields, "topic", r"[A-Za-z0-9_-]{1,64}"),
        "token": checked(fields, "token", SPOKEN) if fields["token"] else "",
    }


def _write(fields: Fields, message: Message) -> Request:
    text = as_text(message, most=MOST, size=lambda text: len(text.encode()), subject=False)
    said = {"topic": fields["topic"], "title": plain(message.subject), "message": text}
    key = {"Authorization": f"Bearer {fields['token']}"} if fields["token"] else {}
    return Request(f"{fields['server']}/", as_json(said | {"click": message.link}), JSON | key)


KIND = ChatKind(
    name="ntfy",
    label="ntfy",
    steps=_("Choose a topic that’s hard to guess, and subscribe to it in the ntfy app on your phone or computer."),
    fields=(
        Field("server", _("Server"), usual="https://ntfy.sh"),
        Field("topic", _("Topic")),
        Field("token", _("Access token"), _("Only if the topic needs one."), is_required=False),
    ),
    read=_read,
    write=_write,
)
