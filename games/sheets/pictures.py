"""All pictures of the game: those of the sheets, and those that belong to no card; and the file that holds each."""

from collections.abc import Iterable, Mapping

from games.art import cards, roles, symbols
from games.rules.cards import BASE_TUNNELS, SABOTEUR2_TUNNELS
from games.sheets import MODULES, slug_of
from games.sheets.sheet import ModuleSheet

BASE, ADDED, EMBLEMS, CREW = "cards.svg", "added.svg", "emblems.svg", "crew.svg"
"""Files below ``static/``: the base game and what every page shows, what is added to it, what lists show, and dwarves
without their cards."""


def in_files() -> dict[str, dict[str, str]]:
    """Every picture as SVG by its id, by its file: a player of the base game fetches the first file alone."""
    base, *added = MODULES.values()
    return {
        BASE: symbols.ground()
        | symbols.tunnels(BASE_TUNNELS)
        | symbols.backs()
        | symbols.tokens_and_marks()
        | _of([base]),
        ADDED: symbols.tunnels(SABOTEUR2_TUNNELS) | symbols.chests_and_miners() | _of(added),
        EMBLEMS: {f"m-{one.name}": cards.picture(one.icon) for one in MODULES.values()},
        CREW: {f"d-{one.name}": roles.cut_out(one.picture) for module in MODULES.values() for one in module.roles},
    }


def _of(modules: Iterable[ModuleSheet]) -> dict[str, str]:
    """The pictures of all that the sheets of some modules bring."""
    drawn: dict[str, str] = {}
    for module in modules:
        drawn |= {f"a-{slug_of(one.name)}": one.picture for one in module.actions}
        drawn |= {f"i-{slug_of(one.name)}": cards.symbol(one.mark) for one in module.actions if one.mark}
        drawn |= {f"role-{one.name}": one.picture for one in module.roles}
        drawn |= {f"g-{one.name}": one.picture for one in module.goals}
        drawn |= {f"c-{one.name}": one.picture for one in module.chests}
        drawn |= {f"f-{one.name}": one.picture for one in module.places}
    return drawn


def pictures() -> dict[str, str]:
    """Every picture, as SVG by its id."""
    return {name: body for drawn in in_files().values() for name, body in drawn.items()}


FILE_OF: Mapping[str, str] = {name: file for file, drawn in in_files().items() for name in drawn}
"""The file that holds a picture, by its id."""
