"""The only readers for the pages of a table. A page of one costs four statements, however many sit at it.

What a player may not know is not read from the database at all: of other seats only who sits there.
"""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Case, Count, F, IntegerField, OuterRef, Q, QuerySet, Subquery, TextField, Value, When
from django.db.models.functions import Coalesce
from django.http import Http404
from msgspec.structs import replace

from accounts.models import User
from games.models import Deal, Game, Joining, Move, Seat, Status, Whisper
from games.rows import store
from games.rules.announcements import SeatLeft, SeatTaken
from games.rules.events import PrivateEvent, PublicEvent, RoundEnded
from games.rules.view import PlayerView, view
from saboteur_site.statements import Prepared

LOG_LENGTH = 30
"""How many moves the log beside the table shows."""
_LONGEST_ROUND = 300
"""No round has more public commands than that, unless players make offers all the time (R70)."""


class Person(NamedTuple):
    """Who sits on a seat, as everybody at the table may know it."""

    number: int
    name: str
    hue: int
    bot: bool = False
    host: bool = False
    awaited_since: datetime | None = None
    due_at: datetime | None = None


class LoggedMove(NamedTuple):
    """One move of the log as a seat may read it: what all were told, and what that seat alone was told (`whispers`).
    `mine` is the seat's own command.

    Commands of others are not read.
    """

    seq: int
    seat: int | None
    at: datetime
    events: tuple[PublicEvent, ...]
    whispers: tuple[PrivateEvent, ...] = ()
    mine: str = ""


class Place(NamedTuple):
    """A table and somebody's seat at it. Without a seat they may watch. `waiting` counts the tables that wait for
    them."""

    game: Game
    seat: Seat | None
    waiting: int = 0

    @property
    def number(self) -> int | None:
        """The number of the seat."""
        return None if self.seat is None else self.seat.number


def place_at(code: str, user: User) -> Place:
    """The table of a code with one's own seat; Http404 when there is none or it is not for this person.

    Before the game begins, the lobby says who may see the table. One statement for somebody who sits there, two for
    others.
    """
    for seat in _OWN_SEAT(code, user.pk):
        return Place(seat.game, seat, seat.waiting)  # type: ignore[attr-defined]  # asked for below
    game = Game.objects.filter(code=code).first()
    if game is None or (game.status in (Status.RUNNING, Status.OVER) and game.joining != Joining.ANYONE):
        raise Http404
    return Place(game, None)


def _own_seat(code: str, user: int) -> QuerySet[Seat]:
    asked = Seat.objects.filter(user=OuterRef("user"), awaited_since__isnull=False, answered=False)
    waiting = asked.order_by().values("user")
    tables = Subquery(waiting.annotate(tables=Count("pk")).values("tables"), output_field=IntegerField())
    seats = Seat.objects.filter(game__code=code, user=user).select_related("game")
    return seats.annotate(waiting=Coalesce(tables, 0))


_OWN_SEAT = Prepared(_own_seat, "a code", -1)


def view_of(place: Place) -> PlayerView:
    """What somebody may know of a game that has begun: by their seat, or what all may know where they have none."""
    return view(store.public(place.game), store.own(place.seat) if place.seat else None)


def people_at(game: Game) -> list[Person]:
    """Who sits at a table, by seat. One statement."""
    return [person_of(game, row) for row in game.seats.order_by("number").values_list(*PEOPLE_COLUMNS)]


PEOPLE_COLUMNS = ("number", "user__username", "user_id", "user__is_bot", "awaited_since", "due_at")
"""What is read of a seat for a `Person`."""


def person_of(game: Game, row: Sequence[Any]) -> Person:
    """Who sits on a seat, from its columns."""
    number, name, user, bot, since, due = row
    return Person(number, name, user % 12, bot, user == game.host_id, since, due)


