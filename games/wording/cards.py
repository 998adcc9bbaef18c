"""The names of cards, goals, chests and roles, and descriptions of tunnels."""

from collections.abc import Callable, Mapping
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple, assert_never

from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.rules.board import square, written
from games.rules.cards import CARDS, GOAL_TUNNELS, START, tunnel
from games.rules.sights import ChestSight, GoalSight, RoleSight, Sight
from games.rules.tunnels import SIDES, STEPS, TURNED, Tunnel
from games.sheets import ACTIONS, CHESTS, GOALS, PLACES, ROLES, SHAPES
from games.wording.lists import names_words
from games.wording.squares import square_name

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

Messages = Mapping[str, "StrPromise"]

_JOINED: Messages = {
    # Translators: the sides of a card as it is seen, one over the other: "up", "up–right", "dead end left".
    "N": pgettext_lazy("side", "up"),
    "E": pgettext_lazy("side", "right"),
    "S": pgettext_lazy("side", "down"),
    "W": pgettext_lazy("side", "left"),
    "NE": _("up–right"),
    "NS": _("up–down"),
    "NW": _("up–left"),
    "ES": _("right–down"),
    "EW": _("left–right"),
    "SW": _("down–left"),
    "NES": _("up–right–down"),
    "NEW": _("left–up–right"),
    "NSW": _("up–down–left"),
    "ESW": _("right–down–left"),
    "NESW": _("up–right–down–left"),
}
"""The sides that a tunnel joins, on a screen where the mine runs across."""

_ENDS: Messages = {
    "N": _("dead end up"),
    "E": _("dead end right"),
    "S": _("dead end down"),
    "W": _("dead end left"),
    "NE": _("dead ends up and right"),
    "NS": _("dead ends up and down"),
    "NW": _("dead ends up and left"),
    "ES": _("dead ends right and down"),
    "EW": _("dead ends left and right"),
    "SW": _("dead ends down and left"),
    "NES": _("dead ends up, right and down"),
    "NEW": _("dead ends left, up and right"),
    "NSW": _("dead ends up, down and left"),
    "ESW": _("dead ends right, down and left"),
    "NESW": _("dead ends on all four sides"),
}

_WAYS: Mapping[str, "StrPromise | str"] = {
    # Translators: "joined" and "other" are like "up–down" or "leads to M3 and M5", "ends" is like "dead end up".
    "joined": "%(joined)s",
    "joined+joined": _("%(joined)s; apart from it %(other)s"),
    "joined+ends": _("%(joined)s, %(ends)s"),
    "ends": "%(ends)s",
    "joined-ladder": _("ladder, %(joined)s"),
    "joined+ends-ladder": _("ladder, %(joined)s, %(ends)s"),
    "joined-blue": _("blue door, %(joined)s"),
    "joined+ends-blue": _("blue door, %(joined)s, %(ends)s"),
    "joined-green": _("green door, %(joined)s"),
    "joined+ends-green": _("green door, %(joined)s, %(ends)s"),
    "joined-crystal": _("crystal, %(joined)s"),
    "joined+joined-crystal": _("crystal, %(joined)s; apart from it %(other)s"),
    "joined+ends-crystal": _("crystal, %(joined)s, %(ends)s"),
    "ends-crystal": _("crystal, %(ends)s"),
}


