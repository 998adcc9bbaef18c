"""Queries about tables before and around their games: rows of lists, a lobby, an invitation link.

The stated numbers of queries do not depend on the number of tables and players.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db.models import Case, Count, Exists, F, OuterRef, Q, QuerySet, When
from django.http import Http404
from django.shortcuts import get_object_or_404

from accounts.models import Block, User
from accounts.selectors.friends import friends_of
from games import clock
from games.clocks import deadlines
from games.models import Game, Invitation, Joining, Seat, Status, TableOptions
from games.rows import notices, store
from games.rows.corrupt import CorruptTable
from games.rules.events import RoundBegan
from games.rules.steps import Sketch
from games.selectors import chats
from games.selectors.glance import Glance
from games.selectors.talk import unread_words
from games.wording import edition_words, event_words, names_words
from games.wording.facts import Facts, facts_if_any
from saboteur_site.database.statements import PLACES, Prepared, in_places

MOST_TO_JOIN = 20
GAME_COLUMNS = ("game_id", "game__code", "game__name", "game__status", "game__ruleset", "game__seats_wanted",
                "game__over_at", "game__stuck_at", "game__bank_hours", "game__starts_at")  # fmt: skip
SEAT_COLUMNS = ("number", "awaited_for", "awaited_since", "answered", "due_at", *GAME_COLUMNS)


@dataclass(frozen=True, kw_only=True)
class TableRow:
    """One table in a list, for one player."""

    code: str
    name: str
    taken: int
    wanted: int
    # "" if the rules are unreadable.
    edition: str
    # Whether a part is unreadable, or the clock of the table fails.
    out_of_order: bool = False
    status: str = Status.OPEN
    over_at: datetime | None = None
    # The hour of an announced game that has not begun.
    starts_at: datetime | None = None
    # Whether the table has a clock; the next deadline of those who are awaited, and their names.
    has_clock: bool = False
    due: datetime | None = None
    awaited: str = ""
    # Whether the player is asked for a veto.
    vetoes: bool = False
    # The host; who invited the player. Whether a friend hosts it.
    host: str = ""
    by: str = ""
    friend: bool = False
    # The number of unread chat messages.
    unread: int = 0
    # The layout of the mine once the game has begun, and the last event as text.
    sketch: Sketch | None = None
    last: str = ""


def people_at(games: Iterable[int], reader: User) -> dict[int, list[dict[str, Any]]]:
    """Return the players of some tables, by seat. The reader's own seat has `unread`: the number of messages that their
    page has not shown. One query for each `PLACES` tables."""
    people: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for some in in_places(games):
        for row in _PEOPLE(reader.pk, *some):
            seat = dict(zip(_PEOPLE_COLUMNS, row, strict=True))
            people[seat["game_id"]].append(seat)
    return people


_PEOPLE_COLUMNS = ("game_id", "number", "user__username", "awaited_since", "due_at", "unread")


def _people(reader: int, *games: int) -> QuerySet[Seat, Any]:
    seats = Seat.objects.filter(game__in=games).annotate(unread=unread_words(reader))
    return seats.order_by("number").values_list(*_PEOPLE_COLUMNS)


_PEOPLE = Prepared(_people, -1, *PLACES)


def row_of(seat: dict[str, Any], people: list[dict[str, Any]], glance: Glance | None = None) -> TableRow:
    """Return the row of a table from the columns of a player's seat, or of another item that waits there until
    ``due_at``."""
    awaited = [person for person in people if person["awaited_since"]]
    # Players know whether they have answered a window themselves. They never learn which others have (R95).
    others = [person for person in awaited if not (seat["answered"] and person["number"] == seat["number"])]
    names, status = [person["user__username"] for person in people], seat["game__status"]
    edition = _edition(seat["game__ruleset"], seat["game_id"])
    return TableRow(
        code=seat["game__code"],
        name=seat["game__name"],
        taken=len(people),
        wanted=seat["game__seats_wanted"],
        edition=edition,
        out_of_order=not edition or (status == Status.RUNNING and seat["game__stuck_at"] is not None),
        status=status,
        over_at=seat["game__over_at"],
        starts_at=seat["game__starts_at"],
        has_clock=bool(seat["game__bank_hours"]),
        due=seat["due_at"] or min((person["due_at"] for person in awaited if person["due_at"]), default=None),
        awaited=names_words([person["user__username"] for person in others]),
        vetoes=seat["awaited_for"] == deadlines.WINDOW,
        unread=sum(person["unread"] for person in people),
        sketch=glance.sketch if glance else None,
        last=_last_words(glance, names, seat["number"]) if glance else "",
    )


def _last_words(glance: Glance, names: list[str], me: int) -> str:
    """Return the last event as text, for the player of the seat `me`."""
    return next(filter(None, (event_words(event, names, me) for event in reversed(glance.events))), "")


def invitations(user: int, now: datetime) -> QuerySet[Invitation]:
    """Return the invitations to open tables that a user has not answered.

    Invitations by users they block are left out, and tables of hosts who block them.
    """
    good = Invitation.objects.filter(to=user, revoked_at=None, expires_at__gt=now, game__status=Status.OPEN)
    return (
        good.exclude(Exists(Block.objects.filter(blocker=user, blocked=OuterRef("by"))))
        .exclude(Exists(Block.objects.filter(blocker=OuterRef("game__host"), blocked=user)))
        .exclude(Exists(Seat.objects.filter(game=OuterRef("game"), user=user)))
    )


def invitations_to(user: User) -> list[TableRow]:
    """Return the open tables of a user's unanswered invitations, newest first; one query."""
    rows = (
        invitations(user.pk, clock.now())
        .annotate(taken=Count("game__seats"))
        .order_by("-created_at")
        .values(
            "taken",
            "game_id",
            "game__code",
            "game__name",
            "game__ruleset",
            "game__seats_wanted",
            "game__host__username",
            "by__username",
        )
    )
    return [_open_row(dict(row), "game__", by=row["by__username"]) for row in rows[:MOST_TO_JOIN]]


