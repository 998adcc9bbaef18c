"""The weights of the world-championship cards for mine, goals or draw (R61 to R67), and of miners (R70)."""

from games.bots.people import FRESH, KeepWeight
from games.bots.situation import Situation
from games.rules.board import square
from games.rules.cards import CARDS
from games.rules.commands import PlayCard, PutMiner

TREASURY_CARDS = 5
MINER = 6.0
"""The weight of a miner on the best end, and the cost of drawing nothing."""
NO_DRAW = 1.0


def is_of_use(situation: Situation, card: str) -> bool:
    """Whether a card can be played sooner or later. A bot leaves no orders, so a veto needs a window (R93)."""
    return CARDS[card].effect != "veto" or bool(situation.public.ruleset.veto_window)


def guide(best_lay: float) -> float:
    """As good as the best card to lay, and better for the second."""
    return best_lay + 3.0 if best_lay > 4.0 else -1.5


def treasury(situation: Situation, keep: KeepWeight) -> float:
    """By the best of the cards on top that lie face up."""
    top = situation.public.discards[-TREASURY_CARDS:]
    best = max((keep(situation, card) if card else FRESH for card in top), default=0.0)
    return best - FRESH - 0.2


def swap_gain(situation: Situation, at: tuple[str, ...]) -> float:
    """How much nearer the gold is likely to come when two goals change places, in squares; below 0 further away."""
    one, other = map(square, at)
    more_likely = situation.chances.get(one, 0.0) - situation.chances.get(other, 0.0)
    return more_likely * (situation.way_to(one) - situation.way_to(other))


def swap_goals(situation: Situation, command: PlayCard, *, wants_gold: bool) -> float:
    """Bring the gold nearer, or move it away; what others have seen is uncertain then."""
    gain = swap_gain(situation, command.at) * (1 if wants_gold else -1)
    if gain > 0:
        return min(15.0, 5.0 * gain)
    return -3.0 if wants_gold else 3.0


def reverse(situation: Situation, *, wants_gold: bool) -> float:
    """Good when a suspect would be next, and one of good name after the turn."""
    me, seats, way = situation.own.seat, situation.public.seats, situation.public.direction
    after, before = situation.names[(me + way) % seats], situation.names[(me - way) % seats]
    return max(-2.0, min(4.0, 0.3 + (after - before) * (1 if wants_gold else -1)))


def miner(situation: Situation, command: PutMiner, keep: KeepWeight) -> float:
    """On an end of the mine that others need; it costs a card."""
    near = situation.nearness(command.at)
    return MINER * near - NO_DRAW - 3.0 * (1 - near) - 0.5 * keep(situation, command.card)
