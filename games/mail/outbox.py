"""The outbox is sent: each notice is handed to all channels, and each delivery leased, written out, sent, tried again,
given up in the end.

A delivery is sent at least once: a worker that dies with one leaves it to the next when its lease is over. Many may
send at the same time. A lease is a transaction of its own, so nothing is locked while the other side is waited for.
While a channel is away its deliveries wait, however long that takes. Those that are not true any more are dropped.
Other channels do not wait for it.
"""

import logging
import time
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.db import OperationalError, connection, transaction

from accounts.channels import NotSentError, Trouble, registry, rests, troubles
from accounts.clocks.quiet import awake_after
from accounts.selectors.notices import muted_by
from games import clock
from games.mail import letters
from games.models import Delivery, Notice
from games.rows.disorder import OutOfOrder

log = logging.getLogger(__name__)
Outcome = Notice.Outcome

MOST = 500
"""Deliveries one run looks at, and notices that it hands to the channels."""
PATIENCE = 45.0
"""Seconds after which a run leaves the rest to the next one."""
LEASE = timedelta(minutes=5)
TRIES, PERSISTENT = 24, 12
"""A delivery is given up after so many tries, about four days. Its receiver is told after so many, not yet a day."""
FIRST_WAIT, LONGEST_WAIT = timedelta(minutes=1), timedelta(hours=6)
WAITS = (0.5, 1.0, 2.0, 4.0)
"""Seconds between tries to write down that something was sent."""
OUT_OF_ORDER = timedelta(hours=1)
"""How long a delivery waits about a table that cannot be read."""
LOOK_AGAIN = timedelta(minutes=2)
_AT_ONCE = (Outcome.SENT, Outcome.SEEN)
"""The person knows: that settles a notice, whatever becomes of its other deliveries."""
_AT_LAST = (Outcome.OBSOLETE, Outcome.DEAD, Outcome.UNWANTED, Outcome.NO_CHANNEL)
"""What becomes of a notice whose deliveries all came to this end; of several ends, the first one named here counts."""


class _AsleepError(Exception):
    """The receiver has quiet hours."""

    def __init__(self, until: datetime) -> None:
        super().__init__(until)
        self.until = until


def send_due() -> int:
    """Send what is due; how many deliveries were looked at."""
    begun, looked = time.monotonic(), 0
    _hand_out()
    while looked < MOST and time.monotonic() - begun < PATIENCE:
        delivery = _lease()
        if delivery is None:
            break
        looked += 1
        _settle(delivery)
    return looked


@transaction.atomic
def _hand_out() -> None:
    """Make a delivery by each channel of the notices that are due. Whether it reaches their people is asked by those:
    here all notices are treated alike."""
    due = Notice.objects.filter(done_at=None, due_at__lte=clock.now()).order_by("due_at", "pk")
    # SQLite ignores the lock; there the transaction itself is one.
    rows: list[Any] = list(due.select_for_update(skip_locked=True, no_key=True).values_list("pk", "due_at")[:MOST])
    if rows:
        names = [channel.name for channel in registry.personal()]
        made = [Delivery(notice_id=pk, channel=name, due_at=due_at) for pk, due_at in rows for name in names]
        Delivery.objects.bulk_create(made, ignore_conflicts=True)
        Notice.objects.filter(pk__in=[pk for pk, _due_at in rows]).update(due_at=None)


def _lease() -> Delivery | None:
    """The next delivery that is due. Nobody else gets it until its lease is over."""
    now = clock.now()
    with transaction.atomic():
        waiting = Delivery.objects.filter(done_at=None, due_at__lte=now).order_by("due_at", "pk")
        pk = waiting.select_for_update(skip_locked=True).values_list("pk", flat=True).first()
        if pk is None:
            return None
        parts = ("notice", "notice__user", "notice__game", "notice__by")
        delivery = Delivery.objects.select_related(*parts).get(pk=pk)
        delivery.tries, delivery.due_at = delivery.tries + 1, now + LEASE
        delivery.save(update_fields=["tries", "due_at"])
    return delivery


