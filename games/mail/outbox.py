"""The outbox is sent: each notice is handed to all channels, and each delivery leased, written out, sent, tried again,
given up in the end. Those that are due together for one person go as one letter, where the channel joins letters.

A delivery is sent at least once: a worker that dies with one leaves it to the next when its lease is over. Many may
send at the same time. A lease is a transaction of its own, so nothing is locked while the other side is waited for.
While a channel is away its deliveries wait, however long that takes. Those that are not true any more are dropped.
Other channels do not wait for it. One that is slow comes last in a run, so that it holds up no other.
"""

import logging
import time
from collections.abc import Collection
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.db import OperationalError, connection, transaction

from accounts.channels import NotSentError, Trouble, registry, rests, troubles
from accounts.clocks.quiet import awake_after
from accounts.models import Digest, Event
from accounts.selectors.notices import muted_by
from games import clock
from games.mail import entries, letters
from games.mail.letters import News
from games.mail.news import LookingError, NoNewsError
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
SLOW = 1.0
"""Seconds. A channel that has taken longer with one letter comes after the others, for the rest of the run."""
JOINED = 20
"""Deliveries that become one letter at most."""
HEAD_START = timedelta(hours=1)
"""How long a channel that can wait holds back after another one told the person, if the person wants that."""
_NEVER_LATE = (Event.REMINDER, Event.DIGEST)
_AT_ONCE = (Outcome.SENT, Outcome.SEEN)
"""The person knows: that settles a notice, whatever becomes of its other deliveries."""
_AT_LAST = (Outcome.OBSOLETE, Outcome.DEAD, Outcome.UNWANTED, Outcome.NO_CHANNEL)
"""What becomes of a notice whose deliveries all came to this end; of several ends, the first one named here counts."""


class _NotYetError(Exception):
    """The receiver has quiet hours, or a faster channel comes first."""

    def __init__(self, until: datetime) -> None:
        super().__init__(until)
        self.until = until


def send_due() -> int:
    """Send what is due; how many deliveries were looked at."""
    begun, looked, slow = time.monotonic(), 0, set[str]()
    _hand_out()
    while looked < MOST and (since := time.monotonic()) - begun < PATIENCE:
        deliveries = _lease(after=slow) or (_lease() if slow else [])
        if not deliveries:
            break
        looked += len(deliveries)
        _settle(deliveries)
        if time.monotonic() - since > SLOW:
            slow.add(deliveries[0].channel)
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


def _lease(after: Collection[str] = ()) -> list[Delivery]:
    """The next delivery that is due, and where its channel joins letters, all that are due for the same person. None by
    the channels that come ``after`` the others.

    Nobody else gets them until their lease is over.
    """
    now = clock.now()
    with transaction.atomic():
        due = Delivery.objects.filter(done_at=None, due_at__lte=now).exclude(channel__in=after)
        due = due.order_by("due_at", "pk")
        due = due.select_for_update(skip_locked=True, of=("self",))
        first = due.values_list("pk", "channel", "notice__user", "notice__kind").first()
        if first is None:
            return []
        pk, name, user, kind = first
        pks, channel = [pk], registry.registered().get(name)
        if channel is not None and channel.joins and kind != Event.DIGEST:
            others = due.filter(channel=name, notice__user=user).exclude(pk=pk).exclude(notice__kind=Event.DIGEST)
            pks += others.values_list("pk", flat=True)[: JOINED - 1]
        parts = ("notice", "notice__user", "notice__game", "notice__by")
        leased = list(Delivery.objects.select_related(*parts).filter(pk__in=pks).order_by("due_at", "pk"))
        for delivery in leased:
            delivery.tries, delivery.due_at = delivery.tries + 1, now + LEASE
        Delivery.objects.bulk_update(leased, ["tries", "due_at"])
    return leased


