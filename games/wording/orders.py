"""Standing orders in words, for the player who gave them and for no other (R93, R95)."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.rules.commands import LET_BE_THIS_ROUND, Order
from games.wording.cards import card_name

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

_WHAT: Mapping[str, "StrPromise"] = {
    "any": gettext_lazy("Any card"),
    "lay": gettext_lazy("Any tunnel card"),
    "goal": gettext_lazy("A tunnel card or detour that reaches a goal"),
}


def ordered_words(what: str) -> str:
    """Return the subject of a standing order for a veto."""
    return str(_WHAT[what]) if what in _WHAT else card_name(what)


def order_words(order: Order, names: Sequence[str]) -> str:
    """Return a standing order that has been given."""
    name = names[order.seat] if order.seat is not None else ""
    if order.kind == "veto":
        about = {"what": ordered_words(order.what), "name": name}
        if name:
            return _("Veto the next of these that %(name)s plays: %(what)s.") % about
        return _("Veto the next of these that any player plays: %(what)s.") % about
    if order.kind == "theft":
        return _("Steal from %(name)s.") % {"name": name} if name else _("Don’t steal.")
    if order == LET_BE_THIS_ROUND:
        return _("Make no veto this round, and don’t ask me.")
    if order.kind == "pass":
        return _("Make no veto, and don’t ask me.")
    return _("Play your plan when your next turn begins.")
