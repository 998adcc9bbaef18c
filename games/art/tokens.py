"""Colour tokens: one name for each colour of the site and of the art, in a light and a dark theme.

The art keeps nearly the same hues in both themes, so that a card is recognised in either.
"""

LIGHT, DARK = 0, 1

ART: dict[str, tuple[str, str]] = {
    "r1": ("#5d5148", "#4a413a"),  # rock: slab, light facet, dark facet
    "r2": ("#6b5e53", "#564b43"),
    "r3": ("#4c423a", "#3b332d"),
    "rim": ("#1a140f", "#1a140f"),  # the dark edge of a bore, a door, a boulder
    "f1": ("#e0b981", "#d3aa70"),  # tunnel: floor, trail, wall
    "f2": ("#b98c52", "#a67a43"),
    "f3": ("#a87a45", "#8f6636"),
    "b1": ("#867b73", "#867b73"),  # boulders
    "b2": ("#a39990", "#a39990"),
    "wd": ("#9a6233", "#9a6233"),  # wood
    "wd2": ("#d2a062", "#d2a062"),
    "st": ("#bcc5cc", "#bcc5cc"),  # steel
    "st2": ("#78848c", "#78848c"),
    "ol": ("#261a10", "#261a10"),  # outline of icons
    "pa": ("#fbf1dd", "#f0e3c8"),  # parchment
    "pa2": ("#f0d9ac", "#e3c995"),
    "go": ("#f2b632", "#f2b632"),  # gold
    "go2": ("#fbe08a", "#fbe08a"),
    "gl": ("#fdeebb", "#fdeebb"),  # glass, flame
    "fl": ("#ffd257", "#ffd257"),
    "no": ("#b3261e", "#b3261e"),  # harm, help
    "ok": ("#1f6f43", "#1f6f43"),
    "tb": ("#2464ae", "#2464ae"),  # the blue and the green team
    "tb2": ("#1a4d8a", "#1a4d8a"),
    "tg": ("#317e3e", "#317e3e"),
    "tg2": ("#245f2e", "#245f2e"),
    "c1": ("#66d3e4", "#66d3e4"),  # crystal; its miner's cloak
    "c2": ("#c9f4fa", "#c9f4fa"),
    "c3": ("#614f8d", "#614f8d"),
    "sb": ("#46354c", "#46354c"),  # saboteurs
    "sb2": ("#1f1722", "#1f1722"),
    "sk": ("#ecbf93", "#ecbf93"),  # skin
    "sk2": ("#d89a6e", "#d89a6e"),
    "br": ("#a9551f", "#a9551f"),  # red beard
    "g1": ("#3c2e50", "#3c2e50"),  # goals
    "g2": ("#4a3a62", "#4a3a62"),
}

SITE: dict[str, tuple[str, str]] = {
    "bg": ("#f4ecdd", "#17120e"),  # page, surface, their text and its quieter sister
    "sf": ("#fffaf0", "#221b15"),
    "ink": ("#2a2018", "#f1e6d5"),
    "mut": ("#655646", "#bba98f"),
    "ln": ("#d9c8ab", "#43372c"),  # hairline; border of a control
    "ctl": ("#8a765c", "#867259"),
    "ac": ("#8a3f06", "#f0a63c"),  # accent and text on it
    "on": ("#ffffff", "#22150a"),
    "mine": ("#33281f", "#100c09"),  # the dark of the mine, lamp light in it, text on it, links on it
    "glow": ("#6d4a22", "#57391a"),
    "chalk": ("#e9dcc6", "#e9dcc6"),
    "amber": ("#ffdf95", "#ffdf95"),
    "lit": ("#ffcf5c", "#ffcf5c"),  # where one may play
    "foc": ("#0b57d0", "#8ec1ff"),  # focus ring; its halo on the mine
    "halo": ("#0b57d0", "#0b57d0"),
    "bad": ("#a3211a", "#ff9d92"),  # text of bad and good news
    "good": ("#1c653d", "#7fd3a0"),
    "white": ("#ffffff", "#ffffff"),
}

TOKENS = ART | SITE

AVATARS = 12
"""Grounds of avatars, see ``.av``."""

POSITIONS = 128
"""Squares a board may have in one direction."""


def stylesheet() -> str:
    """``static/css/tokens.css``: colours of both themes, classes of squares and of avatars.

    A square at column and row N is ``column-N row-N``, and so is a board of N columns and rows, see ``site.css``.
    """
    light = "".join(f"--{name}:{day};" for name, (day, _) in TOKENS.items())
    dark = "".join(f"--{name}:{night};" for name, (day, night) in TOKENS.items() if night != day)
    # Written from the last digit on: neighbours that share their endings shrink by a quarter more.
    squares = sorted(range(1, POSITIONS + 1), key=lambda n: str(n)[::-1])
    return (
        f":root{{color-scheme:light dark;{light}}}\n"
        f"@media(prefers-color-scheme:dark){{:root:not([data-theme=light]){{{dark}}}}}\n"
        f":root[data-theme=dark]{{color-scheme:dark;{dark}}}:root[data-theme=light]{{color-scheme:light}}\n"
        + "".join(f".{way}-{n}{{--{way[0]}:{n}}}" for way in ("column", "row") for n in squares)
        + "\n"
        + "".join(f".player-{hue}{{--p:{hue}}}" for hue in range(AVATARS))
        + "\n"
    )
