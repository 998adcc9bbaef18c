"""Counts of rows: exact and current while they are small, else as a worker stored them some minutes ago.

So a scrape reads some thousand rows at most, for any number of tables (docs/adr/0066).
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from django.db.models import QuerySet

from accounts.models import User
from games import clock
from games.models import PLAYED_BY_BOTS, Delivery, Game, Notice, Seat, Status, TableChat, Tally
from games.selectors import chats

FEW = 500
"""Counts up to this are computed on request."""


def of(name: str) -> int | None:
    """Return a count of `COUNTED`; one or two queries, each of a limited number of rows.

    None if the count is so large that a worker has to compute it, and no worker has yet.
    """
    here = COUNTED[name](FEW + 1)
    if here <= FEW:
        return here
    return Tally.objects.filter(name=name).values_list("value", flat=True).first()


def count() -> None:
    """Compute and store all large counts, for requests within the next minutes."""
    for name, counted in COUNTED.items():
        if counted(FEW + 1) > FEW:
            Tally.objects.update_or_create(name=name, defaults={"value": counted(None), "at": clock.now()})


def _rows(rows: Callable[[], QuerySet[Any]], most: int | None) -> int:
    """Return the number of rows, which are in the order of an index, up to a limit."""
    return rows()[:most].count() if most else rows().order_by().count()


def _of_status(status: Status) -> QuerySet[Game]:
    return Game.objects.filter(status=status).order_by("created_at")


def _running() -> QuerySet[Game]:
    return Game.objects.filter(status=Status.RUNNING)


def _awaited() -> QuerySet[Seat]:
    return Seat.objects.filter(awaited_since__isnull=False).order_by("awaited_since")


def _awaited_bots(most: int | None) -> int:
    """Return the number of awaited seats that bots play, up to a limit.

    Bots are few, and their seats have an index; so have the seats that bots have taken over.
    """
    if most is None or _awaited()[:most].count() < most:
        return _awaited().filter(PLAYED_BY_BOTS).order_by().count()
    bots = list(User.objects.filter(is_bot=True).order_by().values_list("pk", flat=True))
    awaited = Seat.objects.filter(awaited_since__isnull=False)
    own = awaited.filter(user__in=bots).order_by("user", "awaited_since")[:most].count()
    left = awaited.filter(resting="bot", user__is_bot=False).order_by("awaited_since")[:most].count()
    return own + left


def _chats(rows: Callable[[], QuerySet[TableChat]], most: int | None) -> int:
    """Return the number of rows, up to a limit on all chats."""
    if most and TableChat.objects.order_by("pk")[:most].count() == most:
        return most
    return rows().order_by().count()


def _due_notices(most: int | None) -> int:
    """Return the number of notices whose deliveries are to be created or tried now."""
    now = clock.now()
    new = Notice.objects.filter(done_at=None, due_at__lte=now).order_by("due_at").values_list("pk", flat=True)
    tried = Delivery.objects.filter(done_at=None, due_at__lte=now, notice__done_at=None).order_by("due_at")
    if most:
        return len({*new[:most], *tried.values_list("notice", flat=True)[:most]})
    under_way = tried.order_by().exclude(notice__due_at__lte=now).values("notice").distinct()
    return new.order_by().count() + under_way.count()


COUNTED: Mapping[str, Callable[[int | None], int]] = {
    **{f"tables {status}": partial(_rows, partial(_of_status, status)) for status in Status},
    "tables stuck": partial(_rows, lambda: _running().filter(stuck_at__isnull=False).order_by("stuck_at")),
    "tables paused": partial(_rows, lambda: _running().filter(paused_at__isnull=False).order_by("paused_at")),
    "tables overdue": partial(_rows, lambda: _running().filter(deadline__lt=clock.now()).order_by("deadline")),
    "seats awaited": partial(_rows, _awaited),
    "seats awaited of bots": _awaited_bots,
    "notices waiting": partial(_rows, lambda: Notice.objects.filter(done_at=None).order_by("due_at")),
    "notices due": _due_notices,
    "table chats due": partial(_chats, lambda: chats.behind(clock.now())),
    "table chats paused": partial(_chats, lambda: TableChat.objects.exclude(paused_at=None)),
}
