"""A small drawing of a mine for lists: tunnels as lines on the rock, and dots for face-down cards.

It is drawn from public state. It consists of numbers alone, so nothing in it has to be escaped, and it is hidden from
screen readers, which read the text beside it.
"""

from collections.abc import Iterable, Mapping, Sequence

from django.utils.safestring import SafeString, mark_safe

from games.rules.board import Square, square
from games.rules.cards import tunnel
from games.rules.steps import Sketch
from games.rules.tunnels import E, N, S, W
from games.tableau.mine import cards_of

CARD = 2
"""Width and height of a card in the drawing."""
_WIDE = 9
_HIGH = 5
"""The least part that is shown, in cards: the mine at the beginning of a round of the base game."""


def thumbnail_of(sketch: Sketch) -> SafeString:
    """Return the drawing as SVG; "" for a mine that cannot be drawn."""
    try:
        cards = cards_of(sketch)
        laid = {card.square: tunnel(card.laid).open for card in cards if not card.hidden}
        hidden = [card.square for card in cards if card.hidden]
    except ValueError:
        return SafeString("")
    if not laid:
        return SafeString("")
    last = sketch.last_laid.at if sketch.last_laid and sketch.last_laid.at in sketch.mine else ""
    return _drawing(laid, hidden, last)


def _drawing(laid: Mapping[Square, int], hidden: Sequence[Square], last: str = "") -> SafeString:
    """Return the drawing of open sides by square, of squares with face-down cards, and of the last card."""
    rock = "".join(f"M{x} {y}h{width}v{CARD}h-{width}z" for x, y, width in _runs(laid))
    lines = "".join(_line(at, sides) for at, sides in laid.items())
    dots = "".join(_dot(at) for at in hidden)
    ways = {"r": rock, "t": lines, "g": dots, "l": _dot(square(last)) if last else ""}
    paths = "".join(f'<path class="{css}" d="{way}"/>' for css, way in ways.items() if way)
    svg = f'<svg class="glance" viewBox="{_frame([*laid, *hidden])}" aria-hidden="true">{paths}</svg>'
    return mark_safe(svg)  # noqa: S308  # numbers alone


def _frame(squares: list[Square]) -> str:
    """Return the visible part: all cards, centred if there is more room than they need."""
    west, north = (min(at[axis] for at in squares) for axis in (0, 1))
    wide, high = (max(at[axis] for at in squares) + 1 - least for axis, least in ((0, west), (1, north)))
    left, top = max(0, _WIDE - wide), max(0, _HIGH - high)
    return f"{CARD * west - left} {CARD * north - top} {CARD * wide + 2 * left} {CARD * high + 2 * top}"


def _runs(squares: Iterable[Square]) -> Iterable[tuple[int, int, int]]:
    """Return cards side by side as one piece of rock: its beginning and its width."""
    run: list[int] = []
    for x, y in sorted(squares, key=lambda at: (at[1], at[0])):
        if run and run[1] == y and run[2] == x:
            run[2] += 1
        else:
            if run:
                yield CARD * run[0], CARD * run[1], CARD * (run[2] - run[0])
            run = [x, y, x + 1]
    if run:
        yield CARD * run[0], CARD * run[1], CARD * (run[2] - run[0])


def _line(at: Square, sides: int) -> str:
    x, y = CARD * at[0] + 1, CARD * at[1] + 1
    north, south, west, east = (bool(sides & side) for side in (N, S, W, E))
    down = f"M{x} {y - north}v{north + south}" if north or south else ""
    across = f"M{x - west} {y}h{west + east}" if west or east else ""
    return down + across


def _dot(at: Square) -> str:
    return f"M{CARD * at[0] + 1} {CARD * at[1] + 1}h0"


START = _drawing({(0, 0): N | S | W | E}, [(8, -2), (8, 0), (8, 2)])
"""A mine before its first card."""
