"""The only queries for the pages of a table. A page costs four queries, for any number of players.

Secrets of others are not read from the database at all: of other seats, only the player is read.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from django.db.models import Case, F, Q, QuerySet, Subquery, TextField, Value, When
from django.db.models.functions import Coalesce
from django.http import Http404
from msgspec.structs import replace

from accounts.models import User
from accounts.models.people import formerly
from games import clock
from games.clocks.absence import NO_CLOCK_WAITS
from games.models import Deal, Game, Move, Seat, Status, Whisper
from games.rows import archived, notices, store, watching
from games.rules.announcements import SeatLeft, SeatTaken
from games.rules.events import PrivateEvent, PublicEvent
from games.rules.view import PlayerView, view
from games.selectors import chats, talk, waiting
from games.selectors.talk import Received
from saboteur_site.database.statements import Prepared

LOG_LENGTH = 30
"""How many moves the log beside the table shows."""
_LONGEST_ROUND = 300
"""No round has more public commands than that, unless players make offers all the time (R70)."""


class Person(NamedTuple):
    """The player of a seat, with public data only."""

    number: int
    name: str
    hue: int
    bot: bool = False
    host: bool = False
    awaited_since: datetime | None = None
    due_at: datetime | None = None
    notified: bool = True
    """Whether a channel can notify them of their turn."""
    guest: bool = False
    pk: int = 0
    """The id of their row, which no page shows."""
    level: str = ""
    """For a bot: the level of the bots of the table."""
    owner: str = ""
    """For a bot account: the name of the person it belongs to."""
    formerly: str = ""
    """The former name of a player who changed it a short time ago."""


class LoggedMove(NamedTuple):
    """One move of the log as a seat may read it: its public events, and its private events for that seat (`whispers`).
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
    """A table and a user's seat there, None for a spectator. `waiting` is the number of items that wait for the user,
    here and elsewhere. `posts_to` is the table's chat."""

    game: Game
    seat: Seat | None
    waiting: int = 0
    posts_to: chats.PostsTo | None = None

    @property
    def number(self) -> int | None:
        """Return the number of the seat, None without one."""
        return None if self.seat is None else self.seat.number


def place_at(code: str, user: User) -> Place:
    """Return the table of a code with the user's seat; raise Http404 when there is none, or the user may not see it.

    Before the game begins, the lobby decides which users may see the table. One query for a player there, two for
    others.
    """
    now = clock.now()
    for seat in _OWN_SEAT(code, user.pk, now, now - NO_CLOCK_WAITS):
        asked: Any = seat  # below
        archived.at_hand(seat.game)
        return Place(seat.game, seat, asked.waiting, chats.posts_to(asked.posts_to))
    number = waiting.number(user.pk, now, now - NO_CLOCK_WAITS)
    game = Game.objects.filter(code=code).annotate(waiting=number).first()
    has_begun = game is not None and game.status in (Status.RUNNING, Status.OVER)
    if game is None or (has_begun and not watching.may_watch(game, user)):
        raise Http404
    archived.at_hand(game)
    return Place(game, None, game.waiting)


def _own_seat(code: str, user: int, now: datetime, long_ago: datetime) -> QuerySet[Seat]:
    seats = Seat.objects.filter(game__code=code, user=user).select_related("game").order_by()
    return seats.annotate(waiting=waiting.number(user, now, long_ago), posts_to=chats.posting("game"))


_OWN_SEAT = Prepared(_own_seat, "a code", -1, datetime(2000, 1, 1, tzinfo=UTC), datetime(2000, 1, 2, tzinfo=UTC))


def view_of(place: Place) -> PlayerView:
    """Return what a viewer may know of a game that has begun: the view of their seat, or the public one."""
    return view(store.public(place.game), store.own(place.seat) if place.seat else None)


def people_at(game: Game) -> list[Person]:
    """Return the players of a table, by seat. One query."""
    return [person_of(game, row) for row in seats_at(game.pk).order_by("number").values_list(*PEOPLE_COLUMNS)]


