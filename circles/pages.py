"""What the pages of circles draw, as values: rows of tables, cards of evenings, what is usually played."""

from collections.abc import Sequence
from typing import NamedTuple

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from circles.models import Circle, Reply
from circles.selectors.tables import CircleRow, Tables
from circles.services.tables import usual_options
from games.clocks.words import ago, hour
from games.models import Game, Status
from games.rows import store
from games.tableau.home import HomeRow, row_of_own
from games.tableau.lobby import GameSummary, played_of
from games.tableau.thumbnail import START, thumbnail_of
from games.wording import names_words, seats_words, winner_words


class OpenTable(NamedTuple):
    """An open table that members answer: what its row says, `when` it starts, who is in, and what others said.
    `replies` are the answers to choose from, each with its label and whether it is the reader's."""

    row: CircleRow
    when: str
    seats: str
    maybe: str
    no: str
    replies: Sequence[tuple[str, str, bool]]
    free: range


class EveningCard(NamedTuple):
    """A finished game as a card: its mine for those who played, its date, who won. `href` is "" for other members."""

    href: str
    sketch: SafeString
    day: str
    line: str


class CirclePage(NamedTuple):
    """The tables of a circle as they are drawn."""

    open: Sequence[OpenTable]
    running: Sequence[HomeRow]
    over: Sequence[EveningCard]
    of: int


def page_of(tables: Tables) -> CirclePage:
    """Return the tables of a circle as they are drawn."""
    return CirclePage(
        [open_table(row) for row in tables.open],
        [row_of(row) for row in tables.running],
        [card_of(row) for row in tables.over],
        tables.of,
    )


def open_table(row: CircleRow) -> OpenTable:
    """Return an open table as it is drawn."""
    maybe, no = (row.replies.get(reply, []) for reply in (Reply.MAYBE, Reply.NO))
    when = hour(row.starts_at) if row.starts_at else ""
    return OpenTable(
        row,
        when,
        seats_words(len(row.seats), row.wanted),
        _("Maybe: %(names)s") % {"names": names_words(maybe)} if maybe else "",
        ngettext("%(names)s can’t.", "%(names)s can’t.", len(no)) % {"names": names_words(no)} if no else "",
        [(reply.value, str(reply.label), reply == row.reply) for reply in Reply],
        range(row.free),
    )


def row_of(row: CircleRow) -> HomeRow:
    """Return a running or finished table as a row: for its players as on their first page, for others who plays and
    since when. A table that its reader may not open has no address."""
    if row.status == Status.OVER:
        card = card_of(row)
        return HomeRow(card.href, row.name, card.line, card.day, "calm", sketch=card.sketch or START)
    if row.mine is not None:
        return row_of_own(row.mine, is_awaited=row.is_awaited)
    href = reverse("games:table", args=[row.code]) if row.is_watched else ""
    return HomeRow(href, row.name, names_words(row.names), ago(row.moment), "calm", sketch=START)


def card_of(row: CircleRow) -> EveningCard:
    """Return a finished game as a card."""
    day = date_format(localtime(row.moment), "MONTH_DAY_FORMAT")
    if row.mine is None:
        href = reverse("games:shared", args=[row.shared]) if row.shared else ""
        href = reverse("games:table", args=[row.code]) if row.is_watched else href
        return EveningCard(href, SafeString(""), day, names_words(row.names))
    others = [name for name, seat in zip(row.names, row.seats, strict=True) if name in row.winners and not seat.is_me]
    line = winner_words(list(row.winners) if row.i_won else others, mine=row.i_won) if row.winners else _("No winner")
    sketch = thumbnail_of(row.glance.sketch) if row.glance and row.glance.sketch else SafeString("")
    return EveningCard(reverse("games:table", args=[row.code]), sketch, day, line)


def usual_of(circle: Circle) -> GameSummary:
    """Return what is usually played in a circle."""
    game = Game()
    store.set_options(game, usual_options(circle))
    return played_of(game)
