"""All pictures of the game: those of the sheets, and those that belong to no card."""

from games.art import cards, symbols
from games.sheets import ACTIONS, CHESTS, GOALS, MODULES, PLACES, ROLES, slug_of


def pictures() -> dict[str, str]:
    """Every picture, as SVG by its id in ``static/cards.svg``."""
    drawn = symbols.tunnels() | symbols.backs() | symbols.tokens_and_marks()
    drawn |= {f"a-{slug_of(one.name)}": one.picture for one in ACTIONS.values()}
    drawn |= {f"i-{slug_of(one.name)}": cards.symbol(one.mark) for one in ACTIONS.values() if one.mark}
    drawn |= {f"role-{one.name}": one.picture for one in ROLES.values()}
    drawn |= {f"g-{one.name}": one.picture for one in GOALS.values()}
    drawn |= {f"c-{one.name}": one.picture for one in CHESTS.values()}
    drawn |= {f"f-{one.name}": one.picture for one in PLACES.values()}
    drawn |= {f"m-{one.name}": cards.picture(one.icon) for one in MODULES.values()}
    return drawn
