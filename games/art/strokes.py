"""Pens and shapes: the few SVG pieces all pictures are made of. Everything here returns a piece of SVG as text."""

INK = ' stroke="var(--ol)" stroke-width="2.6" stroke-linejoin="round" stroke-linecap="round"'
"""The outline of icons: attributes for a shape."""

ROUND = ' stroke-linecap="round" stroke-linejoin="round"'


def paint(colour: str) -> str:
    """The value of ``fill`` or ``stroke`` for a colour token; the empty string paints nothing."""
    return f"var(--{colour})" if colour else "none"


def shape(outline: str, fill: str, pen: str = INK) -> str:
    """A filled path; ``pen`` is its outline as attributes."""
    return f'<path d="{outline}" fill="{paint(fill)}"{pen}/>'


def plain(outline: str, fill: str) -> str:
    """A filled path without an outline."""
    return shape(outline, fill, "")


def facet(corners: str, fill: str, pen: str = "") -> str:
    """A filled polygon, given by its corners ``x y x y ...``."""
    return shape(f"M{corners}Z", fill, pen)


def line(path: str, colour: str = "ol", width: float = 3) -> str:
    """A round-ended line along ``path``."""
    return f'<path d="{path}" fill="none" stroke="{paint(colour)}" stroke-width="{width:g}"{ROUND}/>'


def disc(x: float, y: float, radius: float, fill: str, pen: str = INK) -> str:
    """A disc around ``x,y``."""
    return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{paint(fill)}"{pen}/>'


def ring(x: float, y: float, radius: float, colour: str, width: float) -> str:
    """A circle line around ``x,y``."""
    return disc(x, y, radius, "", f' stroke="{paint(colour)}" stroke-width="{width:g}"')


def placed(body: str, x: float = 0, y: float = 0, scale: float = 1, turn: float = 0) -> str:
    """``body`` moved to ``x,y``, turned by ``turn`` degrees and scaled, in this order of writing."""
    steps = f"translate({x:g} {y:g})" if x or y else ""
    steps += f"rotate({turn:g})" if turn else ""
    steps += f"scale({scale:g})" if scale != 1 else ""
    return f'<g transform="{steps}">{body}</g>' if steps else body


def slab(colour: str) -> str:
    """The whole card in one colour."""
    return plain("M0 0H80V100H0Z", colour)


def frame(colour: str, width: float = 3, dashes: str = "", inset: float = 4.5) -> str:
    """A rounded line inside the edge of a card."""
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    return (
        f'<rect x="{inset:g}" y="{inset:g}" width="{80 - 2 * inset:g}" height="{100 - 2 * inset:g}" rx="6" fill="none"'
        f' stroke="{paint(colour)}" stroke-width="{width:g}"{dashed}/>'
    )
