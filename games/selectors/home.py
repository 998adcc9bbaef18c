"""The first page: what waits for a user, and the tables that wait for others."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Generic, TypeVar

from django.db.models import Case, Count, F, Q, QuerySet, Value, When, Window
from django.db.models.functions import Coalesce, RowNumber

from accounts.models import User
from games import clock
from games.models import Seat, Status
from games.selectors import waiting
from games.selectors.glance import glances_at
from games.selectors.lobby import ROUND, SEAT_COLUMNS, TableRow, people_at, row_of
from games.selectors.talk import unheard_words
from games.selectors.waiting import Waits
from saboteur_site.database.statements import Prepared

MINE = "mine"
TABLES: Mapping[str, int] = {"waiting": 10, "words": 5, "open": 5, "over": 5}
"""The sections of a user's tables that wait for others, and the number of tables on a page of each."""
PAGES: Mapping[str, int] = {MINE: waiting.PAGE, **TABLES}
"""The same, with the section of what waits for the user."""

Entry = TypeVar("Entry")


@dataclass(frozen=True)
class PagePart(Generic[Entry]):
    """One page of one section of the first page, and the total number of entries."""

    rows: list[Entry]
    of: int
    page: int
    pages: int

    @property
    def before(self) -> int:
        """Return the number of the previous page; 0 before the first."""
        return self.page - 1

    @property
    def after(self) -> int | None:
        """Return the number of the next page, if there is one."""
        return self.page + 1 if self.page < self.pages else None


@dataclass(frozen=True)
class Home:
    """What waits for a user, the most urgent first; and by the sections of ``TABLES``, the tables that wait for others,
    the latest change first."""

    mine: PagePart[Waits]
    tables: Mapping[str, PagePart[TableRow]]

    @property
    def untrue_at(self) -> datetime | None:
        """Return when the first text about a deadline becomes outdated; None where no clock runs."""
        rows = [row.table for row in self.mine.rows if row.table]
        rows += [row for part in self.tables.values() for row in part.rows]
        return min((row.untrue_at for row in rows if row.untrue_at), default=None)


def home_of(user: User, pages: Mapping[str, int]) -> Home:
    """Return the given page of each section of the first page; five queries, six if a page of tables is missing."""
    of, seats = waiting.number_for(user), _seats_or_first_pages(user, pages)
    page = pages[MINE] if (pages[MINE] - 1) * PAGES[MINE] < of else 1
    shown = waiting.page_for(user, page)
    games = [row["game_id"] for row in (*shown, *seats) if row["game_id"]]
    people, glances = people_at(games, user), glances_at(games)
    mine = [waiting.waits_of(row, people[row["game_id"]], glances.get(row["game_id"])) for row in shown]
    parts = {}
    for part in TABLES:
        found = [seat for seat in seats if seat["part"] == part]
        rows = [row_of(seat, people[seat["game_id"]], glances.get(seat["game_id"])) for seat in found]
        parts[part] = _part(rows, found[0]["of"] if found else 0, pages.get(part, 1), part)
    return Home(_part(mine, of, page, MINE), parts)


def _part(rows: list[Entry], of: int, page: int, part: str) -> PagePart[Entry]:
    return PagePart(rows, of, page, -(-of // PAGES[part]))


def _seats_or_first_pages(user: User, pages: Mapping[str, int]) -> list[dict[str, Any]]:
    """Return the rows of `_seats_of`, with the first page of a section if the given one does not exist."""
    found = _seats_of(user, pages)
    listed = {seat["part"] for seat in found}
    if any(pages.get(part, 1) > 1 and part not in listed for part in TABLES):
        return _seats_of(user, {part: number for part, number in pages.items() if part in listed})
    return found


def _seats_of(user: User, pages: Mapping[str, int]) -> list[dict[str, Any]]:
    """Return a user's seats on the given page of each section, in order."""
    ends = [pages.get(part, 1) * size for part, size in TABLES.items()]
    starts = [end - size for end, size in zip(ends, TABLES.values(), strict=True)]
    return [dict(zip(_COLUMNS, row, strict=True)) for row in _SEATS(user.pk, clock.now(), *starts, *ends)]


_COLUMNS = ("part", "of", *SEAT_COLUMNS, "round")


def _seats(user: int, now: datetime, *bounds: int) -> QuerySet[Seat, Any]:
    """Return the seats between two positions of each section. ``bounds``: all start positions, then all ends."""
    running = Q(game__status=Status.RUNNING)
    part = Case(
        When(Q(game__status__in=(Status.RUNNING, Status.OVER)) & Q(news=True), then=Value("words")),
        When(running, then=Value("waiting")),
        When(game__status=Status.OPEN, then=Value("open")),
        default=Value("over"),
    )
    moment = Coalesce("game__over_at", "game__moved_at", "game__created_at")
    order = [moment.desc(), F("pk").desc()]
    shown = Q(pk__in=())
    for name, start, end in zip(TABLES, bounds, bounds[len(TABLES) :], strict=False):
        shown |= Q(part=name, place__gt=start, place__lte=end)
    return (
        Seat.objects.filter(user=user)
        .exclude(running & Q(awaited_since__isnull=False, answered=False))
        .exclude(waiting.asked_to_be_ready())
        .exclude(waiting.can_be_started(user, now))
        .annotate(news=unheard_words(user))
        .annotate(part=part, round=ROUND)
        .annotate(place=Window(RowNumber(), partition_by="part", order_by=order))
        .annotate(of=Window(Count("pk"), partition_by="part"))
        .filter(shown)
        .order_by("place")
        .values_list(*_COLUMNS)
    )


_SEATS = Prepared(_seats, -1, datetime(2000, 1, 1, tzinfo=UTC), *range(90_001, 90_001 + 2 * len(TABLES)))
