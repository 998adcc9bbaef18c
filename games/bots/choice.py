"""The choice of a bot: each command of its menu is weighed, the heaviest is taken, and the dice decide between equals.

What a bot does not know how to weigh, a card or a decision of a module, it weighs low but takes when asked.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from games.bots import digger, saboteur
from games.bots.situation import Situation
from games.rules.board import square
from games.rules.cards import CARDS
from games.rules.commands import Choose, Command, Lay, Pass, PlayCard, Trade
from games.rules.events import PublicEvent
from games.rules.notation import write
from games.rules.roles import SABOTEUR
from games.rules.view import PlayerView

Dice = Callable[[int], int]
"""A number from 0 to n - 1 by chance."""
Chooser = Callable[[PlayerView, Dice, Sequence[PublicEvent]], Command]
"""Who chooses a command from a view, dice and the public events of the round."""

UNKNOWN = -0.7
"""What a command weighs that no weigher knows: less than giving away a card of no use."""
GOOD_FOR_ANYBODY = {"theft": 9.0, "hands-off": 4.0, "inspection": 4.0, "treasury": 5.0, "guide": 6.0}
_SHARE_OF_A_CARD = 0.5
NEARLY = 0.85
"""Of what weighs at least this part of the heaviest, any is as good: bots are no calculators."""
_AS_GOOD = 0.01


class Part(NamedTuple):
    """How those of a role weigh: a tunnel card to lay, an action card by its effect, a card to keep."""

    lay: Callable[[Situation, Lay], float]
    cards: Mapping[str, Callable[[Situation, PlayCard], float]]
    keep: Callable[[Situation, str], float]


DIGS = Part(digger.lay, digger.WEIGHERS, digger.keep)
HARMS = Part(saboteur.lay, saboteur.WEIGHERS, saboteur.keep)


def choose(view: PlayerView, dice: Dice, seen: Sequence[PublicEvent] = ()) -> Command:
    """One command of the menu of a view; the same for the same view, dice and events.

    ``seen`` are the public events of the round, oldest first. ValueError when the view has no menu.
    """
    if not view.menu:
        raise ValueError("nothing to decide")
    if len(view.menu) == 1:
        return view.menu[0]
    situation = Situation(view, seen)
    part = HARMS if situation.own.role == SABOTEUR else DIGS
    weights = [(_weigh(part, situation, command), command) for command in view.menu]
    most = max(weight for weight, _ in weights)
    least = most * NEARLY if most > 0 else most - _AS_GOOD
    best = sorted((command for weight, command in weights if weight >= least), key=write)
    return best[dice(len(best))]


def _weigh(part: Part, situation: Situation, command: Command) -> float:
    match command:
        case Lay():
            return part.lay(situation, command)
        case PlayCard():
            effect = CARDS[command.card].effect
            weigh = part.cards.get(effect)
            return weigh(situation, command) if weigh else GOOD_FOR_ANYBODY.get(effect, UNKNOWN)
        case Pass():
            return -_SHARE_OF_A_CARD * sum(part.keep(situation, card) for card in command.cards)
        case Trade():
            return 6.0 - _SHARE_OF_A_CARD * sum(part.keep(situation, card) for card in command.cards)
        case Choose():
            return _weigh_answer(part, situation, command.answer)
    return UNKNOWN


def _weigh_answer(part: Part, situation: Situation, answer: str) -> float:
    """What an answer to a decision weighs (R90): the most gold, the best card, the goal that helps, a victim."""
    digs = 1.0 if part is DIGS else -1.0
    match situation.view.my_decision:
        case "gold":
            return float(answer)
        case "keep" if answer in CARDS:
            return part.keep(situation, answer)
        case "order":
            return digs * situation.chances.get(square(answer), 0.0)
        case "goal":
            return -digs * situation.chances.get(square(answer), 0.0)
        case "theft" | "veto":
            return 0.0 if (answer == "none") == (situation.view.my_decision == "veto") else -1.0
    return 0.0
