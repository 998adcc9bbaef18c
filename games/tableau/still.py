"""A picture of a finished game to share, as one file that needs no other: the last mine, who won, who was what.

It is made of public facts of a game that is over (R24) and of nothing else. Names are texts, whatever stands in them.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import resvg_py
from django.utils.html import escape

from games import art
from games.art import tokens
from games.rules.board import square
from games.rules.engine import Public
from games.rules.tunnels import TURNED
from games.selectors.table import Person
from games.sheets.pictures import pictures
from games.tableau.final import end_words
from games.tableau.markup import drawn_of
from games.tableau.mine import frame_of
from games.wording import role_name

WIDE, HIGH = 1200, 630
"""The size of the picture, which is that of previews elsewhere."""
_MINE = (30, 96, 1140, 350)
"""Where the mine lies: left, top, width and height."""
_COLUMNS = 4
_FONT = 'font-family="system-ui, Noto Sans, DejaVu Sans, sans-serif"'


def still_of_game(public: Public, people: Sequence[Person], title: str) -> str:
    """The picture as SVG; "" for a game that is not over."""
    if public.revealed is None or not public.results:
        return ""
    mine, used = _mine(public)
    players, more = _players(public, people)
    known = pictures()
    symbols = "".join(
        f'<symbol id="{name}" viewBox="0 0 80 100">{known[name]}</symbol>' for name in sorted(used | more)
    )
    won = _text(end_words(public, people, None))
    drawing = (
        f'<rect width="{WIDE}" height="{HIGH}" fill="var(--mine)"/>'
        f'<text x="30" y="48" font-size="30" font-weight="700" {_FONT} fill="var(--chalk)">{_text(title)}</text>'
        f'<text x="30" y="80" font-size="20" {_FONT} fill="var(--amber)">{won}</text>'
    )
    drawn = re.sub(r"var\(--(\w+)\)", _colour, f"<defs>{symbols}</defs>{drawing}{mine}{players}")
    size = f'width="{WIDE}" height="{HIGH}" viewBox="0 0 {WIDE} {HIGH}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img"><title>{_text(title)}</title>{drawn}</svg>\n'


@lru_cache(maxsize=64)
def as_png(drawn: str) -> bytes:
    """A picture that is given as SVG, in pixels. It takes a while, so some are kept. Only our own font is used:
    what is installed on a machine changes nothing."""
    fonts = [str(Path(art.__file__).parent / "fonts" / "DejaVuSans.ttf")]
    family = "DejaVu Sans"
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=drawn, skip_system_fonts=True, font_files=fonts, font_family=family, sans_serif_family=family
        )
    )


def _text(words: str) -> str:
    """Words as text: neither markup nor the name of a colour, whatever stands in them."""
    plain = "".join(sign if sign.isprintable() else " " for sign in words)
    return escape(plain).replace("(", "&#40;")


def _colour(match: re.Match[str]) -> str:
    """A colour written out, for no style sheet comes along."""
    return tokens.TOKENS[match[1]][tokens.LIGHT]


def _mine(public: Public) -> tuple[str, set[str]]:
    """The mine as it was at the end of the last round, and the pictures that it shows."""
    left, top, width, height = _MINE
    frame = frame_of(public)
    unit = min(width / frame.columns, height / frame.rows / 1.25)
    west, north = left + (width - unit * frame.columns) / 2, top + (height - 1.25 * unit * frame.rows) / 2
    drawn, used = [], set()
    for at, laid in (public.mine | public.face_down).items():
        x, y = square(at)
        shown = public.fixed.get(at, laid)
        box = f'width="{unit - 1:.1f}" height="{1.25 * unit - 1:.1f}"'
        across, down = west + (x - frame.west) * unit, north + (y - frame.north) * 1.25 * unit
        turn = f' transform="rotate(180 {across + unit / 2 - 0.5:.1f} {down + 0.625 * unit - 0.5:.1f})"'
        for name in drawn_of(shown, (7 * x + 3 * y) % 3):
            used.add(name)
            turned = turn if shown.endswith(TURNED) else ""
            drawn.append(f'<use href="#{name}" x="{across:.1f}" y="{down:.1f}" {box}{turned}/>')
    return "".join(drawn), used


def _players(public: Public, people: Sequence[Person]) -> tuple[str, set[str]]:
    """Who was what in the last round, and how much gold they have; in columns, the most gold first."""
    gold = public.revealed.gold if public.revealed else ()
    roles, drawn = public.results[-1].roles, []
    rows = -(-len(people) // _COLUMNS)
    wide, high = (WIDE - 60) / _COLUMNS, 160 / rows
    for place, person in enumerate(sorted(people, key=lambda one: (-gold[one.number], one.number))):
        x, y = 30 + wide * (place % _COLUMNS), 460 + high * (place // _COLUMNS)
        role = roles[person.number]
        size = min(high - 6, 75)
        text = f'x="{x + 0.8 * size + 10:.0f}" {_FONT}'
        drawn.append(
            f'<use href="#role-{role}" x="{x:.0f}" y="{y:.0f}" width="{0.8 * size:.0f}" height="{size:.0f}"/>'
            f'<text {text} y="{y + 0.42 * size:.0f}" font-size="18" font-weight="700" fill="var(--chalk)">'
            f"{_text(_short(person.name))}</text>"
            f'<text {text} y="{y + 0.84 * size:.0f}" font-size="16" fill="var(--amber)">'
            f"{_text(role_name(role))} · {gold[person.number]}</text>"
        )
    return "".join(drawn), {f"role-{role}" for role in roles}


def _short(name: str) -> str:
    return name if len(name) <= 20 else f"{name[:19]}…"
