"""The effects of a decided motion: one function for each outcome that changes something (R96).

Each takes the locked table, the motion, the event for the log, and the time. It announces the event, and returns the
table after it.
"""

from datetime import datetime

from django.db.models import QuerySet
from msgspec.structs import replace

from games.clocks import live as minutes
from games.models import Ballot, Matter, Motion, Seat
from games.rows import store
from games.rules.announcements import MotionDecided
from games.rules.commands import Bot, End, Sleep
from games.services import faster, live, moves, pauses, seat_links
from games.sheets.motions import VoteChoice


def drop(motions: QuerySet[Motion], now: datetime) -> None:
    """Close motions that are obsolete."""
    Ballot.objects.filter(motion__in=motions).delete()
    motions.update(decided_at=now, outcome=VoteChoice.NONE)


def end(loaded: store.Loaded, motion: Motion, said: MotionDecided, now: datetime) -> store.Loaded:
    drop(Motion.objects.filter(game=loaded.game, decided_at=None), now)
    return moves.carry_out(loaded, None, End(), user=None, said=(said,))


def leave_as_it_is(loaded: store.Loaded, motion: Motion, said: MotionDecided, now: datetime) -> store.Loaded:
    """Let the player keep the seat; no new player may take it."""
    seat_links.close(loaded.game, _seat_of(loaded, motion), now)
    return moves.announce(loaded, said)


def give_to_a_bot(loaded: store.Loaded, motion: Motion, said: MotionDecided, now: datetime) -> store.Loaded:
    seat = _seat_of(loaded, motion)
    seat_links.close(loaded.game, seat, now)
    if seat.resting == "bot":
        return moves.announce(loaded, said)
    return moves.carry_out(loaded, None, Bot(seat.number), user=None, said=(said,))


def offer_to_new_player(loaded: store.Loaded, motion: Motion, said: MotionDecided, now: datetime) -> store.Loaded:
    seat = _seat_of(loaded, motion)
    seat_links.make(loaded, seat, now)
    if seat.resting:
        return moves.announce(loaded, said)
    # A player who returns in time wakes the seat and keeps it.
    return moves.carry_out(loaded, None, Sleep(seat.number), user=None, said=(said,))


def _seat_of(loaded: store.Loaded, motion: Motion) -> Seat:
    """Return the seat that a motion is about; raise ValueError if it is about none."""
    seat = loaded.seat_at(motion.seat)
    if seat is None:
        raise ValueError("this motion is about no seat")
    return seat


# -- clocks


def pause(loaded: store.Loaded, motion: Motion, said: MotionDecided, now: datetime) -> store.Loaded:
    """Stop all clocks. A live table falls back to days first, and open motions for live play are closed."""
    loaded = live.fall_back(loaded)
    drop(Motion.objects.filter(game=loaded.game, matter=Matter.LIVE, decided_at=None), now)
    return pauses.begin(loaded, motion.days, said)


def quicken(loaded: store.Loaded, motion: Motion, said: MotionDecided, now: datetime) -> store.Loaded:
    """Play at a faster pace from the next round on. If that is no longer possible, the motion fails."""
    if faster.is_possible(loaded, motion.pace):
        return faster.choose(loaded, motion.pace, said)
    return _comes_to_nothing(loaded, motion, said)


def play_live(loaded: store.Loaded, motion: Motion, said: MotionDecided, now: datetime) -> store.Loaded:
    """Play live, if all are still present. Otherwise the motion fails, as if a player had voted against it."""
    if minutes.are_all_here(loaded):
        return live.begin(loaded, said)
    return _comes_to_nothing(loaded, motion, said)


def _comes_to_nothing(loaded: store.Loaded, motion: Motion, said: MotionDecided) -> store.Loaded:
    motion.outcome = VoteChoice.NONE
    motion.save(update_fields=["outcome"])
    return moves.announce(loaded, replace(said, outcome=VoteChoice.NONE))
