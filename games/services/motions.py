"""What a table decides together: a pause, its end, what becomes of a seat whose player does not come (R96).

The only writer of motions and ballots. A ballot is secret. Until its motion is decided it moves nothing that anybody
else could see. Then it is gone, and only the outcome is told. A motion is decided as soon as no ballot that is still
missing could change its outcome, at the latest when it closes. Bots have no vote. Every seat of a person counts,
whether its player comes or not.
"""

import logging
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from msgspec.structs import replace

from accounts.models import User
from games.clocks import absence
from games.clocks import live as minutes
from games.models import Ballot, Game, Matter, Motion, Seat, Status
from games.rows import notices, pulse, store
from games.rows.disorder import OutOfOrder
from games.rules.announcements import MotionDecided, MotionOpened
from games.rules.commands import Bot, End, Sleep
from games.services import live, moves, pauses, seat_links
from games.services.ballots import (
    all_but_one,
    everybody,
    more_than_half,
    what_most_choose,
    yes_of_all,
    yes_of_most,
    yes_of_nearly_all,
)
from games.sheets.motions import MOTIONS, MotionSheet, VoteChoice
from saboteur_site.declined import DeclinedError, TooLateError

log = logging.getLogger(__name__)
LASTS = timedelta(hours=48)
"""How long a motion is open."""
RESTS = timedelta(days=1)
"""How long nobody can ask again what was just decided."""
MOST = 500
PUSHED_BACK = timedelta(minutes=15)


@dataclass(frozen=True, kw_only=True)
class Kind:
    """A kind of motion: its words, what it needs, and what comes of it.

    ``needed`` says how many people of how many have to be for it (about a seat: for ending the game). ``outcome`` says
    what wins, from the ballots of each choice. ``must_make_sense`` raises DeclinedError when a seat cannot ask for this
    many days, or about this other seat. ``does`` carries out an outcome. Of one that it does not know, people are only
    told. ``lasts`` is how long it is open, ``rests`` how long nobody can ask again what was just decided.
    ``writes``: the others are sent a message.
    """

    words: MotionSheet
    needed: Callable[[int], int]
    outcome: Callable[[Mapping[str, int], int], VoteChoice]
    must_make_sense: Callable[[store.Loaded, Seat, int, int | None, datetime], None]
    does: Mapping[VoteChoice, Callable[[store.Loaded, Motion, MotionDecided, datetime], store.Loaded]]
    about_a_seat: bool = False
    takes_days: bool = False
    lasts: timedelta = LASTS
    rests: timedelta = RESTS
    writes: bool = True

    @property
    def choices(self) -> tuple[VoteChoice, ...]:
        """What can be chosen; about a seat the gentlest comes first."""
        return tuple(self.words.answers)


# -- counting


def settled(matter: str, ballots: Mapping[str, int], voters: int) -> VoteChoice | None:
    """The outcome when no ballot that is still missing could change it any more, else None.

    >>> print(settled("pause", {"yes": 1, "no": 1}, 4), settled("pause", {"no": 2}, 4))
    None none
    >>> print(settled("absent", {"wait": 2}, 3), settled("absent", {"link": 2}, 4), settled("absent", {"bot": 3}, 4))
    wait None bot
    """
    kind, missing = KINDS[matter], voters - sum(ballots.values())
    extremes = {kind.outcome(Counter(ballots) + Counter({str(one): missing}), voters) for one in kind.choices}
    return extremes.pop() if len(extremes) == 1 else None


def may_vote(seat: Seat, matter: str, about: int | None) -> bool:
    """Whether a seat has a vote: no bot, and not the one that it is about."""
    return not seat.user.is_bot and not (KINDS[matter].about_a_seat and seat.number == about)


def is_absent(seat: Seat, game: Game, now: datetime) -> bool:
    """Whether the others may ask what becomes of a seat: it belongs to a person, and that person is away."""
    return not seat.user.is_bot and absence.is_away(game, seat.resting, seat.awaited_since, seat.due_at, now)


def _voters(seats: list[Seat], motion: Motion) -> list[Seat]:
    return [seat for seat in seats if may_vote(seat, motion.matter, motion.seat)]