def seats_at(game: int) -> QuerySet[Seat]:
    """Return the seats of a table, with `notified`: whether a channel can notify the player of their turn."""
    return Seat.objects.filter(game=game).annotate(notified=notices.can_be_notified())


PEOPLE_COLUMNS = (
    "number",
    "user__username",
    "user_id",
    "user__is_bot",
    "awaited_since",
    "due_at",
    "notified",
    "user__is_guest",
    "user__owner__username",
    "user__former_name",
    "user__renamed_at",
)
"""The columns of `seats_at` for a `Person`."""


def person_of(game: Game, row: Sequence[Any]) -> Person:
    """Return the player of a seat, from its columns."""
    number, name, user, bot, since, due, notified, guest, owner, former, renamed = row
    return Person(
        number,
        name,
        user % 12,
        bot,
        user == game.host_id,
        since,
        due,
        bot or notified,
        guest,
        user,
        game.bot_level if bot else "",
        owner or "",
        formerly(former, renamed) if former else "",
    )


def log_of(place: Place, *, most: int = LOG_LENGTH, before: int | None = None) -> list[LoggedMove]:
    """Return the log of a table as a seat may read it, newest first: the last `most` moves `before` a number. Two
    queries, one for a viewer without a seat."""
    if before is None and most == LOG_LENGTH and place.seat:
        return _logged_moves(place, _NEWEST(place.game.pk, place.seat.number))
    moves = Move.objects.filter(game=place.game).order_by("-seq")
    if before is not None:
        moves = moves.filter(seq__lt=before)
    return _logged_moves(place, list(_columns(place.number, moves)[:most]))


def log_and_words(place: Place, round: int, *, whole_round: bool) -> tuple[list[LoggedMove], Received]:  # noqa: A002
    """Return the side column of a table: the log, of the whole round or its end, the newest messages, and the current
    claims of the round. Two queries, one for a viewer without a seat."""
    if place.seat is None:
        newest = Move.objects.filter(game=place.game, seq__gt=place.game.seq - LOG_LENGTH).annotate(named=NAMED)
        moves, received = talk.overheard(place.game, newest, round)
        return _steps(place, [(*move, "") for move in moves], {}), received
    if whole_round:
        rows = _rows_of_round(place)
    else:
        rows = _NEWEST(place.game.pk, place.seat.number)
    after, last = (rows[-1][0] - 1, rows[0][0]) if rows else (0, 0)
    received = talk.received(place.game, place.seat, after=after, last=last, round=round)
    return _steps(place, rows, received.whispers), received


def log_and_words_before(
    place: Place, reader: User, *, most: int, before: int | None = None, said: int | None = None
) -> tuple[list[LoggedMove], Received]:
    """Return a page of older entries, newest first: moves before one, and messages before one. Two queries."""
    moves = Move.objects.filter(game=place.game).order_by("-seq")
    rows = list(_columns(place.number, moves if before is None else moves.filter(seq__lt=before))[:most])
    after, last = (rows[-1][0] - 1, rows[0][0]) if rows else (0, -1)
    newest = place.game.words + 1
    up_to = newest if said is None else min(said, newest)
    received = talk.received_before(place.game, place.seat, reader, after=after, last=last, before=up_to, most=most)
    return _steps(place, rows, received.whispers), received


def own_moves(place: Place, *, most: int, before: int | None = None) -> list[LoggedMove]:
    """Return some moves of the viewer's seat, newest first; one query."""
    moves = Move.objects.filter(game=place.game, seat=-1 if place.number is None else place.number).order_by("-seq")
    moves = moves if before is None else moves.filter(seq__lt=before)
    return _steps(place, list(_columns(place.number, moves)[:most]), {})


def log_of_round(place: Place) -> list[LoggedMove]:
    """Return the log of the current round as a seat may read it, newest first; at least as many moves as the log beside
    the table. Two queries."""
    return _logged_moves(place, _rows_of_round(place))


