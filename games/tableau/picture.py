"""A picture of a finished game to share, as one self-contained file: the last mine, the winner, the roles.

It is made of public facts of a finished game (R24) and of nothing else. Names are inserted as text.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from unicodedata import east_asian_width

import resvg_py
from django.utils.html import escape
from django.utils.translation import get_language

from games import art
from games.art import tokens
from games.rules.engine import Public
from games.rules.tunnels import TURNED
from games.selectors.table import Person
from games.sheets.pictures import pictures
from games.tableau.final import end_words
from games.tableau.markup import drawn_of
from games.tableau.mine import cards_of, frame_of
from games.wording import role_name

WIDE, HIGH = 1200, 630
"""The size of the picture, which is the usual one of link previews."""
_MINE = (30, 96, 1140, 350)
"""The box of the mine: left, top, width and height."""
_COLUMNS = 4
_FONT = 'font-family="system-ui, Noto Sans, DejaVu Sans, sans-serif"'
_NAMED = f'{_FONT} font-weight="700" fill="var(--chalk)"'
_TOLD = f'{_FONT} fill="var(--amber)"'
_WIDE, _WIDEST = "MWmwЖМФЫжмфшщюы@%&—…☃", "ШЩЮ"


def picture_of_game(public: Public, people: Sequence[Person], title: str) -> str:
    """Return the picture as SVG; "" for a game that is not over."""
    if public.revealed is None or not public.results:
        return ""
    mine, used = _mine(public)
    players, more = _players(public, people)
    known = pictures()
    symbols = "".join(
        f'<symbol id="{name}" viewBox="0 0 80 100">{known[name]}</symbol>' for name in sorted(used | more)
    )
    drawing = (
        f'<rect width="{WIDE}" height="{HIGH}" fill="var(--mine)"/>'
        + _line(title, 30, 48, 30, WIDE - 60, _NAMED)
        + _line(end_words(public, people, None), 30, 80, 20, WIDE - 60, _TOLD)
    )
    drawn = re.sub(r"var\(--(\w+)\)", _colour, f"<defs>{symbols}</defs>{drawing}{mine}{players}")
    size = f'width="{WIDE}" height="{HIGH}" viewBox="0 0 {WIDE} {HIGH}"'
    spoken = f'xmlns="http://www.w3.org/2000/svg" lang="{get_language()}"'
    return f'<svg {spoken} {size} role="img"><title>{_text(title)}</title>{drawn}</svg>\n'


@lru_cache(maxsize=64)
def as_png(drawn: str) -> bytes:
    """Render an SVG picture as PNG. This is slow, so some results are cached. Only our own font is used, so that the
    result does not depend on the machine."""
    fonts = [str(Path(art.__file__).parent / "fonts" / "DejaVuSans.ttf")]
    family = "DejaVu Sans"
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=drawn, skip_system_fonts=True, font_files=fonts, font_family=family, sans_serif_family=family
        )
    )


def _line(words: str, x: float, y: float, size: float, room: float, look: str) -> str:
    """Return a line of text, in a smaller size if it would exceed its room."""
    fits = min(size, room / max(1, sum(map(_width, words))))
    return f'<text x="{x:.0f}" y="{y:.0f}" font-size="{fits:.4g}" {look}>{_text(words)}</text>'


def _width(sign: str) -> float:
    """Return the greatest width of a character, in line heights; the bold ones of DejaVu Sans are the widest."""
    if sign in _WIDEST:
        return 1.34
    if sign in _WIDE or east_asian_width(sign) in "WF":
        return 1.18
    if sign in " .,·’":
        return 0.4
    return 0.88 if sign.isupper() else 0.7


def _text(words: str) -> str:
    """Return words as text, which is neither markup nor the name of a colour."""
    plain = "".join(sign if sign.isprintable() else " " for sign in words)
    return escape(plain).replace("(", "&#40;")


def _colour(match: re.Match[str]) -> str:
    """Return a colour as a value, because the file has no style sheet."""
    return tokens.TOKENS[match[1]][tokens.LIGHT]


def _mine(public: Public) -> tuple[str, set[str]]:
    """Return the mine at the end of the last round, and the pictures that it uses."""
    left, top, width, height = _MINE
    frame = frame_of(public)
    unit = min(width / frame.columns, height / frame.rows / 1.25)
    west, north = left + (width - unit * frame.columns) / 2, top + (height - 1.25 * unit * frame.rows) / 2
    drawn, used = [], set()
    for card in cards_of(public, public.fixed):
        (x, y), shown = card.square, card.laid
        box = f'width="{unit - 1:.1f}" height="{1.25 * unit - 1:.1f}"'
        across, down = west + (x - frame.west) * unit, north + (y - frame.north) * 1.25 * unit
        turn = f' transform="rotate(180 {across + unit / 2 - 0.5:.1f} {down + 0.625 * unit - 0.5:.1f})"'
        for name in drawn_of(shown, card.rock):
            used.add(name)
            turned = turn if shown.endswith(TURNED) else ""
            drawn.append(f'<use href="#{name}" x="{across:.1f}" y="{down:.1f}" {box}{turned}/>')
    return "".join(drawn), used


def _players(public: Public, people: Sequence[Person]) -> tuple[str, set[str]]:
    """Return the roles of the last round, and the gold of each player; in columns, the most gold first."""
    gold = public.revealed.gold if public.revealed else ()
    roles, drawn = public.results[-1].roles, []
    rows = -(-len(people) // _COLUMNS)
    wide, high = (WIDE - 60) / _COLUMNS, 160 / rows
    for place, person in enumerate(sorted(people, key=lambda one: (-gold[one.number], one.number))):
        x, y = 30 + wide * (place % _COLUMNS), 460 + high * (place // _COLUMNS)
        role = roles[person.number]
        size = min(high - 6, 75)
        left, room = x + 0.8 * size + 10, wide - 0.8 * size - 20
        drawn.append(
            f'<use href="#role-{role}" x="{x:.0f}" y="{y:.0f}" width="{0.8 * size:.0f}" height="{size:.0f}"/>'
            + _line(_short(person.name), left, y + 0.42 * size, 18, room, _NAMED)
            + _line(f"{role_name(role)} · {gold[person.number]}", left, y + 0.84 * size, 16, room, _TOLD)
        )
    return "".join(drawn), {f"role-{role}" for role in roles}


def _short(name: str) -> str:
    return name if len(name) <= 20 else f"{name[:19]}…"
