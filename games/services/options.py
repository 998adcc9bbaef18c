"""The only writer of the options of an open table: its host changes them, and its players confirm them again.

Each change draws a new secret and commits to it (`chance.redraw`). Otherwise a host with the secret could try options
until the deal suits them. So earlier lucky words are discarded, and the game does not begin before all players are
ready with the current options.
"""

from dataclasses import replace

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games.models import CHANGED_ALONE, TableOptions
from games.rows import chance, notices, store
from games.rules.errors import Refused
from games.rules.ruleset import check_players
from games.rules.table import Ruleset
from games.services import beginning, lobby, moves, open_tables, seating
from saboteur_site.web import rates
from saboteur_site.web.declined import DeclinedError, TooLateError, TooManyError


@transaction.atomic
def change(*, host: User, code: str, options_version: int, options: TableOptions) -> bool:
    """Change the options of a table that has not begun, as its host saw them (``options_version``). Return whether any
    changed.

    `CHANGED_ALONE` options are not changed here. All players are notified and asked to be ready again, except those
    who were asked before and have not answered yet.
    """
    rows = open_tables.hosted(code, host)
    game = rows.game
    open_tables.must_be_open(game)
    before = store.options(game)
    chosen = replace(options, **{name: getattr(before, name) for name in CHANGED_ALONE})
    if chosen == before:
        return False
    if game.starts_at is not None:
        raise TooLateError(
            _("This game was announced with these options. To change them, cancel it and announce another.")
        )
    if options_version != game.options_version:
        raise TooLateError(_("The options changed meanwhile. Send yours again if you want them instead."))
    _must_fit(chosen.ruleset, chosen.seats, len(rows.seats))
    _count(host)
    mine, asked_before = rows.seat_of(host), chance.not_ready(game, rows.seats)
    store.set_options(game, chosen)
    game.ordered = game.ordered and chosen.by_sun
    if seating.is_wanted(rows):
        seating.put_in_order(rows, by=mine)
        open_tables.save_change(rows)
        return True
    chance.redraw(game, rows.seats, by=mine)
    open_tables.save_change(rows)
    recipients = [seat for seat in rows.seats if seat is not mine and seat not in asked_before]
    notices.options_changed(game, recipients, by=host)
    return True


@transaction.atomic
def order_seats(*, host: User, code: str, options_version: int) -> None:
    """Put the seats of a table into the order of the sun before all of them are taken, for its host, who saw the table
    with ``options_version``. Does nothing if they are in order, or the option is off."""
    rows = open_tables.hosted(code, host)
    open_tables.must_be_open(rows.game)
    if not rows.game.by_sun or rows.game.ordered:
        return
    open_tables.must_be_seen(rows.game, options_version)
    _count(host)
    seating.put_in_order(rows, by=rows.seat_of(host))
    open_tables.save_change(rows)


@transaction.atomic
def agree(*, user: User, code: str, options_version: int, lucky_word: str = "") -> None:
    """Set a player ready with the options that they saw, optionally with a new lucky word (R98).
    A word that they mixed in since the options changed is not replaced.

    Raise TooLateError, without any change, if the options have changed since.
    """
    rows = moves.locked_rows(code=code, of=user)
    open_tables.must_be_open(rows.game)
    open_tables.must_be_seen(rows.game, options_version)
    seat = rows.seat_of(user)
    if seat.agreed == options_version:
        return
    if seat.word_place is None:
        lobby.put_word(seat, rows.seats, lucky_word)
    seat.agreed = options_version
    open_tables.save_change(rows)
    beginning.start_by_itself(rows, by=user)


def _count(host: User) -> None:
    if seconds := rates.wait("options", host.pk):
        raise TooManyError(_("You’ve changed the options many times within an hour. Try again later."), seconds)


def _must_fit(ruleset: Ruleset, seats: int, seated: int) -> None:
    """Raise DeclinedError if the rules do not allow this number of seats, or there are more players than seats."""
    try:
        check_players(ruleset, seats)
    except Refused as refused:
        raise DeclinedError(_("These rules don’t work with that many players.")) from refused
    if seats < seated:
        words = ngettext(
            "%(count)s person sits at this table already. Choose at least as many seats.",
            "%(count)s people sit at this table already. Choose at least as many seats.",
            seated,
        )
        raise DeclinedError(words % {"count": seated})