def card_name(card: str) -> str:
    """Return the name of a tunnel or action card, a goal, a chest or the start; `~` of a turned card is allowed.

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
    """Return a tunnel card as the object of a sentence about laying: `the three-way tunnel`."""
    return str(SHAPES[shape_of(card)].laid)


def before_words(card: str) -> str:
    """Return what a card before a player means: `broken lantern`, `trapped`."""
    sheet = ACTIONS.get(card)
    return str(sheet.before) if sheet is not None and sheet.before is not None else card_name(card)


def goal_name(goal: str) -> str:
    """Return the name of a goal (R4, R72)."""
    return str(GOALS[goal].title)


def chest_name(chest: str) -> str:
    """Return the name of a treasure chest (R73)."""
    return str(CHESTS[chest].title)


def place_name(fixed: str) -> str:
    """Return the name of a fixed card (R71)."""
    return str(PLACES[fixed].title)


def role_name(role: str) -> str:
    """Return the name of a role (R10, R30, R60)."""
    return str(ROLES[role].title)


def found_words(sight: Sight) -> str:
    """Return what was seen: a goal, a role, or a tunnel card with its chest."""
    match sight:
        case GoalSight(goal=goal):
            return card_name(goal)
        case ChestSight(at=at, card=card, chest=chest):
            return gettext("Chest (%(chest)s) under a tunnel card (%(tunnel)s)") % {
                "chest": chest_name(chest),
                "tunnel": tunnel_words(card, at),
            }
        case RoleSight(role=role):
            return role_name(role)
        case _:
            assert_never(sight)


def tunnel_words(laid: str, at: str) -> str:
    """Return where a face-up card leads, by the names of the adjacent squares: `leads to M3 and M5, dead end towards
    N4` (R2, R3). So it is true however the mine is turned on a screen.

    `laid` is the name of a card or a goal, or `start`, with `~` when turned.
    """
    return _sides_in_words(
        tunnel(laid),
        lambda sides: gettext("leads to %(squares)s") % {"squares": beside_words(at, sides)},
        lambda sides: (
            ngettext("dead end towards %(squares)s", "dead ends towards %(squares)s", sides.bit_count())
            % {"squares": beside_words(at, sides)}
        ),
    )


class OnScreen(NamedTuple):
    """The sides of a card as its picture shows them: if the mine runs `across` the screen, and if it runs `down` and
    every card is turned by 90°."""

    across: str
    down: str


def screen_words(laid: str) -> OnScreen:
    """Return the sides of a card off the mine: `up–right, dead end down`, also if the mine runs down (R2, R3)."""
    card = tunnel(laid)
    return OnScreen(_seen(card, lambda sides: sides), _seen(card, _quarter_on))


def _seen(card: Tunnel, turned: Callable[[int], int]) -> str:
    return _sides_in_words(
        card, lambda sides: str(_JOINED[_letters(turned(sides))]), lambda sides: str(_ENDS[_letters(turned(sides))])
    )


def _sides_in_words(card: Tunnel, joined: Callable[[int], str], ends: Callable[[int], str]) -> str:
    ways = [group for group in card.groups if _is_way(card, group)]
    stubs = sum(group for group in card.groups if not _is_way(card, group))
    shape = "+".join(["joined"] * len(ways) + ["ends"] * bool(stubs))
    return _WAYS.get(f"{shape}-{card.extra}", _WAYS[shape]) % {
        "joined": joined(ways[0]) if ways else "",
        "other": joined(ways[1]) if len(ways) > 1 else "",
        "ends": ends(stubs) if stubs else "",
    }


def beside_words(at: str, sides: int) -> str:
    """Return the squares adjacent to some sides of a square: `K7 and L6`."""
    x, y = square(at)
    near = sorted((y + dy, x + dx) for side, dx, dy, _touching in STEPS if sides & side)
    return names_words([square_name(written((x, y))) for y, x in near])


def _quarter_on(sides: int) -> int:
    """Return the sides of a card after a turn by 90° clockwise."""
    return sum(there for (here, _letter), (there, _next) in pairwise((*SIDES, SIDES[0])) if sides & here)


def _is_way(card: Tunnel, group: int) -> bool:
    """Return whether a group leads somewhere: it joins two sides, or a side to the ladder (R3)."""
    return group.bit_count() > 1 or (card.ladder and group == card.groups[0])


def _letters(sides: int) -> str:
    return "".join(letter for bit, letter in SIDES if sides & bit)


_SHAPES = {1: "end", 3: "three", 4: "crossing"}


@cache
def shape_of(card: str) -> str:
    """Return the kind of a tunnel card, by the name of its sheet; KeyError when it is none."""
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
