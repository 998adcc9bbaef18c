"""The names of games, modules and variants (R82)."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules.table import Ruleset
from games.sheets import MODULES


def module_name(name: str) -> str:
    """Return the name of a game, module or variant; an unknown one is returned as given."""
    return str(MODULES[name].title) if name in MODULES else name


def edition_words(ruleset: Ruleset) -> str:
    """Return the rules of a table in a few words: its game, and the one expansion or how many there are."""
    game, added = module_name(ruleset.rules), (*ruleset.modules, *ruleset.variants)
    if not added:
        return game
    if len(added) == 1:
        return _("%(game)s + %(expansion)s") % {"game": game, "expansion": module_name(added[0])}
    words = ngettext("%(game)s + %(count)s expansion", "%(game)s + %(count)s expansions", len(added))
    return words % {"game": game, "count": len(added)}
