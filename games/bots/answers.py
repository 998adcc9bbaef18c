"""The weights of answers to decisions (R90): the most gold, the best card, the goal that helps, the richest victim."""

from collections.abc import Callable

from games.bots import mine_cards, surroundings
from games.bots.situation import Laying, Situation
from games.rules.board import CHEST, square
from games.rules.cards import CARDS
from games.rules.commands import Lay, PlayCard
from games.rules.events import Announced, Played
from games.rules.notation import SEATS

ENOUGH_HARM = 5.0
"""The least cost of a card to me for which I play a veto (R63)."""
NO_PLAYER = "none"

Weigh = Callable[[Situation, Laying], float]


def weigh(situation: Situation, answer: str, *, wants_gold: bool, keep: Callable[[Situation, str], float]) -> float:
    """Return the weight of one answer."""
    sign = 1.0 if wants_gold else -1.0
    match situation.view.my_decision:
        case "gold":
            return float(answer)
        case "keep" if answer in CARDS:
            return keep(situation, answer)
        case "order":
            return _first(situation, answer, sign)
        case "goal":
            return -sign * situation.chances.get(square(answer), 0.0)
        case "swap":
            return _swap(situation, sign) * (1 if answer == "swap" else -1)
        case "player" if answer in SEATS:
            return _player_to_look_at(situation, SEATS.index(answer))
        case "theft":
            return situation.fortunes[SEATS.index(answer)] if answer in SEATS else -1.0
    return 0.0


def _first(situation: Situation, at: str, sign: float) -> float:
    there = square(at)
    if situation.public.face_down.get(at) == CHEST:
        return surroundings.chest(situation, at)
    reached = frozenset({there})
    gold = 6 * surroundings.NUGGET * situation.chances.get(there, 0.0)
    return sign * (gold - surroundings.spider(situation, reached)) + surroundings.goals(situation, reached)


def _swap(situation: Situation, sign: float) -> float:
    """Return the weight of a swap of the two goals named by the card just played."""
    pair = next(
        (event.at for event in reversed(situation.seen) if isinstance(event, Played) and event.card == "swap-goals"), ()
    )
    return sign * mine_cards.swap_gain(situation, pair) if pair else 0.0


def _player_to_look_at(situation: Situation, seat: int) -> float:
    """Return the weight of a player whose role to look at or hand to rob: high if unknown and suspected."""
    known = seat in situation.knowledge.roles
    return situation.names[seat] + 0.1 * situation.public.hands[seat] - 9.0 * known


def weigh_veto(situation: Situation, as_mine: Weigh, *, wants_gold: bool) -> float:
    """Return the weight of a veto of the card just announced; no veto weighs 0."""
    card = next((event for event in reversed(situation.seen) if isinstance(event, Announced)), None)
    return _harm(situation, card, as_mine, wants_gold) - ENOUGH_HARM if card else -ENOUGH_HARM


def _harm(situation: Situation, card: Announced, as_mine: Weigh, wants_gold: bool) -> float:
    if CARDS[card.card].is_tunnel:
        return -as_mine(situation, Lay(card.card, card.at[0], card.turned))
    match CARDS[card.card].effect:
        case "rockfall" if card.at[0] in situation.public.mine:
            gain = situation.advance_without(card.at[0])
            return -10.0 * gain if wants_gold else 10.0 * gain
        case "detour":
            return -as_mine(situation, PlayCard(card.card, at=card.at, turned=card.turned))
        case "break" | "trapped" | "swap-hats" if card.target == situation.own.seat:
            return 9.0 if card.card == "trapped" else 6.0
        case "break" | "trapped" if card.target is not None and wants_gold:
            return 5.5 if situation.names[card.target] <= -1 else 0.0
    return 0.0
