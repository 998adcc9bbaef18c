"""The tables of a circle: set up in two taps, announced for an hour, answered.

A yes is a seat. So it counts as ready with the options that its page showed, as any seat does (ADR 82). It is the table
that starts its game or calls it off (`games.services.beginning`, `scheduled`).
"""

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.http import Http404
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.services import farewell as account
from circles.models import Answer, Circle, CircleTable, Reply
from circles.services import chats, membership
from circles.services.entering import entered
from games import clock
from games.models import Game, Joining, Status, TableOptions
from games.rows import notices, store
from games.rows.corrupt import CorruptTable
from games.rules.ruleset import compiled
from games.services import lobby, moves, open_tables
from saboteur_site.web import rates
from saboteur_site.web.declined import DeclinedError, TooManyError

SOONEST, LATEST = timedelta(minutes=10), timedelta(days=60)
"""How long before its hour a game is announced."""


def usual_options(circle: Circle) -> TableOptions:
    """Return the usual options of a circle's tables, named as the circle; the defaults if its rules cannot be read."""
    game = Game()
    for column, value in {**TableOptions(name=circle.name).columns(), **circle.options}.items():
        setattr(game, column, value)
    try:
        return replace(store.options(game), name=circle.name)
    except CorruptTable:
        return TableOptions(name=circle.name)


def fitting_seats(options: TableOptions, people: int) -> int:
    """Return how many seats a table has for so many people: no more than its options say, but as many as its rules
    need."""
    wanted = min(options.seats, people)
    return min(compiled(options.ruleset).seats, key=lambda seats: (seats < wanted, abs(seats - wanted)))


@transaction.atomic
def set_up(*, by: User, code: str, people: Collection[User], reserved: str = "") -> Game:
    """Set up a table of a circle with its usual options, and invite some of its members, who are notified. It starts
    when it is full. ``reserved`` is the code of the table, so that a form that is sent twice makes one.

    Http404 for people who are not in the circle; TooManyError after as many as `rates` allows within an hour.
    """
    account.stay(by)
    circle = entered(code, by)
    if made := _made_before(circle, by, reserved):
        return made
    there = _members(circle, by, {person.pk for person in people})
    options = usual_options(circle)
    options = replace(options, joining=Joining.LINK, seats=fitting_seats(options, len(there) + 1))
    return _open(circle, by, options, there, reserved, None)


@transaction.atomic
def announce(*, by: User, code: str, name: str, seats: int, starts_at: datetime, reserved: str = "") -> Game:
    """Announce a game of a circle with its usual options: all members are asked whether they are in. It starts when so
    many ``seats`` are taken, or at its hour. Raises as `set_up`; DeclinedError for a time or a number that does not do.
    """
    account.stay(by)
    circle = entered(code, by)
    if made := _made_before(circle, by, reserved):
        return made
    now = clock.now()
    if not now + SOONEST <= starts_at <= now + LATEST:
        raise DeclinedError(_("Choose a time between ten minutes and sixty days from now."))
    # At an hour that is agreed on, the order of time zones saves nothing; and it would ask everybody again.
    options = replace(usual_options(circle), name=name, joining=Joining.LINK, seats=seats, by_sun=False)
    return _open(circle, by, options, _members(circle, by), reserved, starts_at)


def _open(
    circle: Circle, by: User, options: TableOptions, people: list[User], reserved: str, starts_at: datetime | None
) -> Game:
    if seconds := rates.wait("announcements", by.pk):
        raise TooManyError(_("You’ve called your circles together a lot within an hour. Try again later."), seconds)
    if not options.guests_welcome:
        people = [person for person in people if not person.is_guest]
    game = lobby.set_up(host=by, options=options, code=reserved, starts_full=True, starts_at=starts_at)
    CircleTable.objects.create(circle=circle, game=game)
    chats.give(circle, game)
    lobby.invite_people(by=by, game=game, people=people)
    notices.announced(game=game, by=by, people=people)
    return game


def _made_before(circle: Circle, by: User, reserved: str) -> Game | None:
    return Game.objects.filter(code=reserved, host=by, circle_table__circle=circle).first() if reserved else None


def _members(circle: Circle, by: User, chosen: Collection[int] | None = None) -> list[User]:
    """Return the other members, or the chosen ones; without those who block ``by`` or are blocked by them."""
    rows = circle.members.filter(left_at=None, user__is_active=True).exclude(user=by).select_related("user")
    people = [row.user for row in rows if chosen is None or row.user_id in chosen]
    return membership.without_blocks(by, people)


@transaction.atomic
def answer(*, user: User, code: str, table: str, reply: str, options_version: int = 0) -> None:
    """Answer to an open table of a circle. A yes takes a seat; maybe and no give it back. If its host goes, the player
    who sat down first becomes host; if there is none, the table is cancelled.

    Http404 for people who are not in the circle, and for a table of another one; DeclinedError says why it cannot be.
    """
    account.stay(user)
    if not Circle.objects.filter(code=code, members__user=user, members__left_at=None).exists():
        raise Http404
    found = CircleTable.objects.filter(circle__code=code, game__code=table).first()
    if found is None:
        raise Http404
    rows = moves.locked_rows(pk=found.game_id)
    open_tables.must_be_open(rows.game)
    if reply == Reply.YES:
        _come(found, rows, user, options_version)
    else:
        _stay_away(found, rows, user, reply)


def _come(found: CircleTable, rows: store.Loaded, user: User, options_version: int) -> None:
    Answer.objects.filter(table=found, user=user).delete()
    if rows.sits(user):
        return
    host = rows.game.host
    if host is not None:
        lobby.let_in(user=user, game=rows.game, by=host)
    notices.comes(rows.game, user)
    try:
        lobby.join(user=user, code=rows.game.code, options_version=options_version)
    except Http404:
        raise DeclinedError(_("You can’t take a seat at this table.")) from None


def _stay_away(found: CircleTable, rows: store.Loaded, user: User, reply: str) -> None:
    game = rows.game
    if rows.sits(user):
        lobby.pass_on(host=user, code=game.code)
        lobby.leave(user=user, code=game.code)
        game.refresh_from_db(fields=["status"])
    said = {"reply": reply, "answered_at": clock.now()}
    Answer.objects.update_or_create(table=found, user=user, defaults=said)
    if reply == Reply.NO:
        lobby.decline(user=user, code=game.code)
        notices.stays_away(game, user)
    elif game.status == Status.OPEN and game.host is not None:
        lobby.let_in(user=user, game=game, by=game.host)
        notices.comes(game, user)


def joins_again(*, before: Game, game: Game, by: User, **_signal: Any) -> None:
    """Let a rematch belong to the circle of the table before, if its host is still in it."""
    found = CircleTable.objects.filter(game=before, circle__members__user=by, circle__members__left_at=None).first()
    if found is not None:
        CircleTable.objects.get_or_create(game=game, defaults={"circle": found.circle})
