"""Rematch: a table with the options of a finished game, to which all its players are invited."""

from dataclasses import replace

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from accounts.models import Block, User
from accounts.services import farewell
from games.models import Game, Seat, Status
from games.rows import notices, store
from games.services import beginning, lobby, moves, watching
from games.signals import played_on
from saboteur_site.web.declined import TooLateError


@transaction.atomic
def again(*, user: User, code: str) -> Game:
    """Return the rematch table of a finished game, with a seat for the player who asks. The first to ask sets it up and
    is its host, with all former options; the others are invited, and bots take seats if there were bots.

    A player who asks later, or twice, joins that table while its game has not begun, or already has a seat there. If
    that is not possible, another table is set up. An unwanted player gets a table of their own, and the others still
    join the first one.
    Http404 without a seat there; DeclinedError says why it cannot be done.
    """
    farewell.stay(user)
    rows = moves.locked_rows(code=code, of=user)
    if rows.game.status != Status.OVER:
        raise TooLateError(_("This game isn’t over yet."))
    following = rows.game.again
    if following is not None and _has_room_for(following, user):
        return lobby.join(user=user, code=following.code)
    game = _like(rows.game, user)
    if following is None or not _has_free_seat(following):
        rows.game.again = game
        watching.follow(rows.game, game)
        moves.save(rows)
    played_on.send(sender=Game, before=rows.game, game=game, by=user)
    people = _to_invite(rows, user)
    lobby.count_invitations(user, len(people))
    lobby.invite_people(by=user, game=game, people=people)
    notices.invited(game=game, by=user, people=people)
    beginning.start_by_itself(moves.locked_rows(pk=game.pk), by=user)
    return game


def _has_room_for(game: Game, user: User) -> bool:
    """Whether a user sits at a table, or may still take a seat there."""
    if Seat.objects.filter(game=game, user=user).exists():
        return game.status != Status.CANCELLED
    return _has_free_seat(game) and lobby.may_join(user=user, game=game)


def _has_free_seat(game: Game) -> bool:
    return game.status == Status.OPEN and game.seats.count() < game.seats_wanted


def _like(before: Game, host: User) -> Game:
    """Create a table with the options of another one, and seats for all its players."""
    bots_fill = before.bots_fill or bool(before.bots)
    options = replace(store.options(before), seats=before.seats.count(), bots_fill=bots_fill)
    return lobby.set_up(host=host, options=options)


def _to_invite(rows: store.Loaded, host: User) -> list[User]:
    """Return the other people of a table, without those who block the host or are blocked by them. One query."""
    people = [seat.user for seat in rows.seats if seat.user_id != host.pk and not seat.user.is_bot]
    ids = [person.pk for person in people if person.is_active]
    blocks = Block.objects.filter(Q(blocker=host, blocked__in=ids) | Q(blocker__in=ids, blocked=host))
    apart = {person for pair in blocks.values_list("blocker", "blocked") for person in pair}
    return [person for person in people if person.is_active and person.pk not in apart]
