"""Notifications and their recipients: rows of the outbox, written in the transaction of the move that causes them."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Case, Exists, OuterRef, Q, Value, When
from django.db.models.expressions import Combinable

from accounts.channels import reach, registry
from accounts.models import Event, User
from games import clock
from games.models import Delivery, Game, Notice, Seat, Status, Wanted, Whisper
from games.rows import nudge
from games.rules import codec
from games.rules.announcements import LiveEnded, PlanDropped
from games.rules.events import PublicEvent, RoundEnded
from saboteur_site.database import statements

TURN, ROUND, OVER, REMINDER = Event.TURN, Event.ROUND, Event.OVER, Event.REMINDER
INVITATION, FRIEND, VOTE, OPTIONS = Event.INVITATION, Event.FRIEND, Event.VOTE, Event.OPTIONS
DIGEST, ADDRESSED = Event.DIGEST, Event.ADDRESSED
CIRCLE = Event.CIRCLE
COMPLETE, STARTED, CANCELLED, REMOVED = Event.COMPLETE, Event.STARTED, Event.CANCELLED, Event.REMOVED


def write(game: Game, seats: list[Seat], events: tuple[PublicEvent, ...] = ()) -> bool:
    """Write a notice for every player who is awaited from this move on, or for all players when it ends a round or the
    game. When a live table falls back to days, all awaited players are notified again: they only saw a live turn.

    Return whether a message may reach one of them.
    """
    people = [seat for seat in seats if not seat.user.is_bot]
    rows = []
    if game.status == Status.OVER:
        rows = [_notice(game, seat, OVER) for seat in people]
    else:
        fell_back = any(isinstance(event, LiveEnded) for event in events)
        awaited = [seat for seat in people if seat.awaited_for and not seat.bot_plays]
        turns = [seat for seat in awaited if fell_back or seat.awaited_since == game.moved_at]
        rows = [_notice(game, seat, TURN) for seat in turns]
        if any(isinstance(event, RoundEnded) for event in events):
            rows += [_notice(game, seat, ROUND) for seat in people]
    statements.insert(rows, or_leave=True)
    notified = {row.user_id for row in rows}
    return any(registry.may_reach(seat.user) for seat in people if seat.user_id in notified)


def _notice(game: Game, seat: Seat, kind: str) -> Notice:
    return Notice(
        user_id=seat.user_id, game=game, kind=kind, seq=game.seq, dedupe=f"{kind}:{game.pk}:{seat.number}:{game.seq}"
    )


def remind(seat: Seat, name: str) -> None:
    """Remind the player of a seat of their open decision. There is one reminder of each name for each deadline, or for
    each decision without one."""
    dedupe = f"{REMINDER}:{seat.game_id}:{seat.number}:{name}:{decision_name(seat)}"
    row = Notice(user_id=seat.user_id, game_id=seat.game_id, kind=REMINDER, seq=seat.game.seq, dedupe=dedupe)
    statements.insert([row], or_leave=True)


def decision_name(seat: Seat) -> str:
    """Return the name of a seat's open decision in notices, by which reminders of other decisions are recognized: its
    deadline in seconds, or its beginning where no clock runs. "" if the seat is not awaited."""
    return _second(seat.due_at or seat.awaited_since)


def is_about_this_decision(dedupe: str, seat: Seat) -> bool:
    """Whether a notice written by `seat_may_be_voted_on` is about the decision for which a seat is awaited now."""
    return dedupe.split(":")[4] == _second(seat.awaited_since)


def _second(moment: datetime | None) -> str:
    return f"{moment.timestamp():.0f}" if moment else ""


SOON = "soon"
"""In a notice of an announced game: it is the reminder before its hour."""
ANNOUNCED_AHEAD = timedelta(hours=2)
"""How long before its hour an announced game is brought to mind, if it was announced at least twice as long before."""
AWAY = "away"
"""Replaces the number of the motion in a notice about a vote that is not opened yet."""


def seat_may_be_voted_on(seat: Seat) -> None:
    """Notify the other players that they can vote on the seat of an absent player; once for each decision, however its
    deadline moves. Seats that rest have no vote."""
    name = f"{VOTE}:{AWAY}:{seat.game_id}:{seat.number}:{_second(seat.awaited_since)}"
    others = Seat.objects.filter(game=seat.game_id, resting="", user__is_bot=False).exclude(pk=seat.pk)
    rows = [
        Notice(user_id=user, game_id=seat.game_id, kind=VOTE, seq=seat.game.seq, dedupe=f"{name}:{user}")
        for user in others.values_list("user", flat=True)
    ]
    statements.insert(rows, or_leave=True)


def notified_at(seat: Seat, moment: datetime) -> datetime | None:
    """Return when the player of a seat was notified of their open decision; None if not yet.

    That is the first successful delivery, or the first view of the table since. A player who cannot be notified, or
    wants no notification of this table or at all, counts as notified when the decision began. So does a player with a
    plan for it: the notice waited for the plan, and a later deadline would reveal a failed plan (R95). Notices seen at
    the table are settled here. Three queries at most, besides those of the channels.
    """
    tried = Exists(Delivery.objects.filter(notice=OuterRef("pk"), tries__gt=0))
    turns = Notice.objects.filter(game=seat.game_id, user=seat.user_id, kind=TURN).annotate(tried=tried)
    notice = turns.order_by("-seq").first()
    if notice is None or notice.outcome in _COUNT_AS_NOTIFIED:
        return seat.awaited_since
    if (notice.done_at or not notice.tried) and _had_plan(seat, notice.seq):
        return seat.awaited_since
    if notice.done_at is not None:
        return notice.done_at
    if seat.wants == Wanted.NOTHING or not registry.notifies(seat.user, TURN):
        return seat.awaited_since
    if seat.seen_seq < notice.seq:
        return None
    seen = {"outcome": Notice.Outcome.SEEN, "done_at": moment}
    Notice.objects.filter(pk=notice.pk, done_at=None).update(**seen)
    return moment


def mark_seen_from_start(seat: Seat) -> None:
    """Mark the turn's notice as seen at the beginning of the turn, because its player canceled a plan at the table. A
    later start of the deadline would reveal that there had been a plan (R95)."""
    seen = {"outcome": Notice.Outcome.SEEN, "done_at": seat.awaited_since}
    Notice.objects.filter(game=seat.game_id, user=seat.user_id, kind=TURN, done_at=None).update(**seen)


def _had_plan(seat: Seat, seq: int) -> bool:
    """Whether a plan for the turn that began with a move failed."""
    whispers = Whisper.objects.filter(game=seat.game_id, seat=seat.number, seq__gte=seq)
    return whispers.filter(event=codec.encode(PlanDropped())).exists()


_COUNT_AS_NOTIFIED = {Notice.Outcome.UNWANTED, Notice.Outcome.NO_CHANNEL, Notice.Outcome.OBSOLETE}


def vote_opened(game: Game, asked: list[Seat], motion: int) -> None:
    """Ask these players for their vote on a motion. The number of the motion is part of the deduplication key."""
    rows = [
        Notice(user=seat.user, game=game, kind=VOTE, seq=game.seq, dedupe=f"{VOTE}:{motion}:{seat.user_id}")
        for seat in asked
    ]
    statements.insert(rows, or_leave=True)
    if any(registry.may_reach(seat.user) for seat in asked):
        nudge.notices()


def addressed(game: Game, notified: Sequence[Seat], *, by: User) -> None:
    """Notify these players of a message that is addressed to them. Each is notified of the first one since their last
    view of the table, and until the next view once a day at most: a writer cannot make a device ring repeatedly."""
    day = f"{clock.now():%Y-%m-%d}"
    rows = [
        Notice(
            user=seat.user,
            game=game,
            by=by,
            kind=ADDRESSED,
            seq=game.seq,
            dedupe=f"{ADDRESSED}:{game.pk}:{seat.user_id}:{seat.heard}:{day}",
        )
        for seat in notified
    ]
    statements.insert(rows, or_leave=True)
    if any(registry.may_reach(seat.user) for seat in notified):
        nudge.notices()


def options_changed(game: Game, notified: list[Seat], *, by: User) -> None:
    """Ask these players to confirm the changed options of their table."""
    rows = [
        Notice(
            user=seat.user,
            game=game,
            by=by,
            kind=OPTIONS,
            dedupe=f"{OPTIONS}:{game.pk}:{seat.user_id}:{game.options_version}",
        )
        for seat in notified
    ]
    statements.insert(rows, or_leave=True)
    if any(registry.may_reach(seat.user) for seat in notified):
        nudge.notices()


# -- about a table before its game


def complete(game: Game, host: User, *, by: User | None = None) -> None:
    """Notify the host of a table that they can start its game. ``by`` is the player who reminds the host."""
    _insert([Notice(user=host, game=game, by=by, kind=COMPLETE, dedupe=f"{COMPLETE}:{game.pk}:{game.version}")], [host])


def started(game: Game, seats: Sequence[Seat], *, by: User | None) -> None:
    """Notify all players that the game has started, except the one who started it; None if its hour did."""
    people = _others(seats, by)
    dedupe = f"{STARTED}:{game.pk}"
    rows = [
        Notice(user=user, game=game, by=by, kind=STARTED, seq=game.seq, dedupe=f"{dedupe}:{user.pk}") for user in people
    ]
    _insert(rows, people)


def cancelled(game: Game, seats: Sequence[Seat], *, by: User | None) -> None:
    """Notify all players of a table that it is canceled, except the one who canceled it; None for an announced game
    that found too few players."""
    people, dedupe = _others(seats, by), f"{CANCELLED}:{game.pk}"
    rows = [Notice(user=user, game=game, by=by, kind=CANCELLED, dedupe=f"{dedupe}:{user.pk}") for user in people]
    _insert(rows, people)


def removed(game: Game, seat: Seat, *, by: User) -> None:
    """Notify a player that the host has removed, unless they have muted this notification for the table."""
    if not seat.wants:
        dedupe = f"{REMOVED}:{game.pk}:{seat.user_id}:{game.version}"
        _insert([Notice(user=seat.user, game=game, by=by, kind=REMOVED, dedupe=dedupe)], [seat.user])


def _others(seats: Sequence[Seat], by: User | None) -> list[User]:
    return [seat.user for seat in seats if not seat.user.is_bot and (by is None or seat.user_id != by.pk)]


def _insert(rows: list[Notice], people: Sequence[User]) -> None:
    statements.insert(rows, or_leave=True)
    if any(registry.may_reach(user) for user in people):
        nudge.notices()


def invited(*, game: Game, by: User, people: Sequence[User]) -> None:
    """Notify invited users. Each is notified once a day at most, however often the invitation is revoked and
    repeated."""
    _write_once_a_day({f"{game.pk}:{user.pk}": user for user in people}, INVITATION, by, game)


def announced(*, game: Game, by: User, people: Sequence[User]) -> None:
    """Notify the members of a circle of a table that was set up for them, and remind them and its host once before the
    hour of an announced game."""
    rows = [Notice(user=user, game=game, by=by, kind=CIRCLE, dedupe=f"{CIRCLE}:{game.pk}:{user.pk}") for user in people]
    _insert([*rows, *_reminders(game, by, (by, *people))], people)


def comes(game: Game, user: User) -> None:
    """Remind a user before the hour of an announced game, who may have said before that they stay away."""
    if game.host is not None:
        statements.insert(_reminders(game, game.host, (user,)), or_leave=True)


def stays_away(game: Game, user: User) -> None:
    """Drop the reminder of an announced game for a user."""
    Notice.objects.filter(dedupe=_reminder_name(game, user), done_at=None, due_at__isnull=False).delete()


def _reminders(game: Game, by: User, people: Sequence[User]) -> list[Notice]:
    """Return notices that become due before the hour of a game; none for one that is announced shortly before it."""
    if game.starts_at is None or game.starts_at - game.created_at < 2 * ANNOUNCED_AHEAD:
        return []
    due = game.starts_at - ANNOUNCED_AHEAD
    return [
        Notice(user=user, game=game, by=by, kind=CIRCLE, due_at=due, dedupe=_reminder_name(game, user))
        for user in people
        if due > clock.now()
    ]


def _reminder_name(game: Game, user: User) -> str:
    return f"{CIRCLE}:{SOON}:{game.pk}:{user.pk}"


def is_reminder_of_hour(notice: Notice) -> bool:
    """Whether a notice of the event `CIRCLE` is the reminder before the hour of an announced game."""
    return notice.dedupe.split(":")[1] == SOON


def friend_asked(*, asker: User, other: User, **_signal: Any) -> None:
    """Notify a user of a friend request, once a day at most for each asking user."""
    _write_once_a_day({f"{asker.pk}:{other.pk}": other}, FRIEND, asker)


def decided(decision: int, people: Mapping[int, User]) -> None:
    """Notify the player and the reporters of a decision of a moderator, once."""
    about = f"{Event.DECISION}:{decision}"
    rows = [Notice(user=user, kind=Event.DECISION, dedupe=f"{about}:{key}") for key, user in people.items()]
    statements.insert(rows, or_leave=True)
    if any(registry.may_reach(user) for user in people.values()):
        nudge.notices()


def digest_due(user: User, day: str) -> None:
    """Write the notice of a user's digest, once for each ``day``."""
    statements.insert([Notice(user=user, kind=DIGEST, dedupe=f"{DIGEST}:{user.pk}:{day}")], or_leave=True)


