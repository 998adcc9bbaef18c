"""All that a person meets of cards, roles, decisions and modules: a file for each module, named as the module is.

The rules say which modules there are. Whatever speaks of a card by its name asks here.

`motions` and `talk` are about votes and chat messages; `pictures` puts the drawings into files.
"""

from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import Protocol, TypeVar

from games.rules.cards import CARDS
from games.rules.ruleset import GAMES, VARIANTS
from games.rules.ruleset import MODULES as ADDED
from games.sheets.sheet import (
    ActionSheet,
    Aim,
    ChestSheet,
    DecisionSheet,
    GoalSheet,
    ModuleSheet,
    PlaceSheet,
    RoleSheet,
    ShapeSheet,
)


class _Named(Protocol):
    @property
    def name(self) -> str: ...


SheetT = TypeVar("SheetT", bound=_Named)


def _sheet(module: str) -> ModuleSheet:
    """The sheet of a module, in the file that is called as it is; ModuleNotFoundError when there is none."""
    sheet: ModuleSheet = import_module(f"games.sheets.{module.replace('-', '_')}").SHEET
    return sheet


def _by_name(sheets: Iterable[SheetT]) -> Mapping[str, SheetT]:
    """Sheets by their names, in their order; ValueError when two have the same name."""
    found: dict[str, SheetT] = {}
    for sheet in sheets:
        if sheet.name in found:
            raise ValueError(f"two sheets are called {sheet.name}")
        found[sheet.name] = sheet
    return found


MODULES: Mapping[str, ModuleSheet] = _by_name(_sheet(name) for name in (*GAMES, *ADDED, *VARIANTS))
"""Games, modules and variants, in the order of the rules."""
SHAPES: Mapping[str, ShapeSheet] = _by_name(one for module in MODULES.values() for one in module.shapes)
ACTIONS: Mapping[str, ActionSheet] = _by_name(one for module in MODULES.values() for one in module.actions)
GOALS: Mapping[str, GoalSheet] = _by_name(one for module in MODULES.values() for one in module.goals)
CHESTS: Mapping[str, ChestSheet] = _by_name(one for module in MODULES.values() for one in module.chests)
ROLES: Mapping[str, RoleSheet] = _by_name(one for module in MODULES.values() for one in module.roles)
PLACES: Mapping[str, PlaceSheet] = _by_name(one for module in MODULES.values() for one in module.places)
DECISIONS: Mapping[str, DecisionSheet] = _by_name(one for module in MODULES.values() for one in module.decisions)


def aim_of(card: str) -> Aim:
    """What a tunnel or action card is played on."""
    return Aim.ROOM if CARDS[card].is_tunnel else ACTIONS[card].aim


def slug_of(card: str) -> str:
    """A card's name as it stands in addresses and in ids of pictures.

    >>> slug_of("repair:pickaxe+cart")
    'repair-pickaxe-cart'
    """
    return card.replace(":", "-").replace("+", "-")


def as_played(sheet: ActionSheet, tool: str) -> ActionSheet:
    """The sheet that says what a card does. A card that shows several tools has a sheet for the `tool` that it
    mends."""
    card = CARDS[sheet.name]
    if len(card.tools) < 2:
        return sheet
    return ACTIONS[f"{card.effect}:{tool if tool in card.tools else card.tools[0]}"]
