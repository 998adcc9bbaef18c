"""Tunnel cards drawn from their code alone (rule R4): bores, boulders, ladders, doors and crystals.

A code is the groups of joined open sides, each in the order NESW, joined by dots, then perhaps ``-ladder``, ``-blue``,
``-green`` or ``-crystal``: ``NESW``, ``NS.EW``, ``NS.E-green``. The rock below is a picture of its own (``rock``), so
that neighbours need not look alike.
"""

from games.art.strokes import facet, line, placed, slab

EDGE = {"N": (40, -4), "E": (84, 50), "S": (40, 104), "W": (-4, 50)}
"""Where a bore leaves the card: a little beyond the edge, so that neighbours meet without a seam."""

DEAD_END = {"N": (40, 21), "E": (66, 50), "S": (40, 79), "W": (14, 50)}
"""Where a stub stops when no joined bore runs through the middle of the card."""

SHORT_END = {"N": (40, 5), "E": (78, 50), "S": (40, 95), "W": (2, 50)}
"""Where a stub stops before a bore that runs through the middle: a wall of rock stays between them."""

WITH_LADDER = {"N": (40, 46), "E": (42, 50), "S": (40, 54), "W": (38, 50)}
"""Where a stub stops that leads to a ladder."""

Point = tuple[float, float]


def split(code: str) -> tuple[tuple[str, ...], str]:
    """The groups of a code and its suffix: ``NS.E-green`` gives ``("NS", "E")`` and ``"green"``."""
    shape, _, extra = code.partition("-")
    return tuple(shape.split(".")), extra


def is_straight(group: str) -> bool:
    """Does this pair of sides run straight through the card?"""
    return group in ("NS", "EW")


def bend(group: str, alone: bool) -> tuple[Point, Point, Point]:
    """The curve that joins two neighbouring sides: start, control point, end. It steps aside for a second bore."""
    start, end = EDGE[group[0]], EDGE[group[1]]
    if alone:
        return start, (40, 50), end
    return start, (44 if "E" in group else 36, 40 if "N" in group else 60), end


def stub_end(side: str, groups: tuple[str, ...], extra: str) -> Point:
    """Where the dead end at ``side`` stops on this card."""
    if extra == "ladder":
        return WITH_LADDER[side]
    through = any(len(group) > 2 or is_straight(group) for group in groups)
    return SHORT_END[side] if through else DEAD_END[side]


def route(group: str, groups: tuple[str, ...], extra: str = "") -> str:
    """The middle line of one group as path data. ``groups`` are all of the card: they share its room."""
    first, *others = ("{:g} {:g}".format(*EDGE[side]) for side in group)
    if not others:
        return f"M{first}L{'{:g} {:g}'.format(*stub_end(group, groups, extra))}"
    if len(group) > 2:
        return "".join(f"M{end}L40 50" for end in (first, *others))
    if is_straight(group):
        return f"M{first}L{others[0]}"
    _, control, _ = bend(group, alone=len(groups) == 1)
    return f"M{first}Q{'{:g} {:g}'.format(*control)} {others[0]}"


def bore(path: str) -> str:
    """A tunnel along ``path``: a dark rim, the wall, the floor, a trodden trail."""
    layers = "".join(
        f'<path d="{path}" stroke="var(--{colour})" stroke-width="{width}"/>'
        for colour, width in (("rim", 36), ("f3", 31), ("f1", 25))
    )
    return f'{layers}<path d="{path}" stroke="var(--f2)" stroke-width="3" stroke-dasharray=".1 8.6"/>'


PLANKS = (
    '<path d="M18 34.5H62M18 65.5H62" stroke="var(--wd)" stroke-width="4"/>'
    '<path d="M25 39V61M33 39V61M41 39V61M49 39V61M57 39V61" stroke="var(--wd2)" stroke-width="3.4"/>'
)
"""The bridge that carries the east-west bore over the north-south one."""

_EDGED = ' stroke="var(--rim)" stroke-width="2" stroke-linejoin="round"'

BOULDERS = (
    facet("24 55 27 43 38 39 46 45 45 58 33 62", "b1", _EDGED)
    + facet("27 43 38 39 40 47 31 51", "b2")
    + facet("41 60 45 49 54 47 60 54 57 63 47 66", "b1", _EDGED)
    + facet("45 49 54 47 55 54 48 56", "b2")
    + facet("34 44 38 34 47 35 49 43 42 48", "b2", _EDGED)
)
"""The heap in the middle of a dead end."""

RUBBLE = (
    facet("-13 6-11-4-3-7 3-2 2 7-6 9", "b1", _EDGED)
    + facet("-11-4-3-7-2-1-8 2", "b2")
    + facet("1 7 3-3 9-5 14 1 12 8 6 9", "b1", _EDGED)
    + facet("3-3 9-5 10 1 5 3", "b2")
)
"""A small heap around 0,0: it closes a stub that has no room for more."""


def rubble(side: str) -> str:
    """The heap at the end of a short stub."""
    x, y = {"N": (40, 19), "E": (66, 50), "S": (40, 81), "W": (14, 50)}[side]
    return placed(RUBBLE, x, y, turn=0 if side in "NS" else 90, scale=1 if side in "NS" else 0.8)