def tables_to_join(user: User) -> list[TableRow]:
    """Return open tables with a free seat that a user may join without an invitation, those of friends first; one
    query. Empty for a guest."""
    if user.is_guest:
        return []
    rows = [dict(zip(_TO_JOIN_COLUMNS, row, strict=True)) for row in _TO_JOIN(user.pk)]
    found = [_open_row({**row, "game_id": row["pk"]}, "", friend=row["friend"]) for row in rows]
    return [row for row in found if not row.out_of_order and (row.friend or settings.OPEN_TABLES)]


_TO_JOIN_COLUMNS = ("taken", "friend", "pk", "code", "name", "ruleset", "seats_wanted", "host__username")


_OF_FRIENDS = (Joining.FRIENDS, Joining.ANYONE)


def _to_join(user: int) -> QuerySet[Game, Any]:
    friendly = Case(When(host__in=friends_of(user).order_by().values("pk"), then=True), default=False)
    return (
        Game.objects.filter(status=Status.OPEN, host__isnull=False)
        .annotate(friend=friendly)
        .filter(Q(joining=Joining.ANYONE, host__is_secluded=False) | Q(joining__in=_OF_FRIENDS, friend=True))
        .exclude(Exists(Seat.objects.filter(game=OuterRef("pk"), user=user)))
        .exclude(Exists(Invitation.objects.filter(game=OuterRef("pk"), to=user)))
        .exclude(Exists(Block.objects.filter(blocker=user, blocked=OuterRef("host"))))
        .exclude(Exists(Block.objects.filter(blocker=OuterRef("host"), blocked=user)))
        .annotate(taken=Count("seats"))
        .filter(taken__lt=F("seats_wanted"))
        .order_by("-friend", "-created_at")
        .values_list(*_TO_JOIN_COLUMNS)[:MOST_TO_JOIN]
    )


_TO_JOIN = Prepared(_to_join, -1)


def _open_row(row: dict[str, Any], of: str, *, by: str = "", friend: bool = False) -> TableRow:
    edition = _edition(row[f"{of}ruleset"], row["game_id"])
    return TableRow(
        code=row[f"{of}code"],
        name=row[f"{of}name"],
        host=row[f"{of}host__username"] or "",
        taken=row["taken"],
        wanted=row[f"{of}seats_wanted"],
        edition=edition,
        out_of_order=not edition,
        by=by,
        friend=friend,
    )


def _edition(text: str, game: int) -> str:
    """Return the edition of a table; "" when its rules cannot be read."""
    try:
        return edition_words(store.read_ruleset(text, game))
    except CorruptTable:
        return ""


# -- one table


@dataclass(frozen=True)
class Table:
    """A table with its seats in order, the seat of the user, None without one, and its chat (`posts_to`)."""

    game: Game
    seats: list[Seat]
    mine: Seat | None
    posts_to: chats.PostsTo | None = None

    @property
    def is_open(self) -> bool:
        """Whether seats can still be taken and left."""
        return self.game.status == Status.OPEN

    @property
    def free(self) -> int:
        """Return the number of free seats."""
        return max(0, self.game.seats_wanted - len(self.seats))


def where_seated(*, user: User, **_signal: Any) -> set[int]:
    """Return the keys of a player's open and running tables; one query."""
    seats = Seat.objects.filter(user=user, game__status__in=(Status.OPEN, Status.RUNNING))
    return set(seats.values_list("game", flat=True))


def tables_together(*, user: User, others: Collection[User], **_signal: Any) -> dict[int, list[str]]:
    """Return the names of the open and running tables at which a user sits with others, by the key of the other user;
    one query."""
    here = Seat.objects.filter(user=user, game__status__in=(Status.OPEN, Status.RUNNING)).values("game")
    seats = Seat.objects.filter(user__in=others, game__in=here).order_by("-game")
    names = defaultdict(list)
    for other, name in seats.values_list("user", "game__name"):
        names[other].append(name)
    return dict(names)


