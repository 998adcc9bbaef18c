"""Games, modules and variants by the names that people see (R82)."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules.table import Ruleset
from games.sheets import MODULES


def module_name(name: str) -> str:
    """The name of a game, module or variant; what is unknown is called as it was given."""
    return str(MODULES[name].title) if name in MODULES else name


def edition_words(ruleset: Ruleset) -> str:
    """What is played at a table in a few words: its game, and the one expansion or how many there are."""
    game, added = module_name(ruleset.rules), (*ruleset.modules, *ruleset.variants)
    if not added:
        return game
    if len(added) == 1:
        return _("%(game)s + %(expansion)s") % {"game": game, "expansion": module_name(added[0])}
    words = ngettext("%(game)s + %(count)s expansion", "%(game)s + %(count)s expansions", len(added))
    return words % {"game": game, "count": len(added)}
