"""Archives of personal data: asked for on a page, made by a worker, removed after a week."""

import logging
from datetime import timedelta
from typing import Any

from django.db import transaction

from accounts.models import User
from games import clock
from personal import packing
from personal.models import LASTS, Archive
from saboteur_site.celery import nudge

log = logging.getLogger(__name__)

LEASE = timedelta(minutes=10)
"""How long a worker may take for one table, before another starts over."""
TRIES = 3


@transaction.atomic
def ask(user: User) -> None:
    """Have an archive made for a user, instead of the one before. One that is being made is not begun again."""
    row, is_new = Archive.objects.select_for_update().get_or_create(user=user)
    if not is_new and row.data is None and not row.failed:
        return
    now = clock.now()
    fresh = {"asked_at": now, "due_at": now, "done": 0, "of": 0, "data": None, "tries": 0, "failed": False}
    Archive.objects.filter(pk=row.pk).update(**fresh)
    transaction.on_commit(lambda: nudge("personal.tasks.pack"), robust=True)


def of(user: User) -> Archive | None:
    """Return the archive of a user, without its data, until a week after it was asked for. One query."""
    return Archive.objects.defer("data").filter(user=user, asked_at__gt=clock.now() - LASTS).first()


def is_ready(archive: Archive) -> bool:
    """Return whether an archive can be fetched. One query."""
    return Archive.objects.filter(pk=archive.pk, data__isnull=False).exists()


def data_of(user: User) -> bytes | None:
    """Return the packed archive of a user; None if there is none, or if it is too old."""
    row = Archive.objects.filter(user=user, asked_at__gt=clock.now() - LASTS, data__isnull=False).first()
    return bytes(row.data) if row is not None and row.data is not None else None


def work_off() -> None:
    """Make the archives that are due, the oldest first. One that cannot be made stops no other."""
    while (row := _lease()) is not None:
        asked = Archive.objects.filter(pk=row.pk, asked_at=row.asked_at, data=None)
        try:
            data = packing.pack(row.user, lambda done, of, asked=asked: _goes_on(asked, done, of))  # type: ignore[misc]
        except Exception:
            log.exception("archive %s cannot be made", row.pk)
            if row.tries >= TRIES:
                asked.update(failed=True)
        else:
            asked.update(data=data)


@transaction.atomic
def _lease() -> Archive | None:
    """Return the next archive that is due. No other worker gets it until its lease ends."""
    now = clock.now()
    waiting = Archive.objects.select_for_update(skip_locked=True, of=("self",))
    waiting = waiting.filter(data=None, failed=False, due_at__lte=now, user__is_active=True)
    row = waiting.defer("data").select_related("user").order_by("due_at", "pk").first()
    if row is not None:
        row.tries, row.due_at = row.tries + 1, now + LEASE
        row.save(update_fields=["tries", "due_at"])
    return row


def _goes_on(asked: Any, done: int, of: int) -> None:
    asked.update(done=done, of=of, due_at=clock.now() + LEASE)


def chores_due(**_signal: Any) -> None:
    """Remove archives after a week, and make those whose message was lost."""
    Archive.objects.filter(asked_at__lte=clock.now() - LASTS).delete()
    work_off()


def farewell(*, user: User, **_signal: Any) -> None:
    """Remove the archive of a user who deletes their account."""
    Archive.objects.filter(user=user).delete()
