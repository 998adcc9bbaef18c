"""Games, modules and variants by the names that people see (R82)."""

from games.sheets import MODULES


def module_name(name: str) -> str:
    """The name of a game, module or variant; what is unknown is called as it was given."""
    return str(MODULES[name].title) if name in MODULES else name
