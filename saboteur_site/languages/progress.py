"""Languages in progress: those of `LANGUAGES_IN_PROGRESS` whose core is not translated yet (ADR 90).

The core is what a player needs to play a game. Whether a catalogue has all of it is found when it is compiled, and kept
in the compiled file, so that no request reads a catalogue of 4,000 messages.
"""

from babel.messages.catalog import Message
from django.conf import settings
from django.utils.translation import override, pgettext

CORE = (
    "accounts/channels/",
    "games/",
    "handbook/lessons/",
    "templates/account/email/",
    "templates/games/",
)
"""Where the messages of the table, its refusals, the lobby, the lessons and the mails are."""
BESIDE_THE_CORE = ("games/admin/", "games/management/")
"""Parts of those folders that players never see."""
DONE = ("languages", "the core is translated")
"""Context and text of the entry that a compiled catalogue has when its core is translated."""


def is_of_core(message: Message) -> bool:
    """Return whether a message is in a file of the core."""
    return any(file.startswith(CORE) and not file.startswith(BESIDE_THE_CORE) for file, _line in message.locations)


def is_in_progress(language: str) -> bool:
    """Return whether a language is marked as in progress and its compiled catalogue lacks part of the core."""
    if language not in settings.LANGUAGES_IN_PROGRESS:
        return False
    with override(language):
        context, text = DONE
        return pgettext(context, text) == text
