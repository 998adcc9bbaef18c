"""Who plays: the bots at a level or in a temper, a greedy player, a random one. Those who harm may be others than those
who dig."""

from collections.abc import Sequence
from dataclasses import dataclass

from games import bots
from games.bots.choice import Roll
from games.bots.hearsay import Claimed
from games.bots.manner import NORMAL, TEMPERS, Manner, drawn
from games.rules.commands import Command
from games.rules.events import PublicEvent
from games.rules.roles import SABOTEUR
from games.rules.view import PlayerView
from tools.bots import greedy

GREEDY, RANDOM = "greedy", "random"
EASY, STRONG = "easy", "strong"


def at_random(view: PlayerView, dice: Roll, seen: Sequence[PublicEvent] = ()) -> Command:
    """Any command of the menu."""
    return view.menu[dice(len(view.menu))]


OTHERS = {GREEDY: greedy.choose, RANDOM: at_random}
"""Players who are no bots."""


@dataclass(frozen=True)
class Sides:
    """Saboteurs play in one way, all others in another. Each is named by a level, by a temper, or as in `OTHERS`. At a
    level each seat has the temper that the key of the game gives it."""

    others: str = NORMAL
    saboteurs: str = NORMAL
    key: bytes = b""

    def __call__(self, view: PlayerView, dice: Roll, seen: Sequence[PublicEvent]) -> Command:
        """A command of the menu."""
        return self.choose(view, dice, seen, ())

    def choose(self, view: PlayerView, dice: Roll, seen: Sequence[PublicEvent], claimed: Claimed) -> Command:
        """A command of the menu, with the claims that stand."""
        name = self._name_of(view)
        if name in OTHERS:
            return OTHERS[name](view, dice, seen)
        return bots.choose(view, dice, seen, claimed, self.manner_of(view))

    def manner_of(self, view: PlayerView) -> Manner:
        """The manner of the seat whose view it is."""
        assert view.own is not None
        name = self._name_of(view)
        in_temper = Manner(NORMAL, name) if name in TEMPERS else None
        return in_temper or drawn(self.key, view.public.round, view.own.seat, name)

    def _name_of(self, view: PlayerView) -> str:
        assert view.own is not None
        return self.saboteurs if view.own.role == SABOTEUR else self.others
