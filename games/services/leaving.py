"""Seats of running games that change their player: to a new player by a link, or to a bot for good (R96).

The new player inherits all knowledge of the seat. The former player loses access at once, because private data is
selected by the row of the seat. The log only records that the seat has another player. A user who once had a seat, or
has viewed secrets, gets no other seat of that game: they know too much.
"""

from typing import Any

from django.db import transaction
from django.db.models import Q
from django.http import Http404
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.selectors.friends import is_blocked
from accounts.services import farewell as account
from games import clock
from games.clocks import absence, deadlines
from games.models import Coaching, Game, Invitation, Peek, Seat, Status
from games.rows import notices, store
from games.rows.bot_people import free_bot
from games.rows.corrupt import CorruptTable
from games.rules.announcements import Announcement, SeatLeft, SeatTaken
from games.rules.commands import End, TakeOver
from games.services import book, chats, lobby, motions, moves, paces
from saboteur_site.web.declined import TooLateError

# -- for good


@transaction.atomic
def leave(*, user: User, code: str) -> None:
    """Give a seat of a running game to a bot for good; without people the game is ended. Http404 without a seat."""
    loaded = moves.locked(code=code, of=user)
    seat = loaded.seat_of(user)
    if loaded.game.status != Status.RUNNING:
        raise TooLateError(_("There’s no game running at this table."))
    bot = free_bot({other.user_id for other in loaded.seats})
    loaded = _hand_on(loaded, seat, bot, SeatLeft(seat=seat.number), by=user)
    if not any(other.user.is_person for other in loaded.seats) and loaded.game.status == Status.RUNNING:
        moves.carry_out(loaded, None, End(), user=None)


def farewell(*, user: User, **_signal: Any) -> None:
    """Remove a user who deletes their account from all open and running tables. Seats of finished games remain.

    A host's tables pass to the player with the longest-held seat. A table without other people is canceled.
    """
    seats = Seat.objects.filter(user=user, game__status__in=(Status.OPEN, Status.RUNNING)).order_by("game")
    for pk in list(seats.values_list("game", flat=True)):
        rows = moves.locked_rows(pk=pk)  # the game may have begun in the meantime; under the lock its status is final
        code, status = rows.game.code, rows.game.status
        if not rows.sits(user):
            continue
        if status == Status.RUNNING:
            try:
                leave(user=user, code=code)
            except CorruptTable:
                _hand_row_on(user, rows)
        elif status == Status.OPEN:
            lobby.pass_on(host=user, code=code)
            lobby.leave(user=user, code=code)
    Game.objects.filter(host=user, status=Status.RUNNING).update(host=None)
    notices.forget(user)
    book.forget(user)
    paces.forget(user)
    chats.forget(user)
    user.invitations.all().delete()
    # Revoked invitations are not deleted: they keep removed players out of a table that now has another host.
    Invitation.objects.filter(by=user, revoked_at=None).exclude(game__status=Status.OVER).delete()


def _hand_row_on(user: User, rows: store.Loaded) -> None:
    """Give a seat of a table that is out of order to a bot, by its row only: commands are not possible there."""
    seat = rows.seat_of(user)
    seat.user = free_bot({other.user_id for other in rows.seats})
    seat.plan, seat.plan_minutes = "", 0
    book.forget_at(rows.game, user)
    chats.forget_at(rows.game, user)
    moves.save(rows)


# -- by a link


@transaction.atomic
def take_over(*, user: User, token: str) -> Game:
    """Take the seat of a link. Idempotent. TooLateError says why it cannot be taken."""
    account.stay(user)
    game_id = link_to_seat(token).game_id
    loaded = moves.locked(pk=game_id)
    link = link_to_seat(token)
    seat = loaded.seats[link.seat or 0]
    if seat.user_id == user.pk:
        return loaded.game
    if closed := why_closed(link=link, user=user):
        raise TooLateError(closed)
    _hand_on(loaded, seat, user, SeatTaken(seat=seat.number), by=user)
    return loaded.game


