"""How gold goes round, written down a second time from R22 and R23, and what a player sees of it (R24, R94)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from games.rules.events import RoundEnded

SHARES = {1: 4, 2: 3, 3: 3, 4: 2}

Choose = Callable[[int, list[int]], int | None]
"""What a seat takes from the gold cards that came round; None as long as it has not chosen."""


@dataclass
class Payday:
    """The gold of one round: who took or got which cards, what lay before whom to choose from, what is left."""

    left: list[int]
    got: dict[int, list[int]] = field(default_factory=dict)
    seen: dict[int, list[int]] = field(default_factory=dict)
    change: dict[int, int] = field(default_factory=dict)

    def known_to(self, seat: int) -> tuple[object, ...]:
        """What one player knows of it: own cards and change, what one chose from, and who took a card (R24, R50)."""
        return self.got.get(seat), self.seen.get(seat), sorted(self.got), self.change.get(seat)


def payday(ended: RoundEnded, pile: Sequence[int], *, by_hand: bool, choose: Choose) -> Payday:
    """The gold of a round that ended so, from a pile with its top first."""
    if ended.reason == "gold" and ended.connector is not None:
        return _draft(ended, ended.connector, pile, by_hand=by_hand, choose=choose)
    day = Payday(left=list(pile))
    saboteurs = [seat for seat, role in enumerate(ended.roles) if role == "saboteur"]
    for seat in saboteurs:
        due = SHARES[len(saboteurs)]
        cards = next(cards for total in range(due, -1, -1) if (cards := exact(day.left, total)) is not None)
        for card in cards:
            day.left.remove(card)
        day.got[seat] = cards
        if sum(cards) < due:
            day.change[seat] = due - sum(cards)
    return day


def _draft(ended: RoundEnded, connector: int, pile: Sequence[int], *, by_hand: bool, choose: Choose) -> Payday:
    players = len(ended.roles)
    to_the_right = [(connector - step) % players for step in range(players)]
    diggers = [seat for seat in to_the_right if ended.roles[seat] == "digger"]
    offer = sorted(pile[: len(diggers)], reverse=True)
    day = Payday(left=list(pile[len(diggers) :]))
    for seat in diggers:
        if not offer:
            break
        value: int | None = offer[0]
        if by_hand and len(offer) > 1:
            day.seen[seat] = list(offer)
            value = choose(seat, list(offer))
            if value is None:
                break
        assert value is not None
        offer.remove(value)
        day.got[seat] = [value]
    return day


def exact(pile: Sequence[int], total: int) -> list[int] | None:
    """Cards of a sum with the highest card first; None when the pile cannot give it.

    >>> exact([1, 2, 2, 3], 4), exact([2, 2], 4), exact([3, 3], 4)
    ([3, 1], [2, 2], None)
    """
    if total == 0:
        return []
    for card in sorted(set(pile), reverse=True):
        if card <= total:
            rest = list(pile)
            rest.remove(card)
            others = exact([one for one in rest if one <= card], total - card)
            if others is not None:
                return [card, *others]
    return None
