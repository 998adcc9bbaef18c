"""Matrix: a room, by an account that is in it, https://spec.matrix.org/latest/client-server-api/#sending-events-to-a-room."""

from urllib.parse import quote

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
)

MOST = 16_000
"""Bytes of a text. An event may have 65 536, written as JSON and with what servers add."""


def _read(fields: Fields) -> dict[str, str]:
    return {
        "server": checked_server(fields, "server"),
        "room": checked(fields, "room", r"![!-~]{1,254}"),
        "token": checked(fields, "token", SPOKEN),
    }


def _write(fields: Fields, message: Message) -> Request:
    # The id makes retries idempotent. A notice (m.notice) would make no sound.
    room, once = quote(fields["room"], safe=""), quote(message.id, safe="")
    url = f"{fields['server']}/_matrix/client/v3/rooms/{room}/send/m.room.message/{once}"
    said = {
        "msgtype": "m.text",
        "body": as_text(message, most=MOST, size=lambda text: len(text.encode())),
        "m.mentions": {},
    }
    return Request(url, as_json(said), JSON | {"Authorization": f"Bearer {fields['token']}"}, "PUT")


KIND = ChatKind(
    name="matrix",
    label="Matrix",
    steps=_(
        "Make an account for these messages and invite it to your room. Element shows its token under Help & About."
    ),
    fields=(
        Field("server", _("Homeserver"), "https://matrix.example.org"),
        Field("room", _("Room ID"), _("It begins with an exclamation mark; Element shows it in the room’s settings.")),
        Field("token", _("Access token")),
    ),
    read=_read,
    write=_write,
)
