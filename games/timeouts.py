"""What the clock does by itself: time-outs, and what an outage of the site owes to those who were awaited.

Each game is one transaction on its locked row, where all is asked again: ticks may overlap, die and repeat, and a move
that comes late wins as long as nothing is committed.

A miss goes up a ladder: the first one in a game is forgiven with a second term; then the default is taken (R92); after
the second one in a row the seat sleeps, and later turns wait for an hour at most (R96).
"""

import logging
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta

from django.db import transaction
from django.http import Http404

from games import clock, deadlines, motions, services, store
from games.models import Game, Heartbeat, Outage, Seat, Status
from games.rules import engine
from games.rules.announcements import ClocksMoved, SecondTerm
from games.rules.commands import Sleep, Timeout

log = logging.getLogger(__name__)
MOST = 500
"""Games that one tick looks after; the next one does the rest."""
PUSHED_BACK = timedelta(minutes=15)
"""How long a game whose time-outs fail is left alone."""


@transaction.atomic
def beat() -> datetime:
    """Note that the clock ticks; the moment. A gap since the tick before is kept as an outage, once."""
    Heartbeat.objects.get_or_create(name="tick", defaults={"at": clock.now()})
    row = Heartbeat.objects.select_for_update().annotate(moment=clock.Moment()).get(name="tick")
    moment = clock.turned(row.moment)
    if moment - row.at > deadlines.OUTAGE:
        Outage.objects.create(began_at=row.at, ended_at=moment)
    Heartbeat.objects.filter(name="tick").update(at=moment)
    return moment


def work_off(moment: datetime) -> int:
    """Do all that is due at the moment of a tick; for how many games. A failing game hinders no other.

    Deadlines are held against the moment of the tick: what the clock does in the meantime makes nobody late.
    """
    last = Outage.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
    running = Game.objects.filter(status=Status.RUNNING, deadline__isnull=False).order_by("deadline")
    after_outage = running.filter(outage_met__lt=last).values_list("pk", flat=True)[:MOST]
    due = running.filter(deadline__lte=moment, outage_met__gte=last).values_list("pk", flat=True)[:MOST]
    return _each(after_outage, _after_outage, moment) + _each(due, _time_out, moment)


def _each(games: Iterable[int], deed: Callable[[store.Loaded, datetime], None], moment: datetime) -> int:
    """Do something with each game under its lock; one that fails is pushed back and reported, once."""
    done = 0
    for pk in list(games):
        try:
            with transaction.atomic():
                deed(services.locked(pk=pk, skip_locked=True), moment)
        except Http404:
            continue
        except Exception:
            _push_back(pk, moment)
        done += 1
    return done


def _push_back(pk: int, moment: datetime) -> None:
    game = Game.objects.filter(pk=pk)
    if game.filter(stuck_at=None).update(stuck_at=moment):
        log.exception("game %s: its clock fails", pk)
    game.update(deadline=moment + PUSHED_BACK)


def _after_outage(loaded: store.Loaded, moment: datetime) -> None:
    """Give those who were awaited in outages their time back, and at least an hour."""
    game, longest = loaded.game, timedelta()
    moved: set[Seat] = set()
    for outage in Outage.objects.filter(pk__gt=game.outage_met).order_by("pk"):
        for seat in loaded.seats:
            if seat.due_at is None or seat.awaited_since is None:
                continue
            shift = deadlines.lost_in(game, seat.awaited_since, outage.began_at, outage.ended_at)
            if shift:
                seat.due_at = max(seat.due_at + shift, outage.ended_at + deadlines.FLOOR)
                longest = max(longest, shift)
                moved.add(seat)
        game.outage_met = outage.pk
    game.deadline = deadlines.next_at(game, loaded.seats)
    if moved:
        Seat.objects.bulk_update(moved, ["due_at"])
        services.announce(loaded, ClocksMoved(minutes=max(1, round(longest.total_seconds() / 60))))
    else:
        game.save(update_fields=["outage_met", "deadline"])


def _time_out(loaded: store.Loaded, moment: datetime) -> None:
    """Let the time of every seat run out that is awaited beyond its deadline."""
    game = loaded.game
    game.stuck_at = None
    if game.paused_until is not None and game.paused_until <= moment:
        loaded = motions.end_pause(loaded)
    late = [seat for seat in loaded.seats if _is_late(seat, moment)]
    for seat, due_at in [(seat, seat.due_at) for seat in late]:
        # What happened to the seat before may have opened another decision.
        if game.status != Status.RUNNING or seat.due_at != due_at:
            continue
        if seat.awaited_for == deadlines.WINDOW:
            loaded = _close_window(loaded)
        elif not seat.forgiven and seat.resting != "asleep":
            loaded = _forgive(loaded, seat)
        else:
            loaded = _miss(loaded, seat)
    if not late:
        game.deadline = deadlines.next_at(game, loaded.seats)
        game.save(update_fields=["deadline", "stuck_at"])


def _is_late(seat: Seat, moment: datetime) -> bool:
    return bool(seat.awaited_for) and seat.due_at is not None and seat.due_at <= moment


def _forgive(loaded: store.Loaded, seat: Seat) -> store.Loaded:
    game = loaded.game
    deadlines.second_term(seat, game, now=clock.turned(seat.locked_at))
    seat.save(update_fields=["due_at", "spent", "forgiven"])
    game.deadline = deadlines.next_at(game, loaded.seats)
    return services.announce(loaded, SecondTerm(seat=seat.number, hours=game.turn_hours))


def _close_window(loaded: store.Loaded) -> store.Loaded:
    """Whoever was silent in a window lets the card be; it closes for all at once, and nobody learns who it was (R93).

    Silence there is an answer: it is no miss, and puts no seat to sleep.
    """
    for ask in engine.unanswered(loaded.state):
        loaded = services.carry_out(loaded, None, Timeout(ask.seat), user=None)
    return loaded


def _miss(loaded: store.Loaded, seat: Seat) -> store.Loaded:
    seat.missed += 1
    loaded = services.carry_out(loaded, None, Timeout(seat.number), user=None)
    if seat.missed < deadlines.MISSES_BEFORE_SLEEP or seat.resting or loaded.game.status != Status.RUNNING:
        return loaded
    return motions.ask_about_sleeper(services.carry_out(loaded, None, Sleep(seat.number), user=None), seat)
