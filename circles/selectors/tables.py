"""The tables of a circle, as a member sees them: of a running round nothing but who plays, unless they play themselves.

The numbers of queries do not depend on the number of tables, players or games.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import Case, Count, F, Q, Subquery, When, Window
from django.db.models.functions import Coalesce, RowNumber
from django.http import Http404

from accounts.models import User
from circles.models import Answer, Circle, CircleTable, Reply
from games.models import Seat, Status, Watchers
from games.rules.events import GameEnded
from games.selectors.glance import Glance, glances_at
from games.selectors.lobby import SEAT_COLUMNS, TableRow, row_of
from saboteur_site.database.statements import in_places

MOST_OPEN, MOST_LATEST, PAGE = 20, 4, 20
"""How many open and how many running tables are listed; how many finished ones on the page of a circle, and on a page
of its list."""


@dataclass(frozen=True, kw_only=True)
class Sitting:
    """A player of a table: name, colour, whether it is a bot, the reader."""

    name: str
    hue: int
    is_bot: bool
    is_me: bool


@dataclass(frozen=True, kw_only=True)
class CircleRow:
    """A table of a circle. `mine`: the row as on the reader's first page, None without a seat; `is_awaited`: it waits
    for the reader; `is_watched`: members may watch it. Of a finished game, only its players know more than its date."""

    code: str
    name: str
    status: str
    host: str
    wanted: int
    options_version: int
    starts_full: bool
    starts_at: datetime | None
    moment: datetime
    seats: Sequence[Sitting]
    shared: str = ""
    is_watched: bool = False
    mine: TableRow | None = None
    is_awaited: bool = False
    glance: Glance | None = None
    winners: tuple[str, ...] = ()
    i_won: bool = False
    gold: int = 0
    replies: dict[str, list[str]] = field(default_factory=dict)
    reply: str = ""

    @property
    def free(self) -> int:
        """The number of free seats."""
        return max(0, self.wanted - len(self.seats))

    @property
    def names(self) -> list[str]:
        """The names of its players."""
        return [seat.name for seat in self.seats]


@dataclass(frozen=True)
class Tables:
    """The tables of a circle: open ones by their hour, running ones, the latest finished ones; how many are over."""

    open: list[CircleRow]
    running: list[CircleRow]
    over: list[CircleRow]
    of: int


def tables_of(circle: Circle, reader: User) -> Tables:
    """Return the tables of a circle. Six queries."""
    over = CircleTable.objects.filter(circle=circle, game__status=Status.OVER)
    of = over.order_by().values("circle").annotate(of=Count("pk")).values("of")
    latest = _rows(_over(circle)[:MOST_LATEST], of=Subquery(of))
    by_status: dict[str, list[CircleRow]] = {status: [] for status in Status}
    for row in _shown([*_rows(_not_over(circle)), *latest], reader):
        by_status[row.status].append(row)
    count = latest[0]["of"] if latest else 0
    return Tables(by_status[Status.OPEN], by_status[Status.RUNNING], by_status[Status.OVER], count)


def _not_over(circle: Circle) -> Any:
    """Return the first open tables of a circle by their hour, and its latest running ones."""
    hour = Case(When(game__status=Status.OPEN, then=F("game__starts_at")))
    order = (hour.asc(nulls_last=True), F("game").desc())
    place = Window(RowNumber(), partition_by=F("game__status"), order_by=order)
    rows = CircleTable.objects.filter(circle=circle, game__status__in=(Status.OPEN, Status.RUNNING))
    return rows.annotate(place=place).filter(place__lte=MOST_OPEN).order_by("place")


@dataclass(frozen=True)
class Page:
    """A page of finished tables; `before` and `after` are the numbers of the pages around it, 0 without one."""

    rows: list[CircleRow]
    before: int
    after: int


def finished_page(circle: Circle, reader: User, number: int) -> Page:
    """Return a page of the finished tables of a circle, the latest first; Http404 beyond the last. Five queries."""
    first = (number - 1) * PAGE
    rows = _rows(_over(circle)[first : first + PAGE + 1])
    if number > 1 and not rows:
        raise Http404
    return Page(_shown(rows[:PAGE], reader), number - 1, number + 1 if len(rows) > PAGE else 0)


def circle_of_table(code: str, reader: User) -> str:
    """Return the code of the circle to which a table belongs, for its members; Http404 for others. One query."""
    mine = Q(circle__members__user=reader, circle__members__left_at=None)
    found = CircleTable.objects.filter(mine, game__code=code).values_list("circle__code", flat=True).first()
    if found is None:
        raise Http404
    return found


def is_member(game: int, user: int) -> bool:
    """Whether a user belongs to the circle of a table, by their ids; one query."""
    return CircleTable.objects.filter(game=game, circle__members__user=user, circle__members__left_at=None).exists()


def _over(circle: Circle) -> Any:
    return CircleTable.objects.filter(circle=circle, game__status=Status.OVER).order_by("-game__over_at", "-game")


_COLUMNS = ("pk", "game_id", "game__code", "game__name", "game__status", "game__host__username", "game__seats_wanted",
            "game__options_version", "game__starts_full", "game__starts_at", "game__shared",
            "game__watchers", "moment")  # fmt: skip


def _rows(tables: Any, **more: Any) -> list[dict[str, Any]]:
    moment = Coalesce("game__over_at", "game__started_at", "game__created_at")
    return list(tables.annotate(moment=moment, **more).values(*_COLUMNS, *more))


def _shown(rows: list[dict[str, Any]], reader: User) -> list[CircleRow]:
    """Return rows as the reader sees them. Four queries: seats, own seats, last events, answers."""
    games = [row["game_id"] for row in rows]
    seats = _seats_at(games)
    own = {seat["game_id"]: seat for seat in Seat.objects.filter(game__in=games, user=reader).values(*SEAT_COLUMNS)}
    glances = glances_at(own)
    answers: dict[int, list[Answer]] = {}
    open_ = [row["pk"] for row in rows if row["game__status"] == Status.OPEN]
    for one in Answer.objects.filter(table__in=open_).select_related("user").order_by("answered_at"):
        answers.setdefault(one.table_id, []).append(one)
    return [
        _row(row, seats.get(row["game_id"], []), own.get(row["game_id"]), glances, answers.get(row["pk"], []), reader)
        for row in rows
    ]


def _seats_at(games: Iterable[int]) -> dict[int, list[dict[str, Any]]]:
    found: dict[int, list[dict[str, Any]]] = {}
    columns = ("game_id", "number", "user_id", "user__username", "user__is_bot", "awaited_since", "due_at")
    for some in in_places(games):
        for seat in Seat.objects.filter(game__in=some).order_by("number").values(*columns):
            found.setdefault(seat["game_id"], []).append({**seat, "unread": 0})
    return found


def _row(
    row: dict[str, Any],
    seats: list[dict[str, Any]],
    own: dict[str, Any] | None,
    glances: dict[int, Glance],
    answers: list[Answer],
    reader: User,
) -> CircleRow:
    glance = glances.get(row["game_id"]) if own else None
    ended = next((event for event in glance.events if isinstance(event, GameEnded)), None) if glance else None
    names = [seat["user__username"] for seat in seats]
    replies: dict[str, list[str]] = {}
    for one in answers:
        if one.user.is_active:
            replies.setdefault(one.reply, []).append(one.user.username)
    mine = next((one.reply for one in answers if one.user_id == reader.pk), "")
    return CircleRow(
        code=row["game__code"],
        name=row["game__name"],
        status=row["game__status"],
        host=row["game__host__username"] or "",
        wanted=row["game__seats_wanted"],
        options_version=row["game__options_version"],
        starts_full=row["game__starts_full"],
        starts_at=row["game__starts_at"],
        moment=row["moment"],
        seats=[
            Sitting(
                name=seat["user__username"],
                hue=User(pk=seat["user_id"]).hue,
                is_bot=seat["user__is_bot"],
                is_me=seat["user_id"] == reader.pk,
            )
            for seat in seats
        ],
        shared=row["game__shared"],
        is_watched=row["game__watchers"] == Watchers.CIRCLE,
        mine=row_of(own, seats, glance) if own else None,
        is_awaited=bool(own and own["awaited_since"] and not own["answered"]),
        glance=glance,
        winners=tuple(names[seat] for seat in ended.winners) if ended else (),
        i_won=bool(ended and own and own["number"] in ended.winners),
        gold=max(ended.gold) if ended else 0,
        replies=replies,
        reply=Reply.YES if own else mine,
    )