def _settle(deliveries: list[Delivery]) -> None:
    """Tell the person, or find that there is nothing to tell, or not now."""
    ready: list[tuple[Delivery, News]] = []
    for delivery in deliveries:
        try:
            ready.append((delivery, _news_of(delivery)))
        except Exception as error:
            _was_not_told(delivery, error)
    if ready:
        _tell(ready)


def _tell(ready: list[tuple[Delivery, News]]) -> None:
    """Send some news to their person as one letter. One that cannot be written spoils no other."""
    first = ready[0][0]
    name, user = first.channel, first.notice.user
    try:
        letter = letters.letter_of([news for _delivery, news in ready], user, name)
        rests.through(name, clock.now, partial(registry.registered()[name].send, letter))
    except Exception as error:
        is_known = isinstance(error, NotSentError | rests.RestsError)
        if len(ready) > 1 and not is_known:
            for one in ready:
                _tell([one])
            return
        for delivery, _news in ready:
            _was_not_told(delivery, error)
    else:
        for delivery, _news in ready:
            _note_sent(delivery)
        troubles.forget(user.pk, name)


def _was_not_told(delivery: Delivery, error: Exception) -> None:
    """Drop a delivery, or try it another time, as what hindered it asks for."""
    match error:
        case NoNewsError():
            _done(delivery, error.outcome)
        case LookingError():
            _wait(delivery, clock.now() + LOOK_AGAIN)
        case _NotYetError():
            _wait(delivery, error.until)
        case rests.RestsError():
            if error.error is not None:
                delivery.trouble, delivery.reply = error.error.trouble, error.error.reply
            _wait(delivery, error.until)
        case OutOfOrder():
            _wait(delivery, clock.now() + OUT_OF_ORDER)
        case NotSentError():
            _failed(delivery, error)
        case _:
            if delivery.trouble != Trouble.FAULT:
                log.error("notice %s: it cannot be sent by %s", delivery.notice_id, delivery.channel, exc_info=error)
            _failed(delivery, NotSentError(Trouble.FAULT))


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


def _news_of(delivery: Delivery) -> News:
    """What there is to tell the person by this channel, now."""
    notice, channel = delivery.notice, registry.registered().get(delivery.channel)
    user, event = notice.user, Event(notice.kind)
    if notice.outcome == Outcome.SEEN:
        raise NoNewsError(Outcome.SEEN)
    if user.is_bot or not user.is_active or channel is None or not channel.reaches(user):
        raise NoNewsError(Outcome.NO_CHANNEL)
    is_left_to_summary = user.digest == Digest.ALONE and event != Event.DIGEST
    if is_left_to_summary or event in muted_by(user, channel.name):
        raise NoNewsError(Outcome.UNWANTED)
    now = clock.now()
    until = awake_after(now, timedelta(), user.quiet)
    if until > now:
        raise _NotYetError(until)
    news = entries.news_of(notice, channel.name)
    if channel.can_wait and user.patient and event not in _NEVER_LATE:
        _give_head_start(delivery, now)
    return news


def _give_head_start(delivery: Delivery, now: datetime) -> None:
    """Wait for an hour after a faster channel has told the person; _NotYetError.

    Before one has, the hour counts from when this delivery could have been sent: not from the notice, which may have
    waited for the morning or for a plan. Nothing is waited for where no other channel tells the person any more.
    """
    notice = delivery.notice
    if not registry.tells(notice.user, Event(notice.kind), but=delivery.channel):
        return
    others = Delivery.objects.filter(notice=notice).exclude(channel=delivery.channel)
    told = dict(others.filter(outcome__in=("", Outcome.SENT)).values_list("channel", "done_at"))
    if not told:
        return
    delivery.ready_at = delivery.ready_at or now
    may_come = min(filter(None, told.values()), default=delivery.ready_at) + HEAD_START
    if now < may_come:
        raise _NotYetError(may_come)


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
    _keep(delivery, "due_at", "ready_at", "tries", "trouble", "reply")


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
