"""How a geologist and a profiteer weigh a command: neither wins by the gold, neither harms for it (R46 to R48)."""

from collections.abc import Callable

from games.bots import people
from games.bots.situation import Laying, Situation
from games.rules.board import square
from games.rules.cards import CARDS, tunnel
from games.rules.commands import PlayCard
from games.rules.roles import GEOLOGIST

CRYSTAL = 9.0
"""What laying a crystal weighs for a geologist."""
_KEPT = {"theft": 6.0, "free": 5.0, "hands-off": 3.0, "trapped": 2.5, "map": 1.0, "rockfall": 1.0}


def lay_as_geologist(situation: Situation, command: Laying) -> float:
    """Crystals anywhere; nothing that ends the round while there are crystals to lay."""
    crystals = any(CARDS[card].is_tunnel and tunnel(card).crystal for card in situation.own.hand)
    if situation.goals_reached(command):
        return -12.0 if crystals else 4.0
    card = situation.card_of(command)
    shining = CRYSTAL if tunnel(card).crystal and card == command.card else 0.0
    return shining + (0.5 if situation.is_dead_end(card) else 2.0) - 0.2 * abs(situation.advance(command))


def lay_as_profiteer(situation: Situation, command: Laying) -> float:
    """What changes little. Whoever profits from every end is in no hurry."""
    if situation.goals_reached(command):
        return -10.0
    return 1.5 - abs(situation.advance(command))


def play_map(situation: Situation, command: PlayCard) -> float:
    """Looks busy."""
    return 2.0 if 0 < situation.chances.get(square(command.at[0]), 0.0) < 1 else 0.5


def repair(situation: Situation, command: PlayCard) -> float:
    """The own tools, when there is something to lay."""
    if command.seat != situation.own.seat:
        return 0.2
    return 8.0 if situation.holds_a_tunnel else 3.0


def break_tool(situation: Situation, command: PlayCard) -> float:
    """A round that lasts longer is no loss, and for a geologist more crystals."""
    if command.seat is None or command.seat == situation.own.seat:
        return -20.0
    if situation.distance > people.NEAR + 1:
        return -1.0
    return (5.0 if situation.role == GEOLOGIST else 0.5) - 2 * situation.troubles(command.seat)


def rockfall(situation: Situation, command: PlayCard) -> float:
    """Not without need, and never on a crystal."""
    card = situation.public.mine.get(command.at[0])
    return -10.0 if card and tunnel(card).crystal else -2.0


def keep_as_geologist(situation: Situation, card: str) -> float:
    """Crystals are what a geologist lives on."""
    if CARDS[card].is_tunnel:
        return 8.0 if tunnel(card).crystal else 1.5
    return _KEPT.get(CARDS[card].effect, 1.0)


def keep_as_profiteer(situation: Situation, card: str) -> float:
    """What keeps a profiteer free, and what takes a nugget more."""
    return 1.0 if CARDS[card].is_tunnel else _KEPT.get(CARDS[card].effect, 1.0)


WEIGHERS: dict[str, Callable[[Situation, PlayCard], float]] = {
    "map": play_map,
    "repair": repair,
    "break": break_tool,
    "trapped": people.trap_as_onlooker,
    "rockfall": rockfall,
}
