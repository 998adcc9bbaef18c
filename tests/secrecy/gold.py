"""How gold goes round, written down a second time from R22, R23, R60, R64, R80, and what a player sees (R24, R94)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from games.rules.events import RoundEnded

SHARES = {1: 4, 2: 3, 3: 3, 4: 2}

Choose = Callable[[int, list[int]], int | None]
"""What a seat takes from the gold cards that came round; None as long as it has not chosen."""


@dataclass
class Payday:
    """The gold of one round: who took or got which cards, which choice lay before which seat, what is left.

    ``change`` are nuggets from the bank: what cards could not give, and cards that were missing (R22, R23).
    """

    left: list[int]
    got: dict[int, list[int]] = field(default_factory=dict)
    seen: dict[int, list[int]] = field(default_factory=dict)
    change: dict[int, int] = field(default_factory=dict)

    def known_to(self, seat: int) -> tuple[object, ...]:
        """What one player knows of it: own cards and change, what one chose from, and who took a card (R24, R50)."""
        return self.got.get(seat), self.seen.get(seat), sorted(self.got), self.change.get(seat)


def payday(
    ended: RoundEnded,
    pile: Sequence[int],
    *,
    by_hand: bool,
    choose: Choose,
    direction: int = 1,
    broken: frozenset[int] | None = None,
) -> Payday:
    """The gold of a round that ended so, from a pile with its top first.

    ``direction`` is that of play (R64); ``broken`` the seats with a broken tool where that counts (R80).
    """
    if ended.reason == "gold" and ended.connector is not None and ended.roles[ended.connector] != "greedy":
        return _draft(ended, _takers(ended, ended.connector, direction, broken), pile, by_hand=by_hand, choose=choose)
    day = Payday(left=list(pile))
    if ended.reason == "gold" and ended.connector is not None:
        takers, due = [ended.connector], SHARES[1]
    else:
        takers = [seat for seat, role in enumerate(ended.roles) if role == "saboteur"]
        due = SHARES.get(len(takers), 0)
    for seat in takers:
        cards = next(cards for total in range(due, -1, -1) if (cards := exact(day.left, total)) is not None)
        for card in cards:
            day.left.remove(card)
        day.got[seat] = cards
        if sum(cards) < due:
            day.change[seat] = due - sum(cards)
    return day


def _takers(ended: RoundEnded, connector: int, direction: int, broken: frozenset[int] | None) -> list[int]:
    """Who takes a gold card, one after the other: as many as there are diggers (R22, R64, R80)."""
    players = len(ended.roles)
    order = [(connector - direction * step) % players for step in range(players)]
    diggers = [seat for seat in order if ended.roles[seat] == "digger"]
    whole = [seat for seat in diggers if seat not in (broken or ())]
    return [whole[number % len(whole)] for number in range(len(diggers))] if whole else []


def _draft(ended: RoundEnded, takers: list[int], pile: Sequence[int], *, by_hand: bool, choose: Choose) -> Payday:
    offer = sorted(pile[: len(takers)], reverse=True)
    day = Payday(left=list(pile[len(takers) :]))
    for seat in takers:
        if not offer:
            day.change[seat] = day.change.get(seat, 0) + 1
            continue
        value: int | None = offer[0]
        if by_hand and len(offer) > 1:
            day.seen.setdefault(seat, []).extend(offer)
            value = choose(seat, list(offer))
            if value is None:
                break
        assert value is not None
        offer.remove(value)
        day.got.setdefault(seat, []).append(value)
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
