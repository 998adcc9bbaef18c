"""A player's plan for their next turn, in words, for them alone (R95)."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules.cards import CARDS, TOOLS
from games.rules.commands import Lay, Pass, PlayCard, PutMiner, Trade
from games.wording.cards import before_words, card_laid, card_name
from games.wording.lists import list_words
from games.wording.squares import square_name

Names = Sequence[str]


def planned_words(command: Lay | PlayCard | Pass | Trade | PutMiner, names: Names, me: int) -> str:
    """Return the planned command in words: `Lay the crossing at M6`."""
    match command:
        case Lay():
            return _lay(command, names)
        case PlayCard():
            return _play(command, names, me)
        case Pass():
            return _("Discard: %(cards)s") % {"cards": _cards(command.cards)}
        case Trade():
            about = {"cards": _cards(command.cards), "lifted": before_words(command.lifts)}
            return _("Remove this: %(lifted)s. Discard for it: %(cards)s") % about
    about = {"card": card_name(command.card), "square": square_name(command.at)}
    return _("Put a miner on %(square)s. Discard for it: %(card)s") % about


def delay_words(minutes: int) -> str:
    """Return how long a plan waits after the turn has begun, from a number of minutes."""
    if not minutes:
        return _("At once")
    if minutes < 60:
        return ngettext("After about %(count)s minute", "After about %(count)s minutes", minutes) % {"count": minutes}
    hours = minutes // 60
    return ngettext("After about %(count)s hour", "After about %(count)s hours", hours) % {"count": hours}


def _cards(cards: Sequence[str]) -> str:
    return list_words([card_name(card) for card in cards])


def _lay(command: Lay, names: Names) -> str:
    if not CARDS[command.card].is_tunnel:  # a plan may try an illegal command, and continues with the next
        return _("%(card)s, at %(square)s") % {"card": card_name(command.card), "square": square_name(command.at)}
    about = {"tunnel": card_laid(command.card), "square": square_name(command.at)}
    if command.payer is not None:
        about["payer"] = names[command.payer]
        return _("Lay %(tunnel)s at %(square)s; %(payer)s pays the toll") % about
    if command.turned:
        return _("Lay %(tunnel)s at %(square)s, turned") % about
    return _("Lay %(tunnel)s at %(square)s") % about


def _play(command: PlayCard, names: Names, me: int) -> str:
    about = {"card": card_name(command.card), "square": "", "other": "", "name": "", "tool": ""}
    if command.at:
        about |= {"square": square_name(command.at[0]), "other": square_name(command.at[-1])}
    if command.seat is not None:
        about["name"] = names[command.seat]
    if len(command.at) > 1:
        return _("%(card)s, at %(square)s and %(other)s") % about
    if command.at:
        return _("%(card)s, at %(square)s") % about
    if command.seat is None:
        return _("Play this card: %(card)s") % about
    if command.tool in TOOLS:
        about["tool"] = before_words(f"break:{command.tool}")
        if command.seat == me:
            return _("%(card)s, on yourself: %(tool)s") % about
        return _("%(card)s, on %(name)s: %(tool)s") % about
    return (_("%(card)s, on yourself") if command.seat == me else _("%(card)s, on %(name)s")) % about
