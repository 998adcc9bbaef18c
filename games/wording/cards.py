"""Cards, goals, chests and roles by the names that people see, and tunnels in words."""

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.rules.cards import CARDS, GOAL_TUNNELS, START, tunnel
from games.rules.tunnels import SIDES, TURNED, Tunnel
from games.sheets import ACTIONS, CHESTS, GOALS, PLACES, ROLES, SHAPES
from games.wording.lists import names_words

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

Messages = Mapping[str, "StrPromise"]

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
        return gettext("Start")
    for sheets in (ACTIONS, GOALS, CHESTS):
        if name in sheets:
            return str(sheets[name].title)
    return str(SHAPES[shape_of(name)].title)


def card_laid(card: str) -> str:
    """A tunnel card as the object of a sentence about laying: `the three-way tunnel`."""
    return str(SHAPES[shape_of(card)].laid)


def before_words(card: str) -> str:
    """What is said of a player before whom a card lies: `broken lantern`, `trapped`."""
    sheet = ACTIONS.get(card)
    return str(sheet.before) if sheet is not None and sheet.before is not None else card_name(card)


def goal_name(goal: str) -> str:
    """The name of a goal (R4, R72)."""
    return str(GOALS[goal].title)


def chest_name(chest: str) -> str:
    """The name of a treasure chest (R73)."""
    return str(CHESTS[chest].title)


def place_name(fixed: str) -> str:
    """The name of a fixed card (R71)."""
    return str(PLACES[fixed].title)


def role_name(role: str) -> str:
    """The name of a role (R10, R30, R60)."""
    return str(ROLES[role].title)


def role_goal(role: str) -> str:
    """What a role wants, in one sentence to its player."""
    return str(ROLES[role].goal)


def found_words(found: str) -> str:
    """What a look showed: a goal, a role, or a tunnel card with its chest (`NESW+nugget`)."""
    card, plus, chest = found.partition("+")
    if plus:
        return gettext("Chest (%(chest)s) under a tunnel card (%(tunnel)s)") % {
            "chest": chest_name(chest),
            "tunnel": tunnel_words(card),
        }
    return role_name(found) if found in ROLES else card_name(found)


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
def shape_of(card: str) -> str:
    """Which kind of tunnel card a code is, by the name of its sheet; KeyError when it is none."""
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
    return shape + "+end" * (len(sizes) - 1) + extra


def _is_straight(sides: int) -> bool:
    return sides in (0b0101, 0b1010)
