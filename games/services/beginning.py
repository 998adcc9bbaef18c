"""The beginning of a game: whether the players of an open table may start it, and its first deal."""

from datetime import timedelta

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games.models import Game, Seat, Status
from games.rows import chance, notices, store
from games.rows.bot_people import bot_players
from games.rows.corrupt import CorruptTable
from games.rules.errors import Refused
from games.rules.ruleset import check_players
from games.services import coaching, moves, open_tables
from games.wording import names_words
from saboteur_site.web.declined import DeclinedError, TooLateError

REMIND_APART = timedelta(days=1)
"""The least time between two reminders of a host by players."""


@transaction.atomic
def start(*, host: User, code: str) -> Game:
    """Begin the game; bots take the empty seats if the options say so. DeclinedError says why it cannot begin.

    ``host`` is the host, or any player of a complete table whose host has been away for a day; PermissionDenied for
    others, Http404 for users without a seat. The host counts as ready with their own options.
    """
    rows = moves.locked_rows(code=code, of=host)
    game = rows.game
    if game.status == Status.RUNNING:
        return game
    if not open_tables.may_start(game, host, rows.now):
        raise PermissionDenied
    open_tables.must_be_open(game)
    for seat in rows.seats:
        if seat.user_id == game.host_id != host.pk:
            seat.agreed = game.options_version
    if obstacle := why_not_start(game, rows.seats):
        raise DeclinedError(obstacle)
    begin(rows, host)
    return game


def start_by_itself(rows: store.Loaded, *, by: User) -> None:
    """Begin the game of a locked table that waits for no host, once all players are ready: one that starts when it is
    full, with all its seats taken; or a rematch, with all people of the former game. ``by`` is the player who made the
    condition true."""
    game = rows.game
    if game.status != Status.OPEN or why_not_start(game, rows.seats):
        return
    if game.starts_full and len(rows.seats) >= game.seats_wanted:
        begin(rows, by)
        return
    before = Seat.objects.filter(game__again=rows.game, user__is_bot=False).values_list("user", flat=True)
    people = set(before)
    if people and people <= {seat.user_id for seat in rows.seats}:
        begin(rows, by)


def begin(rows: store.Loaded, by: User | None) -> None:
    """Deal the first round of a locked table, and notify its players but the one who started it. Nothing is checked."""
    if rows.game.bots_fill:
        rows.seats.extend(_seat_bots(rows.game, rows.seats))
    rows.game.start_open_at = None
    coaching.offer(rows)
    moves.deal_first_round(rows)
    notices.started(rows.game, rows.seats, by=by)


@transaction.atomic
def remind_host(*, user: User, code: str) -> str:
    """Remind the host of a complete table for one of its players, once a day for each table. Return the host's name.

    Http404 for users without a seat. DeclinedError if the table is not complete, or the host was reminded already.
    """
    rows = moves.locked_rows(code=code, of=user)
    game, now = rows.game, rows.now
    open_tables.must_be_open(game)
    host = next((seat.user for seat in rows.seats if seat.user_id == game.host_id), None)
    if host is None or host == user or game.start_open_at is None:
        raise DeclinedError(_("There’s nothing to remind the host of."))
    if game.host_reminded_at is not None and now - game.host_reminded_at < REMIND_APART:
        raise TooLateError(_("%(name)s already got a reminder. Try again tomorrow.") % {"name": host.username})
    game.host_reminded_at = now
    game.version += 1
    moves.save(rows)
    notices.complete(game, host, by=user)
    return host.username


def why_not_start(game: Game, seats: list[Seat]) -> str:
    """Return one sentence why the game of an open table cannot begin with its players; "" when it can."""
    seated = len(seats)
    try:
        check_players(store.ruleset(game), game.seats_wanted if game.bots_fill else seated)
    except CorruptTable:
        return _("This table’s rules are damaged, and the host of this site knows. Please set up another table.")
    except Refused as refused:
        words = ngettext(
            "This game is for %(fewest)s to %(most)s players; %(seated)s sits here.",
            "This game is for %(fewest)s to %(most)s players; %(seated)s sit here.",
            seated,
        )
        return words % {"fewest": "", "most": "", **refused.about, "seated": seated}
    if game.by_sun and not game.ordered:
        return _("The seats don’t follow the sun yet.")
    missing = [seat.user.username for seat in chance.not_ready(game, seats)]
    if missing:
        words = ngettext(
            "The options have changed. %(names)s hasn’t said “ready” yet.",
            "The options have changed. %(names)s have not said “ready” yet.",
            len(missing),
        )
        return words % {"names": names_words(missing)}
    return ""


def _seat_bots(game: Game, seats: list[Seat]) -> list[Seat]:
    numbers = range(len(seats), game.seats_wanted)
    return [
        Seat.objects.create(game=game, number=number, user=bot)
        for number, bot in zip(numbers, bot_players(len(numbers)), strict=True)
    ]
