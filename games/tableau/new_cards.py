"""Which cards of a hand are new to its player: they came with the last move or later, and have not been touched yet.

What came stands in whispers to the player alone. What was touched is kept by the device, by the tokens of the cards. So
nobody else learns of either, and the hand stays in the order of the catalogue.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from games.rules.events import Dealt, Drew, GotHand
from games.selectors.table import LoggedMove

MOST_TOUCHED = 12
"""How many cards a device remembers, the last ones touched: more than anybody holds."""

Touched = Mapping[str, int]
"""Tokens of cards, each with the public command after which it was touched last; the last touched one last."""


class Arrival(NamedTuple):
    """How many copies of a card came, and with which public command the last of them."""

    copies: int
    seq: int


def new_cards_of(told: Sequence[LoggedMove], since: int | None) -> Mapping[str, Arrival]:
    """The cards that came with the player's last move (`since`) or later. `told` is newest first. A hand that was dealt
    is new as a whole, so nothing of it stands out."""
    copies: Counter[str] = Counter()
    last: dict[str, int] = {}
    for step in told:
        if since is not None and step.seq < since:
            break
        for whisper in reversed(step.whispers):
            if isinstance(whisper, Dealt):
                return _arrivals(copies, last)
            if isinstance(whisper, Drew | GotHand):
                copies.update(whisper.cards)
                last = {**dict.fromkeys(whisper.cards, step.seq), **last}
            if isinstance(whisper, GotHand):
                return _arrivals(copies, last)
    return _arrivals(copies, last)


def _arrivals(copies: Counter[str], last: Mapping[str, int]) -> Mapping[str, Arrival]:
    return {card: Arrival(count, last[card]) for card, count in copies.items()}


def touch(touched: Touched, tokens: Sequence[str], seq: int) -> Touched:
    """What the device remembers once these cards were touched after a public command."""
    kept = {token: at for token, at in touched.items() if token not in tokens}
    return dict([*kept.items(), *((token, seq) for token in tokens)][-MOST_TOUCHED:])
