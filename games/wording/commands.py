"""A command in words before it is given: the question to which "Play it" is the answer."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.rules import commands
from games.rules.board import GOAL
from games.rules.cards import CARDS
from games.rules.notation import seat_of
from games.rules.view import PlayerView
from games.wording.cards import before_words, card_laid, card_name
from games.wording.squares import square_name

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

Names = Sequence[str]


def command_words(command: commands.Command, names: Names, view: PlayerView) -> str:
    """The question whether a seat wants to do this: `Lay the three-way tunnel at M6?`"""
    ask = _QUESTIONS.get(type(command))
    return ask(command, names, view) if ask else _("Do this?")


class _Aim(NamedTuple):
    """A card played on oneself, and on `name`."""

    me: "StrPromise"
    them: "StrPromise"


_BREAK: Mapping[str, _Aim] = {
    "pickaxe": _Aim(gettext_lazy("Break your own pickaxe?"), gettext_lazy("Break %(name)s’s pickaxe?")),
    "lantern": _Aim(gettext_lazy("Break your own lantern?"), gettext_lazy("Break %(name)s’s lantern?")),
    "cart": _Aim(gettext_lazy("Break your own cart?"), gettext_lazy("Break %(name)s’s cart?")),
}
_REPAIR: Mapping[str, _Aim] = {
    "pickaxe": _Aim(gettext_lazy("Repair your own pickaxe?"), gettext_lazy("Repair %(name)s’s pickaxe?")),
    "lantern": _Aim(gettext_lazy("Repair your own lantern?"), gettext_lazy("Repair %(name)s’s lantern?")),
    "cart": _Aim(gettext_lazy("Repair your own cart?"), gettext_lazy("Repair %(name)s’s cart?")),
}
_AIMED: Mapping[str, _Aim] = {
    "trapped": _Aim(gettext_lazy("Trap yourself?"), gettext_lazy("Trap %(name)s?")),
    "free": _Aim(gettext_lazy("Free yourself?"), gettext_lazy("Free %(name)s?")),
    "hands-off": _Aim(gettext_lazy("Remove your own theft?"), gettext_lazy("Remove the theft before %(name)s?")),
    "inspection": _Aim(gettext_lazy("Look at your own role?"), gettext_lazy("Look at the role of %(name)s?")),
    "swap-hats": _Aim(gettext_lazy("Take a new role yourself?"), gettext_lazy("Give %(name)s a new role?")),
    "swap-hands": _Aim(gettext_lazy("Swap hands with yourself?"), gettext_lazy("Swap hands with %(name)s?")),
}
_PLAIN: Mapping[str, "StrPromise"] = {
    "rockfall": gettext_lazy("Remove the card at %(square)s?"),
    "map": gettext_lazy("Look at what lies at %(square)s?"),
    "theft": gettext_lazy("Put the theft before yourself?"),
    "swap-goals": gettext_lazy("Take the goals at %(square)s and %(other)s?"),
    "treasury": gettext_lazy("Open the treasury?"),
    "reverse": gettext_lazy("Reverse the order of play?"),
    "guide": gettext_lazy("Call the mine guide and lay two tunnel cards?"),
    "detour": gettext_lazy("Move the last tunnel card to %(square)s?"),
}
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
    """What it costs a seat to lay on a square and who pays (R70); "" where no miner stands."""
    owner = view.public.miners.get(at)
    if owner is None:
        return ""
    if owner == view.seat:
        return _("Your own miner stands there: it costs you nothing (R70).")
    about = {"name": names[owner], "payer": names[payer] if payer is not None else ""}
    if payer is None:
        return _("Costs 1 nugget to %(name)s (R70).") % about
    if payer == owner:
        return _("%(payer)s lets you pass without payment (R70).") % about
    return _("%(payer)s pays 1 nugget to %(name)s (R70).") % about


def _play(command: commands.PlayCard, names: Names, view: PlayerView) -> str:
    card = CARDS[command.card]
    about = {
        "card": card_name(command.card),
        "name": names[command.seat] if command.seat is not None else "",
        "square": square_name(command.at[0]) if command.at else "",
        "other": square_name(command.at[-1]) if command.at else "",
    }
    aim = _AIMED.get(card.effect)
    if card.effect == "break":
        aim = _BREAK[card.tools[0]]
    elif card.effect == "repair":
        aim = _REPAIR[command.tool or card.tools[0]]
    if aim and command.seat is not None:
        return (aim.me if command.seat == view.seat else aim.them) % about
    if card.effect == "map" and view.public.face_down.get(command.at[0]) == GOAL:
        return _("Look at the goal at %(square)s?") % about
    return _PLAIN.get(card.effect, _ANY_CARD) % about


def _discard(command: commands.Pass, names: Names, view: PlayerView) -> str:
    count = len(command.cards)
    return ngettext("Discard %(count)s card?", "Discard %(count)s cards?", count) % {"count": count}


def _trade(command: commands.Trade, names: Names, view: PlayerView) -> str:
    about = {"count": len(command.cards), "card": before_words(command.lifts)}
    return (
        ngettext(
            "Discard %(count)s card to be rid of this: %(card)s?",
            "Discard %(count)s cards to be rid of this: %(card)s?",
            len(command.cards),
        )
        % about
    )


def _miner(command: commands.PutMiner, names: Names, view: PlayerView) -> str:
    about = {"card": card_name(command.card), "square": square_name(command.at)}
    return _("Discard a card (%(card)s) and put a miner on %(square)s?") % about


_NONE: Mapping[str, "StrPromise"] = {
    "theft": gettext_lazy("Steal from nobody?"),
    "veto": gettext_lazy("Let it be?"),
}
_CHOICES: Mapping[str, "StrPromise"] = {
    "order": gettext_lazy("Turn up %(square)s first?"),
    "goal": gettext_lazy("Move the goal at %(square)s?"),
    "player": gettext_lazy("Choose %(name)s?"),
    "theft": gettext_lazy("Steal a nugget from %(name)s?"),
    "keep": gettext_lazy("Keep this card: %(card)s?"),
}
_SWAP = {
    "swap": gettext_lazy("Swap the two goals?"),
    "keep": gettext_lazy("Leave the two goals as they lie?"),
}


def _choose(command: commands.Choose, names: Names, view: PlayerView) -> str:
    answer, kind = command.answer, view.my_decision
    if answer == "none" and kind in _NONE:
        return str(_NONE[kind])
    if kind == "swap" and answer in _SWAP:
        return str(_SWAP[answer])
    if kind == "gold" and answer.isdecimal():
        value = int(answer)
        return ngettext(
            "Take the gold card with %(count)s nugget?", "Take the gold card with %(count)s nuggets?", value
        ) % {"count": value}
    try:
        return _CHOICES[kind] % _about_answer(kind, answer, names)
    except (KeyError, IndexError, ValueError):
        return _("Answer this: %(answer)s?") % {"answer": answer}


def _about_answer(kind: str, answer: str, names: Names) -> dict[str, str]:
    if kind in ("order", "goal"):
        return {"square": square_name(answer)}
    if kind in ("player", "theft"):
        return {"name": names[seat_of(answer)]}
    return {"card": card_name(answer)}


def _veto(command: commands.Veto, names: Names, view: PlayerView) -> str:
    return _("Veto it?")


_ORDERS: Mapping[str, "StrPromise"] = {
    "none": gettext_lazy("Withdraw all your standing orders?"),
    "pass": gettext_lazy("Let everything be until you say otherwise?"),
    "veto": gettext_lazy("Keep this order for a veto?"),
    "theft": gettext_lazy("Keep this order for a theft?"),
    "turn": gettext_lazy("Keep this order for your turn?"),
}


def _order(command: commands.Order, names: Names, view: PlayerView) -> str:
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
