"""Cards, goals, chests and roles by the names that people see, and tunnels in words."""

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.rules.cards import CARDS, GOAL_TUNNELS, START, tunnel
from games.rules.tunnels import SIDES, TURNED, Tunnel
from games.wording.lists import names_words

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

Messages = Mapping[str, "StrPromise"]

_TUNNELS: Messages = {
    "crossing": _("Crossing"),
    "three": _("Three-way tunnel"),
    "straight": _("Straight tunnel"),
    "bend": _("Bend"),
    "bridge": _("Bridge"),
    "double-bend": _("Double bend"),
    "end": _("Dead end"),
    "ends-straight": _("Two opposite dead ends"),
    "ends-bend": _("Two adjoining dead ends"),
    "ends-three": _("Three dead ends"),
    "ends-four": _("Four dead ends"),
    "three+end": _("Three-way tunnel with a dead end"),
    "straight+end": _("Straight tunnel with a dead end"),
    "bend+end": _("Bend with a dead end"),
    "end-ladder": _("Ladder"),
    "bend-ladder": _("Bend with a ladder"),
    "straight-blue": _("Straight tunnel with a blue door"),
    "bend-blue": _("Bend with a blue door"),
    "straight-green": _("Straight tunnel with a green door"),
    "bend-green": _("Bend with a green door"),
    "straight+end-green": _("Straight tunnel with a green door and a dead end"),
    "crossing-crystal": _("Crossing with a crystal"),
    "three-crystal": _("Three-way tunnel with a crystal"),
    "three+end-crystal": _("Three-way tunnel with a dead end and a crystal"),
    "straight+end-crystal": _("Straight tunnel with a dead end and a crystal"),
    "end-crystal": _("Dead end with a crystal"),
    "": _("Tunnel"),
}
"""Kinds of tunnel cards, as `_kind` tells them apart; "" is for a shape that a corrected catalogue may bring."""

_TUNNELS_LAID: Messages = {
    # Translators: the messages of the context "laid" stand as the object of "to lay" in "Bo laid … at M6."
    "crossing": pgettext_lazy("laid", "the crossing"),
    "three": pgettext_lazy("laid", "the three-way tunnel"),
    "straight": pgettext_lazy("laid", "the straight tunnel"),
    "bend": pgettext_lazy("laid", "the bend"),
    "bridge": pgettext_lazy("laid", "the bridge"),
    "double-bend": pgettext_lazy("laid", "the double bend"),
    "end": pgettext_lazy("laid", "the dead end"),
    "ends-straight": pgettext_lazy("laid", "two opposite dead ends"),
    "ends-bend": pgettext_lazy("laid", "two adjoining dead ends"),
    "ends-three": pgettext_lazy("laid", "three dead ends"),
    "ends-four": pgettext_lazy("laid", "four dead ends"),
    "three+end": pgettext_lazy("laid", "the three-way tunnel with a dead end"),
    "straight+end": pgettext_lazy("laid", "the straight tunnel with a dead end"),
    "bend+end": pgettext_lazy("laid", "the bend with a dead end"),
    "end-ladder": pgettext_lazy("laid", "the ladder"),
    "bend-ladder": pgettext_lazy("laid", "the bend with a ladder"),
    "straight-blue": pgettext_lazy("laid", "the straight tunnel with a blue door"),
    "bend-blue": pgettext_lazy("laid", "the bend with a blue door"),
    "straight-green": pgettext_lazy("laid", "the straight tunnel with a green door"),
    "bend-green": pgettext_lazy("laid", "the bend with a green door"),
    "straight+end-green": pgettext_lazy("laid", "the straight tunnel with a green door and a dead end"),
    "crossing-crystal": pgettext_lazy("laid", "the crossing with a crystal"),
    "three-crystal": pgettext_lazy("laid", "the three-way tunnel with a crystal"),
    "three+end-crystal": pgettext_lazy("laid", "the three-way tunnel with a dead end and a crystal"),
    "straight+end-crystal": pgettext_lazy("laid", "the straight tunnel with a dead end and a crystal"),
    "end-crystal": pgettext_lazy("laid", "the dead end with a crystal"),
    "": pgettext_lazy("laid", "the tunnel"),
}

_ACTIONS: Messages = {
    "break:pickaxe": _("Broken pickaxe"),
    "break:lantern": _("Broken lantern"),
    "break:cart": _("Broken cart"),
    "repair:pickaxe": _("Repair the pickaxe"),
    "repair:lantern": _("Repair the lantern"),
    "repair:cart": _("Repair the cart"),
    "repair:pickaxe+lantern": _("Repair pickaxe or lantern"),
    "repair:pickaxe+cart": _("Repair pickaxe or cart"),
    "repair:lantern+cart": _("Repair lantern or cart"),
    "repair:pickaxe+lantern+cart": _("Repair any tool"),
    "rockfall": _("Rockfall"),
    "map": _("Map"),
    "theft": _("Theft"),
    "hands-off": _("Hands off"),
    "swap-hands": _("Swap hands"),
    "inspection": _("Inspection"),
    "swap-hats": _("Swap hats"),
    "trapped": _("Trapped"),
    "free": _("Set free"),
    "swap-goals": _("Swap goals"),
    "treasury": _("Treasury"),
    "veto": _("Veto"),
    "reverse": _("Reverse"),
    "guide": _("Mine guide"),
    "detour": _("Detour"),
}