# -- asking and voting


@transaction.atomic
def ask(*, user: User, code: str, matter: str, days: int = 0, about: int | None = None) -> None:
    """Ask the people at a table for something. Whoever asks for a pause or an end votes for it, and may still change
    that.

    What is open already is not opened twice. Http404 for whoever does not sit there, DeclinedError when it cannot be
    asked.
    """
    loaded, seat, now = _at_running_table(code, user)
    if matter not in KINDS:
        raise DeclinedError(_("That cannot be proposed."))
    kind = KINDS[matter]
    absent = about if kind.about_a_seat else None
    asked = Motion.objects.filter(game=loaded.game, matter=matter, seat=absent, decided_at=None)
    if any(not _is_moot(loaded, motion, now) for motion in asked):
        return
    if asked:
        _drop(asked, now)
    kind.must_make_sense(loaded, seat, days, absent, now)
    before = Motion.objects.filter(game=loaded.game, matter=matter, seat=absent, decided_at__gt=now - kind.rests)
    if (before.exclude(outcome=VoteChoice.NONE) if kind.about_a_seat else before).exists():
        if kind.rests < RESTS:
            raise DeclinedError(_("The table has just voted on this. Try again in a few minutes."))
        raise DeclinedError(_("The table has voted on this within the last day. Try again tomorrow."))
    days = days if kind.takes_days else 0
    loaded, motion = _open(loaded, now, matter=matter, seat=absent, by=seat.number, days=days)
    if not kind.about_a_seat:
        Ballot.objects.create(motion=motion, seat=seat.number, choice=VoteChoice.YES)
    _decide_if_settled(loaded, motion, now)


@transaction.atomic
def vote(*, user: User, code: str, motion: int, choice: str) -> Motion:
    """Cast the ballot of a seat, or change it: the motion as it is then. Nobody else can tell, unless it decides.

    Http404 for whoever does not sit there and for a motion of another table, DeclinedError when there is no such
    choice.
    """
    loaded, seat, now = _at_running_table(code, user)
    found = get_object_or_404(Motion, game=loaded.game, pk=motion)
    if found.decided_at is not None or found.closes_at <= now or _is_moot(loaded, found, now):
        raise TooLateError(_("This vote is over."))
    if not may_vote(seat, found.matter, found.seat):
        raise DeclinedError(_("This vote is about your own seat, so only the others vote."))
    if choice not in KINDS[found.matter].choices:
        raise DeclinedError(_("That is not one of the answers. Choose again."))
    Ballot.objects.update_or_create(motion=found, seat=seat.number, defaults={"choice": choice})
    pulse.looks(loaded.game.pk, user.pk)
    _decide_if_settled(loaded, found, now)
    return found


def ask_about_sleeper(loaded: store.Loaded, seat: Seat) -> store.Loaded:
    """A seat of a locked game has fallen asleep: the others are asked what becomes of it, if there are any."""
    now = loaded.now
    asked = Motion.objects.filter(game=loaded.game, matter=Matter.ABSENT, seat=seat.number, decided_at=None)
    others = [other for other in loaded.seats if may_vote(other, Matter.ABSENT, seat.number)]
    if not others or asked.exists():
        return loaded
    loaded, _motion = _open(loaded, now, matter=Matter.ABSENT, seat=seat.number, by=None, days=0)
    return loaded


def count_again(loaded: store.Loaded, seat: int) -> store.Loaded:
    """A seat of a locked game has another person, who has asked for nothing. The ballots of the one before go, and the
    rest is counted."""
    now = loaded.now
    motions = Motion.objects.filter(game=loaded.game, decided_at=None)
    Ballot.objects.filter(motion__in=motions, seat=seat).delete()
    motions.filter(by=seat).update(by=None)
    for motion in motions.order_by("pk"):
        if loaded.game.status == Status.RUNNING and not _is_moot(loaded, motion, now):
            loaded = _decide_if_settled(loaded, motion, now)
    return loaded


def _at_running_table(code: str, user: User) -> tuple[store.Loaded, Seat, datetime]:
    """A running game, locked, with somebody's seat and the moment of the lock; Http404 when they do not sit there."""
    loaded = moves.locked(code=code, of=user)
    if loaded.game.status != Status.RUNNING:
        raise TooLateError(_("No game is running at this table."))
    return loaded, loaded.seat_of(user), loaded.now


