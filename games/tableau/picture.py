"""Pictures for links that are shared: of a finished game, an invitation, the site. Each is one self-contained file.

They are made of public facts and of names that their owners let others see. Who is not to be named is not an argument.
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations, pairwise
from pathlib import Path
from unicodedata import east_asian_width

import resvg_py
from django.conf import settings
from django.utils.html import escape
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from games import art
from games.art import tokens
from games.rules.board import Square
from games.rules.engine import Public
from games.rules.roles import DIGGER, SABOTEUR
from games.rules.round import winning_way
from games.rules.table import RoundResult
from games.rules.tunnels import TURNED
from games.sheets.pictures import pictures
from games.tableau import scene
from games.tableau.markup import drawn_of
from games.tableau.mine import cards_of, rock_at
from games.wording import names_words

WIDE, HIGH = 1200, 630
"""The size of a picture, which is the usual one of link previews."""
_LEFT, _ROOM = 56, 520
"""Where the words begin, and the room for them beside the mine."""
_SIZES = (66, 58, 50, 42, 34)
"""The sizes of the headline, largest first; the first in which it fits into as many lines as there is room for."""
_HEADLINE_HIGH = 190
_SMALL = 31
_MINE = (592, 44, 564, 376)
"""The box of a mine over faces: left, top, width and height."""
_LARGE_MINE = (592, 44, 564, 542)
"""The box of a mine that has the whole height."""
_FLOOR = 628
_CREW = ("digger", "blue", "saboteur", "green", "boss")
"""The dwarves on a picture of no game."""
_MOST_DWARVES = 5
_FONT = 'font-family="Roboto"'
_STRONG = f'{_FONT} font-weight="700"'
_LIGHT, _GOLDEN = 'fill="var(--chalk)"', 'fill="var(--amber)"'
_WIDEST, _WIDE_ONES, _NARROW = "ЉЊЖЩ", "ШЮЫMWŴМmщюжшфыÆŒæœ@%&—…љњw", "iljI.,:;'!|·’‘-()ftrіїjłļ"


class _Drawing:
    """The pictures that one file uses, and how it refers to them."""

    def __init__(self) -> None:
        self.names: set[str] = set()

    def use(self, name: str, box: str = f'width="{scene.WIDE}" height="{scene.HIGH}"', more: str = "") -> str:
        """Return a reference to a picture, in a box."""
        self.names.add(name)
        return f'<use href="#{name}" {box}{more}/>'

    def document(self, title: str, drawn: str) -> str:
        """Return the whole file, with its colours written out, because it has no style sheet."""
        known = pictures()
        symbols = "".join(
            f'<symbol id="{name}" viewBox="0 0 80 100">{known[name]}</symbol>' for name in sorted(self.names)
        )
        light = (
            '<radialGradient id="light" cx=".66" cy=".42" r=".62"><stop offset="0" stop-color="var(--glow)"/>'
            '<stop offset="1" stop-color="var(--mine)"/></radialGradient>'
        )
        ground = f'<rect width="{WIDE}" height="{HIGH}" fill="url(#light)"/>'
        whole = re.sub(r"var\(--(\w+)\)", _colour, f"<defs>{light}{symbols}</defs>{ground}{drawn}")
        size = f'width="{WIDE}" height="{HIGH}" viewBox="0 0 {WIDE} {HIGH}"'
        spoken = f'xmlns="http://www.w3.org/2000/svg" lang="{get_language()}"'
        return f'<svg {spoken} {size} role="img"><title>{_text(title)}</title>{whole}</svg>\n'


# -- the three pictures


def picture_of_game(public: Public, names: Sequence[str], title: str) -> str:
    """Return the picture of a finished game as SVG; "" for a game that is not over. ``names`` are those of the seats,
    "" for players who did not agree to be named; ``title`` is the name of the table, "" if it is not to be shown."""
    if public.revealed is None or not public.results:
        return ""
    drawing, headline = _Drawing(), headline_of(public, names)
    drawn = _words(drawing, headline, lines_of(public, names, title))
    if any(names):
        drawn += _finished_mine(drawing, public, _MINE) + _faces(drawing, public, names)
    else:
        drawn += _finished_mine(drawing, public, _LARGE_MINE) + _dwarves(drawing, _heroes(public.results[-1]))
    return drawing.document(headline, drawn)


def picture_of_invitation(host: str, title: str, free: int, seats: int, *, signs_up: bool) -> str:
    """Return the picture of an invitation as SVG."""
    headline = invitation_headline(host)
    lines = [_("%(table)s · %(free)s of %(seats)s seats free") % {"table": title, "free": free, "seats": seats}]
    lines.append(_("A turn takes a minute.") if signs_up else _("A turn takes a minute. No sign-up."))
    return _of_no_game(headline, lines, scene.BEGUN)


def picture_of_site() -> str:
    """Return the picture of the site itself as SVG."""
    return _of_no_game(
        _("Dig for gold with your friends."), [_("Some of them don’t want you to find it.")], scene.FOUND
    )


def _of_no_game(headline: str, lines: Sequence[str], mine: scene.SceneMine) -> str:
    drawing = _Drawing()
    drawn = _words(drawing, headline, lines) + _scene(drawing, mine) + _dwarves(drawing, _CREW)
    return drawing.document(headline, drawn)


# -- words


def invitation_headline(host: str) -> str:
    """Return who invites, in a sentence."""
    return _("%(name)s invites you to dig") % {"name": host}


def invitation_line(title: str, free: int, seats: int, *, signs_up: bool) -> str:
    """Return what an invitation is to, in a sentence for previews of the link."""
    about = {"table": title, "free": free, "seats": seats}
    if signs_up:
        return _("%(table)s: %(free)s of %(seats)s seats free. A card game of tunnels and mistrust.") % about
    return (
        _(
            "%(table)s: %(free)s of %(seats)s seats free. A card game of tunnels and mistrust. No sign-up, a turn takes"
            " a minute."
        )
        % about
    )


def headline_of(public: Public, names: Sequence[str]) -> str:
    """Return how a finished game ended: who won it if all winners may be named, else how its last round ended."""
    revealed, result = public.revealed, public.results[-1]
    winners = [names[seat] for seat in revealed.winners] if revealed else []
    if revealed and winners and all(winners):
        gold = max(revealed.gold)
        if len(winners) > 1:
            return _("%(names)s share the win") % {"names": names_words(winners)}
        won = ngettext("%(name)s wins with %(gold)s nugget", "%(name)s wins with %(gold)s nuggets", gold)
        return won % {"name": winners[0], "gold": gold}
    if result.reason != "gold":
        return _("The gold was never found")
    is_base = any(role == DIGGER for role in result.roles)
    return _("The diggers found the gold") if is_base else _("The gold was found")


def lines_of(public: Public, names: Sequence[str], title: str) -> list[str]:
    """Return what stands below the headline: how much was played, and who or how many wanted to stop it."""
    rounds, players = len(public.results), len(names)
    if not any(names):
        how = {"round": rounds, "rounds": public.ruleset.rounds, "players": players}
        return [_("Round %(round)s of %(rounds)s · %(players)s players") % how, _stopping(public.results[-1])]
    played = ngettext("%(rounds)s round", "%(rounds)s rounds", rounds) % {"rounds": rounds}
    return [f"{title} · {played}" if title else played, _saboteur_of(public, names)]


def _stopping(result: RoundResult) -> str:
    """Return how many players of a round were saboteurs."""
    many = sum(role == SABOTEUR for role in result.roles)
    if not many:
        return _("None of them wanted to stop it.")
    words = ngettext("%(many)s of them wanted to stop it.", "%(many)s of them wanted to stop it.", many)
    return words % {"many": many}


def _saboteur_of(public: Public, names: Sequence[str]) -> str:
    """Return which named player was a saboteur most often; "" if none was."""
    times, seat = max(
        (sum(result.roles[seat] == SABOTEUR for result in public.results), -seat)
        for seat, name in enumerate(names)
        if name
    )
    if not times:
        return ""
    words = ngettext("%(name)s was a saboteur once.", "%(name)s was a saboteur %(times)s times.", times)
    return words % {"name": names[-seat], "times": times}


def _words(drawing: _Drawing, headline: str, lines: Sequence[str]) -> str:
    """Return the name of the site, a headline in as many lines as it needs, and smaller lines below it."""
    lantern = drawing.use("i-lantern")
    brand = f'<svg x="54" y="30" width="44" height="58" viewBox="14 14 52 70">{lantern}</svg>'
    brand += _line(str(settings.SITE_NAME), 110, 72, 28, _ROOM - 54, f"{_STRONG} {_LIGHT}")
    size, rows = _set(headline)
    y = 90.0 + size
    for row in rows:
        brand += _line(row, _LEFT, y, size, _ROOM, f'{_STRONG} letter-spacing="-1.2" {_GOLDEN}')
        y += 1.12 * size
    y -= 0.21 * size
    for line in lines:
        brand += _line(line, _LEFT + 2, y, _SMALL, _ROOM, f"{_FONT} {_LIGHT}")
        y += 42
    return brand


def _set(headline: str) -> tuple[float, list[str]]:
    """Return the largest size in which a headline fits, and its lines, which are about equally long."""
    words = headline.split()
    for size in _SIZES:
        for many in range(1, int(_HEADLINE_HIGH / (1.12 * size)) + 1):
            rows = _rows(words, many)
            if max(map(_long, rows)) * size <= _ROOM:
                return size, rows
    return _SIZES[-1], _rows(words, 2)


def _rows(words: Sequence[str], many: int) -> list[str]:
    """Return words in at most so many rows, of which the longest is as short as it can be."""
    many = min(many, len(words))
    broken = (
        [" ".join(words[start:end]) for start, end in zip((0, *cuts), (*cuts, len(words)), strict=True)]
        for cuts in combinations(range(1, len(words)), many - 1)
    )
    return min(broken, key=lambda rows: max(map(_long, rows)))


def _line(words: str, x: float, y: float, size: float, room: float, look: str) -> str:
    """Return a line of text, in a smaller size if it would exceed its room."""
    fits = min(size, room / max(1, _long(words)))
    return f'<text x="{x:.0f}" y="{y:.0f}" font-size="{fits:.4g}" {look}>{_text(words)}</text>'


def _long(words: str) -> float:
    return sum(map(_width, words))


def _width(sign: str) -> float:
    """Return the greatest width of a character in Roboto, bold or not, in line heights."""
    if sign in _WIDEST:
        return 1.08
    if sign in _WIDE_ONES or east_asian_width(sign) in "WF":
        return 0.97
    if sign in _NARROW or sign == " ":
        return 0.4
    return 0.73 if sign.isupper() else 0.61


def _text(words: str) -> str:
    """Return words as text, which is neither markup nor the name of a colour."""
    plain = "".join(sign if sign.isprintable() else " " for sign in words)
    return escape(plain).replace("(", "&#40;")


def _colour(match: re.Match[str]) -> str:
    return tokens.TOKENS[match[1]][tokens.LIGHT]


# -- drawings


def _scene(drawing: _Drawing, mine: scene.SceneMine) -> str:
    """Return a mine of a scene in the box of mines."""
    left, top, width, height = _LARGE_MINE
    cards = [(at, code, False) for at, code in mine.cards.items()] + [
        (at, face, True) for at, face in mine.goals.items()
    ]
    drawn = ""
    for (x, y), code, is_goal in cards:
        bare = code.removesuffix(TURNED)
        names = [bare] if is_goal else [f"r{rock_at((x, y))}", f"t-{bare}"]
        turn = f"rotate(180 {scene.WIDE // 2} {scene.HIGH // 2})" if code.endswith(TURNED) else ""
        uses = "".join(drawing.use(name) for name in names)
        drawn += f'<g transform="translate({scene.WIDE * x} {scene.HIGH * y}){turn}">{uses}</g>'
    box = " ".join(map(str, scene.BOX))
    return f'<svg x="{left}" y="{top}" width="{width}" height="{height}" viewBox="{box}">{drawn}</svg>'


def _finished_mine(drawing: _Drawing, public: Public, box: tuple[int, int, int, int]) -> str:
    """Return the mine at the end of the last round, as large as it can be in a box."""
    cards = cards_of(public, public.fixed)
    depths, lanes = {card.square[0] for card in cards}, {card.square[1] for card in cards}
    west, north, columns, rows = min(depths), min(lanes), max(depths) - min(depths) + 1, max(lanes) - min(lanes) + 1
    drawn = ""
    for card in cards:
        x, y = card.square
        turn = f"rotate(180 {scene.WIDE // 2} {scene.HIGH // 2})" if card.laid.endswith(TURNED) else ""
        uses = "".join(drawing.use(name) for name in drawn_of(card.laid, card.rock))
        drawn += f'<g transform="translate({scene.WIDE * (x - west)} {scene.HIGH * (y - north)}){turn}">{uses}</g>'
    drawn += _way([(x - west, y - north) for x, y in winning_way(public.results[-1])])
    left, top, width, height = box
    size = f'x="{left}" y="{top}" width="{width}" height="{height}"'
    return f'<svg {size} viewBox="0 0 {scene.WIDE * columns} {scene.HIGH * rows}">{drawn}</svg>'


def _way(squares: Sequence[Square]) -> str:
    """Return the way to the gold as a line of light through the middles of its squares; "" if there is none."""
    if not squares:
        return ""
    middles = [(scene.WIDE * x + scene.WIDE // 2, scene.HIGH * y + scene.HIGH // 2) for x, y in squares]
    sides = [((x + u) // 2, (y + v) // 2) for (x, y), (u, v) in pairwise(middles)]
    bends = "".join(f"Q{x} {y} {u} {v}" for (x, y), (u, v) in zip(middles[1:], [*sides[1:], middles[-1]], strict=True))
    drawn = f'd="M{middles[0][0]} {middles[0][1]}L{sides[0][0]} {sides[0][1]}{bends}"' if sides else ""
    pen = 'fill="none" stroke="var(--lit)" stroke-linecap="round" stroke-linejoin="round"'
    return f'<path {drawn} {pen} stroke-opacity=".3" stroke-width="24"/><path {drawn} {pen} stroke-width="8"/>'


def _heroes(result: RoundResult) -> list[str]:
    """Return the roles of those who won a round; all roles if none did."""
    return [result.roles[seat] for seat in result.winners] or list(result.roles)


def _dwarves(drawing: _Drawing, roles: Iterable[str]) -> str:
    """Return dwarves who look over the edge of the picture."""
    drawn = ""
    for place, role in enumerate(list(roles)[:_MOST_DWARVES]):
        x, y = 36 + 112 * place, _FLOOR - 170 + 14 * (place % 2)
        drawn += f'<svg x="{x}" y="{y}" width="126" height="170" viewBox="4 4 72 97">{drawing.use(f"d-{role}")}</svg>'
    return drawn


def _faces(drawing: _Drawing, public: Public, names: Sequence[str]) -> str:
    """Return the roles of the last round with names and gold, the most gold first."""
    gold = public.revealed.gold if public.revealed else ()
    winners = public.revealed.winners if public.revealed else ()
    roles, order = public.results[-1].roles, sorted(range(len(names)), key=lambda seat: (-gold[seat], seat))
    step = min(122.0, (WIDE - 2 * _LEFT) / len(names))
    wide = min(84.0, step - 14)
    high, middle = 1.25 * wide, wide / 2
    drawn = ""
    for place, seat in enumerate(order):
        x, y = _LEFT + step * place, 534 - high
        if seat in winners:
            frame = f'x="{x - 4:.0f}" y="{y - 4:.0f}" width="{wide + 8:.0f}" height="{high + 8:.0f}" rx="10"'
            drawn += f'<rect {frame} fill="none" stroke="var(--go)" stroke-width="5"/>'
        drawn += drawing.use(f"role-{roles[seat]}", f'x="{x:.0f}" y="{y:.0f}" width="{wide:.0f}" height="{high:.0f}"')
        anchor, room = 'text-anchor="middle"', step - 8
        name = _short(names[seat] or _("a friend"), room)
        drawn += _line(name, x + middle, 568, 23, room, f"{_STRONG} {anchor} {_LIGHT}")
        drawn += _line(str(gold[seat]), x + middle, 597, 22, room, f"{_FONT} {anchor} {_GOLDEN}")
    return drawn


def _short(name: str, room: float) -> str:
    """Return a name, cut where it would have to be written too small."""
    most = room / 15
    while _long(name) > most:
        name = f"{name[:-2]}…"
    return name


# -- pixels


@lru_cache(maxsize=64)
def as_png(drawn: str) -> bytes:
    """Render an SVG picture as PNG. This is slow, so some results are cached. Only our own fonts are used, so that the
    result does not depend on the machine."""
    folder = Path(art.__file__).parent / "fonts"
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=drawn,
            skip_system_fonts=True,
            font_files=[str(folder / "Roboto-Regular.ttf"), str(folder / "Roboto-Bold.ttf")],
            font_family="Roboto",
            sans_serif_family="Roboto",
        )
    )