_BEFORE: Messages = {
    # Translators: the messages of the context "before" name a card that lies before a player: "Bo, 6 cards, trapped".
    "break:pickaxe": pgettext_lazy("before", "broken pickaxe"),
    "break:lantern": pgettext_lazy("before", "broken lantern"),
    "break:cart": pgettext_lazy("before", "broken cart"),
    "trapped": pgettext_lazy("before", "trapped"),
    "theft": pgettext_lazy("before", "theft"),
}

_GOALS: Messages = {
    "gold": _("Gold"),
    "stone-a": _("Stone"),
    "stone-b": _("Stone"),
    "stone-c": _("Stone"),
    "sack-1": _("Sack with one nugget"),
    "sack-2": _("Sack with two nuggets"),
    "dragon": _("Dragon"),
    "spider": _("Spider"),
}

_CHESTS: Messages = {
    "nugget": _("A nugget"),
    "no-maps": _("No more maps"),
    "no-draw": _("No draw"),
    "extra-draw": _("An extra draw"),
    "far-goal": _("A goal moves away"),
    "grab": _("Grab a card"),
    "choose-3": _("Choose one of three"),
    "spy": _("Spy on a role"),
    "recycle": _("Recycle a card"),
    "landslide": _("Landslide"),
}

_PLACES: Messages = {
    "costume-department": _("Costume department"),
    "tunnel-party": _("Tunnel party"),
}

_ROLES: Messages = {
    "digger": _("Digger"),
    "saboteur": _("Saboteur"),
    "blue": _("Blue digger"),
    "green": _("Green digger"),
    "boss": _("Boss"),
    "profiteer": _("Profiteer"),
    "geologist": _("Geologist"),
    "greedy": _("Greedy dwarf"),
}

_ROLE_GOALS: Messages = {
    "digger": _("You win when a tunnel joins the start to the gold."),
    "saboteur": _("You win when nobody reaches the gold."),
    "blue": _("You win when a tunnel without a green door joins the start to the gold."),
    "green": _("You win when a tunnel without a blue door joins the start to the gold."),
    "boss": _("You win with every digger who reaches the gold, and get one nugget less."),
    "profiteer": _("You win with whoever wins, and get two nuggets less."),
    "geologist": _("You get a nugget for each crystal that lies in the mine at the end."),
    "greedy": _("You win only when you yourself join the gold to the start."),
}

_JOINED: Messages = {
    "N": _("north"),
    "E": _("east"),
    "S": _("south"),
    "W": _("west"),
    "NE": _("north–east"),
    "NS": _("north–south"),
    "NW": _("north–west"),
    "ES": _("east–south"),
    "EW": _("east–west"),
    "SW": _("south–west"),
    "NES": _("north–east–south"),
    "NEW": _("north–east–west"),
    "NSW": _("north–south–west"),
    "ESW": _("east–south–west"),
    "NESW": _("north–east–south–west"),
}
"""Sides that a tunnel joins."""

_ENDS: Messages = {
    "N": _("dead end north"),
    "E": _("dead end east"),
    "S": _("dead end south"),
    "W": _("dead end west"),
    "NE": _("dead ends north and east"),
    "NS": _("dead ends north and south"),
    "NW": _("dead ends north and west"),
    "ES": _("dead ends east and south"),
    "EW": _("dead ends east and west"),
    "SW": _("dead ends south and west"),
    "NES": _("dead ends north, east and south"),
    "NEW": _("dead ends north, east and west"),
    "NSW": _("dead ends north, south and west"),
    "ESW": _("dead ends east, south and west"),
    "NESW": _("dead ends on all four sides"),
}

_WAYS: Mapping[str, "StrPromise | str"] = {
    # Translators: "joined" is like "north–south", "other" another such, "ends" like "dead end east".
    "joined": "%(joined)s",
    "joined+joined": _("%(joined)s, %(other)s, not joined"),
    "joined+ends": _("%(joined)s, %(ends)s"),
    "ends": "%(ends)s",
    "joined-ladder": _("ladder, %(joined)s"),
    "joined+ends-ladder": _("ladder, %(joined)s, %(ends)s"),
    "joined-blue": _("blue door, %(joined)s"),
    "joined+ends-blue": _("blue door, %(joined)s, %(ends)s"),
    "joined-green": _("green door, %(joined)s"),
    "joined+ends-green": _("green door, %(joined)s, %(ends)s"),
    "joined-crystal": _("crystal, %(joined)s"),
    "joined+joined-crystal": _("crystal, %(joined)s, %(other)s, not joined"),
    "joined+ends-crystal": _("crystal, %(joined)s, %(ends)s"),
    "ends-crystal": _("crystal, %(ends)s"),
}


