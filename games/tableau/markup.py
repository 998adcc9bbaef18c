"""The mine, the hand and the log as markup, joined from cached pieces.

All markup here consists of codes of the catalogue, numbers, and texts escaped with `escape`. This includes the names of
players and tables. `docs/face.md` is the contract with the style sheet.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import lru_cache
from html import escape
from itertools import pairwise

from django.templatetags.static import static
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from games.rules.board import CHEST, GOAL, Square, square
from games.rules.cards import CARDS, GOAL_TUNNELS, START
from games.rules.tunnels import TURNED
from games.rules.view import PlayerView
from games.sheets import PLACES, slug_of
from games.sheets.pictures import BASE, FILE_OF
from games.tableau.hand import Held
from games.tableau.history import Line
from games.tableau.home import HomeRow
from games.tableau.mine import Frame, Mine, Spot, rock_at
from games.tableau.spoken import Mark, Snippet, WordLine
from games.tableau.targets import Targets, as_json
from games.wording import square_name, square_words
from saboteur_site.templatetags.site import icon
from saboteur_site.templating.addresses import address

_COLUMNS_IN_SIGHT, _ROWS_IN_SIGHT = 16, 5
"""A larger mine scrolls in its box on some screens, phones above all, and must then be focusable by keyboard. So must
one without any other tab stop, because on the smallest screens every mine scrolls."""
ONTO_SHEET = ' hx-target="#sheet" hx-swap="innerHTML show:none"'
"""The attributes of a link whose response is shown over the table."""
_TUNNELS = frozenset(name for name, card in CARDS.items() if card.is_tunnel)
_BACKS = {GOAL: "goal", CHEST: "chest-back"}


@lru_cache(maxsize=4096)
def picture(*ids: str, css: str = "picture") -> SafeString:
    """Return a picture: its symbols, one over the other, each from its file."""
    uses = "".join(f'<use href="{escape(static(FILE_OF.get(name, BASE)))}#{escape(name)}"/>' for name in ids)
    return _safe(f'<svg class="{escape(css)}" aria-hidden="true">{uses}</svg>')


def drawn_of(laid: str, rock: int = 0) -> tuple[str, ...]:
    """Return the pictures of a card, one over the other: a tunnel (`NE~` turned) on its rock, an action card, a
    goal, the start, or the back of a face-down card."""
    name = laid.removesuffix(TURNED)
    if name in _BACKS:
        return (_BACKS[name],)
    if name in PLACES:
        return (f"f-{name}",)
    if name in GOAL_TUNNELS:
        return (f"g-{name}",)
    if name == START:
        return (f"r{rock}", "t-start")
    return (f"r{rock}", f"t-{name}") if name in _TUNNELS else (f"a-{slug_of(name)}",)


def is_tunnel(laid: str) -> bool:
    """Return whether a card that lies somewhere is a tunnel."""
    return laid.removesuffix(TURNED) in _TUNNELS


def card_picture(laid: str, rock: int = 0) -> SafeString:
    """Return a card as it lies; `rock` is the number of the rock behind a tunnel."""
    return picture(*drawn_of(laid, rock), css="picture upside-down" if laid.endswith(TURNED) else "picture")


# -- the mine


def mine(mine: Mine, view: PlayerView) -> SafeString:
    """Return the map: a list of the squares with a card or an action."""
    frame = mine.frame
    label = ngettext("Mine map, %(count)s card", "Mine map, %(count)s cards", mine.cards) % {"count": mine.cards}
    is_large = frame.columns > _COLUMNS_IN_SIGHT or frame.rows > _ROWS_IN_SIGHT
    pans = "" if any(spot.href and not spot.by_arrow for spot in mine.spots) and not is_large else ' tabindex="0"'
    language = get_language()
    spots = "".join([_spot(spot, frame, view, language) for spot in mine.spots])
    size = f"column-{frame.columns} row-{frame.rows}"
    return _safe(
        f'<ul id="mine" class="mine {size}" aria-label="{escape(label)}"{pans}'
        f' data-corner="{frame.west},{frame.north}">'
        f"{spots}{_way(mine)}{_axes(frame)}</ul>"
    )


def _spot(spot: Spot, frame: Frame, view: PlayerView, language: str | None) -> str:
    x, y = square(spot.at)
    css = " ".join([f"row-{y - frame.north + 1} column-{x - frame.west + 1}", *spot.classes])
    css = f"{css} goal" if view.public.face_down.get(spot.at) == GOAL else css
    if "ghost" in spot.classes and spot.href:
        # The preview is a link as a whole.
        inner = f'{_drawn(spot)}<span class="visually-hidden">{escape(spot.link)}</span>'
        return f'<li class="{css}"><a href="{escape(spot.href)}">{inner}</a></li>'
    lies = spot.at in view.public.mine or spot.at in view.public.face_down
    inner = _lies(spot, view, language) if lies else _stands(spot)
    if "turns" in spot.classes:
        inner = f"{picture('goal', css='picture under')}{inner}"
    if spot.note:
        old = " old" if spot.doubtful else ""
        inner += f'<b class="note{old}">{picture(spot.note, css="glyph")}</b>'
    clash = f'<i class="clash {spot.clash.lower()}" aria-hidden="true">≠</i>' if spot.clash else ""
    return f'<li class="{css}">{inner}{clash}{_claims(spot)}{_link(spot)}</li>'


def _way(mine: Mine) -> str:
    """Return the line from the start to the gold, over the cards that it joins; "" before it is reached."""
    frame = mine.frame
    line = way_line([(x - frame.west, y - frame.north) for x, y in mine.way])
    if not line:
        return ""
    path = f'd="{line}" pathLength="100"'
    box = f"0 0 {80 * frame.columns} {100 * frame.rows}"
    inner = f'<svg viewBox="{box}"><path class="glow" {path}/><path {path}/></svg>'
    return f'<li class="way" aria-hidden="true">{inner}</li>'


def way_line(squares: Sequence[Square]) -> str:
    """Return the data of a path through the centres of squares in cards of 80 by 100, bent as tunnels are; "" for less
    than two squares."""
    centres = [(80 * x + 40, 100 * y + 50) for x, y in squares]
    if len(centres) < 2:
        return ""
    edges = [((x + u) // 2, (y + v) // 2) for (x, y), (u, v) in pairwise(centres)]
    bends = "".join(f"Q{x} {y} {u} {v}" for (x, y), (u, v) in zip(centres[1:-1], edges[1:], strict=True))
    start, first, end = centres[0], edges[0], centres[-1]
    return f"M{start[0]} {start[1]}L{first[0]} {first[1]}{bends}L{end[0]} {end[1]}"


def _drawn(spot: Spot) -> SafeString:
    """Return the picture of a card as it lies on its square, or of a miner."""
    if not spot.laid:
        return picture("x-miner", css="picture upright")
    return card_picture(spot.laid, rock_at(square(spot.at)))


def _stands(spot: Spot) -> str:
    """Return what is on an empty square: a miner, or a card that was announced and is not laid yet."""
    words = " ".join(text for text in (spot.miner, spot.words) if text)
    if not words:
        return ""
    about = escape(_("%(square)s: %(words)s") % {"square": square_name(spot.at), "words": words})
    figure = _drawn(spot) if spot.laid or spot.miner else ""
    return f'{figure}<span class="visually-hidden">{about}</span>'


def _link(spot: Spot) -> str:
    if not spot.href:
        return ""
    mark = "<i></i>" if "lit" in spot.classes else ""
    inner = f'{mark}<span class="visually-hidden">{escape(spot.link)}</span>'
    name = f"at-{spot.at.replace(',', '_')}"
    if spot.value:
        # HTMX does not know which button outside of a form was pressed, so the button itself sends the request.
        ways = f'hx-post="{escape(spot.sends)}" hx-push-url="{escape(spot.href.partition("?")[0])}"'
        return f'<button id="{name}" form="play" name="at" value="{escape(spot.value)}" {ways}>{inner}</button>'
    by_arrow = ' tabindex="-1"' if spot.by_arrow else ""
    return f'<a id="{name}" href="{escape(spot.href)}"{by_arrow}>{inner}</a>'


def _claims(spot: Spot) -> str:
    """Return the claims about a goal, as shapes and in words; while nothing is chosen, with a link to make claims."""
    if not spot.says:
        return claims(spot.marks)
    words = escape(_("About %(square)s") % {"square": square_name(spot.at)})
    name = f"say-{spot.at.replace(',', '_')}"
    inner = f'<span class="visually-hidden">{words}</span>{claims(spot.marks)}'
    return f'<a id="{name}" class="say-of" href="{escape(spot.says)}"{ONTO_SHEET}>{inner}</a>'


def claims(marks: Sequence[Mark]) -> SafeString:
    """Return marks of claims: a shape and a count, and their text for screen readers."""
    if not marks:
        return SafeString("")
    shapes = "".join(f"<i>{escape(mark.sign)}{mark.many if mark.many > 1 else ''}</i>" for mark in marks)
    words = escape(" ".join(mark.words for mark in marks))
    return _safe(
        f'<span class="claims" aria-hidden="true">{shapes}</span> <span class="visually-hidden">{words}</span>'
    )


_known: dict[tuple[str | None, str, str], str] = {}
_MOST_KNOWN = 20_000


def _lies(spot: Spot, view: PlayerView, language: str | None) -> str:
    """Return the content of a square: its picture, and its text for screen readers."""
    key = (language, spot.at, spot.laid)
    piece = _known.get(key) if spot.laid not in _BACKS else None
    if piece is None:
        words = escape(square_words(view, spot.at))
        piece = f'{_drawn(spot)}<span class="visually-hidden">{words}'
        if spot.laid not in _BACKS:
            if len(_known) >= _MOST_KNOWN:
                _known.clear()
            _known[key] = piece
    more = f" {escape(spot.words)}" if spot.words else ""
    return f"{piece}{more}</span>"


@lru_cache(maxsize=512)
def _axes(frame: Frame) -> str:
    depths = [str(depth).replace("-", "−") for depth in frame.depths]
    columns = "".join(f'<i class="axis column-{place}">{depth}</i>' for place, depth in enumerate(depths, 1))
    rows = "".join(f'<i class="axis lane row-{place}">{lane}</i>' for place, lane in enumerate(frame.lanes, 1))
    return f'<li class="axes" aria-hidden="true">{columns}{rows}</li>'


# -- the hand


def hand(cards: Sequence[Held], targets: Targets | None = None) -> SafeString:
    """Return the hand: links while a card may be chosen, check boxes while cards are ticked, else links to help. It
    carries the `targets` of its cards."""
    label = ngettext("Your hand, %(count)s card", "Your hand, %(count)s cards", len(cards)) % {"count": len(cards)}
    items = "".join([_held(card, number) for number, card in enumerate(cards, 1)])
    rests = "" if any(card.href or card.token for card in cards) else " rests"
    carries = f" data-targets='{_in_quotes(as_json(targets))}'" if targets else ""
    return _safe(f'<ul id="hand" class="hand{rests}" aria-label="{escape(label)}"{carries}>{items}</ul>')


def _in_quotes(json: str) -> str:
    """Return JSON as it stands between single quotes."""
    return json.replace("&", r"\u0026").replace("'", r"\u0027").replace("<", r"\u003c")


def _held(card: Held, number: int) -> str:
    laid = card.card + TURNED if card.turned else card.card
    new = escape(_("new"))
    fresh = f' <b class="fresh">{new}</b>' if card.fresh else ""
    inner = f'{card_picture(laid, number % 3)}<span class="label">{escape(card.words)}</span>{fresh}'
    name = f"card-{number}"
    if card.token:
        ticked = " checked" if card.ticked else ""
        box = f'<input type="checkbox" id="{name}" form="play" name="card" value="{escape(card.token)}"{ticked}>'
        inner = f"<label>{box}{inner}</label>"
    elif card.href:
        chosen = ' aria-current="true"' if card.chosen else ""
        inner = f'<a id="{name}" href="{escape(card.href)}"{chosen}>{inner}</a>'
    else:
        inner = f'<a id="held-{number}" href="{escape(card.about)}"{ONTO_SHEET}>{inner}</a>'
    css = "tunnel" if card.card in _TUNNELS else "action"
    return f'<li class="{css}" data-about="{escape(card.about)}">{inner}</li>'


# -- the log


def log(
    lines: Sequence[Line | WordLine], now: datetime, *, part: bool = True, oldest_first: bool = False
) -> SafeString:
    """Return the lines of the log, each with its age, and chat messages between them. `part`: beside a table, where the
    actions on a message open over it. The lines are newest first, or `oldest_first`."""
    language, items = get_language(), []
    events = [line for line in lines if line.kind == "event"]
    last = (events[-1] if oldest_first else events[0]) if events else None
    for line in lines:
        if isinstance(line, WordLine):
            items.append(_word(line, _ago(language, _minutes(now - line.at)), part=part))
            continue
        items.append(_line(line, now, language, newest=line is last))
    return _safe(f"<ol>{''.join(items)}</ol>")


def steps(lines: Sequence[Line], code: str) -> SafeString:
    """Return lines as items of a list: each leads to its step of the replay, and says where it is seen at the table."""
    return _safe("\n".join([_step(line, code) for line in lines]))


def _step(line: Line, code: str) -> str:
    where, deed = "", ""
    if line.act:
        seen = {"at": escape(line.act.square) or None, "who": line.act.seat, "to": line.act.target}
        where = "".join([f' data-{name}="{value}"' for name, value in seen.items() if value is not None])
        has_deed = line.act.card and not is_tunnel(line.act.card)
        deed = picture(drawn_of(line.act.card)[0], css="deed") if has_deed else ""
    css = ' class="to-me"' if line.to_me else ""
    href = address("games:step", code, line.round, line.seq)
    return f'<li{css}{where}><a href="{escape(href)}" hx-boost="false">{deed}{escape(line.words)}</a></li>'


def _line(line: Line, now: datetime, language: str | None, *, newest: bool) -> str:
    """Return a line; the keyboard shortcut `l` reads the newest one."""
    if line.at is None:
        return f'<li class="{line.kind}"><span>{escape(line.words)}</span></li>'
    passed = _ago(language, _minutes(now - line.at))
    if line.kind == "whisper":  # is not cached
        own = ' class="own"' if line.own else ""
        return f"<li{own}>{_stamp(line.at, passed)} <small>{escape(line.words)}</small></li>"
    return _event(line, passed, newest=newest)


@lru_cache(maxsize=20_000)
def _event(line: Line, passed: str, *, newest: bool) -> str:
    """Return a line about a public event."""
    words = f'<span data-read="l">{escape(line.words)}</span>' if newest else escape(line.words)
    own = ' class="own"' if line.own else ""
    return f"<li{own}>{_stamp(line.at, passed)} {words}</li>"


def _word(line: WordLine, passed: str, *, part: bool) -> str:
    """Return a player's chat message: letter, name and quotation, so that no other line of the log looks like it."""
    kinds = ("word", "own" * line.mine, "claim" * bool(line.sign), "gone" * line.removed, "to-me" * line.to_me)
    css = " ".join(filter(None, kinds))
    bot = " of-bot" if line.bot or line.program else ""
    avatar = f'<span class="avatar player-{line.hue}{bot}" aria-hidden="true">{escape(line.name[:1])}</span>'
    sign = f'<i aria-hidden="true">{escape(line.sign)}</i> ' if line.sign else ""
    program, to_me = _tag(_("program")) if line.program else "", _tag(_("to you")) if line.to_me else ""
    head = f"<p><b>{escape(line.name)}</b>{program} {_stamp(line.at, passed)}{to_me}</p>"
    said = f'<blockquote dir="auto">{sign}{"".join(map(_piece, line.parts))}</blockquote>'
    more = ""
    if line.href:
        about = escape(_("About this message from %(name)s") % {"name": line.name})
        onto = ONTO_SHEET if part else ""
        more = f'<a id="said-{line.number}" class="more" href="{escape(line.href)}"{onto} aria-label="{about}">…</a>'
    data = f'data-number="{line.number}" data-seat="{line.seat}"'
    return f'<li class="{css}" {data}>{avatar}<div>{head}{said}</div>{more}</li>'


