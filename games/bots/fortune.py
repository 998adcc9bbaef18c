"""The estimated nuggets of players from public events (R50): payouts, and what was taken, paid and stolen since."""

from collections.abc import Sequence

from games.rules.events import NuggetTaken, PublicEvent, Stole, TollPaid
from games.rules.ruleset import compiled
from games.rules.view import PlayerView

A_GOLD_CARD = 1.5
"""What a gold card is worth on average (R4)."""


def fortunes(view: PlayerView, seen: Sequence[PublicEvent]) -> tuple[float, ...]:
    """The estimated nuggets of each player, by seat; 0 for a player who is known to have none."""
    public = view.public
    worth = [float(compiled(public.ruleset).first_nuggets)] * public.seats
    for result in public.results:
        for seat in range(public.seats):
            if result.paid:
                worth[seat] += result.paid[seat]
            elif seat in result.winners:
                worth[seat] += A_GOLD_CARD
    for event in seen:
        match event:
            case NuggetTaken():
                worth[event.seat] += event.count
            case TollPaid(seat=giver, owner=taker) | Stole(seat=taker, victim=int(giver)):
                worth[giver] -= 1
                worth[taker] += 1
    return tuple(max(0.5, one) if rich else 0.0 for one, rich in zip(worth, public.rich, strict=True))
