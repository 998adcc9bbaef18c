"""Plans for a player's next turn: commands to try in order, at once or some time after the turn began (R95).

A plan is invisible to other players. The version and the time of the table do not change before it is played, and then
it is a move like any other. A plan to be played at once is a standing order of the rules. Others are stored with the
seat, and a task plays them at their own second. A sweep comes at the same second of every minute, so its moves could be
distinguished from those of people; it plays only plans that no task has played.
"""

import logging
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.db.models import QuerySet
from django.http import Http404

from accounts.models import User
from games.clocks import planned, ticking
from games.clocks.planned import Planned
from games.models import Seat, Status, Whisper
from games.rows import notices, nudge, store
from games.rows.corrupt import CorruptTable
from games.rules import codec, engine
from games.rules.announcements import PlanDropped
from games.rules.commands import Order, Pass
from games.rules.errors import Refused
from games.rules.view import next_turn_of, view
from games.services import moves
from saboteur_site.database import storage

log = logging.getLogger(__name__)

FRESH = timedelta(minutes=5)
"""A plan is checked when its turn has just begun, so that its player is notified soon if it cannot be played. If sweeps
are rare, the next one still finds it."""
AHEAD = timedelta(seconds=80)
"""How long before its time a plan is queued: a sweep later would be too late for some."""
LATE = timedelta(minutes=1)
"""How late a plan is when its task counts as lost."""
ONCE_MORE = timedelta(seconds=5)
"""The delay after which a plan is retried if its table was locked, until a sweep plays it."""
MOST = 500
"""Most tables of one sweep; the next one does the rest."""


class NoTurnToPlanError(Exception):
    """There is no turn to plan: it has begun, the round is over, or the hand is empty."""


class FullError(Exception):
    """The plan has the most tries already."""


# -- changes by the player


@transaction.atomic
def add(*, code: str, user: User, command: Planned) -> None:
    """Add a try to a plan. A discard comes last, and replaces an earlier one.

    Raises Refused if it would be illegal now, FullError, NoTurnToPlanError, and Http404 for users without a seat there.
    """
    loaded, seat = _seated(code, user)
    seen = next_turn_of(view(loaded.state.public, loaded.state.seats[seat.number]))
    if seen is None or seen.own is None:
        raise NoTurnToPlanError
    engine.check(seen.public, seen.own, command)
    before = _of(loaded, seat)
    tries = [one for one in before if not isinstance(one, Pass)]
    last = [one for one in before if isinstance(one, Pass)]
    if isinstance(command, Pass):
        last = [command]
    elif command not in tries:
        tries.append(command)
    if len(tries) > planned.TRIES:
        raise FullError
    _keep(loaded, seat, [*tries, *last], seat.plan_minutes)


@transaction.atomic
def take_out(*, code: str, user: User, number: int) -> None:
    """Remove a try from a plan, counted from 0. An unknown number is ignored."""
    loaded, seat = _seated(code, user)
    left = [command for place, command in enumerate(_of(loaded, seat)) if place != number]
    _keep(loaded, seat, left, seat.plan_minutes)


@transaction.atomic
def put_off(*, code: str, user: User, minutes: int) -> None:
    """Set the approximate delay of a plan after the beginning of the turn; ``minutes`` is one of ``planned.DELAYS``.

    Raise NoTurnToPlanError if it would be played at once in a turn that has begun.
    """
    loaded, seat = _seated(code, user)
    _keep(loaded, seat, _of(loaded, seat), minutes)


@transaction.atomic
def cancel(*, code: str, user: User) -> None:
    """Delete a plan."""
    loaded, seat = _seated(code, user)
    _keep(loaded, seat, (), 0)


def _of(loaded: store.Loaded, seat: Seat) -> tuple[Planned, ...]:
    return planned.of(seat, loaded.state.seats[seat.number].turn_order)


def _seated(code: str, user: User) -> tuple[store.Loaded, Seat]:
    loaded = moves.locked(code=code, of=user)
    if loaded.game.status != Status.RUNNING:
        raise Http404
    return loaded, loaded.seat_of(user)


def _keep(loaded: store.Loaded, seat: Seat, commands: Sequence[Planned], minutes: int) -> None:
    """Replace a plan: in the rules, or with the seat if it is to wait."""
    own, number = loaded.state.seats[seat.number], seat.number
    at_once, minutes = not minutes, minutes if commands else 0
    if commands and at_once and seat.awaited_for == planned.TURN:
        raise NoTurnToPlanError
    if commands and at_once:
        moves.carry_out(loaded, number, Order("turn", then=tuple(commands)), user=seat.user)
    elif own.turn_order:
        for order in (Order("none"), *own.lasting_orders):
            loaded = moves.carry_out(loaded, number, order, user=seat.user)
    text = "" if at_once else planned.text_of(commands)
    if seat.plan and not text and seat.awaited_for == planned.TURN:
        notices.mark_seen_from_start(seat)
    seat.plan, seat.plan_minutes = text, minutes
    moves.save(loaded)
    if text:
        _hand_on(seat, loaded.now)


