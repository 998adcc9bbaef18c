"""Whether a notice is still relevant to its recipient. An outdated one is dropped; one that may soon be, waits."""

from django.db.models import Exists, OuterRef

from accounts.models import Event, User
from games import clock
from games.clocks import live, planned
from games.models import Delivery, Game, Notice, Seat, Wanted
from games.rows import pulse
from games.selectors.table import Place

_SENT_OR_DUE = ("", Notice.Outcome.SENT)
_SAID_BY = {Event.ROUND: Event.TURN, Event.STARTED: Event.TURN}
"""Events that need no mail if there is one about another event of the same move, which covers them."""
_OF_MY_TURN = (Event.TURN, Event.REMINDER)


class NothingToSendError(Exception):
    """Nothing is to be sent: the recipient has seen it already, or it is outdated (`outcome`)."""

    def __init__(self, outcome: Notice.Outcome) -> None:
        super().__init__(outcome)
        self.outcome = outcome


class PlayerPresentError(Exception):
    """The recipient is at the table or has a plan, or the table is played live. Later the mail may be unnecessary."""


def place_of(notice: Notice) -> Place:
    """Return the recipient's seat, if they still have it and have not muted its table. NothingToSendError."""
    seat = Seat.objects.filter(game=notice.game_id, user=notice.user_id).first()
    if seat is None or notice.game is None:
        raise NothingToSendError(Notice.Outcome.OBSOLETE)
    if seat.wants == Wanted.NOTHING or (seat.wants == Wanted.TURN and notice.kind not in _OF_MY_TURN):
        raise NothingToSendError(Notice.Outcome.UNWANTED)
    return Place(notice.game, seat)


def must_not_be_said_already(notice: Notice, channel: str) -> None:
    """Check that no other mail by the same channel about the same move covers this one. NothingToSendError."""
    other = _SAID_BY.get(Event(notice.kind))
    if other is None:
        return
    deliveries = Delivery.objects.filter(notice=OuterRef("pk"), channel=channel)
    not_by_this = Exists(deliveries.exclude(outcome__in=_SENT_OR_DUE))
    others = Notice.objects.filter(game=notice.game_id, user=notice.user_id, seq=notice.seq, kind=other)
    if others.filter(~not_by_this, outcome__in=_SENT_OR_DUE).exists():
        raise NothingToSendError(Notice.Outcome.OBSOLETE)


def must_be_unseen(notice: Notice, seat: Seat) -> None:
    """Check that the recipient has not seen what a notice is about, and is not at the table. NothingToSendError,
    PlayerPresentError."""
    if seat.seen_seq >= notice.seq:
        raise NothingToSendError(Notice.Outcome.SEEN)
    must_not_look(seat.game_id, notice.user)


def must_not_be_live(game: Game) -> None:
    """Check that a table is not played live, where turns are shorter than a delivery takes. PlayerPresentError."""
    if live.is_on(game, clock.now()):
        raise PlayerPresentError


def must_not_look(game: int, user: User) -> None:
    """Check that a player is not looking at a table. PlayerPresentError."""
    if pulse.has_viewed(game, user.pk):
        raise PlayerPresentError


def must_not_be_planned(seat: Seat) -> None:
    """Check that no plan of the recipient waits for this turn. PlayerPresentError."""
    if seat.plan and seat.awaited_for == planned.TURN:
        raise PlayerPresentError
