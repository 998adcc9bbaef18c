"""What a beginner thinks of the players: badly of the last one who harmed, and of no other."""

from collections.abc import Mapping, Sequence
from typing import TypeGuard

from games.bots.beliefs import KNOWN_BAD, KNOWN_GOOD, SUSPECT, WANT_GOLD, is_dead_end
from games.rules.cards import CARDS
from games.rules.events import Laid, Played, PublicEvent
from games.rules.roles import SABOTEUR

GRUDGE = SUSPECT + 0.5
"""The seat that harmed last."""


def grudges(seats: int, seen: Sequence[PublicEvent], roles: Mapping[int, str]) -> tuple[float, ...]:
    """How much each player seems to harm, by seat, as names in `beliefs`; ``roles`` are those that were seen."""
    names = [0.0] * seats
    last = last_to_harm(seen)
    if last is not None:
        names[last] = GRUDGE
    for seat, role in roles.items():
        names[seat] = KNOWN_BAD if role == SABOTEUR else KNOWN_GOOD if role in WANT_GOLD else 0.0
    return tuple(names)


def last_to_harm(seen: Sequence[PublicEvent], other_than: int | None = None) -> int | None:
    """The seat that harmed last, other than a given one; None when none did."""
    return next((event.seat for event in reversed(seen) if _harms(event) and event.seat != other_than), None)


def _harms(event: PublicEvent) -> TypeGuard[Laid | Played]:
    match event:
        case Laid():
            return is_dead_end(event.card)
        case Played():
            return event.card in CARDS and CARDS[event.card].effect in ("break", "trapped")
    return False
