"""The first page: what waits for a user, and the tables that wait for others."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Generic, TypeVar

from django.db.models import Case, Count, Exists, F, OuterRef, Q, QuerySet, Value, When, Window
from django.db.models.functions import Coalesce, RowNumber

from accounts.models import User
from games import clock
from games.clocks.words import changes_at
from games.models import Deal, Seat, Status
from games.selectors import waiting
from games.selectors.glance import glances_at
from games.selectors.lobby import SEAT_COLUMNS, TableRow, people_at, row_of
from games.selectors.talk import has_unread_words
from games.selectors.waiting import Waits
from saboteur_site.database.statements import Prepared

MINE, OTHERS, OVER = "mine", "waiting", "over"
TABLES: Mapping[str, int] = {OTHERS: 10, OVER: 10}
"""The sections of a user's tables that wait for others, or for no one, and the number of tables on a page of each."""
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
    """What waits for a user, the most urgent first; and by the sections of ``TABLES`` their other tables, the latest
    change first. `is_new`: the user never had a seat."""

    mine: PagePart[Waits]
    tables: Mapping[str, PagePart[TableRow]]
    is_new: bool

    @property
    def has_none(self) -> bool:
        """Whether nothing is played, and nothing waits for the user."""
        return not (self.mine.rows or self.tables[OTHERS].rows)

    @property
    def untrue_at(self) -> datetime | None:
        """Return when the first text about a deadline becomes outdated; None where no clock runs."""
        now = clock.now()
        rows = [row.table for row in self.mine.rows if row.table] + self.tables[OTHERS].rows
        moments = (changes_at(row.due, now) for row in rows if row.due)
        return min((moment for moment in moments if moment), default=None)


def home_of(user: User, pages: Mapping[str, int]) -> Home:
    """Return the given page of each section of the first page, of finished games only if their page is given. Four
    queries; one more with many items, where a page is missing, and where nothing is played."""
    page = pages.get(MINE, 1)
    shown, seats = waiting.page_for(user, page), _seats_or_first_pages(user, pages)
    if page > 1 and not shown:
        page, shown = 1, waiting.page_for(user, 1)
    of = waiting.number_for(user) if page > 1 or len(shown) == waiting.PAGE else len(shown)
    games = [row["game_id"] for row in (*shown, *seats) if row["game_id"]]
    people, glances = people_at(games, user), glances_at(games)
    mine = [waiting.waits_of(row, people[row["game_id"]], glances.get(row["game_id"])) for row in shown]
    parts = {}
    for part in TABLES:
        found = [seat for seat in seats if seat["part"] == part]
        rows = [row_of(seat, people[seat["game_id"]], glances.get(seat["game_id"])) for seat in found]
        parts[part] = _part(rows, found[0]["of"] if found else 0, pages.get(part, 1), part)
    is_new = not (shown or seats or Seat.objects.filter(user=user).exists())
    return Home(_part(mine, of, page, MINE), parts, is_new)


def _part(rows: list[Entry], of: int, page: int, part: str) -> PagePart[Entry]:
    return PagePart(rows, of, page, -(-of // PAGES[part]))


def _seats_or_first_pages(user: User, pages: Mapping[str, int]) -> list[dict[str, Any]]:
    """Return the rows of `_seats_of`, with the first page of a section if the given one does not exist."""
    found = _seats_of(user, pages)
    listed = {seat["part"] for seat in found}
    if any(pages.get(part, 1) > 1 and part not in listed for part in TABLES):
        return _seats_of(user, {part: number if part in listed else 1 for part, number in pages.items()})
    return found


def _seats_of(user: User, pages: Mapping[str, int]) -> list[dict[str, Any]]:
    """Return a user's seats on the given page of each section, in order."""
    ends = [pages.get(part, 1) * size for part, size in TABLES.items()]
    starts = [end - size for end, size in zip(ends, TABLES.values(), strict=True)]
    found = (_ALL if OVER in pages else _CURRENT)(user.pk, clock.now(), *starts, *ends)
    return [dict(zip(_COLUMNS, row, strict=True)) for row in found]


_COLUMNS = ("part", "of", *SEAT_COLUMNS)


def _all(user: int, now: datetime, *bounds: int) -> QuerySet[Seat, Any]:
    return _placed(_seats(user, now), *bounds)


def _current(user: int, now: datetime, *bounds: int) -> QuerySet[Seat, Any]:
    """Return the same without the finished games."""
    return _placed(_seats(user, now).exclude(_is_over()), *bounds)


def _seats(user: int, now: datetime) -> QuerySet[Seat]:
    """Return a user's seats where nothing waits for them. Those at finished tables with unread messages, or whose last
    round the user has not seen the end of, are shown like those that wait for others."""
    running = Q(game__status=Status.RUNNING)
    return (
        Seat.objects.filter(user=user)
        .exclude(running & Q(awaited_since__isnull=False, answered=False))
        .exclude(waiting.asked_to_be_ready())
        .exclude(waiting.can_be_started(user, now))
        .alias(has_unread=has_unread_words(user), has_unseen=Exists(_unseen_rounds()))
        .annotate(part=Case(When(_is_over(), then=Value(OVER)), default=Value(OTHERS)))
    )


def _is_over() -> Q:
    return Q(game__status=Status.CANCELLED) | Q(game__status=Status.OVER, has_unread=False, has_unseen=False)


def _unseen_rounds() -> QuerySet[Deal]:
    """Return the rounds of a seat's game whose end its player has not seen, once the game is over."""
    return Deal.objects.filter(game=OuterRef("game"), round__gt=OuterRef("seen_round"))


def _placed(seats: QuerySet[Seat], *bounds: int) -> QuerySet[Seat, Any]:
    """Return the seats between two positions of each section. ``bounds``: all start positions, then all ends."""
    moment = Coalesce("game__over_at", "game__moved_at", "game__created_at")
    order = [moment.desc(), F("pk").desc()]
    shown = Q(pk__in=())
    for name, start, end in zip(TABLES, bounds, bounds[len(TABLES) :], strict=False):
        shown |= Q(part=name, place__gt=start, place__lte=end)
    return (
        seats.annotate(place=Window(RowNumber(), partition_by="part", order_by=order))
        .annotate(of=Window(Count("pk"), partition_by="part"))
        .filter(shown)
        .order_by("place")
        .values_list(*_COLUMNS)
    )


_SAMPLES = -1, datetime(2000, 1, 1, tzinfo=UTC), *range(90_001, 90_001 + 2 * len(TABLES))
_ALL, _CURRENT = Prepared(_all, *_SAMPLES), Prepared(_current, *_SAMPLES)
