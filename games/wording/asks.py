"""For what somebody is awaited (R90), to that player and about them."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


class _Ask(NamedTuple):
    mine: "StrPromise"
    theirs: "StrPromise"


_ASKS: Mapping[str, _Ask] = {
    "turn": _Ask(_("It is your turn."), _("It is %(name)s’s turn.")),
    "lay": _Ask(_("Lay the next tunnel card."), _("%(name)s is laying another tunnel card.")),
    "keep": _Ask(_("Choose a card to keep."), _("%(name)s is choosing a card to keep.")),
    "swap": _Ask(_("Swap the two goals, or leave them?"), _("%(name)s holds two goals.")),
    "order": _Ask(_("Choose what is turned up first."), _("%(name)s is choosing what is turned up first.")),
    "goal": _Ask(_("Choose the goal that moves."), _("%(name)s is choosing the goal that moves.")),
    "player": _Ask(_("Choose a player."), _("%(name)s is choosing a player.")),
    "gold": _Ask(_("Take one of the gold cards."), _("%(name)s is taking a gold card.")),
    "theft": _Ask(_("Choose from whom to steal a nugget."), _("%(name)s is choosing from whom to steal.")),
    "veto": _Ask(_("Veto it, or let it be?"), _("%(name)s may veto it or let it be.")),
}
_ANY = _Ask(_("The game waits for you."), _("The game waits for %(name)s."))


def ask_words(kind: str, name: str | None) -> str:
    """What a kind of decision asks of a player: of `name`, or of the reader when None."""
    ask = _ASKS.get(kind, _ANY)
    return str(ask.mine) if name is None else ask.theirs % {"name": name}
