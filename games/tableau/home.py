"""The lists of the first page, as rows: a mine or a player, a name, one line, and at the end the time that is left."""

from collections.abc import Sequence
from datetime import timedelta
from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import clock
from games.clocks.words import ago, hour, left_in_short
from games.models import Status
from games.selectors import waiting
from games.selectors.home import MINE, OTHERS, OVER, Home, PagePart
from games.selectors.lobby import TableRow
from games.selectors.waiting import Waits
from games.tableau.thumbnail import START, thumbnail_of
from games.wording import seats_words
from saboteur_site.templating.addresses import address

SOON = timedelta(hours=1)
"""The time left from which on a deadline is marked."""


_OUT_OF_ORDER = gettext_lazy("Out of order. The host of this site knows")


class HomeRow(NamedTuple):
    """One row of a list: where it leads, "" for nowhere; a drawing of the mine, or the initial and the colour of a
    player; the name, the number of unread messages, and the line below. `left` stands at the end, `look` is its class.
    """

    href: str
    name: str
    line: str
    left: str
    look: str = ""
    unread: int = 0
    sketch: SafeString = SafeString("")
    player: str = ""
    hue: int = 0


class Section(NamedTuple):
    """A list with its id, heading, label of its pages, and rows; `is_mine`: they wait for the reader."""

    name: str
    heading: str
    pages: str
    rows: Sequence[HomeRow]
    part: PagePart[Waits] | PagePart[TableRow]
    is_mine: bool = False


def sections_of(home: Home) -> list[Section]:
    """Return the lists of the first page that have rows, in order."""
    others, over = home.tables[OTHERS], home.tables[OVER]
    found = [
        Section(
            MINE,
            _("Waiting for you"),
            _("Pages of “Waiting for you”"),
            [_mine(one) for one in home.mine.rows],
            home.mine,
            is_mine=True,
        ),
        Section(
            OTHERS,
            _("Waiting for others"),
            _("Pages of “Waiting for others”"),
            [_other(row) for row in others.rows],
            others,
        ),
        Section(OVER, _("Finished games"), _("Pages of “Finished games”"), [_other(row) for row in over.rows], over),
    ]
    return [section for section in found if section.rows]


def _mine(one: Waits) -> HomeRow:
    """Return the row of an item that waits for the reader."""
    row = one.table
    if row is None:
        line, href = _("Wants to be your friend"), address("accounts:friends")
        return HomeRow(href, one.by, line, _("Look"), "button", player=one.by, hue=one.hue)
    if one.kind == waiting.INVITATION:
        about = {"name": one.by, "edition": row.edition or _OUT_OF_ORDER}
        line, href = _("%(name)s invites you · %(edition)s") % about, address("games:table", row.code)
        if row.starts_at is not None:
            line = _("%(name)s invites you · %(moment)s, starts when full") % {
                "name": one.by,
                "moment": hour(row.starts_at),
            }
        return HomeRow(href, row.name, line, _("Look"), "button", player=one.by, hue=one.hue)
    if one.kind == waiting.READY:
        return _drawn(row, _("The options have changed"), _("Are you ready?"))
    if one.kind == waiting.START:
        return _drawn(row, _("Everyone is here: you can start"), _("Start"))
    line, at_votes = (one.words, "#votes") if one.kind == waiting.VOTE else (row.last, "")
    if row.vetoes:
        line = _("Veto it? %(event)s") % {"event": row.last} if row.last else _("Veto it?")
    if row.due is None:
        return _drawn(row, line, _("Your turn"))
    is_soon = row.due - clock.now() < SOON
    return _drawn(row, line, left_in_short(row.due), "soon" if is_soon else "", at_votes)


def _other(row: TableRow) -> HomeRow:
    """Return the row of a table that waits for other players, or is over."""
    if row.status == Status.OPEN and row.starts_at is not None:
        line = _("%(moment)s, starts when full") % {"moment": hour(row.starts_at)}
        return _drawn(row, line, _("%(taken)s of %(wanted)s") % {"taken": row.taken, "wanted": row.wanted}, "calm")
    if row.status == Status.OPEN:
        return _drawn(row, seats_words(row.taken, row.wanted), _("Lobby"), "calm")
    if row.over_at is not None:
        line = _("Cancelled") if row.status == Status.CANCELLED else row.edition
        return _drawn(row, line, ago(row.over_at), "calm")
    line = _("Waiting for %(names)s") % {"names": row.awaited} if row.awaited else row.last
    left = left_in_short(row.due) if row.due else "" if row.has_clock else _("no clock")
    return _drawn(row, line, left, "calm")


def row_of_own(row: TableRow, *, is_awaited: bool) -> HomeRow:
    """Return the row of a table at which the reader has a seat; ``is_awaited``: it waits for the reader."""
    if not is_awaited:
        return _other(row)
    return _drawn(row, row.last, left_in_short(row.due) if row.due else _("Your turn"))


def row_to_join(row: TableRow) -> HomeRow:
    """Return the row of an open table that the reader may join."""
    line = _("%(name)s is the host · %(edition)s")
    if row.friend:
        line = _("Your friend %(name)s is the host · %(edition)s")
    taken = _("%(taken)s of %(wanted)s") % {"taken": row.taken, "wanted": row.wanted}
    return _drawn(row, line % {"name": row.host, "edition": row.edition}, taken, "calm")


def _drawn(row: TableRow, line: str, left: str, look: str = "", at: str = "") -> HomeRow:
    """Return the row of a table with its mine."""
    if row.out_of_order:
        line = str(_OUT_OF_ORDER)
    sketch = (thumbnail_of(row.sketch) if row.sketch else None) or START
    href = address("games:table", row.code) + at
    return HomeRow(href, row.name, line, left, look, row.unread, sketch)
