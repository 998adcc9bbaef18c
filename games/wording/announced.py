"""The texts of a card that may be vetoed: the whole command, different for any two commands (R93)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.rules.cards import CARDS
from games.rules.events import Announced
from games.rules.tunnels import TURNED
from games.sheets.sheet import Aimed, Done
from games.wording.cards import card_laid, card_name, tunnel_words
from games.wording.squares import square_name

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

Names = Sequence[str]

# Translators: `sides` says how the card lies, like "leads to M3 and M5, dead end towards N4".
_LAY = Done(
    gettext_lazy("You want to lay %(tunnel)s at %(square)s: %(sides)s."),
    gettext_lazy("%(name)s wants to lay %(tunnel)s at %(square)s: %(sides)s."),
)
# Translators: `tunnel` is the card that was laid last, and `sides` says how it will lie at `square`.
_MOVE = Done(
    gettext_lazy("You want to move %(tunnel)s from %(was)s to %(square)s: %(sides)s."),
    gettext_lazy("%(name)s wants to move %(tunnel)s from %(was)s to %(square)s: %(sides)s."),
)
_AT = Done(
    gettext_lazy("You want to play a card on %(square)s: %(card)s."),
    gettext_lazy("%(name)s wants to play a card on %(square)s: %(card)s."),
)
_AT_TWO = Done(
    gettext_lazy("You want to play a card on %(square)s and %(other)s: %(card)s."),
    gettext_lazy("%(name)s wants to play a card on %(square)s and %(other)s: %(card)s."),
)
_ON = Aimed(
    mine_on_me=gettext_lazy("You want to play a card on yourself: %(card)s."),
    mine_on_them=gettext_lazy("You want to play a card on %(target)s: %(card)s."),
    theirs_on_me=gettext_lazy("%(name)s wants to play a card on you: %(card)s."),
    theirs_on_themselves=gettext_lazy("%(name)s wants to play this on themselves: %(card)s."),
    theirs_on_them=gettext_lazy("%(name)s wants to play a card on %(target)s: %(card)s."),
)
_PLAIN = Done(
    gettext_lazy("You want to play a card: %(card)s."), gettext_lazy("%(name)s wants to play a card: %(card)s.")
)
_MENDS: Mapping[str, "StrPromise"] = {
    "pickaxe": gettext_lazy("It would repair the pickaxe."),
    "lantern": gettext_lazy("It would repair the lantern."),
    "cart": gettext_lazy("It would repair the cart."),
}


def announced_words(event: Announced, names: Names, me: int | None) -> str:
    """Return the whole command for the player of the seat `me` (None: for a spectator): one sentence about the card,
    and one each about the tool, the payer of a toll, and a goal that would be reached."""
    return " ".join([_played(event, names, me), *_more(event, names, me)])


def without_effect(event: Announced, names: Names, me: int | None) -> str:
    """Return the same, and that it has no effect yet."""
    return _("%(announced)s It has no effect yet.") % {"announced": announced_words(event, names, me)}


def _played(event: Announced, names: Names, me: int | None) -> str:
    tunnel = event.card if CARDS[event.card].is_tunnel else event.moved
    squares = [square_name(at) for at in event.at]
    about = {"card": card_name(event.card)}
    if tunnel:
        about |= {"tunnel": card_laid(tunnel), "square": squares[0]}
        about |= {"sides": tunnel_words(tunnel + TURNED * event.turned, event.at[0])}
        about |= {"was": square_name(event.was) if event.was else ""}
        return (_MOVE if event.moved else _LAY).sentence(event.seat, names, me, **about)
    if event.target is not None:
        return _ON.sentence(event.seat, event.target, names, me, **about) or ""
    if squares:
        about |= {"square": squares[0], "other": squares[-1]}
    return (_PLAIN, _AT, _AT_TWO)[len(squares)].sentence(event.seat, names, me, **about)


def _more(event: Announced, names: Names, me: int | None) -> Iterator[str]:
    if event.tool:
        yield str(_MENDS[event.tool])
    if event.payer is not None and event.payer == me:
        yield _("You would pay the toll.")
    elif event.payer is not None:
        yield _("%(payer)s would pay the toll.") % {"payer": names[event.payer]}
    if event.reaches:
        yield _("If it stays, it reaches a goal.")
