"""Who is told what: rows of the outbox, written in the transaction of the move that gives cause for them."""

from typing import Any

from accounts.events import Event
from accounts.models import User
from games import clock, nudge
from games.models import Game, Notice, Seat, Status
from games.rules.events import PublicEvent, RoundEnded

TURN, ROUND, OVER = Event.TURN, Event.ROUND, Event.OVER
INVITATION, FRIEND, VOTE = Event.INVITATION, Event.FRIEND, Event.VOTE


def write(game: Game, seats: list[Seat], events: tuple[PublicEvent, ...] = ()) -> bool:
    """A notice for everybody who is awaited from this move on; for everybody when a round or the game is over by it.

    Whether there may be somebody among them whom a message can reach.
    """
    people = [seat for seat in seats if not seat.user.is_bot]
    rows = []
    if game.status == Status.OVER:
        rows = [_notice(game, seat, OVER) for seat in people]
    else:
        turns = [seat for seat in people if seat.awaited_since == game.moved_at and not seat.bot_plays]
        rows = [_notice(game, seat, TURN) for seat in turns]
        if any(isinstance(event, RoundEnded) for event in events):
            rows += [_notice(game, seat, ROUND) for seat in people]
    if rows:
        Notice.objects.bulk_create(rows, ignore_conflicts=True)
    told = {row.user_id for row in rows}
    return any(seat.user.email for seat in people if seat.user_id in told)


def _notice(game: Game, seat: Seat, kind: str) -> Notice:
    return Notice(
        user_id=seat.user_id, game=game, kind=kind, seq=game.seq, dedupe=f"{kind}:{game.pk}:{seat.number}:{game.seq}"
    )


def vote_opened(game: Game, asked: list[Seat], motion: int) -> None:
    """These people are asked for their vote on a motion, whose number stands in what makes each notice the only one."""
    rows = [
        Notice(user=seat.user, game=game, kind=VOTE, seq=game.seq, dedupe=f"{VOTE}:{motion}:{seat.user_id}")
        for seat in asked
    ]
    Notice.objects.bulk_create(rows, ignore_conflicts=True)
    if any(seat.user.email for seat in asked):
        nudge.notices()


def invited(*, game: Game, by: User, user: User) -> None:
    """Somebody is invited to a table; they are told once a day at most, however often it is taken back and done."""
    _write_once_a_day(user, INVITATION, f"{game.pk}:{user.pk}", game=game, by=by)


def friend_asked(*, asker: User, other: User, **_signal: Any) -> None:
    """Somebody is asked to be a friend; they are told of one person once a day at most."""
    _write_once_a_day(other, FRIEND, f"{asker.pk}:{other.pk}", by=asker)


def _write_once_a_day(user: User, kind: str, about: str, **parts: Any) -> None:
    row = Notice(user=user, kind=kind, dedupe=f"{kind}:{about}:{clock.now():%Y-%m-%d}", **parts)
    Notice.objects.bulk_create([row], ignore_conflicts=True)
    if user.email:
        nudge.notices()