def link_to_seat(token: str) -> Invitation:
    """Return the invitation of a link to a seat, with its table and author; raise Http404 if it never existed."""
    found = Invitation.objects.select_related("game", "game__host", "by").filter(token=token, seat__isnull=False)
    link = found.defer("game__public").first()
    if link is None:
        raise Http404
    return link


def why_closed(*, link: Invitation, user: User | None) -> str:
    """Return one sentence why a seat cannot be taken by a link, by any user or by this one; "" when it can.

    An unwanted user reads the same sentence as for a revoked link.
    """
    game = link.game
    if link.revoked_at is not None or (user is not None and _is_unwanted(game, user)):
        return _("This seat is no longer free.")
    if user is not None and user.is_guest and not game.guests_welcome:
        return _("Guests can’t sit down at this table. Sign up, and you can.")
    if link.expires_at <= clock.now():
        return _("This invitation has expired. Ask for a new one.")
    if game.status != Status.RUNNING:
        return _("The game you were invited to is over.")
    if user is not None and Seat.objects.filter(game=game, user=user).exists():
        return _("You already sit at this table.")
    if user is not None and _household_plays(game, user):
        return _("You and your programs can’t take seats at the same running game.")
    if user is not None and Peek.objects.filter(game=game, by=user).exists():
        return _("You’ve seen this table’s hidden cards, so you can’t play here.")
    return ""


def _is_unwanted(game: Game, user: User) -> bool:
    """Whether a user had a seat here, was removed before the game began, or is blocked by the host."""
    if Invitation.objects.filter(game=game, to=user, revoked_at__isnull=False).exists():
        return True
    return game.host is not None and is_blocked(blocker=game.host, other=user)


def _household_plays(game: Game, user: User) -> bool:
    """Whether a bot account of the same person, or its owner, has a seat."""
    return Seat.objects.filter(Q(user__owner=user.household) | Q(user=user.household), game=game).exists()


# -- common parts


def _hand_on(loaded: store.Loaded, seat: Seat, to: User, said: Announcement, *, by: User) -> store.Loaded:
    """Give a seat of a locked game to another player, with a new clock. Plans, notes and suspicions of the former
    player are deleted; ``said`` is announced to the others."""
    game, before, now = loaded.game, seat.user, loaded.now
    seat.user, seat.joined_at, seat.seen_seq = to, now, loaded.state.public.seq
    seat.seen_round = seat.seen_deal = len(loaded.state.public.results)
    seat.heard = game.words
    seat.plan, seat.plan_minutes, seat.coach = "", 0, Coaching.NONE
    deadlines.start_over(seat)
    loaded.days_off[seat.number] = deadlines.days_off_of(to, game, deadlines.days_that_count(now))
    _keep_out(game, before)
    book.forget_at(game, before)
    chats.forget_at(game, before)
    absence.close_motions(game, seat.number)
    heir = _heir(loaded.seats, before)
    if game.host_id == before.pk:
        game.host = heir
    if heir is not None:
        Invitation.objects.filter(game=game, by=before, revoked_at=None, seat__isnull=False).update(by=heir)
    loaded = moves.carry_out(loaded, None, TakeOver(seat.number), user=by, said=(said,))
    return motions.count_again(loaded, seat.number)


def _keep_out(game: Game, user: User) -> None:
    """Store a revoked invitation, so that a former player cannot return by a link."""
    now = clock.now()
    away = {"by": user, "expires_at": now, "revoked_at": now}
    Invitation.objects.update_or_create(game=game, to=user, defaults=away)


def _heir(seats: list[Seat], before: User) -> User | None:
    """Return the next host after a player: the one with the longest-held seat. Resting seats and guests come last."""
    people = [seat for seat in seats if seat.user.is_person and seat.user_id != before.pk]
    first = min(
        people,
        key=lambda seat: (bool(seat.resting), seat.user.is_guest, seat.joined_at, seat.number),
        default=None,
    )
    return None if first is None else first.user