# -- played by the clock


def work_off(moment: datetime) -> int:
    """Queue the plans that are due soon, play late ones, and drop those that cannot be played. Returns the number of
    tables."""
    late, seats = moment - LATE, list(waiting())
    for seat in seats:
        if not _is_due(seat, late):
            _hand_on(seat, moment)
    begun = moment - max(FRESH, 2 * ticking.seen(moment).rhythm) if seats else moment
    due = [seat.game_id for seat in seats if _is_due(seat, late) or _has_begun(seat, since=begun)][:MOST]
    for pk in due:
        _see_to(pk, partial(_look_at, moment=late))
    return len(due)


def play(game_id: int) -> None:
    """Play the plan of a game if it is due. If it is not due yet because clocks differ, or if the table is locked,
    queue it once more. After that the sweep plays it."""
    if not _see_to(game_id, _look_at_its_time) and waiting().filter(game=game_id).exists():
        nudge.plan(game_id, ONCE_MORE)


def _see_to(pk: int, look: Callable[[store.Loaded], None]) -> bool:
    """Process the plan of a game; return whether that was possible. A failing plan stops no other: it is dropped, and
    the turn waits as without a plan. The plan is not dropped if the database is busy, or the table unreadable."""
    try:
        with transaction.atomic():
            look(moves.locked(pk=pk, skip_locked=True))
    except Http404:
        return False
    except CorruptTable:
        return True
    except Exception as error:
        if storage.is_passing(error):
            return False
        log.exception("game %s: a plan cannot be played", pk)
        Seat.objects.filter(game=pk, awaited_for=planned.TURN).update(plan="", plan_minutes=0)
    return True


def _hand_on(seat: Seat, moment: datetime) -> None:
    """Queue the task of a plan that is due soon or now; a second task does no harm."""
    due = planned.due_at(seat)
    if due is not None and due <= moment + AHEAD:
        nudge.plan(seat.game_id, max(due - moment, timedelta()))


def _look_at_its_time(loaded: store.Loaded) -> None:
    for seat in loaded.seats:
        if seat.plan and not _is_due(seat, loaded.now):
            _hand_on(seat, loaded.now)
    _look_at(loaded, loaded.now)


def waiting() -> QuerySet[Seat]:
    """Return the seats that are on turn and have a plan, by an index of only the seats with a plan."""
    on_turn = Seat.objects.filter(awaited_for=planned.TURN, awaited_since__isnull=False)
    columns = ("game", "number", "plan", "plan_minutes", "awaited_for", "awaited_since")
    return on_turn.exclude(plan="").order_by("awaited_since").only(*columns)


def _look_at(loaded: store.Loaded, moment: datetime) -> None:
    """Play the plan of the seat on turn if it is due, or drop it if it cannot be played."""
    if loaded.game.status != Status.RUNNING:
        return
    for seat in loaded.seats:
        if seat.plan and _is_due(seat, moment):
            try_now(loaded, seat)
            return
        if seat.plan and seat.awaited_for == planned.TURN and not _can_be_played(loaded, seat):
            _drop(loaded, seat)


def try_now(loaded: store.Loaded, seat: Seat) -> store.Loaded | None:
    """Carry out the first legal try of a plan, as a move of its player. Return the game after it. None when there is no
    plan for an open turn, or no try can be played; then the plan is dropped and its player notified."""
    if not seat.plan or seat.awaited_for != planned.TURN:
        return None
    for command in planned.commands_of(seat):
        try:
            return moves.carry_out(loaded, seat.number, command, user=seat.user)
        except Refused:
            continue
    _drop(loaded, seat)
    return None


def _can_be_played(loaded: store.Loaded, seat: Seat) -> bool:
    own = loaded.state.seats[seat.number]
    return any(_is_legal(loaded.state, own.seat, command) for command in planned.commands_of(seat))


def _is_legal(state: engine.Game, seat: int, command: Planned) -> bool:
    try:
        engine.check(state.public, state.seats[seat], command)
    except Refused:
        return False
    return True


def _drop(loaded: store.Loaded, seat: Seat) -> None:
    seat.plan, seat.plan_minutes = "", 0
    moves.save(loaded)
    encoded = codec.encode(PlanDropped())
    Whisper.objects.create(game=loaded.game, seat=seat.number, seq=loaded.game.seq, event=encoded)


def _is_due(seat: Seat, moment: datetime) -> bool:
    due = planned.due_at(seat)
    return due is not None and due <= moment


def _has_begun(seat: Seat, *, since: datetime) -> bool:
    return seat.awaited_since is not None and seat.awaited_since > since
