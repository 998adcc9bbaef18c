"""The options of a table in sentences, shown beside the rules in its lobby and on its page; how well its bots play."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.clocks.words import clock_words
from games.models import BotLevel, Game, Watchers

BOTS: Mapping[str, object] = {
    BotLevel.EASY: gettext_lazy("easy bot"),
    BotLevel.NORMAL: gettext_lazy("bot"),
    BotLevel.STRONG: gettext_lazy("strong bot"),
}
_LINES: Mapping[str, object] = {
    BotLevel.EASY: gettext_lazy("Bots are easy: they make beginners’ mistakes."),
    BotLevel.NORMAL: gettext_lazy("Bots play at the normal level."),
    BotLevel.STRONG: gettext_lazy("Bots are strong: they forget nothing and keep their cool."),
}


def option_words(game: Game) -> list[str]:
    """Return the options of a table besides its rules, one sentence each: clock, aids, bots and watchers."""
    return [*clock_words(game), _aids(game), *_bots(game), *_programs(game), *_watchers(game)]


def _aids(game: Game) -> str:
    if game.aids:
        return _("Memory aids on: your book counts the cards everyone can see.")
    return _("Memory aids off: no book counts cards.")


def _bots(game: Game) -> list[str]:
    """Return a sentence about the bots of a table, if any play there or may join."""
    return [str(_LINES[game.bot_level])] if game.bots or game.bots_fill else []


def _programs(game: Game) -> list[str]:
    """Return a sentence about bot accounts, if they may take a seat."""
    return [_("Players’ own programs may play here.")] if game.programs_welcome else []


def _watchers(game: Game) -> list[str]:
    """Return sentences about those who may watch a table, and about its board."""
    words = []
    if game.watchers == Watchers.LINK:
        words.append(_("Anyone with the watch link can watch: the mine, the moves and the messages, but no cards."))
    elif game.watchers == Watchers.CIRCLE:
        words.append(_("Members of the circle can watch: the mine, the moves and the messages, but no cards."))
    if game.board_link:
        words.append(_("A board for a big screen is on. Its link shows the mine and the moves, but no cards."))
    return words
