"""What waits for a user: turns and vetoes, votes, changed options to confirm, complete tables that can be started,
invitations, friend requests. The number on every page, and the list on the first page, are made of the same six
queries.

None of it depends on secrets of others: of a window, only whether the user has answered (R93, R95); of a vote, only
their own ballot.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.db.models import (
    Case,
    DateTimeField,
    Exists,
    F,
    Func,
    IntegerField,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Value,
    When,
)
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce

from accounts.models import Friendship, User
from accounts.selectors.friends import asks_for
from games import clock
from games.clocks import proposals
from games.clocks.absence import NO_CLOCK_WAITS, is_still_asked_about
from games.clocks.proposals import Proposal
from games.models import Ballot, Game, Invitation, Motion, Seat, Status
from games.selectors.glance import Glance
from games.selectors.lobby import (
    GAME_COLUMNS,
    SEAT_COLUMNS,
    TableRow,
    invitations,
    row_of,
)
from games.wording import event_words
from saboteur_site.database.statements import Prepared

TURN, VOTE, READY, START, INVITATION, ASK = "turn", "vote", "ready", "start", "invitation", "ask"
_TIMED, _UNTIMED, _INVITED, _ASKED = range(4)
"""The groups in order. What has a deadline comes first, whatever its kind: turns, votes, and games that others may
start from a certain moment on."""
_FAR = Value(datetime(9999, 1, 1, tzinfo=UTC), output_field=DateTimeField())


@dataclass(frozen=True, kw_only=True)
class Waits:
    """An item that waits for a user. `kind` is one of the six; `words` is the question of a vote. `by` is the name of
    the user who invites or sends a friend request, `hue` their colour. A friend request has no `table`."""

    kind: str
    by: str
    hue: int
    table: TableRow | None = None
    words: str = ""


# -- the six queries


def _turns(user: int) -> QuerySet[Seat]:
    # A subquery for each seat: without statistics, a join would read all running games first.
    status = Game.objects.filter(pk=OuterRef("game")).values("status")
    seats = Seat.objects.alias(status=Subquery(status)).filter(status=Status.RUNNING)
    return seats.filter(user=user, awaited_since__isnull=False, answered=False).order_by()


def _votes(user: int, now: datetime, long_ago: datetime) -> QuerySet[Motion]:
    """Select the open votes in which a user has not voted yet."""
    asked = Motion.objects.filter(decided_at=None, closes_at__gt=now, game__status=Status.RUNNING)
    mine = asked.filter(game__seats__user=user).annotate(me=F("game__seats__number"))
    has_voted = Exists(Ballot.objects.filter(motion=OuterRef("pk"), seat=OuterRef("me")))
    return mine.exclude(seat=F("me")).exclude(has_voted).filter(is_still_asked_about(now, long_ago))


def asked_to_be_ready() -> Q:
    """Return the filter for seats at open tables whose options have changed since their players were ready."""
    return Q(game__status=Status.OPEN) & ~Q(agreed=F("game__options_version"))


def _ready(user: int) -> QuerySet[Seat]:
    return Seat.objects.filter(asked_to_be_ready(), user=user).order_by()


def can_be_started(user: int, now: datetime) -> Q:
    """Return the filter, in a query on a player's seats, for complete tables whose game the player may start: as the
    host, or as any player once the host has been away for a day."""
    may = Q(game__host=user) | Q(game__start_open_at__lte=now)
    return may & Q(game__status=Status.OPEN, game__start_open_at__isnull=False, agreed=F("game__options_version"))


def _starts(user: int, now: datetime) -> QuerySet[Seat]:
    return Seat.objects.filter(can_be_started(user, now), user=user).order_by()


def _invitations(user: int, now: datetime) -> QuerySet[Invitation]:
    return invitations(user, now)


def _asks(user: int) -> QuerySet[Friendship]:
    return asks_for(user).select_related(None).order_by()


# -- the number


def number(user: int, now: datetime, long_ago: datetime) -> Combinable:
    """Return the number of items that wait for a user, as an expression for any query; ``long_ago`` is `NO_CLOCK_WAITS`
    before ``now``."""
    return (
        _count(_turns(user))
        + _count(_votes(user, now, long_ago))
        + _count(_ready(user))
        + _count(_starts(user, now))
        + _count(_invitations(user, now))
        + _count(_asks(user))
    )


def _count(rows: QuerySet[Any]) -> Subquery:
    counted = rows.annotate(count=Func(F("pk"), function="COUNT", output_field=IntegerField()))
    return Subquery(counted.values("count"), output_field=IntegerField())


def number_for(user: User) -> int:
    """Return the number of items that wait for a user; one query."""
    now = clock.now()
    return next(iter(_NUMBER(user.pk, now, now - NO_CLOCK_WAITS)), (0,))[0]


def _number(user: int, now: datetime, long_ago: datetime) -> QuerySet[User, Any]:
    return User.objects.filter(pk=user).annotate(count=number(user, now, long_ago)).values_list("count")


_SAMPLES = -1, datetime(2000, 1, 1, tzinfo=UTC), datetime(2000, 1, 2, tzinfo=UTC)
_NUMBER = Prepared(_number, *_SAMPLES)


# -- the list

_ABOUT = ("kind", "by", "person", "matter", "about", "asker", "days", "pace", "urgency", "until")
_NONE, _ZERO, _NO, _EMPTY = Value(None, output_field=IntegerField()), Value(0), Value(False), Value("")
_NO_MOTION = (_EMPTY, _NONE, _NONE, _ZERO, _EMPTY)
_NO_TABLE = (_NONE, _NONE, _EMPTY, _EMPTY, _EMPTY, _EMPTY, _ZERO, _NONE, _NONE, _ZERO, _NONE)
_PLACE = ("urgency", "until")
_ORDER = ("urgency", "until", "awaited_since", "game_id")


PAGE = 20
"""The number of items on a page of the list."""


def rows_for(user: User) -> list[dict[str, Any]]:
    """Return all items that wait for a user, the most urgent first, each with the columns `_ABOUT` and those of a seat;
    one query."""
    return _by_columns(_rows(user.pk, now := clock.now(), now - NO_CLOCK_WAITS))


def page_for(user: User, page: int) -> list[dict[str, Any]]:
    """Return one page of these items, counted from 1; one query."""
    who_and_when = user.pk, (now := clock.now()), now - NO_CLOCK_WAITS
    return _by_columns(_FIRST(*who_and_when) if page == 1 else _rows(*who_and_when)[(page - 1) * PAGE : page * PAGE])


def _by_columns(rows: Iterable[Sequence[Any]]) -> list[dict[str, Any]]:
    names = (*_ABOUT, "number", "awaited_for", "awaited_since", "answered", "due_at", *GAME_COLUMNS)
    return [dict(zip(names, row, strict=True)) for row in rows]


def _rows(user: int, now: datetime, long_ago: datetime) -> QuerySet[Any, Any]:
    """Select the items of all kinds. Columns that a kind does not have get empty values."""
    turns = _placed(_turns(user), _at("due_at"), Coalesce("due_at", _FAR)).values_list(
        *(Value(TURN), _EMPTY, _ZERO, *_NO_MOTION, *_PLACE, *SEAT_COLUMNS)
    )
    votes = _placed(_votes(user, now, long_ago), Value(_TIMED), F("closes_at")).values_list(
        *(Value(VOTE), _EMPTY, _ZERO, "matter", "seat", "by", "days", "pace", *_PLACE),
        *("me", _EMPTY, "opened_at", _NO, "closes_at", *GAME_COLUMNS),
    )
    ready = _placed(_ready(user), Value(_UNTIMED), _FAR).values_list(
        *(Value(READY), _EMPTY, _ZERO, *_NO_MOTION, *_PLACE),
        *("number", _EMPTY, "joined_at", _NO, _NONE, *GAME_COLUMNS),
    )
    opens = Case(When(game__start_open_at__gt=now, then=F("game__start_open_at")))
    starts = _placed(_starts(user, now).alias(opens=opens), _at("opens"), Coalesce("opens", _FAR)).values_list(
        *(Value(START), _EMPTY, _ZERO, *_NO_MOTION, *_PLACE),
        *("number", _EMPTY, "joined_at", _NO, _NONE, *GAME_COLUMNS),
    )
    invited = _placed(_invitations(user, now), Value(_INVITED), F("expires_at")).values_list(
        *(Value(INVITATION), "by__username", "by", *_NO_MOTION, *_PLACE),
        *(_ZERO, _EMPTY, "created_at", _NO, "expires_at", *GAME_COLUMNS),
    )
    asks = _placed(_asks(user), Value(_ASKED), _FAR).values_list(
        *(Value(ASK), "asked_by__username", "asked_by", *_NO_MOTION, *_PLACE),
        *(_ZERO, _EMPTY, "asked_at", _NO, *_NO_TABLE),
    )
    return turns.union(votes, ready, starts, invited, asks, all=True).order_by(*_ORDER)


def _at(deadline: str) -> Case:
    """Return the group of an item that may have a deadline."""
    return Case(When(**{f"{deadline}__isnull": False}, then=_TIMED), default=_UNTIMED, output_field=IntegerField())


def _placed(rows: QuerySet[Any], group: Combinable, until: Combinable) -> QuerySet[Any]:
    """Add the sort columns to rows of one kind: its group, and the deadline."""
    placed: QuerySet[Any] = rows.annotate(urgency=group, until=until)
    return placed


def _first_page(user: int, now: datetime, long_ago: datetime) -> QuerySet[Any, Any]:
    return _rows(user, now, long_ago)[:PAGE]


_FIRST = Prepared(_first_page, *_SAMPLES)


def waits_of(row: dict[str, Any], people: list[dict[str, Any]], glance: Glance | None = None) -> Waits:
    """Return an item from its row, the players of its table, and the glance of the running game."""
    kind, by, hue = row["kind"], row["by"], row["person"] % 12
    if kind == ASK:
        return Waits(kind=kind, by=by, hue=hue)
    table, words = row_of(row, people, glance), ""
    if kind == VOTE:
        proposal = Proposal(row["days"], row["about"], row["pace"])
        said = proposals.opened(row["matter"], row["asker"], proposal)
        words = event_words(said, [person["user__username"] for person in people], row["number"]) or ""
    return Waits(kind=kind, by=by, hue=hue, table=table, words=words)
