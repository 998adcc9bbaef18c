"""Seats the players of an open table in the order of their time zones (`sun`), before the seed is fixed.

The order follows from the players' quiet hours, and no player chooses it. A host who knew the secret could still
compare orders. So a new secret is drawn when the order is fixed, and all players have to confirm that they are ready.
"""

from django.db.models import F

from games.clocks import deadlines, forecast, sun
from games.models import Seat
from games.rows import chance, notices, store

_PARKED = 100
"""Added to seat numbers while seats are permuted, because the numbers are unique within a table."""


def is_wanted(rows: store.Loaded) -> bool:
    """Whether the order of seats is to be fixed now: the option is on, not done yet, and all seats are taken."""
    return rows.game.by_sun and not rows.game.ordered and len(rows.seats) >= rows.game.seats_wanted


def put_in_order(rows: store.Loaded, *, by: Seat | None = None) -> None:
    """Fix the order of the seats of a locked, open table. Only the temporary seat numbers are saved.

    All players have to be ready again. They are notified, except those who were asked before, and the seat ``by``.
    """
    game, answer = rows.game, forecast.usual(deadlines.pace_of(rows.game)).typical
    asked_before = chance.not_ready(game, rows.seats)
    came = sorted(rows.seats, key=lambda seat: (seat.joined_at, seat.user_id))
    order = sun.best_order([seat.user.quiet for seat in came], answer, rows.now)
    rows.seats[:] = [came[place] for place in order]
    moving = [seat.pk for number, seat in enumerate(rows.seats) if seat.number != number]
    Seat.objects.filter(pk__in=moving).update(number=F("number") + _PARKED)
    for number, seat in enumerate(rows.seats):
        seat.number = number
    chance.redraw(game, rows.seats)
    game.ordered = True
    recipients = [seat for seat in rows.seats if seat is not by and seat not in asked_before]
    if game.host is not None:
        notices.options_changed(game, recipients, by=game.host)
