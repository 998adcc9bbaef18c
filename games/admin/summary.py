"""The rules and the pace of a table, short enough for a column."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.clocks.presets import PACES
from games.clocks.spans import hours
from games.models import Game
from games.rules.table import Ruleset
from games.wording import module_name


def rules_words(ruleset: Ruleset) -> str:
    """Return the name of the game, and how many modules and variants are added."""
    game, more = module_name(ruleset.rules), len(ruleset.modules) + len(ruleset.variants)
    if not more:
        return game
    return ngettext("%(game)s and %(count)s module", "%(game)s and %(count)s modules", more) % {
        "game": game,
        "count": more,
    }


def pace_words(game: Game) -> str:
    """Return the pace by its name; a custom one as the time in a full bank and the increment."""
    for pace in PACES.values():
        same_ladder = pace.ladder == game.ladder or not pace.bank_hours
        if (pace.bank_hours, pace.turn_hours) == (game.bank_hours, game.turn_hours) and same_ladder:
            return str(pace.label)
    return _("%(bank)s, %(turn)s a turn") % {"bank": hours(game.bank_hours), "turn": hours(game.turn_hours)}