def _must_be_away(loaded: store.Loaded, asker: Seat, days: int, about: int | None, now: datetime) -> None:
    seat = loaded.seat_at(about)
    if seat is None or seat == asker or not is_absent(seat, loaded.game, now):
        raise DeclinedError(_("This player is not away, so there is nothing to vote on."))


def _may_always_be_asked(loaded: store.Loaded, asker: Seat, days: int, about: int | None, now: datetime) -> None:
    """At any running table."""


def _open(
    loaded: store.Loaded, now: datetime, *, matter: str, seat: int | None, by: int | None, days: int
) -> tuple[store.Loaded, Motion]:
    motion = Motion.objects.create(
        game=loaded.game, matter=matter, seat=seat, by=by, days=days, opened_at=now, closes_at=now + KINDS[matter].lasts
    )
    loaded = moves.announce(loaded, MotionOpened(matter=matter, by=by, seat=seat, days=days))
    asked = [voter for voter in _voters(loaded.seats, motion) if voter.number != by]
    if KINDS[matter].writes:
        notices.vote_opened(loaded.game, asked, motion.pk)
    return loaded, motion


# -- deciding


def decide_due(moment: datetime) -> int:
    """Decide what closes by the moment of a tick; how many motions. One that fails hinders no other."""
    due = Motion.objects.filter(decided_at=None, closes_at__lte=moment).order_by("closes_at")
    rows = list(due.values_list("pk", "game_id")[:MOST])
    for pk, game_id in rows:
        try:
            with transaction.atomic():
                _close(moves.locked(pk=game_id, skip_locked=True), pk, moment)
        except Http404:
            continue
        except Exception as error:
            if not isinstance(error, OutOfOrder):  # of which the log knows already
                log.exception("motion %s: it cannot be decided", pk)
            Motion.objects.filter(pk=pk).update(closes_at=moment + PUSHED_BACK)
    return len(rows)


def _close(loaded: store.Loaded, pk: int, moment: datetime) -> None:
    motion = get_object_or_404(Motion, pk=pk, decided_at=None, closes_at__lte=moment)
    if loaded.game.status != Status.RUNNING or _is_moot(loaded, motion, moment):
        _drop(Motion.objects.filter(pk=pk), moment)
        return
    outcome = KINDS[motion.matter].outcome(_ballots(motion), len(_voters(loaded.seats, motion)))
    _decide(loaded, motion, outcome, moment)


def _decide_if_settled(loaded: store.Loaded, motion: Motion, now: datetime) -> store.Loaded:
    outcome = settled(motion.matter, _ballots(motion), len(_voters(loaded.seats, motion)))
    return _decide(loaded, motion, outcome, now) if outcome else loaded


def _ballots(motion: Motion) -> Mapping[str, int]:
    return Counter(motion.ballots.values_list("choice", flat=True))


def _is_moot(loaded: store.Loaded, motion: Motion, now: datetime) -> bool:
    """Whether a motion is about a seat whose player has come meanwhile."""
    if motion.seat is None:
        return False
    seat = loaded.seats[motion.seat]
    return absence.has_come(seat.resting, seat.awaited_since, motion.opened_at) or not is_absent(seat, loaded.game, now)


def _drop(motions: QuerySet[Motion], now: datetime) -> None:
    """Close motions that nobody waits for any more."""
    Ballot.objects.filter(motion__in=motions).delete()
    motions.update(decided_at=now, outcome=VoteChoice.NONE)


def _decide(loaded: store.Loaded, motion: Motion, outcome: VoteChoice, now: datetime) -> store.Loaded:
    """Say what came of a motion and do it; the ballots are gone."""
    motion.decided_at, motion.outcome = now, outcome
    motion.save(update_fields=["decided_at", "outcome"])
    motion.ballots.all().delete()
    said = MotionDecided(matter=motion.matter, outcome=outcome, seat=motion.seat, days=motion.days)
    does = KINDS[motion.matter].does.get(outcome)
    return does(loaded, motion, said, now) if does else moves.announce(loaded, said)


