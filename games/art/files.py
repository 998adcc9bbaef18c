"""The files that this package makes: their paths below ``static/`` and their contents."""

import re
from collections.abc import Mapping

import resvg_py

from games.art import box, icons, lines, tokens
from games.art.strokes import disc, line, placed
from games.art.symbols import document

_DIGITS = {
    "1": "M.6 1.3L2.4 0V6",
    "2": "M.2 1.4C.6-.6 3.8-.5 3.8 1.7C3.8 3.4 1 4.4.2 6H4",
    "3": "M.2.7C1.2-.5 3.8-.2 3.6 1.6C3.5 2.6 2.6 2.9 1.7 2.9C2.8 2.9 3.8 3.3 3.8 4.4C3.8 6.4 1 6.4 0 5.3",
    "4": "M3 6V0L0 4.2H4",
    "5": "M3.6 0H.8L.4 2.8C1.6 2 3.9 2.2 3.9 4.2C3.9 6.3 1.1 6.4.1 5.3",
    "6": "M3.4.2C1.4.6.2 2.4.2 4.2C.2 6.6 3.9 6.6 3.9 4.2C3.9 2.1 1 2 .3 3.8",
    "7": "M0 0H4L1.4 6",
    "8": "M2 2.8C-.2 2.8 0 0 2 0C4 0 4.2 2.8 2 2.8C-.6 2.8-.5 6 2 6C4.5 6 4.6 2.8 2 2.8",
    "9": "M.6 5.8C2.6 5.4 3.8 3.6 3.8 1.8C3.8-.6.1-.6.1 1.8C.1 3.9 3 4 3.7 2.2",
    "more": "M2 .6V5.4M-.4 3H4.4",
}
"""Digits, and a cross for more than nine, as lines in a field of four by six."""


def favicon(sign: str = "") -> str:
    """The site's icon, a lantern in the dark; with a `sign`, a red disc with the number of waiting tables.

    A favicon stands outside every page and its style sheet, so its colours are written out.
    """
    flag = disc(43, 21, 20, "no", "") + placed(line(_DIGITS[sign], "white", 1.3), 35.4, 11.1, 3.8) if sign else ""
    return _alone('<rect width="64" height="64" rx="14" fill="var(--mine)"/>' + _LAMP + flag)


def cut_by_systems() -> str:
    """The maskable icon: it fills the square, and its drawing lies in the safe zone (W3C, Web Application Manifest:
    a circle of four fifths)."""
    return _alone('<rect width="64" height="64" fill="var(--mine)"/>' + placed(_LAMP, 9, 8, 0.72))


_LAMP = disc(32, 34, 25, "glow", "") + placed(icons.LANTERN, 32, 34, 1.08)


def _alone(drawing: str) -> str:
    """A document of its own, with its colours written out."""
    drawing = re.sub(r"var\(--(\w+)\)", lambda match: tokens.TOKENS[match[1]][tokens.LIGHT], drawing)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">{drawing}</svg>\n'


def pixels() -> dict[str, bytes]:
    """The PNG icons of the installed site: paths below ``static/`` and contents."""
    drawn = {"icon-192.png": (favicon(), 192), "icon-512.png": (favicon(), 512)}
    drawn["icon-cut-512.png"] = cut_by_systems(), 512
    return {path: bytes(resvg_py.svg_to_bytes(svg_string=svg, width=side)) for path, (svg, side) in drawn.items()}


def files(pictures: Mapping[str, Mapping[str, str]]) -> dict[str, str]:
    """Every text file made by code, from pictures by file and id: paths below ``static/`` and texts."""
    return {
        **{path: document(drawn) for path, drawn in pictures.items()},
        "icons.svg": lines.document(),
        "css/tokens.css": tokens.stylesheet(),
        "js/box.js": box.script(),
        "favicon.svg": favicon(),
        **{f"favicon-{sign}.svg": favicon(sign) for sign in _DIGITS},
    }