def _tag(words: str) -> str:
    return f' <small class="tag">{escape(words)}</small>'


def _piece(piece: Snippet) -> str:
    if not piece.href:
        return escape(piece.text)
    return f'<a href="{escape(piece.href)}" hx-boost="false">{escape(piece.text)}</a>'


def _stamp(at: datetime | None, passed: str) -> str:
    return f'<time datetime="{at:%Y-%m-%dT%H:%MZ}">{escape(passed)}</time>'


def ago(passed: timedelta) -> str:
    """Return the age of something, in the largest unit that fits: `now`, `5 min`, `2 h`, `3 d`."""
    return _ago(get_language(), _minutes(passed))


def _minutes(passed: timedelta) -> int:
    return int(passed.total_seconds()) // 60


@lru_cache(maxsize=1024)
def _ago(_language: str | None, minutes: int) -> str:
    if minutes < 1:
        return _("now")
    if minutes < 60:
        return _("%(count)s min") % {"count": minutes}
    if minutes < 48 * 60:
        return _("%(count)s h") % {"count": minutes // 60}
    return _("%(count)s d") % {"count": minutes // (24 * 60)}


def _safe(markup: str) -> SafeString:
    """Return markup of this module, where every text has been escaped."""
    return mark_safe(markup)  # noqa: S308  # the one place where pieces become markup


def table_rows(rows: Sequence[HomeRow], is_mine: bool) -> SafeString:
    """Return a list of the first page; `is_mine`: its rows wait for the reader."""
    css = "row mine-now" if is_mine else "row"
    return _safe(f'<ul class="list tables">{"".join(_table_row(row, css) for row in rows)}</ul>')


def _table_row(row: HomeRow, css: str) -> str:
    seen = row.sketch
    if row.player:
        seen = _safe(f'<span class="avatar player-{row.hue}" aria-hidden="true">{escape(row.player[:1])}</span>')
    unread = ""
    if row.unread:
        words = ngettext("%(count)s new message", "%(count)s new messages", row.unread) % {"count": row.unread}
        unread = (
            f'<span class="unread"><span aria-hidden="true">{icon("talk")}{row.unread}</span>'
            f'<span class="visually-hidden">{escape(words)}</span></span>'
        )
    who = f'<b><span class="cut">{escape(row.name)}</span>{unread}</b> <small class="cut">{escape(row.line)}</small>'
    inside = f'{seen}<span class="who">{who}</span> <span class="left {row.look}">{escape(row.left)}</span>'
    if not row.href:
        return f'<li><div class="{css}">{inside}</div></li>'
    return f'<li><a class="{css}" href="{escape(row.href)}">{inside}</a></li>'
