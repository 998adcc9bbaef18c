"""A command as a question before it is given, which the button "Play it" confirms."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.rules import commands
from games.rules.board import GOAL
from games.rules.view import PlayerView
from games.sheets import ACTIONS, DECISIONS, as_played
from games.wording.asks import about_answer
from games.wording.cards import before_words, card_laid, card_name
from games.wording.squares import square_name

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

Names = Sequence[str]


def command_words(command: commands.Command, names: Names, view: PlayerView) -> str:
    """Return the question whether a seat wants to give this command: `Lay the three-way tunnel at M6?`"""
    ask = _QUESTIONS.get(type(command))
    return ask(command, names, view) if ask else _("Do this?")


_ANY_CARD = gettext_lazy("Play this card: %(card)s?")


def _lay(command: commands.Lay, names: Names, view: PlayerView) -> str:
    about = {"tunnel": card_laid(command.card), "square": square_name(command.at)}
    if command.payer is None or command.payer == view.seat:
        return _("Lay %(tunnel)s at %(square)s?") % about
    return _("Lay %(tunnel)s at %(square)s, with %(payer)s paying the toll?") % {
        "payer": names[command.payer],
        **about,
    }


def toll_words(view: PlayerView, at: str, payer: int | None, names: Names) -> str:
    """Return what it costs a seat to lay on a square and who pays (R70); "" if there is no miner."""
    owner = view.public.miners.get(at)
    if owner is None:
        return ""
    if owner == view.seat:
        return _("That’s your own miner, so it costs you nothing (R70).")
    about = {"name": names[owner], "payer": names[payer] if payer is not None else ""}
    if payer is None:
        return _("Costs 1 nugget, paid to %(name)s (R70).") % about
    if payer == owner:
        return _("%(payer)s lets you pass without payment (R70).") % about
    return _("%(payer)s pays 1 nugget to %(name)s (R70).") % about


def _play(command: commands.PlayCard, names: Names, view: PlayerView) -> str:
    about = {
        "card": card_name(command.card),
        "name": names[command.seat] if command.seat is not None else "",
        "square": square_name(command.at[0]) if command.at else "",
        "other": square_name(command.at[-1]) if command.at else "",
    }
    return _asked(command, view) % about


def _asked(command: commands.PlayCard, view: PlayerView) -> "StrPromise":
    """Return the question of the card's sheet for its target."""
    sheet = ACTIONS[command.card]
    question = as_played(sheet, command.tool).question
    if question is None or (sheet.aim.at_players and command.seat is None):
        return _ANY_CARD
    if question.of_me is not None and command.seat == view.seat:
        return question.of_me
    if question.of_goal is not None and view.public.face_down.get(command.at[0]) == GOAL:
        return question.of_goal
    return question.words


def _discard(command: commands.Pass, names: Names, view: PlayerView) -> str:
    count = len(command.cards)
    return ngettext("Discard %(count)s card?", "Discard %(count)s cards?", count) % {"count": count}


def _trade(command: commands.Trade, names: Names, view: PlayerView) -> str:
    about = {"count": len(command.cards), "card": before_words(command.lifts)}
    return (
        ngettext(
            "Discard %(count)s card to remove this: %(card)s?",
            "Discard %(count)s cards to remove this: %(card)s?",
            len(command.cards),
        )
        % about
    )


def _miner(command: commands.PutMiner, names: Names, view: PlayerView) -> str:
    about = {"card": card_name(command.card), "square": square_name(command.at)}
    return _("Discard a card (%(card)s) and put a miner on %(square)s?") % about


def _choose(command: commands.Choose, names: Names, view: PlayerView) -> str:
    answer, sheet = command.answer, DECISIONS.get(view.my_decision)
    if sheet is not None and answer in sheet.answers:
        return str(sheet.answers[answer].question)
    try:
        if sheet is not None and sheet.question is not None:
            return sheet.question % about_answer(sheet.names, answer, names)
    except (KeyError, IndexError, ValueError):
        pass
    return _("Answer this: %(answer)s?") % {"answer": answer}


def _veto(command: commands.Veto, names: Names, view: PlayerView) -> str:
    return _("Veto it?")


_ORDERS: Mapping[str, "StrPromise"] = {
    "none": gettext_lazy("Withdraw all your standing orders?"),
    "pass": gettext_lazy("Make no veto until you say otherwise?"),
    "veto": gettext_lazy("Keep this order for a veto?"),
    "theft": gettext_lazy("Keep this order for a theft?"),
    "turn": gettext_lazy("Keep this order for your turn?"),
}


def _order(command: commands.Order, names: Names, view: PlayerView) -> str:
    if command == commands.LET_BE_THIS_ROUND:
        return _("Make no veto this round?")
    return str(_ORDERS.get(command.kind, _ORDERS["turn"]))


def _offer(command: commands.Offer, names: Names, view: PlayerView) -> str:
    if command.seat is None:
        return _("Withdraw your offer to pay a toll?")
    return _("Offer to pay a toll for %(name)s?") % {"name": names[command.seat]}


_QUESTIONS: Mapping[type, Callable[[Any, Names, PlayerView], str]] = {
    commands.Lay: _lay,
    commands.PlayCard: _play,
    commands.Pass: _discard,
    commands.Trade: _trade,
    commands.PutMiner: _miner,
    commands.Choose: _choose,
    commands.Veto: _veto,
    commands.Order: _order,
    commands.Offer: _offer,
}