def _end(loaded: store.Loaded, motion: Motion, said: MotionDecided, now: datetime) -> store.Loaded:
    _drop(Motion.objects.filter(game=loaded.game, decided_at=None), now)
    return moves.carry_out(loaded, None, End(), user=None, said=(said,))


def _leave_as_it_is(loaded: store.Loaded, motion: Motion, said: MotionDecided, now: datetime) -> store.Loaded:
    """The seat stays with its player, and nobody new may take it."""
    seat_links.close(loaded.game, _seat_of(loaded, motion), now)
    return moves.announce(loaded, said)


def _give_to_a_bot(loaded: store.Loaded, motion: Motion, said: MotionDecided, now: datetime) -> store.Loaded:
    seat = _seat_of(loaded, motion)
    seat_links.close(loaded.game, seat, now)
    if seat.resting == "bot":
        return moves.announce(loaded, said)
    return moves.carry_out(loaded, None, Bot(seat.number), user=None, said=(said,))


def _offer_to_somebody_new(loaded: store.Loaded, motion: Motion, said: MotionDecided, now: datetime) -> store.Loaded:
    seat = _seat_of(loaded, motion)
    seat_links.make(loaded, seat, now)
    if seat.resting:
        return moves.announce(loaded, said)
    # Whoever comes back wakes, and keeps the seat.
    return moves.carry_out(loaded, None, Sleep(seat.number), user=None, said=(said,))


def _seat_of(loaded: store.Loaded, motion: Motion) -> Seat:
    """The seat that a motion is about; ValueError for one about none."""
    seat = loaded.seat_at(motion.seat)
    if seat is None:
        raise ValueError("this motion is about no seat")
    return seat


# -- clocks that stand still


def _pause(loaded: store.Loaded, motion: Motion, said: MotionDecided, now: datetime) -> store.Loaded:
    """Stop all clocks. A live table falls back to days first, and nobody is asked to play live in a pause."""
    loaded = live.fall_back(loaded)
    _drop(Motion.objects.filter(game=loaded.game, matter=Matter.LIVE, decided_at=None), now)
    return pauses.begin(loaded, motion.days, said)


def _play_live(loaded: store.Loaded, motion: Motion, said: MotionDecided, now: datetime) -> store.Loaded:
    """Play live, if all are still here. Otherwise the vote came to nothing, as it does when somebody is against it."""
    if minutes.are_all_here(loaded):
        return live.begin(loaded, said)
    motion.outcome = VoteChoice.NONE
    motion.save(update_fields=["outcome"])
    return moves.announce(loaded, replace(said, outcome=VoteChoice.NONE))


KINDS: Mapping[str, Kind] = {
    Matter.PAUSE: Kind(
        words=MOTIONS[Matter.PAUSE],
        needed=more_than_half,
        outcome=yes_of_most,
        must_make_sense=pauses.must_be_possible,
        does={VoteChoice.YES: _pause},
        takes_days=True,
    ),
    Matter.END: Kind(
        words=MOTIONS[Matter.END],
        needed=all_but_one,
        outcome=yes_of_nearly_all,
        must_make_sense=_may_always_be_asked,
        does={VoteChoice.YES: _end},
    ),
    Matter.LIVE: Kind(
        words=MOTIONS[Matter.LIVE],
        needed=everybody,
        outcome=yes_of_all,
        must_make_sense=live.must_be_possible,
        does={VoteChoice.YES: _play_live},
        lasts=timedelta(minutes=10),
        rests=timedelta(minutes=5),
        writes=False,
    ),
    Matter.ABSENT: Kind(
        words=MOTIONS[Matter.ABSENT],
        needed=all_but_one,
        outcome=what_most_choose,
        must_make_sense=_must_be_away,
        does={
            VoteChoice.WAIT: _leave_as_it_is,
            VoteChoice.BOT: _give_to_a_bot,
            VoteChoice.LINK: _offer_to_somebody_new,
            VoteChoice.END: _end,
            VoteChoice.NONE: _leave_as_it_is,
        },
        about_a_seat=True,
    ),
}
"""What can be voted on, by matter."""
