"""The options of a table in sentences, as its lobby and its page say them beside the rules."""

from django.utils.translation import gettext as _

from games.clocks.words import clock_words
from games.models import Game
from games.tableau.levels import level_words


def option_words(game: Game) -> list[str]:
    """What is in force at a table besides its rules, one sentence each: clock, aids and bots."""
    return [*clock_words(game), _aids(game), *level_words(game)]


def _aids(game: Game) -> str:
    if game.aids:
        return _("Aids: everybody’s book counts the cards that lie open.")
    return _("No aids: no book counts cards.")
