"""Cards that are not tunnels: actions, goals, chests, fixed cards, gold cards and backs (R4, R71 to R73)."""

from games.art import icons
from games.art.strokes import disc, frame, line, placed, plain, ring, shape, slab
from games.art.tunnels import bores
from games.rules.cards import GOAL_TUNNELS

HARM, HELP, NEUTRAL = "no", "ok", ""
"""The effect of a card on its target, shown by the shape of the badge and the colour of the frame."""


def badge(kind: str) -> str:
    """The mark in the lower corner: a cross on what harms, a tick on what helps."""
    sign = "M-4.5-4.5 4.5 4.5M4.5-4.5-4.5 4.5" if kind == HARM else "M-5.5.5-1.5 4.5 6-4.5"
    return placed(disc(0, 0, 11.5, kind, ' stroke="var(--pa)" stroke-width="2.5"') + line(sign, "pa", 3.6), 61, 81)


def action(icon: str, kind: str = NEUTRAL) -> str:
    """An action card: parchment, an icon, a frame, a badge."""
    body = slab("pa") + frame(kind or "wd") + placed(icon, 40, 47, 1.16)
    return body + badge(kind) if kind else body


def either(first: str, second: str) -> str:
    """Two icons with a stroke between: one or the other."""
    return placed(first, -11, -13, 0.72) + placed(second, 11, 13, 0.72) + line("M-17 19 17-19", "wd", 2)


def broken(tool: str) -> str:
    """A tool with a crack through it."""
    return icons.TOOLS[tool] + icons.CRACK


def _ground() -> str:
    """The slab of a goal turned up: of the goals' own colour, so that it is known as one for the rest of the round."""
    return slab("g1") + plain(
        "M0 0 30 0 16 24 0 30ZM80 62 58 78 66 100 80 100ZM62 0 80 0 80 20 70 16ZM0 72 14 80 20 100 0 100Z", "g2"
    )


def goal(name: str, treasure: str) -> str:
    """A goal turned up: its bores and what lay there."""
    return _ground() + bores(GOAL_TUNNELS[name]) + placed(treasure, 40, 50)


def goal_back() -> str:
    """A goal face down."""
    rays = "".join(
        f'<path d="M40 50 {a} {b}Z" fill="var(--g2)"/>'
        for a, b in (
            ("99 62", "90 84"), ("74 100", "52 109"), ("28 109", "6 100"), ("-10 84", "-19 62"),
            ("-19 38", "-10 16"), ("6 0", "28-9"), ("52-9", "74 0"), ("90 16", "99 38"),
        )
    )  # fmt: skip
    cross = line("M31 41 49 59M49 41 31 59", "go", 7)
    return (
        slab("g1")
        + rays
        + frame("go", 2, "5 4", 5)
        + disc(40, 50, 22, "g1", ' stroke="var(--go)" stroke-width="3"')
        + cross
    )


def chest_back() -> str:
    """A face-down tunnel over a chest (R73): both unknown."""
    return (
        slab("r3")
        + frame("go", 2, "5 4", 5)
        + disc(40, 50, 26, "r2", ' stroke="var(--wd2)" stroke-width="2.5"')
        + placed(icons.CHEST, 40, 49, 0.82)
    )


def chest(icon: str) -> str:
    """What lay in a chest: an icon over the open box."""
    box = shape("M-27 14H27L24 40H-24Z", "wd") + line("M-15 15-14 39M15 15 14 39") + line("M-25 25H25", "wd2")
    return slab("pa2") + frame("wd") + placed(box, 40, 50) + placed(icon, 40, 40, 0.98)


def fixed(icon: str) -> str:
    """A card that lies in the mine from the start (R71): a crossing around a parchment disc with its emblem."""
    emblem = disc(40, 50, 25, "pa", ' stroke="var(--rim)" stroke-width="3"') + placed(icon, 40, 50, 0.8)
    return slab("r1") + bores("NESW") + emblem


def gold_card(nuggets: int) -> str:
    """A gold card of one to three nuggets."""
    spots = {1: ((0, 0),), 2: ((0, -17), (0, 17)), 3: ((0, -25), (-12, 13), (13, 15))}[nuggets]
    heap = "".join(placed(icons.NUGGET, 40 + x, 50 + y, 1.5, turn=60 * i) for i, (x, y) in enumerate(spots))
    return slab("g1") + frame("go") + ring(40, 50, 31, "g2", 4) + heap


def card_back() -> str:
    """The back of a card in the pile or in a hand."""
    crossed = icons.PICKAXE + f'<g transform="scale(-1 1)">{icons.PICKAXE}</g>'
    return slab("r3") + frame("f3", 2.5, inset=5) + placed(crossed, 40, 50, 1.05)


def picture(icon: str, size: float = 1.12, ground: str = "r3", halo: str = "pa") -> str:
    """A round picture on a dark ground: modules and emblems of tables."""
    return slab(ground) + disc(40, 50, 35, halo, "") + placed(icon, 40, 50, size)


def symbol(icon: str, size: float = 1.35) -> str:
    """An icon alone, without a card."""
    return placed(icon, 40, 50, size)
