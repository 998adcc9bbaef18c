"""The beginning of a game: whether those who sit at an open table may start it, and its first deal."""

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games.models import Game, Seat, Status
from games.rows import chance, store
from games.rows.bot_people import bot_players
from games.rows.disorder import OutOfOrder
from games.rules.errors import Refused
from games.rules.ruleset import check_players
from games.services import lobby, moves
from games.wording import names_words
from saboteur_site.declined import DeclinedError


@transaction.atomic
def start(*, host: User, code: str) -> Game:
    """Begin the game; bots take the empty seats where the table says so. DeclinedError says why it cannot begin."""
    rows = lobby.hosted(code, host)
    game = rows.game
    if game.status == Status.RUNNING:
        return game
    lobby.must_be_open(game)
    if obstacle := why_not_start(game, rows.seats):
        raise DeclinedError(obstacle)
    if game.bots_fill:
        rows.seats.extend(_seat_bots(game, rows.seats))
    moves.deal_first_round(rows)
    return game


def why_not_start(game: Game, seats: list[Seat]) -> str:
    """Why the game of an open table cannot begin with those who sit there, in one sentence; "" when it can."""
    seated = len(seats)
    try:
        check_players(store.ruleset(game), game.seats_wanted if game.bots_fill else seated)
    except OutOfOrder:
        return _("The rules of this table cannot be read; the host of this site knows. Set up another one.")
    except Refused as refused:
        words = ngettext(
            "This game is for %(fewest)s to %(most)s players; %(seated)s sits here.",
            "This game is for %(fewest)s to %(most)s players; %(seated)s sit here.",
            seated,
        )
        return words % {"fewest": "", "most": "", **refused.about, "seated": seated}
    if game.by_sun and not game.ordered:
        return _("The seats are not in the order of the sun yet.")
    missing = [seat.user.username for seat in chance.not_ready(game, seats)]
    if missing:
        words = ngettext(
            "The options have changed. %(names)s has not said “ready” yet.",
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
