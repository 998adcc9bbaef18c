"""Template tags and filters of a table: its mine, hand and log, single cards, times in words."""

import json
from collections.abc import Sequence
from datetime import datetime, timedelta

from django import template
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from accounts.models import User
from games import clock
from games.clocks import words
from games.models import Game
from games.rules.steps import Sketch
from games.tableau import markup, plates
from games.tableau.finished_mine import FinishedMine
from games.tableau.history import Line, ShownMove, oldest_first
from games.tableau.home import HomeRow
from games.tableau.options import BOTS
from games.tableau.people import Row
from games.tableau.spoken import Mark, WordLine
from games.tableau.table import TablePage
from games.tableau.thumbnail import thumbnail_of

register = template.Library()


@register.simple_tag
def mine(table: TablePage | FinishedMine) -> SafeString:
    """Return the mine of a table, or that at the end of a round."""
    return markup.mine(table.mine, table.view)


@register.filter
def thumbnail(sketch: Sketch) -> SafeString:
    """Return a small drawing of a mine."""
    return thumbnail_of(sketch)


@register.simple_tag
def hand(table: TablePage) -> SafeString:
    """Return the player's hand."""
    return markup.hand(table.hand, table.targets)


@register.simple_tag
def log(table: TablePage) -> SafeString:
    """Return the end of the log, newest first."""
    return markup.log(table.log, clock.now())


@register.simple_tag
def talk(table: TablePage) -> SafeString:
    """Return the end of the log with the messages, oldest first."""
    return markup.log(oldest_first(table.log), clock.now(), oldest_first=True)


@register.filter
def in_motion(moves: Sequence[ShownMove]) -> str:
    """Return moves for `motion.js`: a list in JSON of command, seat, square, target and tool."""
    return json.dumps(moves, separators=(",", ":"))


@register.simple_tag
def said(lines: Sequence[WordLine]) -> SafeString:
    """Return chat messages without a log."""
    return markup.log(lines, clock.now(), part=False)


@register.simple_tag
def table_rows(rows: Sequence[HomeRow], is_mine: bool = False) -> SafeString:
    """Return a list of tables on the first page."""
    return markup.table_rows(rows, is_mine)


@register.simple_tag
def claims(marks: Sequence[Mark]) -> SafeString:
    """Return marks of claims."""
    return markup.claims(marks)


@register.simple_tag
def steps(lines: Sequence[Line], game: Game) -> SafeString:
    """Return what happened since the player's last turn, as items of a list."""
    return markup.steps(lines, game.code)


@register.simple_tag
def player(row: Row, reader: int, game: Game) -> SafeString:
    """Return the row of a player, for the user with the id `reader`; 0 for visitors, whose time zone is not known."""
    due = row.person.due_at if row.awaited else None
    due = None if due and game.paused_until else due
    in_words = words.in_short if reader else words.left_in_short
    return plates.plate(row, reader, in_words(due) if due else "")


@register.filter
def bot_words(level: str) -> str:
    """Return the description of a bot's level."""
    return str(BOTS[level])


@register.simple_tag
def picture(*ids: str, css: str = "picture") -> SafeString:
    """Return a picture of the sheet by its ids, one over the other."""
    return markup.picture(*ids, css=css)


@register.simple_tag
def card(name: str) -> SafeString:
    """Return a card by its name."""
    return markup.card_picture(name)


@register.filter
def in_short(moment: datetime) -> str:
    """Return a time in its short form."""
    return words.in_short(moment)


@register.filter
def left_in_short(moment: datetime) -> str:
    """Return the time left until a deadline in its short form, or that it has passed."""
    return words.left_in_short(moment)


@register.filter
def left(moment: datetime) -> str:
    """Return the time left until a moment; "" if it has passed."""
    return words.left(moment)


@register.filter
def asleep(moment: datetime, user: User) -> str:
    """Return the quiet hours of a user before a moment, in words; "" without any."""
    return words.asleep(moment, user.quiet)


@register.filter
def until(moment: datetime) -> str:
    """Return a deadline in the reader's time zone."""
    return words.until(moment)


@register.filter
def hour(moment: datetime) -> str:
    """Return a future time in the reader's time zone."""
    return words.hour(moment)


@register.filter
def called(moment: datetime) -> str:
    """Return since when it has been a player's turn, in words; "" in the first minute."""
    return "" if clock.now() - moment < timedelta(minutes=1) else since(moment)


@register.filter
def since(moment: datetime) -> str:
    """Return since when a player is awaited, in words."""
    passed = clock.now() - moment
    return _("just now") if passed < timedelta(minutes=1) else _("for %(ago)s") % {"ago": markup.ago(passed)}
