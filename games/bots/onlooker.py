"""How a geologist and a profiteer weigh a command: neither wins by the gold (R46 to R48).

A geologist is paid for crystals, and a long round has more of them. A profiteer is paid in any case, and saboteurs are
fewer than diggers, so more is left for each (R47). So both rather harm, but not at the price of what they live on.
"""

from collections.abc import Callable

from games.bots import people, saboteur
from games.bots.situation import Laying, Situation
from games.rules.board import square
from games.rules.cards import CARDS, tunnel
from games.rules.commands import PlayCard

CRYSTAL = 9.0
"""What laying a crystal weighs for a geologist."""
HARM = 0.6
"""What harm weighs for it, as part of what it weighs for a saboteur."""
_WORTH = {
    "theft": 6.0,
    "free": 5.0,
    "hands-off": 3.0,
    "trapped": 3.0,
    "break": 4.0,
    "map": 1.0,
    "rockfall": 4.0,
}


def lay_as_geologist(situation: Situation, command: Laying) -> float:
    """Crystals above all; nothing that ends the round while there may be more of them."""
    card = situation.card_of(command)
    shining = CRYSTAL if tunnel(card).crystal and card == command.card else 0.0
    return shining + HARM * saboteur.lay(situation, command)


def play_map(situation: Situation, command: PlayCard) -> float:
    """Looks busy."""
    return 2.0 if 0 < situation.chances.get(square(command.at[0]), 0.0) < 1 else 0.5


def repair(situation: Situation, command: PlayCard) -> float:
    """The own tools, when there is something to lay."""
    if command.seat != situation.own.seat:
        return 0.2
    return 8.0 if situation.holds_a_tunnel else 3.0


def rockfall(situation: Situation, command: PlayCard) -> float:
    """Like a saboteur, but never on a crystal."""
    card = situation.public.mine.get(command.at[0])
    return -10.0 if card and tunnel(card).crystal else saboteur.rockfall(situation, command)


def keep_as_geologist(situation: Situation, card: str) -> float:
    """Crystals are what a geologist lives on."""
    if CARDS[card].is_tunnel:
        return 8.0 if tunnel(card).crystal else 1.5
    return _WORTH.get(CARDS[card].effect, 1.0)


def keep_as_profiteer(situation: Situation, card: str) -> float:
    """What keeps a profiteer free, and what takes a nugget more."""
    return 1.0 if CARDS[card].is_tunnel else _WORTH.get(CARDS[card].effect, 1.0)


WEIGHERS: dict[str, Callable[[Situation, PlayCard], float]] = {
    "map": play_map,
    "repair": repair,
    "break": saboteur.break_tool,
    "trapped": people.trap_as_saboteur,
    "rockfall": rockfall,
}
