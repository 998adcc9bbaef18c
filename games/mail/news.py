"""Whether a notice is still news for its receiver. What is none any more is dropped; what may soon be none waits."""

from django.db.models import Exists, OuterRef

from accounts.models import Event, User
from games import clock
from games.clocks import live, planned
from games.models import Delivery, Game, Notice, Seat, Wanted
from games.rows import pulse
from games.selectors.table import Place

_TOLD_OR_TO_BE_TOLD = ("", Notice.Outcome.SENT)
_SAID_BY = {Event.ROUND: Event.TURN, Event.STARTED: Event.TURN}
"""What needs no letter where there is one about another event of the same move: it says this too."""
_OF_MY_TURN = (Event.TURN, Event.REMINDER)


class NothingToSendError(Exception):
    """Nothing is to be sent: the recipient knows already, or it is not true any more (`outcome`)."""

    def __init__(self, outcome: Notice.Outcome) -> None:
        super().__init__(outcome)
        self.outcome = outcome


class PlayerPresentError(Exception):
    """The recipient is at the table or has a plan that waits, or it is played live. Later there may be no need for a
    letter."""


def place_of(notice: Notice) -> Place:
    """The recipient's seat, as long as it is theirs and they want to be told of its table. NothingToSendError."""
    seat = Seat.objects.filter(game=notice.game_id, user=notice.user_id).first()
    if seat is None or notice.game is None:
        raise NothingToSendError(Notice.Outcome.OBSOLETE)
    if seat.wants == Wanted.NOTHING or (seat.wants == Wanted.TURN and notice.kind not in _OF_MY_TURN):
        raise NothingToSendError(Notice.Outcome.UNWANTED)
    return Place(notice.game, seat)


def must_not_be_said_already(notice: Notice, channel: str) -> None:
    """Another letter by the same channel, about the same move, may say all that this one would. NothingToSendError."""
    other = _SAID_BY.get(Event(notice.kind))
    if other is None:
        return
    deliveries = Delivery.objects.filter(notice=OuterRef("pk"), channel=channel)
    not_by_this = Exists(deliveries.exclude(outcome__in=_TOLD_OR_TO_BE_TOLD))
    others = Notice.objects.filter(game=notice.game_id, user=notice.user_id, seq=notice.seq, kind=other)
    if others.filter(~not_by_this, outcome__in=_TOLD_OR_TO_BE_TOLD).exists():
        raise NothingToSendError(Notice.Outcome.OBSOLETE)


def must_be_unseen(notice: Notice, seat: Seat) -> None:
    """The recipient has not seen what a notice is about, and is not at the table. NothingToSendError,
    PlayerPresentError."""
    if seat.seen_seq >= notice.seq:
        raise NothingToSendError(Notice.Outcome.SEEN)
    must_not_look(seat.game_id, notice.user)


def must_not_be_live(game: Game) -> None:
    """A table is played live no more, so that a turn lasts longer than a letter takes. PlayerPresentError."""
    if live.is_on(game, clock.now()):
        raise PlayerPresentError


def must_not_look(game: int, user: User) -> None:
    """Check that a player is not looking at a table. PlayerPresentError."""
    if pulse.has_viewed(game, user.pk):
        raise PlayerPresentError


def must_not_be_planned(seat: Seat) -> None:
    """No plan of the recipient waits for this turn. PlayerPresentError."""
    if seat.plan and seat.awaited_for == planned.TURN:
        raise PlayerPresentError
