"""Time-outs, and the time that players get back after an outage of the site.

Each game is one transaction on its locked row, in which all conditions are checked again: sweeps may overlap, crash and
repeat, and a late move wins until the time-out is committed.

A waiting plan is played first. No player times out before they were notified. Then come a vacation day, a second term
once in a game, and the default (R92). After the second miss in a row the seat sleeps, and its later turns wait for an
hour at most (R96). At a table where people decide, a late seat gets a reminder only.
"""

import logging
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from functools import reduce

from django.db import transaction
from django.http import Http404

from accounts.services import vacations
from games import clock
from games.clocks import deadlines, reminders, ticking
from games.clocks import live as minutes
from games.models import Game, Ladder, Outage, Seat, Status
from games.rows import corrupt, notices, store
from games.rules import engine
from games.rules.announcements import ClocksMoved, OnVacation, SecondTerm
from games.rules.commands import Sleep, Timeout
from games.services import live, motions, moves, pauses, plans
from saboteur_site.database import storage

log = logging.getLogger(__name__)
MOST = 500
"""Most games of one sweep; the next one does the rest."""
NOTIFIED_WITHIN = timedelta(days=1)
"""How long after a deadline the clock waits for the player's notification."""
A_DAY = timedelta(days=1)
"""The least time before a table may get the minimal hour after an outage again."""
VACATION = timedelta(days=1)
"""The extension of a deadline by a vacation day."""


def work_off(moment: datetime) -> int:
    """Process all games that are due at the time of a sweep; return their number. A failing game stops no other.

    Deadlines are compared with the start of the sweep, so that its own duration makes no seat late.
    """
    last = Outage.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
    running = Game.objects.filter(status=Status.RUNNING, deadline__isnull=False)
    # In index order, so that only due rows are read.
    after_outage = running.filter(outage_met__lt=last).order_by("outage_met", "deadline").values_list("pk", flat=True)
    due = running.filter(deadline__lte=moment, outage_met__gte=last).order_by("deadline").values_list("pk", flat=True)
    return _each(after_outage[:MOST], _after_outage, moment) + _each(due[:MOST], _time_out, moment)


def _each(games: Iterable[int], action: Callable[[store.Loaded, datetime], None], moment: datetime) -> int:
    """Do something with each game under its lock. A game that fails is pushed back and reported once."""
    done = 0
    for pk in list(games):
        try:
            with transaction.atomic():
                action(moves.locked(pk=pk, skip_locked=True), moment)
        except Http404:
            continue
        except Exception as error:
            if storage.is_passing(error):
                log.warning("game %s: its clock waits for the next tick, as the database is busy", pk)
                continue
            with storage.if_writable():
                _push_back(pk, moment, error)
        done += 1
    return done


def _push_back(pk: int, moment: datetime, error: Exception) -> None:
    """Postpone the next try with a game."""
    if is_new_fault(pk):
        log.exception("game %s: its clock fails", pk)
    deadlines.push_back(pk, moment + corrupt.retry_delay(error, deadlines.PUSHED_BACK))


def is_new_fault(pk: int) -> bool:
    """Mark a game whose clock or bots fail. Return False if it is marked already; the mark is removed when the table
    moves again."""
    return bool(Game.objects.filter(pk=pk, stuck_at=None).update(stuck_at=clock.now()))


def _after_outage(loaded: store.Loaded, moment: datetime) -> None:
    """Extend the deadlines of seats that were awaited during outages. A table gets the minimal hour once a day."""
    game, longest = loaded.game, timedelta()
    given, righted = set[Seat](), set[Seat]()
    for outage in Outage.objects.filter(pk__gt=game.outage_met).order_by("pk"):
        if outage.ended_at < outage.began_at and game.live_since:
            loaded = live.fall_back(loaded)  # its minute was set by a clock that was ahead; all clocks restart
        elif outage.ended_at < outage.began_at:
            righted |= _put_right(loaded, outage)
        elif found := _give_back(loaded, outage):
            given |= set(found)
            longest = max(longest, *(each.lost for each in found.values()))
        game.outage_met = outage.pk
    game.stuck_at = None
    # A reminder may be due too early now; it is postponed when it is processed.
    reopened = [seat for seat in given | righted if seat in righted or seat.remind_at is None]
    reminders.deadlines_moved(loaded, reopened, moment, may_be_due=True)
    if given:
        moves.announce(loaded, ClocksMoved(minutes=max(1, round(longest.total_seconds() / 60))))
    elif righted:
        _show(loaded)
    else:
        moves.save(loaded)


def _give_back(loaded: store.Loaded, outage: Outage) -> dict[Seat, deadlines.Given]:
    """Extend the deadlines of the seats of a game by an outage; return what each got."""
    game, found = loaded.game, {}
    had_its_hour = game.hour_given_at is not None and abs(outage.ended_at - game.hour_given_at) < A_DAY
    floor = timedelta() if had_its_hour else deadlines.FLOOR
    for seat in loaded.seats:
        if game.ladder == Ladder.FRIENDS and not deadlines.has_time(seat, outage.began_at):
            continue
        quiet = loaded.quiet_of(seat)
        given = deadlines.give_back(seat, game, quiet, began=outage.began_at, ended=outage.ended_at, floor=floor)
        if given:
            found[seat] = given
    if any(given.is_floor for given in found.values()):
        game.hour_given_at = outage.ended_at
    return found


