"""What happened at tables is posted to their chats: what all were told, as somebody reads it who sits nowhere.

Each chat remembers the last public command that was posted. A run claims those that are behind and posts all that
happened since as one message. The claim lasts as long as the pause between two messages. So no two workers post to
the same chat at once, and no chat is written to more often. What was posted is noted after the chat took it: whoever
dies in between posts it once more, and loses nothing.

Which chats are behind, and what they are posted, depends on what all were told and on nothing else (R94, R95).
"""

import logging
import time
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.urls import reverse
from django.utils.translation import get_language, ngettext

from accounts.channels import Trouble, chat
from accounts.channels.formats import Message
from accounts.models import Chat
from accounts.readers import as_read_by
from games import clock
from games.mail.happened import sentences
from games.models import Move, Status, TableChat
from games.rows.disorder import OutOfOrder
from games.selectors import chats as selectors
from games.selectors import table as table_selectors
from games.selectors.table import Place
from games.wording import asked_words

log = logging.getLogger(__name__)

EVENT = "table"
"""What messages of this kind are called."""
PACE = timedelta(minutes=1)
"""How much time lies between two messages to a chat. Nobody else posts there meanwhile."""
OUT_OF_ORDER = timedelta(hours=1)
"""How long a chat waits whose table cannot be read."""
BATCH = 10
"""Chats that are posted to at the same time."""
PATIENCE = 30.0
"""Seconds after which a run leaves the rest to the next one."""
LONGEST = 800
"""Characters of a message's lines: with marks before each and all around them, every kind of chat takes so many."""
MOST = 100
"""Public commands that are read for a message; no line is shorter than a few words."""


def post_due() -> int:
    """Post to the chats that are behind; how many were claimed."""
    begun, claimed = time.monotonic(), 0
    while time.monotonic() - begun < PATIENCE:
        rows = _claim()
        if not rows:
            break
        claimed += len(rows)
        _post(rows)
    return claimed


def _claim() -> list[TableChat]:
    """Some chats that are behind, those that wait longest first. Nobody else gets them for a while."""
    now = clock.now()
    with transaction.atomic():
        behind = selectors.behind(now).order_by("due_at", "pk").select_related("game", "by")
        rows = list(behind.select_for_update(skip_locked=True, of=("self",))[:BATCH])
        TableChat.objects.filter(pk__in=[row.pk for row in rows]).update(due_at=now + PACE)
    return rows


def _post(rows: list[TableChat]) -> None:
    """Post to some chats at once. One that cannot be written to spoils no other."""
    messages: list[tuple[Chat, Message]] = []
    for row in rows:
        try:
            message = message_of(row)
        except OutOfOrder:
            TableChat.objects.filter(pk=row.pk).update(due_at=clock.now() + OUT_OF_ORDER)
        except Exception:
            log.exception("what happened at table %s cannot be put into words", row.game_id)
            chat.note(chat.Result(row, Trouble.FAULT), clock.now())
        else:
            if message is None:
                _note_told(row)
            elif chat.is_ready(row, clock.now()):
                messages.append((row, message))
    told = {row.pk: row for row in rows}
    for result in chat.posted(messages):
        if result.trouble is None:
            _note_told(told[result.target.pk])
        chat.note(result, clock.now())


def _note_told(row: TableChat) -> None:
    TableChat.objects.filter(pk=row.pk, seq=row.seq).update(seq=row.game.seq)


def message_of(row: TableChat) -> Message | None:
    """What a chat is posted, in the language of its host; None if nothing happened that has words. OutOfOrder when the
    table cannot be read. Four queries."""
    game, place = row.game, Place(row.game, None)
    since = Move.objects.filter(game=game, seq__gt=row.seq, seq__lte=game.seq).count()
    with as_read_by(row.by):
        told = table_selectors.log_of(place, most=min(MOST, since), before=game.seq + 1)
        lines = cut(sentences(place, told), since - len(told))
        if not lines:
            return None
        return Message(
            id=f"{EVENT}.{game.code}.{row.seq}-{game.seq}",
            events=(EVENT,),
            language=get_language() or settings.LANGUAGE_CODE,
            subject=game.name,
            lead=_awaited(place) if game.status == Status.RUNNING else "",
            link=settings.SITE_URL + reverse("games:table", args=[game.code]),
            lines=lines,
        )


def cut(lines: list[str], before: int = 0) -> tuple[str, ...]:
    """The newest lines as far as there is room, below how many more there are; `before` is what was not read at all."""
    kept, room = len(lines), LONGEST
    while kept and len(lines[kept - 1]) <= room:
        kept -= 1
        room -= len(lines[kept])
    left = before + kept
    if not left:
        return tuple(lines)
    more = ngettext("And %(count)s more before that.", "And %(count)s more before that.", left) % {"count": left}
    return (more, *lines[kept:])


def _awaited(place: Place) -> str:
    """Who is awaited, as all see it: whoever has answered a window is not told apart (R93)."""
    asks = table_selectors.view_of(place).asks
    names = [person.name for person in table_selectors.people_at(place.game)]
    return asked_words([ask.kind for ask in asks], [names[ask.seat] for ask in asks]) if asks else ""
