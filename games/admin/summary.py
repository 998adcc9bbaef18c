"""What a table plays and how fast, in as few words as a column holds."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.clocks.presets import PACES
from games.clocks.spans import hours
from games.models import Game
from games.rules.table import Ruleset
from games.wording import module_name


def rules_words(ruleset: Ruleset) -> str:
    """The game by its name, and how many modules and variants come with it."""
    game, more = module_name(ruleset.rules), len(ruleset.modules) + len(ruleset.variants)
    if not more:
        return game
    return ngettext("%(game)s and %(count)s module", "%(game)s and %(count)s modules", more) % {
        "game": game,
        "count": more,
    }


def pace_words(game: Game) -> str:
    """The pace by its name; one without a name by the time in a full bank and what a turn adds."""
    for pace in PACES.values():
        same_ladder = pace.ladder == game.ladder or not pace.bank_hours
        if (pace.bank_hours, pace.turn_hours) == (game.bank_hours, game.turn_hours) and same_ladder:
            return str(pace.label)
    return _("%(bank)s, %(turn)s a turn") % {"bank": hours(game.bank_hours), "turn": hours(game.turn_hours)}
