"""What a player has picked so far: the choice of an address or a form, and what has become of it.

The choice itself may be wrong in every way; `games.tableau.picking` holds it against the menu of the player's view.
Squares are `x,y`, seats numbers, cards their names.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from games.rules.commands import Command
from games.rules.errors import Refused

DISCARD, TRADE, MINER = "discard", "trade", "miner"
"""What can be done with cards of the hand besides playing one (R13, R32, R70)."""
MODES = ("", DISCARD, TRADE, MINER)


class Choice(NamedTuple):
    """A card, and where or on whom it goes; `also` is a second square, `payer` who pays the toll there.

    `mode` is one of `MODES`. `ticked` are cards to be thrown away together, `lifts` the card before oneself that they
    remove. An answer to a decision stands in `at` or `who`.
    """

    card: str = ""
    at: str = ""
    turned: bool | None = None
    who: int | None = None
    tool: str = ""
    mode: str = ""
    also: str = ""
    payer: int | None = None
    lifts: str = ""
    ticked: tuple[str, ...] = ()


NOTHING = Choice()


class Target(NamedTuple):
    """Something a card may be played on: a square, or a player and perhaps one of their tools."""

    at: str = ""
    who: int | None = None
    tool: str = ""


class Picked(NamedTuple):
    """A choice that was held against the menu.

    `ways` are all legal commands with the chosen card, `targets` what they are played on. `command` is set when the
    choice is complete and legal, `turnable` when the card could lie the other way there too, `payers` who could pay
    the toll there (None: the player). `refused` says why what was chosen cannot be; `lost` that the chosen card is not
    in the hand any more.
    """

    choice: Choice = NOTHING
    ways: tuple[Command, ...] = ()
    targets: Mapping[Target, tuple[Command, ...]] = MappingProxyType({})
    command: Command | None = None
    turnable: bool = False
    payers: tuple[int | None, ...] = ()
    refused: Refused | None = None
    lost: bool = False

    @property
    def card(self) -> str:
        """The chosen card, "" for none."""
        return self.choice.card

    @property
    def mode(self) -> str:
        """What is done with cards of the hand, "" when one is played."""
        return self.choice.mode
