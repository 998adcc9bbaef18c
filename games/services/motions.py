"""Votes of a table: on a pause, on ending the game, on the seat of an absent player, and others (R96).

The only writer of motions and ballots. A ballot is secret: until its motion is decided, it changes nothing that another
player can see. Then it is deleted, and only the outcome is announced. A motion is decided as soon as the missing
ballots cannot change its outcome, at the latest when it closes. `ballots` counts the voters and the needed votes: a
seat has no vote while it rests, and its ballot counts again once its player is back.
"""

import logging
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from accounts.models import User
from games.clocks import absence, proposals
from games.clocks.proposals import Proposal
from games.models import Ballot, Game, Matter, Motion, Seat, Status
from games.rows import notices, pulse, store
from games.rows.corrupt import CorruptTable, retry_delay
from games.rules.announcements import MotionDecided
from games.services import faster, live, moves, outcomes, pauses
from games.services.ballots import (
    Electorate,
    all_but_one,
    electorate_at,
    everybody,
    more_than_half,
    what_most_choose,
    yes_of_all,
    yes_of_most,
    yes_of_nearly_all,
)
from games.sheets.motions import MOTIONS, MotionSheet, VoteChoice
from saboteur_site.database import storage
from saboteur_site.web.declined import DeclinedError, TooLateError

log = logging.getLogger(__name__)
LASTS = timedelta(hours=48)
"""How long a motion is open."""
RESTS = timedelta(days=1)
"""The time before the same motion can be opened again."""
MOST = 500
PUSHED_BACK = timedelta(minutes=15)


@dataclass(frozen=True, kw_only=True)
class Kind:
    """A kind of motion: its texts, its majority, and the effects of its outcomes.

    ``needed`` returns how many voters have to agree (about a seat: to ending the game). ``outcome`` returns the winning
    choice from the ballots of each choice. ``must_make_sense`` raises DeclinedError when a seat cannot propose it.
    ``does`` maps outcomes to their effects; other outcomes are only announced. ``lasts`` is how long the motion is
    open, ``rests`` the time after its decision before it can be proposed again. ``writes``: the other players are
    notified.
    """

    words: MotionSheet
    needed: Callable[[Electorate], int]
    outcome: Callable[[Mapping[str, int], Electorate], VoteChoice]
    must_make_sense: Callable[[store.Loaded, Seat, Proposal], None]
    does: Mapping[VoteChoice, Callable[[store.Loaded, Motion, MotionDecided, datetime], store.Loaded]]
    about_a_seat: bool = False
    takes_days: bool = False
    takes_pace: bool = False
    lasts: timedelta = LASTS
    rests: timedelta = RESTS
    writes: bool = True

    @property
    def choices(self) -> tuple[VoteChoice, ...]:
        """Return the choices; about a seat, the gentlest comes first."""
        return tuple(self.words.answers)


# -- counting


def settled(matter: str, ballots: Mapping[str, int], electorate: Electorate) -> VoteChoice | None:
    """Return the outcome if the missing ballots cannot change it any more, else None.

    If fewer players are awake than a motion needs, it stays open for those who return.

    >>> four, three, alone = Electorate(4, 4), Electorate(3, 4), Electorate(1, 4)
    >>> print(settled("pause", {"yes": 1, "no": 1}, four), settled("pause", {"no": 2}, four))
    None none
    >>> print(settled("absent", {"wait": 2}, three), settled("absent", {"link": 2}, four))
    wait None
    >>> print(settled("end", {"yes": 1}, alone), settled("pause", {"yes": 1}, alone))
    None yes
    """
    kind, missing = KINDS[matter], electorate.voters - sum(ballots.values())
    extremes = {kind.outcome(Counter(ballots) + Counter({str(one): missing}), electorate) for one in kind.choices}
    if len(extremes) > 1:
        return None
    outcome = extremes.pop()
    is_out_of_reach = kind.needed(electorate) > electorate.voters
    return None if outcome == VoteChoice.NONE and is_out_of_reach else outcome


