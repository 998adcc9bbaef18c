"""Posts the public events of tables to their chats, as a spectator reads them.

Each chat stores the last public command that was posted. A run claims the chats that are behind, one by one, and posts
all later events as one message, to many chats at the same time. The claim lasts as long as the pause between two
messages. So no two workers post to the same chat at once, and no chat gets messages more often. The position is
stored after the chat accepted the message: a worker that dies in between posts it twice, and loses nothing.

Which chats are behind, and what they are posted, depends on public events and on nothing else (R94, R95).
"""

import logging
from datetime import timedelta

from django.conf import settings
from django.db import OperationalError, transaction
from django.urls import reverse
from django.utils.translation import get_language, ngettext

from accounts.channels import Trouble, chat, sendings
from accounts.channels.formats import Message
from accounts.channels.sendings import Crew, Sending, Work
from accounts.readers import as_read_by
from accounts.services.trials import Trials
from games import clock
from games.mail.happened import sentences
from games.models import Move, Status, TableChat
from games.rows.corrupt import CorruptTable, retry_delay
from games.selectors import chats as selectors
from games.selectors import table as table_selectors
from games.selectors.table import Place
from games.wording import asked_words
from saboteur_site.database import storage

log = logging.getLogger(__name__)

EVENT = "table"
"""The name of this kind of message."""
PACE = timedelta(minutes=1)
"""The pause between two messages to a chat. No other worker posts there meanwhile."""
OUT_OF_ORDER = timedelta(hours=1)
"""How long a chat waits if its table cannot be read."""
ROOM = 24
"""How many chats are posted to at the same time."""
WAITS = (0.1, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0)
"""Seconds between retries to store that a chat accepted a message."""
LONGEST = 800
"""The characters of a message's lines at most: with marks before each line, every kind of chat accepts as many."""
MOST = 100
"""How many public commands are read for a message; no line is shorter than a few words."""


def post_due() -> int:
    """Post to the chats that are behind; return how many were claimed."""
    posts = Posts()
    sendings.work([posts])
    return posts.claimed


def trials() -> Trials:
    """Return the test messages to send: to chats and devices of users, and to chats of tables, with a link to these."""
    return Trials((TableChat, lambda row: settings.SITE_URL + reverse("games:table", args=[row.game.code])))


class Posts:
    """The posts of a run to chats of tables, as a source. ``claimed``: how many chats."""

    def __init__(self) -> None:
        self.claimed = 0

    def __call__(self, crew: Crew) -> Work | None:
        """Return the next chat that is behind."""
        if not crew.room(EVENT, ROOM) or (row := _claim()) is None:
            return None
        self.claimed += 1
        return Work(EVENT, row.pk, _post(row))


def _claim() -> TableChat | None:
    """Return the chat that has been behind for longest. No other worker gets it for a while."""
    now = clock.now()
    with transaction.atomic():
        behind = selectors.behind(now).order_by("due_at", "pk").select_related("game", "by")
        row = behind.select_for_update(skip_locked=True, of=("self",)).first()
        if row is not None:
            TableChat.objects.filter(pk=row.pk).update(due_at=now + PACE)
    return row


def _post(row: TableChat) -> Sending:
    """Post the events to a chat. A failure affects no other chat."""
    try:
        message = message_of(row)
    except CorruptTable as error:
        TableChat.objects.filter(pk=row.pk).update(due_at=clock.now() + retry_delay(error, OUT_OF_ORDER))
        return
    except Exception as error:
        if storage.is_unavailable(error):  # that says nothing about the chat
            raise
        log.exception("what happened at table %s cannot be put into words", row.game_id)
        chat.note(chat.Result(row, Trouble.FAULT), clock.now())
        return
    if message is None:
        _record_sent(row)
    elif chat.is_ready(row, clock.now()):
        (result,) = yield from chat.posting([(row, message)])
        if result.trouble is None:
            yield from _record_sent_reliably(row)
        chat.note(result, clock.now())


def _record_sent_reliably(row: TableChat) -> Sending:
    """Store that the chat accepted the message. While the database is unavailable, wait and let other chats proceed."""
    for wait in WAITS:
        try:
            return _record_sent(row)
        except OperationalError:
            storage.drop_what_is_lost()
            yield [sendings.Pause(wait)]
    return _record_sent(row)


def _record_sent(row: TableChat) -> None:
    TableChat.objects.filter(pk=row.pk, seq=row.seq).update(seq=row.game.seq)


def message_of(row: TableChat) -> Message | None:
    """Return the message for a chat in its host's language; None if no event has a sentence. Raise CorruptTable when
    the table cannot be read. Four queries."""
    game, place = row.game, Place(row.game, None)
    since = Move.objects.filter(game=game, seq__gt=row.seq, seq__lte=game.seq).count()
    with as_read_by(row.by):
        steps = table_selectors.log_of(place, most=min(MOST, since), before=game.seq + 1)
        lines = cut(sentences(place, steps), since - len(steps))
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
    """Return the newest lines that fit, after a line with the number of omitted ones; `before` were not read at all."""
    count, room = len(lines), LONGEST
    while count and len(lines[count - 1]) <= room:
        count -= 1
        room -= len(lines[count])
    left = before + count
    if not left:
        return tuple(lines)
    more = ngettext("And %(count)s more before that.", "And %(count)s more before that.", left) % {"count": left}
    return (more, *lines[count:])


def _awaited(place: Place) -> str:
    """Return who is awaited, as all see it: answers in a window do not show (R93)."""
    asks = table_selectors.view_of(place).asks
    names = [person.name for person in table_selectors.people_at(place.game)]
    return asked_words([ask.kind for ask in asks], [names[ask.seat] for ask in asks]) if asks else ""