def _rows_of_round(place: Place) -> list[Any]:
    return _OF_ROUND(place.game.pk, -1 if place.number is None else place.number, place.game.seq - LOG_LENGTH)


def _of_round(game: int, seat: int, after: int) -> QuerySet[Move, Any]:
    begun = Deal.objects.filter(game=game).order_by("-seq").values("seq")[:1]
    moves = Move.objects.filter(game=game).order_by("-seq")
    of_round = moves.filter(Q(seq__gte=Coalesce(Subquery(begun), 0)) | Q(seq__gt=after))
    return _columns(seat, of_round)[:_LONGEST_ROUND]


_OF_ROUND = Prepared(_of_round, -2, 9999, 999_999_999)


def log_between(place: Place, first: int, last: int) -> list[LoggedMove]:
    """Return the log from one public command to another as a seat may read it, newest first. Two queries."""
    moves = Move.objects.filter(game=place.game, seq__gte=first, seq__lte=last).order_by("-seq")
    return _logged_moves(place, list(_columns(place.number, moves)))


NAMED = Case(When(seat=None, then=F("user__username")))
"""The current name of the user of a log row, where the row is not a seat's command. It is not read for other rows,
because the command that closes a window would reveal that its player has answered at all (R93, R95)."""


def events_of(text: str, name: str | None, *, game: int, seq: int) -> tuple[PublicEvent, ...]:
    """Return the public events of a command, from the ``events`` and ``NAMED`` of its row; empty if unreadable.

    The log stores no names of players who leave or join, because it can never be changed. The name of a deleted account
    disappears.
    """
    return _named(store.events(text, game, seq), name)


def _named(events: tuple[PublicEvent, ...], name: str | None) -> tuple[PublicEvent, ...]:
    if not name:
        return events
    return tuple(replace(one, name=name) if isinstance(one, SeatLeft | SeatTaken) else one for one in events)


def _columns(seat: int | None, moves: QuerySet[Move]) -> QuerySet[Move, Any]:
    columns = ("seq", "seat", "at", "events", NAMED)
    if seat is None:
        return moves.values_list(*columns, Value(""))
    own = Case(When(seat=seat, then=F("command")), default=Value(""), output_field=TextField())
    return moves.values_list(*columns, own)


def _newest(game: int, seat: int) -> QuerySet[Move, Any]:
    return _columns(seat, Move.objects.filter(game=game).order_by("-seq"))[:LOG_LENGTH]


_NEWEST = Prepared(_newest, -1, 9999)


def _logged_moves(place: Place, rows: list[Any]) -> list[LoggedMove]:
    whispers = _whispers(place.seat, rows[-1][0] - 1, rows[0][0]) if rows and place.seat else {}
    return _steps(place, rows, whispers)


def _steps(place: Place, rows: list[Any], whispers: Mapping[int, list[PrivateEvent]]) -> list[LoggedMove]:
    decoded = store.events_of_moves([(row[0], row[3]) for row in rows], place.game.pk)
    return [
        LoggedMove(seq, seat, at, _named(events, name), tuple(whispers.get(seq, ())), mine)
        for (seq, seat, at, _text, name, mine), events in zip(rows, decoded, strict=True)
    ]


def _whispers(seat: Seat, after: int, last: int) -> dict[int, list[PrivateEvent]]:
    """Return the private events of a seat after one move and up to another, by the number of the move."""
    by_move: dict[int, list[PrivateEvent]] = defaultdict(list)
    for seq, event in _WHISPERS(seat.game_id, seat.number, after, last):
        by_move[seq] += store.whispers(event, seat.game_id, seq)
    return by_move


def _whispered(game: int, seat: int, after: int, last: int) -> QuerySet[Whisper, Any]:
    rows = Whisper.objects.filter(game=game, seat=seat, seq__gt=after, seq__lte=last).order_by("pk")
    return rows.values_list("seq", "event")


_WHISPERS = Prepared(_whispered, -1, 9999, 999_999_998, 999_999_999)
