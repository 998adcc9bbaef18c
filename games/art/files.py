"""The files this package gives: where each lies below ``static/`` and what it holds."""

import re
from collections.abc import Mapping

import resvg_py

from games.art import icons, tokens
from games.art.strokes import disc, placed
from games.art.symbols import document


def favicon(*, my_turn: bool) -> str:
    """The site's sign, a lantern in the dark; a red disc is added while somebody is waited for.

    A favicon stands outside every page and its style sheet, so its colours are written out.
    """
    flag = disc(50, 14, 12, "no", ' stroke="var(--white)" stroke-width="3"') if my_turn else ""
    return _alone('<rect width="64" height="64" rx="14" fill="var(--mine)"/>' + _LAMP + flag)


def cut_by_systems() -> str:
    """The sign for systems that cut icons to a shape of their own: it fills the square, and nothing of it is cut (W3C,
    Web Application Manifest: within the circle of four fifths)."""
    return _alone('<rect width="64" height="64" fill="var(--mine)"/>' + placed(_LAMP, 9, 8, 0.72))


_LAMP = disc(32, 34, 25, "glow", "") + placed(icons.LANTERN, 32, 34, 1.08)


def _alone(drawing: str) -> str:
    """A document of its own, with its colours written out."""
    drawing = re.sub(r"var\(--(\w+)\)", lambda match: tokens.TOKENS[match[1]][tokens.LIGHT], drawing)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">{drawing}</svg>\n'


def pixels() -> dict[str, bytes]:
    """The icons of the installed site, which systems take as PNG: the path below ``static/`` and what it holds."""
    drawn = {"icon-192.png": (favicon(my_turn=False), 192), "icon-512.png": (favicon(my_turn=False), 512)}
    drawn["icon-cut-512.png"] = cut_by_systems(), 512
    return {path: bytes(resvg_py.svg_to_bytes(svg_string=svg, width=side)) for path, (svg, side) in drawn.items()}


def files(pictures: Mapping[str, Mapping[str, str]]) -> dict[str, str]:
    """Every drawn file, with pictures by their files and ids: its path below ``static/`` and its text."""
    return {
        **{path: document(drawn) for path, drawn in pictures.items()},
        "css/tokens.css": tokens.stylesheet(),
        "favicon.svg": favicon(my_turn=False),
        "favicon-turn.svg": favicon(my_turn=True),
    }
