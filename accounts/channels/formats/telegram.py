"""Telegram: a bot of the user's own, https://core.telegram.org/bots/api#sendmessage."""

from django.utils.translation import gettext_lazy as _

from accounts.channels.formats import JSON, ChatKind, Field, Fields, Message, Request, as_json, as_text, checked, utf16

API = "https://api.telegram.org"
MOST = 4096
"""Characters of a message."""


def _read(fields: Fields) -> dict[str, str]:
    return {
        "token": checked(fields, "token", r"[0-9]{5,20}:[A-Za-z0-9_-]{30,64}"),
        "chat": checked(fields, "chat", r"-?[0-9]{1,20}|@[A-Za-z][A-Za-z0-9_]{3,31}"),
    }


def _write(fields: Fields, message: Message) -> Request:
    # Without `parse_mode` nothing in the text is markup.
    said = {
        "chat_id": fields["chat"],
        "text": as_text(message, most=MOST, size=utf16),
        "link_preview_options": {"is_disabled": True},
    }
    return Request(f"{API}/bot{fields['token']}/sendMessage", as_json(said), JSON)


KIND = ChatKind(
    name="telegram",
    label="Telegram",
    steps=_(
        "In Telegram, ask @BotFather for a new bot and its token. Then write to your bot, or add it to your group."
    ),
    fields=(
        Field("token", _("Token of the bot"), "123456789:AAE…"),
        Field("chat", _("Chat ID"), _("Your own number, which @userinfobot tells you; or the @name of a channel.")),
    ),
    read=_read,
    write=_write,
)