def has_say(seat: Seat, matter: str, about: int | None) -> bool:
    """Whether a seat has a vote when its player is awake: no bot has it, and the motion is not about it."""
    return seat.user.is_person and not (KINDS[matter].about_a_seat and seat.number == about)


def is_absent(seat: Seat, game: Game, now: datetime) -> bool:
    """Whether the others may vote on a seat: its player is not a bot, and is away."""
    return not seat.user.is_bot and absence.is_away(game, seat.resting, seat.awaited_since, seat.due_at, now)


def _electorate(loaded: store.Loaded, motion: Motion) -> Electorate:
    return electorate_at(loaded.seats, motion.seat)


# -- proposing and voting


@transaction.atomic
def ask(*, user: User, code: str, matter: str, days: int = 0, about: int | None = None, pace: str = "") -> None:
    """Open a motion at a table. A player who proposes a pause, an end or a pace also votes for it, and may change that
    vote. A resting seat wakes.

    A motion that is open already is not opened twice. Http404 without a seat there, DeclinedError when it cannot be
    proposed.
    """
    loaded, seat, now = _at_running_table(code, user)
    if matter not in KINDS:
        raise DeclinedError(_("You can’t propose that."))
    loaded, kind = _wake(loaded, seat, user), KINDS[matter]
    absent = about if kind.about_a_seat else None
    asked = Motion.objects.filter(game=loaded.game, matter=matter, seat=absent, decided_at=None)
    if any(not _is_moot(loaded, motion, now) for motion in asked):
        return
    if asked:
        outcomes.drop(asked, now)
    proposal = Proposal(days=days if kind.takes_days else 0, about=absent, pace=pace if kind.takes_pace else "")
    kind.must_make_sense(loaded, seat, proposal)
    before = Motion.objects.filter(game=loaded.game, matter=matter, seat=absent, decided_at__gt=now - kind.rests)
    if (before.exclude(outcome=VoteChoice.NONE) if kind.about_a_seat else before).exists():
        if kind.rests < RESTS:
            raise DeclinedError(_("The table has just voted on that. Try again in a few minutes."))
        raise DeclinedError(_("The table voted on that within the last day. Try again tomorrow."))
    loaded, motion = _open(loaded, now, matter=matter, by=seat.number, proposal=proposal)
    if not kind.about_a_seat:
        Ballot.objects.create(motion=motion, seat=seat.number, choice=VoteChoice.YES)
    _decide_if_settled(loaded, motion, now)


@transaction.atomic
def vote(*, user: User, code: str, motion: int, choice: str) -> Motion:
    """Cast or change the ballot of a seat, and return the motion afterwards. Other players cannot notice it unless it
    decides the motion. A resting seat wakes.

    Http404 without a seat there and for a motion of another table, DeclinedError when there is no such
    choice.
    """
    loaded, seat, now = _at_running_table(code, user)
    found = get_object_or_404(Motion, game=loaded.game, pk=motion)
    if found.decided_at is not None or found.closes_at <= now or _is_moot(loaded, found, now):
        raise TooLateError(_("This vote is over."))
    if not has_say(seat, found.matter, found.seat):
        raise DeclinedError(_("This vote is about your seat, so only the others vote."))
    if choice not in KINDS[found.matter].choices:
        raise DeclinedError(_("That isn’t one of the answers. Choose again."))
    loaded = _wake(loaded, seat, user)
    found.refresh_from_db()
    if found.decided_at is not None:
        raise TooLateError(_("This vote is over."))
    Ballot.objects.update_or_create(motion=found, seat=seat.number, defaults={"choice": choice})
    pulse.mark_present(loaded.game.pk, user.pk)
    _decide_if_settled(loaded, found, now)
    return found


