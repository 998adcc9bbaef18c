"""Sends the outbox. Each notice gets a delivery for each channel that reaches its recipient. Each delivery is leased,
rendered, sent, retried, and abandoned in the end. Deliveries to one recipient that are due together are sent as one
mail, if the channel joins them.

A delivery is sent at least once: if a worker dies with one, the next worker takes it when its lease expires. Many may
send at the same time. A lease is a transaction of its own, so no lock is held while a server answers. While a channel
is unavailable its deliveries wait, however long that takes. Those that are outdated by then are dropped.

One run sends many messages at the same time (`accounts.channels.sendings`), in a lane for each channel. So a server
that hangs delays its own messages only. Notices that are written meanwhile are processed within the run. A database
error while an outcome is stored does not count as a try of the delivery and does not end the run.
"""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.db import DatabaseError, OperationalError, transaction

from accounts.channels import NotSentError, Trouble, breakers, registry, sendings, troubles
from accounts.channels.sendings import Crew, Sending, Work
from accounts.clocks.quiet import awake_after
from accounts.models import Digest, Event, User
from games import clock
from games.mail import entries, letters
from games.mail.letters import LetterContent
from games.mail.news import NothingToSendError, PlayerPresentError
from games.models import Delivery, Notice
from games.rows.corrupt import CorruptTable, retry_delay
from saboteur_site.database import storage
from saboteur_site.outgoing.backoff import BackOff

log = logging.getLogger(__name__)
_Outcome = Notice.Outcome

MOST = 500
"""How many deliveries one run processes, and how many notices it turns into deliveries at once."""
ROOM = {"email": 1}
"""How many messages a channel sends at the same time. Mail has one server, which is used by one at a time."""
MUCH_ROOM = 24
"""The same for any other channel: each chat and each push service is a server of its own."""
HANDS_OUT = 1.0
"""Seconds between two checks for new notices while messages are being sent."""
LEASE = timedelta(minutes=5)
TRIES, PERSISTENT = 24, 12
"""Tries until a delivery is abandoned, in about four days, and until its recipient sees the trouble, within a day."""
BACK_OFF = BackOff(first=timedelta(minutes=1), longest=timedelta(hours=6))
WAITS = (0.1, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0)
"""Seconds between retries to store an outcome. Other messages are sent meanwhile."""
OUT_OF_ORDER = timedelta(hours=1)
"""How long a delivery waits if its table cannot be read."""
LOOK_AGAIN = timedelta(minutes=2)
JOINED = 20
"""How many deliveries are joined into one mail at most."""
HEAD_START = timedelta(hours=1)
"""How long a channel that can wait does so after another one notified the recipient, if they want that."""
_NEVER_LATE = (Event.REMINDER, Event.DIGEST)
_AT_ONCE = (_Outcome.SENT, _Outcome.SEEN)
"""The recipient knows: that settles a notice, whatever the outcome of its other deliveries."""
_AT_LAST = (_Outcome.OBSOLETE, _Outcome.DEAD, _Outcome.UNWANTED, _Outcome.NO_CHANNEL)
"""The outcome of a notice by those of its deliveries; if they differ, the first one listed here counts."""


class _NotYetError(Exception):
    """The recipient has quiet hours, or a faster channel comes first."""

    def __init__(self, until: datetime) -> None:
        super().__init__(until)
        self.until = until


def send_due() -> int:
    """Send what is due; return how many deliveries were processed."""
    box = Outbox()
    sendings.work([box])
    return box.looked


class Outbox:
    """The messages that a run sends from the outbox, as a source. ``looked``: how many deliveries it has processed."""

    def __init__(self) -> None:
        self.looked = 0
        self._handed_out = float("-inf")

    def __call__(self, crew: Crew) -> Work | None:
        """Return the next message that is due and for which its channel has room."""
        if self.looked >= MOST:
            return None
        if crew.now() - self._handed_out >= HANDS_OUT:
            self._hand_out(crew.now())
        deliveries = _lease(crew)
        if not deliveries:
            return None
        self.looked += len(deliveries)
        first = deliveries[0]
        return Work(first.channel, first.notice.user_id, _settle(deliveries))

    def _hand_out(self, now: float) -> None:
        # A full batch may be followed by another one.
        if _hand_out() < MOST:
            self._handed_out = now


@transaction.atomic
def _hand_out() -> int:
    """Create a delivery of each due notice for each channel that reaches its recipient; return the number of notices. A
    notice that no channel reaches is settled with the outcome `NO_CHANNEL`.

    Reachability depends on the settings of users, and on nothing that happens at a table.
    """
    now = clock.now()
    due = Notice.objects.filter(done_at=None, due_at__lte=now).order_by("due_at", "pk")
    # SQLite ignores the lock; there the transaction itself locks.
    locked = due.select_for_update(skip_locked=True, no_key=True)
    rows: list[Any] = list(locked.values_list("pk", "user", "due_at")[:MOST])
    if rows:
        ways = _ways({user for _pk, user, _due_at in rows})
        made = [
            Delivery(notice_id=pk, channel=name, due_at=due_at)
            for pk, user, due_at in rows
            for name, reached in ways.items()
            if user in reached
        ]
        Delivery.objects.bulk_create(made, ignore_conflicts=True)
        keys = {pk for pk, _user, _due_at in rows}
        handed = {delivery.notice_id for delivery in made}
        Notice.objects.filter(pk__in=handed).update(due_at=None)
        # A notice that already has deliveries and is due again keeps them.
        left = Notice.objects.filter(pk__in=keys - handed)
        left.filter(deliveries=None).update(due_at=None, done_at=now, outcome=_Outcome.NO_CHANNEL)
        left.update(due_at=None)
    return len(rows)


