"""The chat of a table: which kind it is, for all who sit there, and which chats are behind what all were told."""

from datetime import datetime, timedelta

from django.db.models import F, OuterRef, Q, QuerySet, Subquery

from accounts.channels.formats import all_kinds
from games.models import Game, TableChat

LONGEST_WAIT = timedelta(hours=2)
"""No chat waits longer for its next try. One that seems to was put off by a clock that was ahead."""


def chat_of(game: Game) -> TableChat | None:
    """The chat of a table. One query."""
    return TableChat.objects.filter(game=game).first()


def kind_at(table: str) -> Subquery:
    """The kind of the chat of a table, in a query on rows that have the table in this column."""
    return Subquery(TableChat.objects.filter(game=OuterRef(table)).values("kind")[:1])


def kind_words(kind: str | None) -> str:
    """What a kind of chat is called; "" for none."""
    found = all_kinds().get(kind or "")
    return str(found.label) if found else kind or ""


def behind(now: datetime) -> QuerySet[TableChat]:
    """Chats that are to be posted to now, as something happened at their tables since the last time."""
    is_due = Q(due_at__lte=now) | Q(due_at__gt=now + LONGEST_WAIT)
    return TableChat.objects.filter(is_due, paused_at=None, by__is_active=True, game__seq__gt=F("seq"))
