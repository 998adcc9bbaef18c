"""How well the bots of a table play, in words: at their seats, and among the options of the table."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from games.models import BotLevel, Game

BOTS: Mapping[str, object] = {
    BotLevel.EASY: _("easy bot"),
    BotLevel.NORMAL: _("bot"),
    BotLevel.STRONG: _("strong bot"),
}
_LINES: Mapping[str, object] = {
    BotLevel.EASY: _("Bots are easy: they err like beginners."),
    BotLevel.NORMAL: _("Bots play at the normal level."),
    BotLevel.STRONG: _("Bots are strong: they forget nothing and keep calm."),
}


def level_words(game: Game) -> list[str]:
    """A sentence about the bots of a table, if any play there or may come."""
    return [str(_LINES[game.bot_level])] if game.bots or game.bots_fill else []