def _ways(users: set[int]) -> dict[str, set[int]]:
    """Return the users that each channel reaches, by its name; a query for each channel."""
    people = User.objects.filter(pk__in=users, is_bot=False, is_active=True)
    return {
        channel.name: set(people.filter(channel.reachable("")).values_list("pk", flat=True))
        for channel in registry.personal()
    }


def _lease(crew: Crew) -> list[Delivery]:
    """Return the next delivery that is due, or all due ones for the same recipient, where the channel joins them. Skips
    channels without room, and recipients of a message that is being sent on the same channel, to preserve the order.

    No other worker gets them until their lease expires. Channels with much room come first: a recipient's messages on
    two channels leave in the same order, whether or not others' messages fill the narrow one.
    """
    now = clock.now()
    with transaction.atomic():
        due = Delivery.objects.filter(done_at=None, due_at__lte=now)
        for name in registry.registered():
            if not crew.room(name, ROOM.get(name, MUCH_ROOM)):
                due = due.exclude(channel=name)
            elif busy := crew.keys(name):
                due = due.exclude(channel=name, notice__user__in=busy)
        due = due.order_by("due_at", "pk")
        due = due.select_for_update(skip_locked=True, of=("self",))
        columns = ("pk", "channel", "notice__user", "notice__kind")
        first = due.exclude(channel__in=ROOM).values_list(*columns).first() or due.values_list(*columns).first()
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


def _settle(deliveries: list[Delivery]) -> Sending:
    """Notify the recipient, or find that there is nothing to send, or not yet."""
    ready: list[tuple[Delivery, LetterContent]] = []
    for delivery in deliveries:
        try:
            ready.append((delivery, _news_of(delivery)))
        except Exception as error:
            yield from _handle_failure(delivery, error)
    if ready:
        yield from _tell(ready)


def _tell(ready: list[tuple[Delivery, LetterContent]]) -> Sending:
    """Send some contents to their recipient as one mail. One that cannot be rendered does not block the others."""
    first = ready[0][0]
    name, user = first.channel, first.notice.user
    try:
        letter = letters.letter_of([news for _delivery, news in ready], user, name)
        yield from breakers.send_via(name, clock.now, partial(registry.registered()[name].send, letter))
    except Exception as error:
        is_known = isinstance(error, NotSentError | breakers.CircuitOpenError) or storage.is_unavailable(error)
        if len(ready) > 1 and not is_known:
            for one in ready:
                yield from _tell([one])
            return
        for delivery, _news in ready:
            yield from _handle_failure(delivery, error)
    else:
        for delivery, _news in ready:
            # Before anything else: what is not stored is sent once more.
            yield from _written_down(partial(_done, delivery, _Outcome.SENT))
        with storage.if_writable():
            troubles.forget(user.pk, name)


def _handle_failure(delivery: Delivery, error: Exception) -> Sending:
    """Drop a delivery, or retry it later, as the error requires.

    A database error says nothing about the message. If the outcome cannot be stored, the delivery is left as it is: its
    lease expires, and the delivery is processed again.
    """
    try:
        yield from _written_down(partial(_record_failure, delivery, error))
    except DatabaseError:
        log.exception("notice %s: what became of it by %s cannot be written down", delivery.notice_id, delivery.channel)


def _written_down(write: Callable[[], None]) -> Sending:
    """Store the outcome of a delivery. While the database is unavailable or a row is locked, pause, so that other
    messages are sent, also those of the same lane."""
    for wait in WAITS:
        try:
            return write()
        except OperationalError:
            storage.drop_what_is_lost()
            yield [sendings.Pause(wait)]
    return write()


def _record_failure(delivery: Delivery, error: Exception) -> None:
    match error:
        case NothingToSendError():
            _done(delivery, error.outcome)
        case PlayerPresentError():
            _wait(delivery, clock.now() + LOOK_AGAIN)
        case _NotYetError():
            _wait(delivery, error.until)
        case breakers.CircuitOpenError():
            if error.error is not None:
                delivery.trouble, delivery.reply = error.error.trouble, error.error.reply
            _wait(delivery, error.until)
        case CorruptTable():
            _wait(delivery, clock.now() + retry_delay(error, OUT_OF_ORDER))
        case NotSentError():
            _failed(delivery, error)
        case _ if storage.is_unavailable(error):
            _wait(delivery, clock.now() + BACK_OFF.first)
        case _:
            if delivery.trouble != Trouble.FAULT:
                log.error("notice %s: it cannot be sent by %s", delivery.notice_id, delivery.channel, exc_info=error)
            _failed(delivery, NotSentError(Trouble.FAULT))