def bores(code: str) -> str:
    """The bores of a card alone, and the bridge where they cross."""
    groups, extra = split(code)
    body = "".join(bore(route(group, groups, extra)) for group in groups)
    if groups == ("NS", "EW"):
        body += PLANKS
    return f'<g fill="none" stroke-linecap="round" stroke-linejoin="round">{body}</g>'


def tunnel(code: str) -> str:
    """The whole tunnel card of ``code``, without the rock below."""
    groups, extra = split(code)
    drawing = bores(code)
    stubs = [group for group in groups if len(group) == 1]
    if len(stubs) == len(groups) and extra != "ladder":
        drawing += BOULDERS
    elif stubs and any(len(group) > 2 or is_straight(group) for group in groups):
        drawing += "".join(map(rubble, stubs))
    elif stubs and extra != "ladder":
        drawing += "".join(placed(RUBBLE, *DEAD_END[side]) for side in stubs)
    return drawing + fitting(extra, groups)


def fitting(extra: str, groups: tuple[str, ...]) -> str:
    """The ladder, door or crystal of a card, drawn on its first group."""
    if extra == "crystal":
        return crystal()
    if extra == "ladder":
        bends = {"NE": (50, 34), "NW": (30, 34)}
        return ladder(*bends[groups[0]], height=42) if groups[0] in bends else ladder(40, 50)
    if extra:
        return door_on(groups[0], groups, extra)
    return ""


def middle_of_bend(group: str, groups: tuple[str, ...]) -> tuple[Point, float]:
    """The middle of a curve and its direction there, in degrees clockwise from east."""
    (ax, ay), (bx, by), (cx, cy) = bend(group, alone=len(groups) == 1)
    # The catalogue's bends with a door have a north side: NE falls to the right, NW to the left, both the same way.
    direction = 51 if group in ("NE", "SW") else -51
    return ((ax + 2 * bx + cx) / 4, (ay + 2 * by + cy) / 4), direction


def door_on(group: str, groups: tuple[str, ...], colour: str) -> str:
    """A door across a bore, whichever way it runs."""
    if group == "EW":
        return placed(door(colour), 40, 50)
    if group == "NS":
        return placed(door(colour), 40, 50, turn=90)
    (x, y), direction = middle_of_bend(group, groups)
    return placed(door(colour), x, y, turn=direction)


def door(colour: str) -> str:
    """A plank door across an east-west bore through 0,0: blue bears a disc, green a triangle, so colour is not all."""
    mark = '<circle r="7.6" fill="#fff"/>' if colour == "blue" else '<path d="M0-8.5 9 6.5H-9Z" fill="#fff"/>'
    wood, seam = ("tb", "tb2") if colour == "blue" else ("tg", "tg2")
    return (
        f'<path d="M-13-21h26v42h-26z" fill="var(--{wood})" stroke="var(--rim)" stroke-width="3.5"'
        ' stroke-linejoin="round"/>'
        f'<path d="M-4.3-19V19M4.3-19V19" stroke="var(--{seam})" stroke-width="2.4"/>'
        f'<path d="M-13-14h26M-13 14h26" stroke="var(--rim)" stroke-width="3"/>{mark}'
    )


def ladder(x: float, y: float, height: float = 50) -> str:
    """A ladder around ``x,y``."""
    top, foot = y - height / 2, y + height / 2
    rungs = "".join(f"M{x - 9:g} {top + 7 + step * (height - 14) / 4:g}h18" for step in range(5))
    rails = f"M{x - 9:g} {top:g}V{foot:g}M{x + 9:g} {top:g}V{foot:g}"
    return line(rails + rungs, "rim", 8) + line(rungs, "wd2", 3.6) + line(rails, "wd", 4.6)


def crystal() -> str:
    """Three shards in the north-east corner, where no bore runs."""
    edged = ' stroke="var(--rim)" stroke-width="1.8" stroke-linejoin="round"'
    shard = facet("0-15 5-9 5 7 0 12-5 7-5-9", "c1", edged) + facet("0-15 5-9 1-6-2 8-5 7-5-9", "c2")
    return (
        placed(shard, 57, 21, turn=-34, scale=0.72) + placed(shard, 71, 21, turn=30, scale=0.75) + placed(shard, 64, 18)
    )


LAMP_LIGHT = '<circle cx="40" cy="50" r="34" fill="var(--fl)" fill-opacity=".35"/>'


def start() -> str:
    """The start card: a crossing with a ladder (R4), under lamp light."""
    return bores("NESW") + LAMP_LIGHT + ladder(40, 50)


def rock(kind: int) -> str:
    """The slab below a tunnel; ``kind`` 0 to 2 varies its facets."""
    corners = (
        ("0 0 30 0 16 24 0 30", "80 62 58 78 66 100 80 100", "62 0 80 0 80 20 70 16", "0 72 14 80 20 100 0 100"),
        ("0 0 18 0 22 20 8 34 0 26", "80 0 80 34 66 24 56 0", "80 76 64 82 54 100 80 100", "0 66 22 76 18 88 0 94"),
        ("0 12 20 4 26 26 0 38", "50 0 80 0 80 12 62 24", "80 66 70 70 60 100 80 100", "0 78 12 66 28 84 24 100 0 100"),
    )[kind]
    tones = ("r3", "r2", "r2", "r3") if kind == 1 else ("r2", "r3", "r3", "r2")
    return slab("r1") + "".join(facet(points, tone) for points, tone in zip(corners, tones, strict=True))