def _write_once_a_day(people: Mapping[str, User], kind: str, by: User, game: Game | None = None) -> None:
    """Write a notice for each user; the keys of ``people`` name the subjects, each of which is notified once a day."""
    day = f"{clock.now():%Y-%m-%d}"
    rows = [
        Notice(user=user, kind=kind, dedupe=f"{kind}:{about}:{day}", by=by, game=game) for about, user in people.items()
    ]
    statements.insert(rows, or_leave=True)
    if any(registry.may_reach(user) for user in people.values()):
        nudge.notices()


# -- who can be notified


def can_be_notified() -> Combinable:
    """Return the condition, in a query on seats, that a channel can notify the player of their turn."""
    return Case(When(wants=Wanted.NOTHING, then=Value(value=False)), default=reach.is_notified(TURN, "user__"))


# -- pending notices


def forget(user: User) -> None:
    """Drop the pending notices of a user who leaves. Notices are locked before deliveries, as in the outbox."""
    list(user.notices.select_for_update().values_list("pk"))
    user.notices.all().delete()


def waiting(*, before: datetime | None = None, channel: str = "") -> int:
    """Return the number of messages to send by all channels or one: deliveries, and notices without deliveries yet.

    ``before``: only those that were due by then. Two queries.
    """
    open_ = Q(done_at=None) & (Q(due_at__isnull=False) if before is None else Q(due_at__lte=before))
    by_channel = Q(channel=channel) if channel else Q()
    return Notice.objects.filter(open_).count() + Delivery.objects.filter(open_, by_channel).count()