def _news_of(delivery: Delivery) -> LetterContent:
    """Return the current content of a notice for this channel."""
    notice, channel = delivery.notice, registry.registered().get(delivery.channel)
    if notice.kind not in Event.values:  # the next release wrote it, whose workers run beside these during an upgrade
        raise _NotYetError(clock.now() + LOOK_AGAIN)
    user, event = notice.user, Event(notice.kind)
    if notice.outcome == _Outcome.SEEN:
        raise NothingToSendError(_Outcome.SEEN)
    if user.is_bot or not user.is_active or channel is None or not channel.reaches(user):
        raise NothingToSendError(_Outcome.NO_CHANNEL)
    is_left_to_summary = user.digest == Digest.ALONE and event != Event.DIGEST
    if is_left_to_summary or (channel.name, event) in registry.unwanted_by(user):
        raise NothingToSendError(_Outcome.UNWANTED)
    now = clock.now()
    until = awake_after(now, timedelta(), user.quiet)
    if until > now:
        raise _NotYetError(until)
    news = entries.news_of(notice, channel.name)
    if channel.can_wait and user.patient and event not in _NEVER_LATE:
        _give_head_start(delivery, now)
    return news


def _give_head_start(delivery: Delivery, now: datetime) -> None:
    """Wait for an hour after a faster channel has notified the recipient; _NotYetError.

    Before one has, the hour counts from when this delivery could have been sent: not from the notice, which may have
    waited for the morning or for a plan. There is no wait if no other channel can still notify the recipient.
    """
    notice = delivery.notice
    if not registry.notifies(notice.user, Event(notice.kind), but=delivery.channel):
        return
    others = Delivery.objects.filter(notice=notice).exclude(channel=delivery.channel)
    done_by_channel = dict(others.filter(outcome__in=("", _Outcome.SENT)).values_list("channel", "done_at"))
    if not done_by_channel:
        return
    delivery.ready_at = delivery.ready_at or now
    may_come = min(filter(None, done_by_channel.values()), default=delivery.ready_at) + HEAD_START
    if now < may_come:
        raise _NotYetError(may_come)


def _failed(delivery: Delivery, error: NotSentError) -> None:
    """Schedule a retry with a growing delay, or abandon the delivery."""
    delivery.trouble, delivery.reply = error.trouble, error.reply
    if error.lasting or delivery.tries >= PERSISTENT:
        troubles.note(delivery.notice.user_id, delivery.channel, error.trouble)
    if error.lasting or delivery.tries >= TRIES:
        _done(delivery, _Outcome.DEAD)
    else:
        _put_off(delivery, clock.now() + BACK_OFF.after(delivery.tries), delivery.tries)


def _wait(delivery: Delivery, until: datetime) -> None:
    """Postpone a delivery; this does not count as a try."""
    _put_off(delivery, until, delivery.tries - 1)


def _put_off(delivery: Delivery, until: datetime, tries: int) -> None:
    met = {"ready_at": delivery.ready_at, "trouble": delivery.trouble, "reply": delivery.reply}
    Delivery.objects.filter(pk=delivery.pk).update(due_at=until, tries=tries, **met)


@transaction.atomic
def _done(delivery: Delivery, outcome: Notice.Outcome) -> None:
    """Store the outcome of a delivery, and that of its notice if this decides it.

    A notice is locked before its deliveries, here and wherever both are changed. So when two deliveries end at the same
    time, the second one sees the outcome of the first.
    """
    its_notice = Notice.objects.filter(pk=delivery.notice_id)
    # Waiting for a lock here would block all other messages (`_written_down`).
    locked = its_notice.select_for_update(no_key=True, nowait=True).annotate(now=clock.Moment())
    moment = locked.values_list("now", flat=True).first()
    if moment is None:
        return
    delivery.outcome, delivery.done_at = outcome, clock.turned(moment)
    _keep(delivery, "outcome", "done_at", "trouble", "reply")
    became = _became(set(Delivery.objects.filter(notice=delivery.notice_id).values_list("outcome", flat=True)))
    if became is not None:
        its_notice.filter(done_at=None).update(outcome=became, done_at=delivery.done_at)


def _became(outcomes: set[str]) -> Notice.Outcome | None:
    """Return the outcome of a notice whose deliveries have these outcomes; None while that is open."""
    known = _AT_ONCE if "" in outcomes else (*_AT_ONCE, *_AT_LAST)
    return next((outcome for outcome in known if outcome in outcomes), None)


def _keep(delivery: Delivery, *columns: str) -> None:
    """Store the state of a delivery. One that was deleted meanwhile, with its recipient's account, is skipped."""
    Delivery.objects.filter(pk=delivery.pk).update(**{column: getattr(delivery, column) for column in columns})