def table(code: str, user: User) -> Table:
    """Return a table by its code; raise Http404 when there is none. Two queries."""
    game = Game.objects.select_related("host").defer("public").filter(code=code).first()
    if game is None:
        raise Http404
    return table_of(game, user)


def lobby_of(code: str, user: User) -> Table | None:
    """Return the table with a code whose game has not begun, for a player with a seat there; two queries."""
    try:
        found = table(code, user)
    except Http404:
        return None
    return found if found.mine and found.is_open else None


def table_of(game: Game, user: User | None) -> Table:
    """Return the seats of a table, and the seat of the user; one query. Each seat has `notified`: whether a channel can
    notify its player of a turn. The pace of each player is read too."""
    seats: list[Any] = list(
        game.seats.select_related("user__pace", "user__owner")
        .annotate(notified=notices.can_be_notified(), posts_to=chats.posting("game"))
        .order_by("number")
    )
    for seat in seats:
        if seat.user_id == game.host_id:
            game.host = seat.user
    mine = next((seat for seat in seats if user and seat.user_id == user.pk), None)
    return Table(game, seats, mine, chats.posts_to(seats[0].posts_to) if seats else None)


@dataclass(frozen=True)
class Guests:
    """The users a player may invite, those who are invited already, and the link for others."""

    friends: list[User]
    invited: list[User]
    link: Invitation | None


def first_player(game: Game) -> User:
    """Return the player who began the first round of a running game. Two queries."""
    opening = game.moves.order_by("seq").values_list("events", flat=True).first() or "[]"
    begun = (event for event in store.events(opening, game.pk, 0) if isinstance(event, RoundBegan))
    return game.seats.select_related("user").get(number=next((event.first for event in begun), 0)).user


def guests(found: Table, user: User) -> Guests:
    """Return friends who are neither seated nor invited, those who are invited, and the link; two queries."""
    now = clock.now()
    good = Invitation.objects.filter(game=found.game, revoked_at=None, expires_at__gt=now).select_related("to")
    invitations = list(good.order_by("created_at"))
    seated = {seat.user_id for seat in found.seats}
    invited = [each.to for each in invitations if each.to is not None and each.to_id not in seated]
    here = seated | {person.pk for person in invited}
    link = next((each for each in invitations if each.to_id is None), None)
    return Guests([friend for friend in friends_of(user) if friend.pk not in here], invited, link)


def open_link(game: Game) -> Invitation | None:
    """Return the invitation link of a table whose game has not begun; None if there is none that works. One query."""
    good = Invitation.objects.filter(game=game, to=None, seat=None, revoked_at=None, expires_at__gt=clock.now())
    return good.order_by("created_at").first()


def invitation_to(user: User, game: Game) -> Invitation | None:
    """Return the invitation of a user to a table, with the user who invites. One query."""
    good = Invitation.objects.filter(game=game, to=user, revoked_at=None, expires_at__gt=clock.now())
    return good.select_related("by").first()


def link(token: str) -> Invitation:
    """Return the invitation of a link, with its table and host; raise Http404 if it never existed. One query.

    The table welcomes guests only where the site does.
    """
    invitations = Invitation.objects.select_related("game", "game__host").filter(to=None, seat=None)
    found = get_object_or_404(invitations.defer("game__public"), token=token)
    found.game.guests_welcome = found.game.guests_welcome and settings.GUESTS
    return found


def is_invitation(name: str, of: dict[str, Any], **_more: Any) -> bool:
    """Return whether the page at an address is a link to a table that is valid now; one query."""
    links = Invitation.objects.filter(to=None, revoked_at=None, expires_at__gt=clock.now(), game__host__isnull=False)
    if name == "games:door":
        return links.filter(token=of["token"], seat=None, game__status=Status.OPEN).exists()
    return name == "games:seat" and links.filter(token=of["token"], game__status=Status.RUNNING).exists()


def last_options_of(user: User, but: str = "") -> TableOptions | None:
    """Return the options of the last table that a host has set up, without practice and the table with the code
    ``but``. None if there is no such table, or its rules cannot be read. One query."""
    latest = Game.objects.filter(host=user, practice=False).defer("public").order_by("-created_at", "-pk")[:2]
    last = next((game for game in latest if game.code != but), None)
    try:
        return store.options(last) if last else None
    except CorruptTable:
        return None


_CODE = re.compile("[A-Za-z0-9_-]{1,16}")


def options_like(code: str, user: User) -> TableOptions | None:
    """Return the options of the table with a code, as a template for another one. The reader must have a seat there,
    and its rules must be readable; otherwise None. Without a code, None without a query."""
    if not _CODE.fullmatch(code):
        return None
    found = Game.objects.filter(code=code, seats__user=user).defer("public").first()
    return store.options(found) if found is not None and facts_of(found, found.seats_wanted) else None


def facts_of(game: Game, players: int) -> Facts | None:
    """Return the facts for the rules of a table; None too when these are unreadable."""
    try:
        return facts_if_any(store.ruleset(game), players)
    except CorruptTable:
        return None
