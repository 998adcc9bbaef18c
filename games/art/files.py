"""The files this package gives: where each lies below ``static/`` and what it holds."""

import re
from collections.abc import Mapping

from games.art import icons, tokens
from games.art.strokes import disc, placed
from games.art.symbols import document


def favicon(*, my_turn: bool) -> str:
    """The site's sign, a lantern in the dark; a red disc is added while somebody is waited for.

    A favicon stands outside every page and its style sheet, so its colours are written out.
    """
    ground = '<rect width="64" height="64" rx="14" fill="var(--mine)"/>' + disc(32, 34, 25, "glow", "")
    flag = disc(50, 14, 12, "no", ' stroke="var(--white)" stroke-width="3"') if my_turn else ""
    drawing = ground + placed(icons.LANTERN, 32, 34, 1.08) + flag
    drawing = re.sub(r"var\(--(\w+)\)", lambda match: tokens.TOKENS[match[1]][tokens.LIGHT], drawing)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">{drawing}</svg>\n'


def files(pictures: Mapping[str, Mapping[str, str]]) -> dict[str, str]:
    """Every drawn file, with pictures by their files and ids: its path below ``static/`` and its text."""
    return {
        **{path: document(drawn) for path, drawn in pictures.items()},
        "css/tokens.css": tokens.stylesheet(),
        "favicon.svg": favicon(my_turn=False),
        "favicon-turn.svg": favicon(my_turn=True),
    }
