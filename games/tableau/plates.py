"""The plate of a player and the sheet that it opens, as markup: each move changes two of them in every open page.

Names and all other texts are escaped with `escape`, as in `markup.py`. `docs/face.md` has the classes.
"""

from collections.abc import Iterator
from functools import lru_cache
from html import escape

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.tableau.markup import ONTO_SHEET, card_picture, picture
from games.tableau.options import BOTS
from games.tableau.people import Row, Token
from saboteur_site.templatetags.site import icon


def plate(row: Row, reader: int, due: str) -> SafeString:
    """Return the plate of a player, cached for each reader: `due` says until when the player is awaited."""
    return _plate(get_language(), reader, row, due)


@lru_cache(maxsize=10_000)
def _plate(_language: str | None, _reader: int, row: Row, due: str) -> SafeString:
    person, number = row.person, row.person.number
    css = ["plate", row.state, "reader" if row.me else "", "asleep" if row.rests == "asleep" else ""]
    awaited = ' aria-current="true"' if row.awaited else ""
    of_bot = " of-bot" if person.bot or person.owner or row.rests == "bot" else ""
    sleep = '<i class="sleep">z</i>' if row.rests == "asleep" else ""
    face = f'<span class="avatar player-{person.hue}{of_bot}">{escape(row.mark)}</span>{sleep}'
    sentence = f'<span class="visually-hidden">{escape(row.sentence)}</span>'
    if row.href:
        door = f'<a id="seat-{number}" class="door" href="{escape(row.href)}">{sentence}</a>'
    else:
        opens = f'type="button" id="seat-{number}" class="door" popovertarget="who-{number}"'
        door = f"<button {opens}>{sentence}</button>\n{_sheet(row, due)}"
    inner = (
        f'<span class="face" aria-hidden="true">{face}</span>\n<b aria-hidden="true">{escape(person.name)}</b>\n'
        f'<span class="tools" aria-hidden="true">{"".join(_shown(row))}</span>\n{door}'
    )
    markup = f'<li id="plate-{number}" class="{" ".join(filter(None, css))}"{awaited}>{inner}</li>'
    return mark_safe(markup)  # noqa: S308  # every text is escaped


def _shown(row: Row) -> Iterator[str]:
    """Yield what lies before a player, as the plate shows it."""
    if row.few:
        yield f'<b class="held">{row.held}</b>'
    if row.gold or row.offer:
        yield f'<span class="gold-held">{_glyph("i-gold")}{"→" if row.offer else ""}</span>'
    yield from map(_tool, row.tokens)
    if row.marks:
        marks = "".join(f"<i>{escape(mark.sign)}{mark.many if mark.many > 1 else ''}</i>" for mark in row.marks)
        yield f'<span class="claims">{marks}</span>'
    yield f"<small>{escape(row.reason) if row.reason else _cards(row)}</small>"


def _cards(row: Row) -> str:
    # What the reader has to do is said above and below the mine, and would be cut here.
    return escape(f"{row.cards} · {row.doing}" if row.doing and not row.me else row.cards)


def _tool(token: Token) -> str:
    return f'<span class="tool{" harm" if token.harms else ""}">{picture(token.icon, css="icon")}</span>'


def _glyph(name: str) -> str:
    return picture(name, css="glyph")


def _sheet(row: Row, due: str) -> str:
    """Return all that is known of a player, and the way to claim something about them."""
    name, label = f"who-{row.person.number}", f"who-{row.person.number}-title"
    shuts = f'type="button" class="shut" popovertarget="{name}" popovertargetaction="hide"'
    close = escape(_("Close"))
    shut = f'<button {shuts}>{icon("shut")}<span class="visually-hidden">{close}</span></button>'
    head = f'<header><h2 id="{label}">{escape(row.person.name)}</h2>\n{shut}</header>'
    facts = "\n".join(f"<li>{fact}</li>" for fact in _facts(row, due) if fact)
    says = ""
    if row.says:
        about = _("Say something about %(name)s") % {"name": row.person.name}
        words = escape(_("Say something about yourself") if row.me else about)
        way = f'id="say-{row.person.number}" class="button small" href="{escape(row.says)}"{ONTO_SHEET}'
        says = f'\n<p class="buttons"><a {way}>{words}</a></p>'
    inner = f'{head}\n<ul class="facts">{facts}</ul>{says}'
    return f'<section id="{name}" class="sheet" popover aria-labelledby="{label}">{inner}</section>'


def _facts(row: Row, due: str) -> Iterator[str]:
    person = row.person
    yield escape(row.reason)
    yield _glyph("i-hand") + _cards(row)
    yield _glyph("i-clock") + escape(due) if due else ""
    for token in row.tokens:
        yield f"{_tool(token)} {escape(token.words)}"
    for gold in filter(None, (row.gold, row.offer)):
        yield _glyph("i-gold") + escape(gold)
    yield escape(row.resting)
    if person.bot:
        yield _glyph("i-bot") + escape(str(BOTS[person.level]))
    if person.owner:
        yield _glyph("i-bot") + escape(_("A program that belongs to %(name)s") % {"name": person.owner})
    if person.formerly:
        yield escape(_("formerly %(name)s") % {"name": person.formerly})
    yield escape(_("guest")) if person.guest else ""
    yield _glyph("i-crown") + escape(_("host")) if person.host else ""
    if row.last_act:
        card = card_picture(row.last_act.laid) if row.last_act.laid else picture("back")
        yield f'<span class="mini">{card}</span> {escape(row.last_act.words)}'
    for mark in row.marks:
        yield f'<span class="claims" aria-hidden="true"><i>{escape(mark.sign)}</i></span> {escape(mark.words)}'
    if not row.notified:
        yield escape(_("Gets no turn notifications: they check in on their own."))