def card_name(card: str) -> str:
    """The name of a tunnel or action card, a goal, a chest or the start; a square's turned card may bear its `~`.

    KeyError when there is no such card.
    """
    name = card.removesuffix(TURNED)
    if name == START:
        return str(_("Start"))
    for names in (_ACTIONS, _GOALS, _CHESTS):
        if name in names:
            return str(names[name])
    return str(_TUNNELS[_kind(name)])


def card_laid(card: str) -> str:
    """A tunnel card as the object of a sentence about laying: `the three-way tunnel`."""
    return str(_TUNNELS_LAID[_kind(card)])


def before_words(card: str) -> str:
    """What is said of a player before whom a card lies: `broken lantern`, `trapped`."""
    return str(_BEFORE[card]) if card in _BEFORE else card_name(card)


def goal_name(goal: str) -> str:
    """The name of a goal (R4, R72)."""
    return str(_GOALS[goal])


def chest_name(chest: str) -> str:
    """The name of a treasure chest (R73)."""
    return str(_CHESTS[chest])


def place_name(fixed: str) -> str:
    """The name of a fixed card (R71)."""
    return str(_PLACES[fixed])


def role_name(role: str) -> str:
    """The name of a role (R10, R30, R60)."""
    return str(_ROLES[role])


def role_goal(role: str) -> str:
    """What a role wants, in one sentence to its player."""
    return str(_ROLE_GOALS[role])


def found_words(found: str) -> str:
    """What a look showed: a goal, a role, or a tunnel card with its chest (`NESW+nugget`)."""
    card, plus, chest = found.partition("+")
    if plus:
        return _("Chest (%(chest)s) under a tunnel card (%(tunnel)s)") % {
            "chest": chest_name(chest),
            "tunnel": tunnel_words(card),
        }
    return role_name(found) if found in _ROLES else card_name(found)


def tunnel_words(laid: str) -> str:
    """The sides that a face-up card joins as it lies: `north–south, dead end east` (R2, R3).

    `laid` is a card's name, a goal's or `start`, with `~` when turned.
    """
    card = tunnel(laid)
    joined = [group for group in card.groups if _is_way(card, group)]
    ends = sum(group for group in card.groups if not _is_way(card, group))
    shape = "+".join(["joined"] * len(joined) + ["ends"] * bool(ends))
    return _WAYS.get(f"{shape}-{card.extra}", _WAYS[shape]) % {
        "joined": _JOINED[_letters(joined[0])] if joined else "",
        "other": _JOINED[_letters(joined[1])] if len(joined) > 1 else "",
        "ends": _ENDS[_letters(ends)] if ends else "",
    }


def sides_words(sides: int) -> str:
    """Open sides one by one: `east and south`; "" for none."""
    return names_words([str(_JOINED[letter]) for bit, letter in SIDES if sides & bit])


def _is_way(card: Tunnel, group: int) -> bool:
    """Whether a group leads somewhere: it joins two sides, or a side to the ladder (R3)."""
    return group.bit_count() > 1 or (card.ladder and group == card.groups[0])


def _letters(sides: int) -> str:
    return "".join(letter for bit, letter in SIDES if sides & bit)


_SHAPES = {1: "end", 3: "three", 4: "crossing"}


@cache
def _kind(card: str) -> str:
    """Which kind of tunnel card a code is, by the key of `_TUNNELS`; KeyError when it is none."""
    name = card.removesuffix(TURNED)
    name = GOAL_TUNNELS.get(name, name)
    if name not in CARDS:
        raise KeyError(card)
    way = tunnel(name)
    extra = f"-{way.extra}" if way.extra else ""
    sizes = [group.bit_count() for group in way.groups]
    if sizes == [2, 2]:
        return "bridge" if _is_straight(way.groups[0]) else "double-bend"
    if max(sizes) == 1 and len(sizes) > 1:
        names = {2: "straight" if _is_straight(way.open) else "bend", 3: "three", 4: "four"}
        return f"ends-{names[len(sizes)]}"
    shape = _SHAPES.get(sizes[0]) or ("straight" if _is_straight(way.groups[0]) else "bend")
    kind = shape + "+end" * (len(sizes) - 1) + extra
    return kind if kind in _TUNNELS else ""


def _is_straight(sides: int) -> bool:
    return sides in (0b0101, 0b1010)
