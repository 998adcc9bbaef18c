"""The sentences of the coach: what others did and what it may mean, what an own act did, what is possible now.

A message for each side: ``DIGS`` for players who want the gold reached, ``HARMS`` for saboteurs. Places: `name` (who
acted), `other` (the player it was played on).
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

DIGS, HARMS = "digs", "harms"

_OTHERS: Mapping[tuple[str, str], "StrPromise"] = {
    ("broke my pickaxe", DIGS): _("%(name)s broke your pickaxe. That may be a saboteur."),
    ("broke my lantern", DIGS): _("%(name)s broke your lantern. That may be a saboteur."),
    ("broke my cart", DIGS): _("%(name)s broke your cart. That may be a saboteur."),
    ("broke my pickaxe", HARMS): _("%(name)s broke your pickaxe. They may suspect you."),
    ("broke my lantern", HARMS): _("%(name)s broke your lantern. They may suspect you."),
    ("broke my cart", HARMS): _("%(name)s broke your cart. They may suspect you."),
    ("broke", DIGS): _("%(name)s broke a tool of %(other)s. That may be a saboteur."),
    ("broke", HARMS): _("%(name)s broke a tool of %(other)s. That may be another saboteur."),
    ("broke a suspect", DIGS): _("%(name)s broke a tool of %(other)s, who has done harm. That may be a digger."),
    ("broke a suspect", HARMS): _("%(name)s broke a tool of %(other)s, who has done harm. That may be a digger."),
    ("dead-end", DIGS): _("%(name)s laid a dead end. That may be a saboteur."),
    ("dead-end", HARMS): _("%(name)s laid a dead end. That may be another saboteur."),
    ("felled", DIGS): _("%(name)s removed a tunnel that you needed. That may be a saboteur."),
    ("felled", HARMS): _("%(name)s removed a tunnel that the diggers needed. That may be another saboteur."),
    ("away", DIGS): _("%(name)s made the way to the goals longer. That may be a saboteur."),
    ("away", HARMS): _("%(name)s made the way to the goals longer. That may be another saboteur."),
    ("dug", DIGS): _("%(name)s dug towards the goals. That looks like a digger."),
    ("dug", HARMS): _("%(name)s dug towards the goals. That looks like a digger you may want to stop."),
    ("mended me", DIGS): _("%(name)s repaired your tool. That looks like a digger."),
    ("mended me", HARMS): _("%(name)s repaired your tool. They trust you so far."),
    ("mended", DIGS): _("%(name)s repaired a tool of %(other)s. That looks like a digger."),
    ("mended", HARMS): _("%(name)s repaired a tool of %(other)s. That looks like a digger."),
    ("cleared", DIGS): _("%(name)s cleared the way. That looks like a digger."),
    ("cleared", HARMS): _("%(name)s cleared the way. That looks like a digger."),
    ("looked", DIGS): _("%(name)s looked at a goal. What they say about it may be a lie."),
    ("looked", HARMS): _("%(name)s looked at a goal, and may know where the gold is."),
    ("stone", DIGS): _("That goal is a stone. The gold is one of the others."),
    ("stone", HARMS): _("That goal is a stone. There’s one goal less to guard."),
}
_OWN: Mapping[tuple[str, str], "StrPromise"] = {
    ("ahead", DIGS): _("Well dug: the tunnel is closer to the goals now."),
    ("ahead", HARMS): _("That looks helpful, and you stay hidden. But the tunnel is closer to the goals now."),
    ("level", DIGS): _("Your tunnel gets no closer to the goals. The others may wonder why."),
    ("level", HARMS): _("Your tunnel gets no closer to the goals: a turn gone by, and hardly suspicious."),
    ("away", DIGS): _("Your tunnel makes the way longer. The others may take you for a saboteur."),
    ("away", HARMS): _("Your tunnel makes the way longer. The others may suspect you now."),
    ("dead-end", DIGS): _("That was a dead end. The others may take you for a saboteur."),
    ("dead-end", HARMS): _("Nothing goes on behind your dead end. But everyone saw that it was yours."),
    ("gold", DIGS): _("You’ve found the gold. Only you know, until you tell the others."),
    ("gold", HARMS): _("You’ve found the gold. You may tell the others that it’s a stone."),
    ("no gold", DIGS): _("A stone. Only you know, until you tell the others."),
    ("no gold", HARMS): _("A stone. You may tell the others that it’s the gold."),
    ("broke", DIGS): _("%(other)s can’t lay tunnels until that is repaired."),
    ("broke", HARMS): _("%(other)s can’t lay tunnels until that is repaired. The others may suspect you now."),
    ("mended me", DIGS): _("Your tool is repaired. You can dig again from your next turn."),
    ("mended me", HARMS): _("Your tool is repaired. You can lay tunnels again from your next turn."),
    ("mended", DIGS): _("You repaired a tool of %(other)s, who has a reason to trust you now."),
    ("mended", HARMS): _("You repaired a tool of %(other)s. That looks like a digger."),
    ("cleared", DIGS): _("You cleared the way."),
    ("cleared", HARMS): _("You cleared the way. That looks like a digger."),
    ("felled", DIGS): _("That tunnel led on. The others may take you for a saboteur."),
    ("felled", HARMS): _("The diggers need another way now. But they saw that it was you."),
    ("passed", DIGS): _("Nobody saw what you discarded. You drew a card in its place."),
    ("passed", HARMS): _("Nobody saw what you discarded. It might have been a good tunnel."),
}
_POSSIBLE: Mapping[tuple[str, str], "StrPromise"] = {
    ("repair", DIGS): _("With a broken tool you can’t lay tunnels. You hold a card that repairs it: tap it."),
    ("repair", HARMS): _("With a broken tool you can’t lay tunnels. You hold a card that repairs it: tap it."),
    ("stuck", DIGS): _("With a broken tool you can’t lay tunnels. Play another card, or discard one to draw."),
    ("stuck", HARMS): _("With a broken tool you can’t lay tunnels, but your other cards still work."),
    ("lay", DIGS): _("Tap a tunnel card. The squares where it fits light up: choose one closer to the goals."),
    ("lay", HARMS): _("Tap a tunnel card to see where it fits. For now, look helpful: nobody knows who you are."),
    ("map", DIGS): _("A map shows you one of the three goals: tap it, then a goal."),
    ("map", HARMS): _("A map shows you one of the three goals. Then you know which one to guard."),
    ("break", DIGS): _("%(other)s has done the most harm so far. You hold a card that breaks a tool of theirs."),
    ("break", HARMS): _("%(other)s digs well. You hold a card that breaks a tool of theirs."),
    ("mend", DIGS): _("A tool of %(other)s is broken, and you hold a card that repairs it."),
    ("clear", DIGS): _("A dead end is in the way. Your rockfall can remove it."),
    ("block", HARMS): _("The gold is near for the diggers. A dead end in front of the goals stops them."),
    ("fell", HARMS): _("A rockfall takes a tunnel out of the mine: choose one that the diggers need."),
    ("pass", DIGS): _("If no card helps, discard one. Nobody sees which, and you draw another."),
    ("pass", HARMS): _("You can discard a card that would help the diggers. Nobody sees which."),
}


def of_others(kind: str, side: str, name: str, other: str = "") -> str:
    """Return what another player did, and what it may mean."""
    return str(_OTHERS[kind, side]) % {"name": name, "other": other}


def of_own(kind: str, side: str, other: str = "") -> str:
    """Return what an act of the player did."""
    return str(_OWN[kind, side]) % {"other": other}


def possible(kind: str, side: str, other: str = "") -> str:
    """Return what the player can do now."""
    return str(_POSSIBLE[kind, side]) % {"other": other}


def topics() -> frozenset[tuple[str, str, str]]:
    """Return every sentence by its group (`others`, `own`, `possible`), kind and side."""
    groups = {"others": _OTHERS, "own": _OWN, "possible": _POSSIBLE}
    return frozenset((group, kind, side) for group, words in groups.items() for kind, side in words)
