"""The mines of scenes: two that are made up, one whose gold was found and one that has just begun, as SVG.

The front page and the invitation show them, and the pictures of link previews. They are drawn from the cards and say
nothing about a game.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from django.templatetags.static import static
from django.utils.safestring import SafeString, mark_safe

from games.rules.tunnels import TURNED
from games.sheets.pictures import FILE_OF
from games.tableau.mine import rock_at


class SceneMine(NamedTuple):
    """A mine of a scene: its cards in the order in which they were laid, and its goals as the scene shows them."""

    cards: Mapping[tuple[int, int], str]
    goals: Mapping[tuple[int, int], str]


def _mine(text: str, *goals: str) -> SceneMine:
    cards = {(0, 0): "start"}
    for card in text.split():
        x, y, code = card.split(",")
        cards[int(x), int(y)] = code
    return SceneMine(cards, dict(zip(((8, -2), (8, 0), (8, 2)), goals, strict=True)))


FOUND = _mine(
    "1,0,EW 2,0,ESW 3,0,EW 2,1,NS 4,0,NESW 2,2,NE 4,-1,NW~ 3,2,EW 5,-1,EW 4,1,N 6,-1,ESW~ 4,2,E.W 6,-2,NW~ 7,-2,EW "
    "7,-1,NE~ 7,0,NE",
    "g-stone-a~",
    "g-gold",
    "g-stone-b",
)
"""A mine that leads to the gold."""
BEGUN = _mine("1,0,EW 2,0,NESW 2,-1,NW~ 3,-1,EW 2,1,NE 3,1,E.W", "goal", "goal", "goal")
"""A mine of the first turns."""
MINES: Mapping[str, SceneMine] = {"found": FOUND, "begun": BEGUN}
WIDE, HIGH = 80, 100
"""The size of a card in its own units."""
BOX = (-14, -214, 748, 528)
"""The part of the plane that a scene shows, in units of a card: left, top, width and height."""


@lru_cache(maxsize=8)
def scene_mine(name: str) -> SafeString:
    """Return a mine of a scene as SVG that takes its cards from the files of pictures. The cards have the classes
    ``lay`` and ``d1`` to ``d16`` in the order in which they were laid, and goals that are turned up lie over their
    backs, so that a style sheet can lay them one after the other."""
    drawn = [_card(at, code, f"lay d{number}") for number, (at, code) in enumerate(MINES[name].cards.items())]
    for at, face in MINES[name].goals.items():
        is_last = face == "g-gold"
        drawn += [_goal(at, "goal", "under")] if is_last else []
        drawn.append(_goal(at, face, "over" if is_last else ""))
    size = " ".join(map(str, BOX))
    return mark_safe(f'<svg class="dug" viewBox="{size}" aria-hidden="true">{"".join(drawn)}</svg>')  # noqa: S308


def _card(at: tuple[int, int], code: str, classes: str) -> str:
    tunnel = f"t-{code.removesuffix(TURNED)}"
    return _placed(at, code.endswith(TURNED), classes, f"r{rock_at(at)}", tunnel)


def _goal(at: tuple[int, int], face: str, classes: str) -> str:
    return _placed(at, face.endswith(TURNED), classes, face.removesuffix(TURNED))


def _placed(at: tuple[int, int], turned: bool, classes: str, *names: str) -> str:
    """Return pictures on top of each other at a square."""
    size = f'width="{WIDE}" height="{HIGH}"'
    uses = "".join(f'<use href="{static(FILE_OF[name])}#{name}" {size}/>' for name in names)
    turn = f"rotate(180 {WIDE // 2} {HIGH // 2})" if turned else ""
    inner = f'<g transform="{turn}">{uses}</g>' if turn else uses
    return f'<g transform="translate({WIDE * at[0]} {HIGH * at[1]})"><g class="card {classes}">{inner}</g></g>'