def ask_about_sleeper(loaded: store.Loaded, seat: Seat) -> store.Loaded:
    """Open a motion about a seat of a locked game that has fallen asleep, if there are other players to vote."""
    now = loaded.now
    asked = Motion.objects.filter(game=loaded.game, matter=Matter.ABSENT, seat=seat.number, decided_at=None)
    others = [other for other in loaded.seats if has_say(other, Matter.ABSENT, seat.number)]
    if others and not asked.exists():
        loaded, _motion = _open(loaded, now, matter=Matter.ABSENT, by=None, proposal=Proposal(about=seat.number))
    return count_all(loaded)


@transaction.atomic
def come_back(*, code: str, user: User) -> None:
    """Wake the resting seat of a player who views the table again; the seat has its vote again (R96).

    Http404 without a seat there any more.
    """
    loaded = moves.locked(code=code, of=user)
    if loaded.game.status == Status.RUNNING:
        _wake(loaded, loaded.seat_of(user), user)


def _wake(loaded: store.Loaded, seat: Seat, user: User) -> store.Loaded:
    return count_all(moves.wake(loaded, seat, user)) if seat.resting else loaded


def count_again(loaded: store.Loaded, seat: int) -> store.Loaded:
    """Count again after a seat of a locked game got another player. Ballots and authorship of the former one are
    deleted."""
    motions = Motion.objects.filter(game=loaded.game, decided_at=None)
    Ballot.objects.filter(motion__in=motions, seat=seat).delete()
    motions.filter(by=seat).update(by=None)
    return count_all(loaded)


def count_all(loaded: store.Loaded) -> store.Loaded:
    """Decide the motions of a locked game that are settled after a seat has rested, woken or changed its player."""
    is_open = Motion.objects.filter(game=loaded.game, decided_at=None)
    for pk in list(is_open.order_by("pk").values_list("pk", flat=True)):
        motion = is_open.filter(pk=pk).first()  # the decision of a motion may have closed another one
        if motion and loaded.game.status == Status.RUNNING and not _is_moot(loaded, motion, loaded.now):
            loaded = _decide_if_settled(loaded, motion, loaded.now)
    return loaded


def _at_running_table(code: str, user: User) -> tuple[store.Loaded, Seat, datetime]:
    """Return a running game, locked, with the seat of a player and the time of the lock; raise Http404 without a
    seat."""
    loaded = moves.locked(code=code, of=user)
    if loaded.game.status != Status.RUNNING:
        raise TooLateError(_("There’s no game running at this table."))
    return loaded, loaded.seat_of(user), loaded.now


def _must_be_away(loaded: store.Loaded, asker: Seat, proposal: Proposal) -> None:
    seat = loaded.seat_at(proposal.about)
    if seat is None or seat == asker or not is_absent(seat, loaded.game, loaded.now):
        raise DeclinedError(_("This player isn’t away, so there’s nothing to vote on."))


def _may_always_be_asked(loaded: store.Loaded, asker: Seat, proposal: Proposal) -> None:
    """Allow the motion at any running table."""


def _open(
    loaded: store.Loaded, now: datetime, *, matter: str, by: int | None, proposal: Proposal
) -> tuple[store.Loaded, Motion]:
    motion = Motion.objects.create(
        game=loaded.game,
        matter=matter,
        seat=proposal.about,
        by=by,
        days=proposal.days,
        pace=proposal.pace,
        opened_at=now,
        closes_at=now + KINDS[matter].lasts,
    )
    loaded = moves.announce(loaded, proposals.opened(matter, by, proposal))
    asked = [voter for voter in loaded.seats if has_say(voter, matter, proposal.about) and voter.number != by]
    if KINDS[matter].writes:
        notices.vote_opened(loaded.game, asked, motion.pk)
    return loaded, motion


# -- deciding


def decide_due(moment: datetime) -> int:
    """Decide the motions that close by the time of a sweep; return their number. A failing motion stops no other."""
    due = Motion.objects.filter(decided_at=None, closes_at__lte=moment).order_by("closes_at")
    rows = list(due.values_list("pk", "game_id")[:MOST])
    for pk, game_id in rows:
        try:
            with transaction.atomic():
                _close(moves.locked(pk=game_id, skip_locked=True), pk, moment)
        except Http404:
            continue
        except Exception as error:
            if storage.is_passing(error):
                continue
            if not isinstance(error, CorruptTable):  # which is logged already
                log.exception("motion %s: it cannot be decided", pk)
            Motion.objects.filter(pk=pk).update(closes_at=moment + retry_delay(error, PUSHED_BACK))
    return len(rows)