def _put_right(loaded: store.Loaded, outage: Outage) -> set[Seat]:
    """Leave the seats of a game the time that they had by a clock that was ahead. Return the seats whose deadline
    moved."""
    moment, rhythm = outage.ended_at, ticking.seen(outage.ended_at).rhythm
    moved = set()
    for seat in loaded.seats:
        if seat.awaited_since and ticking.was_open_before(seat.awaited_since, moment, rhythm):
            quiet = loaded.quiet_of(seat)
            if deadlines.put_right(seat, loaded.game, quiet, ahead=outage.began_at, moment=moment):
                moved.add(seat)
    return moved


def _show(loaded: store.Loaded) -> None:
    """Save a moved deadline without a line of the log, and let open pages refresh."""
    loaded.game.version += 1
    moves.save(loaded)


def _time_out(loaded: store.Loaded, moment: datetime) -> None:
    """Time out every seat that is awaited beyond its deadline."""
    game = loaded.game
    game.stuck_at = None
    if game.paused_until is not None and game.paused_until <= moment:
        if asleep := minutes.sleepers(loaded, moment):
            minutes.go_on(loaded, dealt=False)
            reduce(_miss, asleep, loaded)
            return
        loaded = pauses.end(loaded)
    late, waiting = [seat for seat in loaded.seats if _is_late(seat, moment)], []
    for seat, due_at in [(seat, seat.due_at) for seat in late]:
        # The time-out of the seat before may have opened another decision.
        if game.status != Status.RUNNING or seat.due_at != due_at:
            continue
        if seat.awaited_for == deadlines.WINDOW:
            loaded = _close_window(loaded)
        elif played := plans.try_now(loaded, seat):
            loaded = played
        elif _may_run_out(loaded, seat, moment):
            loaded = _run_out(loaded, seat, moment)
        else:
            waiting.append(seat)
    if waiting or not late:
        reminders.deadlines_moved(loaded, (), moment, overdue=waiting)
        moves.save(loaded)


def _is_late(seat: Seat, moment: datetime) -> bool:
    return bool(seat.awaited_for) and not deadlines.has_time(seat, moment)


def _may_run_out(loaded: store.Loaded, seat: Seat, moment: datetime) -> bool:
    """Whether an overdue seat times out now. Where people decide, it never does. The clock waits until the player is
    notified, and for an hour after that.
    """
    if loaded.game.ladder == Ladder.FRIENDS:
        return False
    if seat.resting == "asleep":
        return True
    assert seat.due_at is not None
    notified = notices.notified_at(seat, moment)
    if notified is None:
        return moment >= seat.due_at + NOTIFIED_WITHIN
    if notified + deadlines.FLOOR <= moment:
        return True
    deadlines.put_off(seat, loaded.game, loaded.quiet_of(seat), notified + deadlines.FLOOR, now=moment)
    reminders.deadlines_moved(loaded, [seat], moment)
    _show(loaded)
    return False


def _run_out(loaded: store.Loaded, seat: Seat, moment: datetime) -> store.Loaded:
    """Apply a time-out: a vacation day, a second term once in the game, then the default."""
    if seat.resting == "asleep":
        return _miss(loaded, seat)
    if loaded.game.vacations and vacations.use(user=seat.user, moment=moment):
        return _on_vacation(loaded, seat, moment)
    return _miss(loaded, seat) if seat.forgiven else _forgive(loaded, seat)


def _on_vacation(loaded: store.Loaded, seat: Seat, moment: datetime) -> store.Loaded:
    deadlines.put_off(seat, loaded.game, loaded.quiet_of(seat), moment + VACATION, now=moment)
    reminders.deadlines_moved(loaded, [seat], moment)
    return moves.announce(loaded, OnVacation(seat=seat.number))


def _forgive(loaded: store.Loaded, seat: Seat) -> store.Loaded:
    deadlines.second_term(seat, loaded.game, loaded.quiet_of(seat), now=loaded.now)
    reminders.deadlines_moved(loaded, [seat], loaded.now)
    return moves.announce(loaded, SecondTerm(seat=seat.number, hours=max(1, loaded.game.turn_hours)))


def _close_window(loaded: store.Loaded) -> store.Loaded:
    """Close a window: seats that have not answered allow the card. It closes for all at once, so no player learns which
    seats have not answered (R93).

    Not answering counts as an answer here: it is not a miss, and puts no seat to sleep.
    """
    for ask in engine.unanswered(loaded.state):
        loaded = moves.carry_out(loaded, None, Timeout(ask.seat), user=None)
    return loaded


def _miss(loaded: store.Loaded, seat: Seat) -> store.Loaded:
    seat.missed += 1
    loaded = moves.carry_out(loaded, None, Timeout(seat.number), user=None)
    if seat.missed < deadlines.MISSES_BEFORE_SLEEP or seat.resting or loaded.game.status != Status.RUNNING:
        return loaded
    return motions.ask_about_sleeper(moves.carry_out(loaded, None, Sleep(seat.number), user=None), seat)
