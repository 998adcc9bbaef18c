"""Who plays: the bots at a level, a greedy player, one by lot. Those who harm may be others than those who dig."""

from collections.abc import Sequence

from games import bots
from games.bots.choice import Chooser, Dice
from games.rules.commands import Command
from games.rules.events import PublicEvent
from games.rules.roles import SABOTEUR
from games.rules.view import PlayerView
from tests.bots import greedy

NORMAL, GREEDY, RANDOM = "normal", "greedy", "random"


def by_lot(view: PlayerView, dice: Dice, seen: Sequence[PublicEvent] = ()) -> Command:
    """Any command of the menu."""
    return view.menu[dice(len(view.menu))]


PLAYERS: dict[str, Chooser] = {NORMAL: bots.choose, GREEDY: greedy.choose, RANDOM: by_lot}


def sides(others: str, saboteurs: str) -> Chooser:
    """Those who are saboteurs play in one way, all others in another."""

    def choose(view: PlayerView, dice: Dice, seen: Sequence[PublicEvent]) -> Command:
        assert view.own is not None
        return PLAYERS[saboteurs if view.own.role == SABOTEUR else others](view, dice, seen)

    return choose
