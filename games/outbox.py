"""The outbox is sent: notices are leased, written out, handed to a channel, tried again, given up in the end.

At least once: whoever dies with a notice in hand leaves it to the next one when its lease is over. Many may send at
the same time; a lease is a transaction of its own, and nothing is locked while the other side is waited for. While a
channel is away its notices wait, however long that takes, and those that are not true any more are dropped.
"""

import logging
import time
from datetime import datetime, timedelta
from functools import partial

from django.db import OperationalError, connection, transaction

from accounts.channels import NotSentError, email, rests, troubles
from accounts.events import Trouble
from accounts.muting import muted_by
from accounts.quiet import awake_after
from games import clock, letters
from games.disorder import OutOfOrder
from games.models import Notice

log = logging.getLogger(__name__)

MOST = 500
"""Notices one run looks at."""
PATIENCE = 45.0
"""Seconds after which a run leaves the rest to the next one."""
LEASE = timedelta(minutes=5)
TRIES, PERSISTENT = 24, 12
"""After so many tries, about four days, a notice is given up; after so many, not yet a day, its receiver is told."""
FIRST_WAIT, LONGEST_WAIT = timedelta(minutes=1), timedelta(hours=6)
WAITS = (0.5, 1.0, 2.0, 4.0)
"""Seconds between tries to write down that something was sent."""
OUT_OF_ORDER = timedelta(hours=1)
"""How long a notice waits about a table that cannot be read."""
LOOK_AGAIN = timedelta(minutes=2)


class _AsleepError(Exception):
    """The receiver has quiet hours."""

    def __init__(self, until: datetime) -> None:
        super().__init__(until)
        self.until = until


def send_due() -> int:
    """Send what is due; how many notices were looked at."""
    begun, looked = time.monotonic(), 0
    while looked < MOST and time.monotonic() - begun < PATIENCE:
        notice = _lease()
        if notice is None:
            break
        looked += 1
        _settle(notice)
    return looked


def _lease() -> Notice | None:
    """The next notice that is due, for nobody else until its lease is over."""
    now = clock.now()
    with transaction.atomic():
        waiting = Notice.objects.filter(done_at=None, due_at__lte=now).order_by("due_at", "pk")
        # SQLite ignores this; there the transaction itself is the lock.
        pk = waiting.select_for_update(skip_locked=True).values_list("pk", flat=True).first()
        if pk is None:
            return None
        notice = Notice.objects.select_related("user", "game", "by").get(pk=pk)
        notice.tries, notice.due_at = notice.tries + 1, now + LEASE
        notice.save(update_fields=["tries", "due_at"])
    return notice


def _settle(notice: Notice) -> None:
    """Tell the person, or find that there is nothing to tell, or not now."""
    try:
        _tell(notice)
    except letters.NoNewsError as known:
        _done(notice, known.outcome)
    except letters.LookingError:
        _wait(notice, clock.now() + LOOK_AGAIN)
    except _AsleepError as asleep:
        _wait(notice, asleep.until)
    except rests.RestsError as rest:
        if rest.error is not None:
            notice.trouble, notice.reply = rest.error.trouble, rest.error.reply
        _wait(notice, rest.until)
    except OutOfOrder:
        _wait(notice, clock.now() + OUT_OF_ORDER)
    except NotSentError as error:
        _failed(notice, error)
    except Exception:
        if notice.trouble != Trouble.FAULT:
            log.exception("notice %s: it cannot be sent", notice.pk)
        _failed(notice, NotSentError(Trouble.FAULT))
    else:
        _note_sent(notice)
        troubles.forget(notice.user_id, email.NAME)


def _note_sent(notice: Notice) -> None:
    """Write down that it is sent, before anything else; while the database is away for a moment, wait for it.

    What is not written down is sent once more.
    """
    for wait in WAITS:
        try:
            return _done(notice, Notice.Outcome.SENT)
        except OperationalError:
            connection.close_if_unusable_or_obsolete()
            time.sleep(wait)
    return _done(notice, Notice.Outcome.SENT)


def _tell(notice: Notice) -> None:
    user = notice.user
    if user.is_bot or not user.is_active or not email.reaches(user):
        raise letters.NoNewsError(Notice.Outcome.NO_CHANNEL)
    if notice.kind in muted_by(user, email.NAME):
        raise letters.NoNewsError(Notice.Outcome.UNWANTED)
    until = awake_after(now := clock.now(), timedelta(), user.quiet)
    if until > now:
        raise _AsleepError(until)
    letter = letters.letter_of(notice, email.NAME)
    rests.through(email.NAME, clock.now, partial(email.send, letter))


def _failed(notice: Notice, error: NotSentError) -> None:
    """Another time, ever later; or never again."""
    notice.trouble, notice.reply = error.trouble, error.reply
    if error.lasting or notice.tries >= PERSISTENT:
        troubles.note(notice.user_id, email.NAME, error.trouble)
    if error.lasting or notice.tries >= TRIES:
        _done(notice, Notice.Outcome.DEAD)
        return
    _put_off(notice, clock.now() + min(FIRST_WAIT * 2 ** (notice.tries - 1), LONGEST_WAIT))


def _wait(notice: Notice, until: datetime) -> None:
    """Another time; this was no try."""
    notice.tries -= 1
    _put_off(notice, until)


def _put_off(notice: Notice, until: datetime) -> None:
    notice.due_at = until
    _keep(notice, "due_at", "tries", "trouble", "reply")


def _done(notice: Notice, outcome: Notice.Outcome) -> None:
    notice.outcome, notice.done_at = outcome, clock.now()
    _keep(notice, "outcome", "done_at", "trouble", "reply")


def _keep(notice: Notice, *columns: str) -> None:
    """Write down how a notice stands; one that was deleted meanwhile, with the account of its receiver, is gone."""
    Notice.objects.filter(pk=notice.pk).update(**{column: getattr(notice, column) for column in columns})
