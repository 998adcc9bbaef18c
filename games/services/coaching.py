"""Whether a coach speaks to a player in the first round: always in a coached practice round, and where a newcomer
accepts the offer that is made once, in the first game of their account or guest."""

from django.db import transaction

from accounts.models import User
from games.models import Coaching, Seat
from games.rows import store
from games.services import moves


def offer(rows: store.Loaded) -> None:
    """Offer a coach to the newcomers of a locked table whose game begins: people who had no seat in any game before.
    One query; the caller saves the rows."""
    if rows.game.practice:
        return
    people = [seat for seat in rows.seats if seat.user.is_person]
    earlier = Seat.objects.filter(user__in=[seat.user_id for seat in people], game__started_at__isnull=False)
    known = set(earlier.exclude(game=rows.game).values_list("user", flat=True))
    for seat in people:
        if seat.user_id not in known:
            seat.coach = Coaching.OFFERED


@transaction.atomic
def answer(*, user: User, code: str, yes: bool) -> None:
    """Let the coach speak to a player, or silence it. Other players cannot see it. Http404 without a seat."""
    rows = moves.locked_rows(code=code, of=user)
    rows.seat_of(user).coach = Coaching.ON if yes else Coaching.NONE
    moves.save(rows)