def _close(loaded: store.Loaded, pk: int, moment: datetime) -> None:
    motion = get_object_or_404(Motion, pk=pk, decided_at=None, closes_at__lte=moment)
    if loaded.game.status != Status.RUNNING or _is_moot(loaded, motion, moment):
        outcomes.drop(Motion.objects.filter(pk=pk), moment)
        return
    outcome = KINDS[motion.matter].outcome(_ballots(loaded, motion), _electorate(loaded, motion))
    _decide(loaded, motion, outcome, moment)


def _decide_if_settled(loaded: store.Loaded, motion: Motion, now: datetime) -> store.Loaded:
    outcome = settled(motion.matter, _ballots(loaded, motion), _electorate(loaded, motion))
    return _decide(loaded, motion, outcome, now) if outcome else loaded


def _ballots(loaded: store.Loaded, motion: Motion) -> Mapping[str, int]:
    """Return the number of ballots for each choice, without those of resting seats."""
    resting = [seat.number for seat in loaded.seats if seat.resting]
    return Counter(motion.ballots.exclude(seat__in=resting).values_list("choice", flat=True))


def _is_moot(loaded: store.Loaded, motion: Motion, now: datetime) -> bool:
    """Whether a motion is about a seat whose player has returned meanwhile."""
    if motion.seat is None:
        return False
    seat = loaded.seats[motion.seat]
    return absence.has_returned(seat.resting, seat.awaited_since, motion.opened_at) or not is_absent(
        seat, loaded.game, now
    )


def _decide(loaded: store.Loaded, motion: Motion, outcome: VoteChoice, now: datetime) -> store.Loaded:
    """Announce the outcome of a motion and carry it out; delete the ballots."""
    motion.decided_at, motion.outcome = now, outcome
    motion.save(update_fields=["decided_at", "outcome"])
    motion.ballots.all().delete()
    said = proposals.decided(motion.matter, outcome, Proposal(motion.days, motion.seat, motion.pace))
    does = KINDS[motion.matter].does.get(outcome)
    return count_all(does(loaded, motion, said, now)) if does else moves.announce(loaded, said)


KINDS: Mapping[str, Kind] = {
    Matter.PAUSE: Kind(
        words=MOTIONS[Matter.PAUSE],
        needed=more_than_half,
        outcome=yes_of_most,
        must_make_sense=pauses.must_be_possible,
        does={VoteChoice.YES: outcomes.pause},
        takes_days=True,
    ),
    Matter.PACE: Kind(
        words=MOTIONS[Matter.PACE],
        needed=more_than_half,
        outcome=yes_of_most,
        must_make_sense=faster.must_be_possible,
        does={VoteChoice.YES: outcomes.quicken},
        takes_pace=True,
    ),
    Matter.END: Kind(
        words=MOTIONS[Matter.END],
        needed=all_but_one,
        outcome=yes_of_nearly_all,
        must_make_sense=_may_always_be_asked,
        does={VoteChoice.YES: outcomes.end},
    ),
    Matter.LIVE: Kind(
        words=MOTIONS[Matter.LIVE],
        needed=everybody,
        outcome=yes_of_all,
        must_make_sense=live.must_be_possible,
        does={VoteChoice.YES: outcomes.play_live},
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
            VoteChoice.WAIT: outcomes.leave_as_it_is,
            VoteChoice.BOT: outcomes.give_to_a_bot,
            VoteChoice.LINK: outcomes.offer_to_new_player,
            VoteChoice.END: outcomes.end,
            VoteChoice.NONE: outcomes.leave_as_it_is,
        },
        about_a_seat=True,
    ),
}
"""The kinds of motions, by matter."""