def _settle(delivery: Delivery) -> None:
    """Tell the person, or find that there is nothing to tell, or not now."""
    try:
        _tell(delivery)
    except letters.NoNewsError as known:
        _done(delivery, known.outcome)
    except letters.LookingError:
        _wait(delivery, clock.now() + LOOK_AGAIN)
    except _AsleepError as asleep:
        _wait(delivery, asleep.until)
    except rests.RestsError as rest:
        if rest.error is not None:
            delivery.trouble, delivery.reply = rest.error.trouble, rest.error.reply
        _wait(delivery, rest.until)
    except OutOfOrder:
        _wait(delivery, clock.now() + OUT_OF_ORDER)
    except NotSentError as error:
        _failed(delivery, error)
    except Exception:
        if delivery.trouble != Trouble.FAULT:
            log.exception("notice %s: it cannot be sent by %s", delivery.notice_id, delivery.channel)
        _failed(delivery, NotSentError(Trouble.FAULT))
    else:
        _note_sent(delivery)
        troubles.forget(delivery.notice.user_id, delivery.channel)


def _note_sent(delivery: Delivery) -> None:
    """Write down that it is sent, before anything else. While the database is away for a moment, wait for it. What is
    not written down is sent once more.
    """
    for wait in WAITS:
        try:
            return _done(delivery, Outcome.SENT)
        except OperationalError:
            connection.close_if_unusable_or_obsolete()
            time.sleep(wait)
    return _done(delivery, Outcome.SENT)


def _tell(delivery: Delivery) -> None:
    notice, channel = delivery.notice, registry.registered().get(delivery.channel)
    user = notice.user
    if notice.outcome == Outcome.SEEN:
        raise letters.NoNewsError(Outcome.SEEN)
    if user.is_bot or not user.is_active or channel is None or not channel.reaches(user):
        raise letters.NoNewsError(Outcome.NO_CHANNEL)
    if notice.kind in muted_by(user, channel.name):
        raise letters.NoNewsError(Outcome.UNWANTED)
    until = awake_after(now := clock.now(), timedelta(), user.quiet)
    if until > now:
        raise _AsleepError(until)
    letter = letters.letter_of(notice, channel.name)
    rests.through(channel.name, clock.now, partial(channel.send, letter))


def _failed(delivery: Delivery, error: NotSentError) -> None:
    """Another time, ever later; or never again."""
    delivery.trouble, delivery.reply = error.trouble, error.reply
    if error.lasting or delivery.tries >= PERSISTENT:
        troubles.note(delivery.notice.user_id, delivery.channel, error.trouble)
    if error.lasting or delivery.tries >= TRIES:
        _done(delivery, Outcome.DEAD)
    else:
        _put_off(delivery, clock.now() + min(FIRST_WAIT * 2 ** (delivery.tries - 1), LONGEST_WAIT))


def _wait(delivery: Delivery, until: datetime) -> None:
    """Another time; this was no try."""
    delivery.tries -= 1
    _put_off(delivery, until)


def _put_off(delivery: Delivery, until: datetime) -> None:
    delivery.due_at = until
    _keep(delivery, "due_at", "tries", "trouble", "reply")


@transaction.atomic
def _done(delivery: Delivery, outcome: Notice.Outcome) -> None:
    """Write down what became of a delivery, and of its notice if that is known by it.

    A notice is locked before its deliveries, here and wherever both are changed. So when two deliveries end at the same
    moment, the second one knows of the first.
    """
    its_notice = Notice.objects.filter(pk=delivery.notice_id)
    if not its_notice.select_for_update(no_key=True).exists():
        return
    delivery.outcome, delivery.done_at = outcome, clock.now()
    _keep(delivery, "outcome", "done_at", "trouble", "reply")
    became = _became(set(Delivery.objects.filter(notice=delivery.notice_id).values_list("outcome", flat=True)))
    if became is not None:
        its_notice.filter(done_at=None).update(outcome=became, done_at=delivery.done_at)


def _became(outcomes: set[str]) -> Notice.Outcome | None:
    """What became of a notice whose deliveries came to these outcomes; None while that is open."""
    known = _AT_ONCE if "" in outcomes else (*_AT_ONCE, *_AT_LAST)
    return next((outcome for outcome in known if outcome in outcomes), None)


def _keep(delivery: Delivery, *columns: str) -> None:
    """Write down how a delivery stands. One that was deleted meanwhile, with its receiver's account, is gone."""
    Delivery.objects.filter(pk=delivery.pk).update(**{column: getattr(delivery, column) for column in columns})