def log_of(place: Place, *, most: int = LOG_LENGTH, before: int | None = None) -> list[LoggedMove]:
    """The log of a table as a seat may read it, newest first: the last `most` moves, those `before` a number. Two
    statements, one for somebody without a seat."""
    if before is None and most == LOG_LENGTH and place.seat:
        return _told(place, _NEWEST(place.game.pk, place.seat.number))
    moves = Move.objects.filter(game=place.game).order_by("-seq")
    if before is not None:
        moves = moves.filter(seq__lt=before)
    return _told(place, list(_columns(place.number, moves)[:most]))


def log_of_round(place: Place) -> list[LoggedMove]:
    """The log of the present round as a seat may read it, newest first; at least as much as the log beside the table
    shows. Two statements."""
    begun = Deal.objects.filter(game=place.game).order_by("-seq").values("seq")[:1]
    moves = Move.objects.filter(game=place.game).order_by("-seq")
    of_round = moves.filter(Q(seq__gte=Coalesce(Subquery(begun), 0)) | Q(seq__gt=place.game.seq - LOG_LENGTH))
    return _told(place, list(_columns(place.number, of_round)[:_LONGEST_ROUND]))


def log_after_round(place: Place, number: int) -> list[LoggedMove]:
    """What was told from the end of a round on until the next was dealt, newest first. Two statements."""
    dealt = Deal.objects.filter(game=place.game, round=number + 1).values("seq")[:1]
    last = Coalesce(Subquery(dealt), Value(place.game.seq))
    moves = Move.objects.filter(game=place.game, seq__lte=last).order_by("-seq")
    rows = list(_columns(place.number, moves)[:LOG_LENGTH])
    told: list[LoggedMove] = []
    for step in _told(place, rows):
        told.append(step)
        if any(isinstance(event, RoundEnded) for event in step.events):
            break
    return told


NAMED = Case(When(seat=None, then=F("user__username")))
"""What the account behind a row of the log is called now, where the row is no seat's command. Nobody reads it of other
rows: whoever answered a window last would tell who answered it at all (R93, R95)."""


def events_of(text: str, name: str | None, *, game: int, seq: int) -> tuple[PublicEvent, ...]:
    """What all were told with a command, from the ``events`` and the ``NAMED`` of its row; nothing if it is unreadable.

    The log keeps no name of a player who left or came, because nothing changes the log. When an account is deleted, its
    name is gone.
    """
    events = store.events(text, game, seq)
    return tuple(replace(one, name=name) if name and isinstance(one, SeatLeft | SeatTaken) else one for one in events)


def _columns(seat: int | None, moves: QuerySet[Move]) -> QuerySet[Move, Any]:
    columns = ("seq", "seat", "at", "events", NAMED)
    if seat is None:
        return moves.values_list(*columns, Value(""))
    own = Case(When(seat=seat, then=F("command")), default=Value(""), output_field=TextField())
    return moves.values_list(*columns, own)


def _newest(game: int, seat: int) -> QuerySet[Move, Any]:
    return _columns(seat, Move.objects.filter(game=game).order_by("-seq"))[:LOG_LENGTH]


_NEWEST = Prepared(_newest, -1, 9999)


def _told(place: Place, rows: list[Any]) -> list[LoggedMove]:
    whispers = _whispers(place.seat, rows[-1][0] - 1, rows[0][0]) if rows and place.seat else {}
    game = place.game.pk
    return [
        LoggedMove(seq, seat, at, events_of(events, name, game=game, seq=seq), tuple(whispers.get(seq, ())), mine)
        for seq, seat, at, events, name, mine in rows
    ]


def _whispers(seat: Seat, after: int, last: int) -> dict[int, list[PrivateEvent]]:
    """What a seat was told with the moves after one and up to another, by their numbers."""
    told: dict[int, list[PrivateEvent]] = defaultdict(list)
    for seq, event in _WHISPERS(seat.game_id, seat.number, after, last):
        told[seq] += store.whispers(event, seat.game_id, seq)
    return told


def _whispered(game: int, seat: int, after: int, last: int) -> QuerySet[Whisper, Any]:
    rows = Whisper.objects.filter(game=game, seat=seat, seq__gt=after, seq__lte=last).order_by("pk")
    return rows.values_list("seq", "event")


_WHISPERS = Prepared(_whispered, -1, 9999, 999_999_998, 999_999_999)
