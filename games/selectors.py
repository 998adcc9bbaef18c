"""The only readers for the pages of a table. A page of one costs four statements, however many sit at it.

What a player may not know is not read from the database at all: of other seats only who sits there.
"""

from collections import defaultdict
from datetime import datetime
from typing import NamedTuple

from django.db.models import Count, IntegerField, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import Http404

from accounts.models import User
from games import store
from games.models import Deal, Game, Joining, Move, Seat, Status, Whisper
from games.rules import codec
from games.rules.events import PrivateEvent, PublicEvent, TookGold
from games.rules.view import PlayerView, view

LOG_LENGTH = 30
"""How many moves the log beside the table shows."""


class Person(NamedTuple):
    """Who sits on a seat, as everybody at the table may know it."""

    number: int
    name: str
    hue: int
    bot: bool = False
    host: bool = False
    awaited_since: datetime | None = None


class Told(NamedTuple):
    """What all were told with one public command, and what one seat alone was (`whispers`)."""

    seq: int
    seat: int | None
    at: datetime
    events: tuple[PublicEvent, ...]
    whispers: tuple[PrivateEvent, ...] = ()


class Place(NamedTuple):
    """A table and somebody's seat at it (None: they may watch); `waiting`: how many tables wait for this person."""

    game: Game
    seat: Seat | None
    waiting: int = 0

    @property
    def number(self) -> int | None:
        """The number of the seat."""
        return None if self.seat is None else self.seat.number


def place_at(code: str, user: User) -> Place:
    """The table of a code with one's own seat; Http404 when there is none or it is not for this person.

    Before the game begins, who may see the table is the lobby's to say. One statement for who sits there, else two.
    """
    seats: QuerySet[Seat] = Seat.objects.filter(game__code=code, user=user).select_related("game")
    waiting = Seat.objects.filter(user=OuterRef("user"), awaited_since__isnull=False).order_by().values("user")
    tables = Subquery(waiting.annotate(tables=Count("pk")).values("tables"), output_field=IntegerField())
    seat = seats.annotate(waiting=Coalesce(tables, 0)).first()
    if seat is not None:
        return Place(seat.game, seat, seat.waiting)
    game = Game.objects.filter(code=code).first()
    if game is None or (game.status in (Status.RUNNING, Status.OVER) and game.joining != Joining.ANYONE):
        raise Http404
    return Place(game, None)


def view_of(place: Place) -> PlayerView:
    """What the player of a seat may know of a game that has begun; without a seat, what all may."""
    return view(store.public(place.game), store.own(place.seat) if place.seat else None)


def people_at(game: Game) -> list[Person]:
    """Who sits at a table, by seat. One statement."""
    seats = game.seats.order_by("number").values_list(
        "number", "user__username", "user_id", "user__is_bot", "awaited_since"
    )
    return [
        Person(number, name, user % 12, bot, user == game.host_id, since) for number, name, user, bot, since in seats
    ]


def told_to(place: Place, *, most: int = LOG_LENGTH, before: int | None = None) -> list[Told]:
    """The log of a table as a seat may read it, newest first: the last `most` moves, those `before` a number. Two
    statements, one for somebody without a seat."""
    moves = Move.objects.filter(game=place.game).order_by("-seq")
    if before is not None:
        moves = moves.filter(seq__lt=before)
    rows = list(moves.values_list("seq", "seat", "at", "events")[:most])
    whispers = _whispers(place.seat, rows[-1][0] - 1, rows[0][0]) if rows and place.seat else {}
    return [
        Told(seq, seat, at, codec.decode_events(events), tuple(whispers.get(seq, ()))) for seq, seat, at, events in rows
    ]


def _whispers(seat: Seat, after: int, last: int) -> dict[int, list[PrivateEvent]]:
    """What a seat was told with the moves after one and up to another, by their numbers."""
    rows = Whisper.objects.filter(game=seat.game_id, seat=seat.number, seq__gt=after, seq__lte=last).order_by("pk")
    told: dict[int, list[PrivateEvent]] = defaultdict(list)
    for seq, event in rows.values_list("seq", "event"):
        told[seq].append(codec.decode_whisper(event))
    return told


def gold_taken(place: Place, number: int) -> list[int]:
    """The gold cards that a seat took at the end of a round, in nuggets. Two statements."""
    if place.seat is None:
        return []
    begun = dict(Deal.objects.filter(game=place.game).values_list("round", "seq"))
    told = _whispers(place.seat, begun.get(number, 0), begun.get(number + 1, place.game.seq))
    return [one.value for whispers in told.values() for one in whispers if isinstance(one, TookGold)]
