"""Deeds in whole sentences: one for each way in which I and others may be who does it and whom it is done to."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


class Aimed(NamedTuple):
    """What somebody did to a player: `name` did it to `target`; None where the rules do not allow that pair."""

    mine_on_them: "StrPromise"
    theirs_on_me: "StrPromise"
    theirs_on_them: "StrPromise"
    mine_on_me: "StrPromise | None" = None
    theirs_on_themselves: "StrPromise | None" = None

    def told(self, seat: int, target: int, names: Sequence[str], me: int | None, **about: object) -> str | None:
        """The sentence that fits who did it to whom; None when there is none for that pair."""
        if seat == me:
            message = self.mine_on_me if target == me else self.mine_on_them
        elif target == me:
            message = self.theirs_on_me
        else:
            message = self.theirs_on_themselves if target == seat else self.theirs_on_them
        return message % {"name": names[seat], "target": names[target], **about} if message is not None else None


class Done(NamedTuple):
    """What somebody did to nobody: one sentence of what I did, one of what `name` did."""

    mine: "StrPromise"
    theirs: "StrPromise"

    def told(self, seat: int, names: Sequence[str], me: int | None, **about: object) -> str:
        """The sentence that fits who did it."""
        return (self.mine if seat == me else self.theirs) % {"name": names[seat], **about}


BROKEN: Mapping[str, Aimed] = {
    "pickaxe": Aimed(
        mine_on_me=_("You broke your own pickaxe."),
        mine_on_them=_("You broke %(target)s’s pickaxe."),
        theirs_on_me=_("%(name)s broke your pickaxe."),
        theirs_on_themselves=_("%(name)s broke their own pickaxe."),
        theirs_on_them=_("%(name)s broke %(target)s’s pickaxe."),
    ),
    "lantern": Aimed(
        mine_on_me=_("You broke your own lantern."),
        mine_on_them=_("You broke %(target)s’s lantern."),
        theirs_on_me=_("%(name)s broke your lantern."),
        theirs_on_themselves=_("%(name)s broke their own lantern."),
        theirs_on_them=_("%(name)s broke %(target)s’s lantern."),
    ),
    "cart": Aimed(
        mine_on_me=_("You broke your own cart."),
        mine_on_them=_("You broke %(target)s’s cart."),
        theirs_on_me=_("%(name)s broke your cart."),
        theirs_on_themselves=_("%(name)s broke their own cart."),
        theirs_on_them=_("%(name)s broke %(target)s’s cart."),
    ),
}

MENDED: Mapping[str, Aimed] = {
    "pickaxe": Aimed(
        mine_on_me=_("You repaired your own pickaxe."),
        mine_on_them=_("You repaired %(target)s’s pickaxe."),
        theirs_on_me=_("%(name)s repaired your pickaxe."),
        theirs_on_themselves=_("%(name)s repaired their own pickaxe."),
        theirs_on_them=_("%(name)s repaired %(target)s’s pickaxe."),
    ),
    "lantern": Aimed(
        mine_on_me=_("You repaired your own lantern."),
        mine_on_them=_("You repaired %(target)s’s lantern."),
        theirs_on_me=_("%(name)s repaired your lantern."),
        theirs_on_themselves=_("%(name)s repaired their own lantern."),
        theirs_on_them=_("%(name)s repaired %(target)s’s lantern."),
    ),
    "cart": Aimed(
        mine_on_me=_("You repaired your own cart."),
        mine_on_them=_("You repaired %(target)s’s cart."),
        theirs_on_me=_("%(name)s repaired your cart."),
        theirs_on_themselves=_("%(name)s repaired their own cart."),
        theirs_on_them=_("%(name)s repaired %(target)s’s cart."),
    ),
}

AIMED: Mapping[str, Aimed] = {
    "trapped": Aimed(
        mine_on_them=_("You trapped %(target)s."),
        theirs_on_me=_("%(name)s trapped you."),
        theirs_on_them=_("%(name)s trapped %(target)s."),
    ),
    "free": Aimed(
        mine_on_me=_("You freed yourself."),
        mine_on_them=_("You freed %(target)s."),
        theirs_on_me=_("%(name)s freed you."),
        theirs_on_themselves=_("%(name)s freed themselves."),
        theirs_on_them=_("%(name)s freed %(target)s."),
    ),
    "hands-off": Aimed(
        mine_on_me=_("You removed the theft before you."),
        mine_on_them=_("You removed the theft before %(target)s."),
        theirs_on_me=_("%(name)s removed the theft before you."),
        theirs_on_themselves=_("%(name)s removed their own theft."),
        theirs_on_them=_("%(name)s removed the theft before %(target)s."),
    ),
    "inspection": Aimed(
        mine_on_them=_("You looked at the role of %(target)s."),
        theirs_on_me=_("%(name)s looked at your role."),
        theirs_on_them=_("%(name)s looked at the role of %(target)s."),
    ),
    "swap-hats": Aimed(
        mine_on_me=_("You took a new role."),
        mine_on_them=_("You gave %(target)s a new role."),
        theirs_on_me=_("%(name)s gave you a new role."),
        theirs_on_themselves=_("%(name)s took a new role."),
        theirs_on_them=_("%(name)s gave %(target)s a new role."),
    ),
    "swap-hands": Aimed(
        mine_on_them=_("You swapped hands with %(target)s."),
        theirs_on_me=_("%(name)s swapped hands with you."),
        theirs_on_them=_("%(name)s swapped hands with %(target)s."),
    ),
}
"""Cards that are aimed at a player, by effect, but for tools."""

DONE: Mapping[str, Done] = {
    "rockfall": Done(
        mine=_("You removed the card at %(square)s with a rockfall."),
        theirs=_("%(name)s removed the card at %(square)s with a rockfall."),
    ),
    "map": Done(
        mine=_("You looked at %(square)s with a map."),
        theirs=_("%(name)s looked at %(square)s with a map."),
    ),
    "theft": Done(
        mine=_("You put a theft before yourself."),
        theirs=_("%(name)s put a theft before themselves."),
    ),
    "swap-goals": Done(
        mine=_("You took the goals at %(square)s and %(other)s."),
        theirs=_("%(name)s took the goals at %(square)s and %(other)s."),
    ),
    "treasury": Done(
        mine=_("You opened the treasury."),
        theirs=_("%(name)s opened the treasury."),
    ),
    "veto": Done(
        mine=_("You played a veto."),
        theirs=_("%(name)s played a veto."),
    ),
    "reverse": Done(
        mine=_("You reversed the order of play."),
        theirs=_("%(name)s reversed the order of play."),
    ),
    "guide": Done(
        mine=_("You called the mine guide and may lay two tunnel cards."),
        theirs=_("%(name)s called the mine guide and may lay two tunnel cards."),
    ),
    "detour": Done(
        mine=_("You moved the last tunnel card to %(square)s."),
        theirs=_("%(name)s moved the last tunnel card to %(square)s."),
    ),
}
"""Cards that are aimed at no player, by effect."""

ANY_CARD = Done(mine=_("You played a card: %(card)s."), theirs=_("%(name)s played a card: %(card)s."))
"""For a card whose sentence is not written yet."""
