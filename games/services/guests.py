"""Guests at tables: a practice round against bots, a seat by a link, and seats whose guests are lost.

``place`` is the network of a client (`limits.network_of`). The actions of guests are limited for each network, and
their own tables for the whole site. TooManyError says how long to wait.
"""

from datetime import datetime, timedelta
from typing import Unpack

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.services import farewell
from accounts.services import guests as people
from games.clocks import deadlines
from games.models import BotLevel, Coaching, Game, Joining, Seat, Status, TableOptions
from games.rows import pulse
from games.rules.commands import Sleep
from games.rules.roles import ALL_ROLES, DIGGER
from games.rules.table import Ruleset
from games.services import beginning, leaving, lobby, motions, moves, seat_links
from saboteur_site.web import rates
from saboteur_site.web.declined import DeclinedError, TooLateError, TooManyError

SEATS = 5
"""A person and four bots: the smallest table with two saboteurs among the role cards."""
ROUND = Ruleset(rounds=1)
ANY_ROLE = "any"
"""In place of a role: the cards decide."""
ABSENT = timedelta(hours=1)
"""How long a guest is awaited before the host may give the seat away."""


@transaction.atomic
def begin_at_once(*, place: str, role: str = DIGGER) -> tuple[User, Game]:
    """Create a guest with a made-up name, and a practice table for them."""
    guest = people.come()
    return guest, practise(user=guest, place=place, role=role)


@transaction.atomic
def practise(*, user: User, place: str, role: str = DIGGER) -> Game:
    """Start a round against four easy bots, without a clock. Return the user's running practice table if there is one.

    The user gets ``role``, and a coach; with `ANY_ROLE` any role, and none.
    """
    farewell.stay(user)
    running = Game.objects.filter(seats__user=user, practice=True, status=Status.RUNNING).order_by("-pk").first()
    if running is not None:
        return running
    if user.is_guest:
        busy = _("Many people are trying the game right now. Wait a little, or sign up and set up a table of your own.")
        _count("practice", place, busy)
        _count("practice-of-all", "site", busy)
    options = TableOptions(
        name=_("Practice round"),
        ruleset=ROUND,
        seats=SEATS,
        joining=Joining.LINK,
        guests_welcome=False,
        bank_hours=0,
        turn_hours=0,
        bot_level=BotLevel.EASY,
    )
    roles = ALL_ROLES if role == ANY_ROLE else (role,)
    game = lobby.set_up(host=user, options=options, practice=True, roles=roles)
    if role != ANY_ROLE:
        Seat.objects.filter(game=game).update(coach=Coaching.ON)
    return beginning.start(host=user, code=game.code)


@transaction.atomic
def sit_down(
    *,
    code: str,
    token: str,
    name: str,
    place: str,
    guest: User | None = None,
    lucky_word: str = "",
    options_version: int = 0,
    **chosen: Unpack[people.Chosen],
) -> tuple[User, Game]:
    """Seat a guest of that name at an open table, by a link: a new one, or a ``guest`` who has only practised so far.

    ``options_version`` and errors as in `lobby.join`.
    """
    guest = people.introduce(guest, name=name, **chosen) if guest else _by_link(name, place, chosen)
    return guest, lobby.join(user=guest, code=code, token=token, lucky_word=lucky_word, options_version=options_version)


@transaction.atomic
def take_over(
    *, token: str, name: str, place: str, guest: User | None = None, **chosen: Unpack[people.Chosen]
) -> tuple[User, Game]:
    """Give a guest of that name the seat of a link: a new guest, or a ``guest`` who has only practised so far.

    Raises as `leaving.take_over`.
    """
    guest = people.introduce(guest, name=name, **chosen) if guest else _by_link(name, place, chosen)
    return guest, leaving.take_over(user=guest, token=token)


def _by_link(name: str, place: str, chosen: people.Chosen) -> User:
    words = _("Many guests have just sat down from your network. Wait a little, or sign up to get a seat at once.")
    _count("guests", place, words)
    return people.come(name=name, **chosen)


def _count(kind: str, whose: str, sentence: str) -> None:
    if seconds := rates.wait(kind, whose):
        raise TooManyError(sentence, seconds)


@transaction.atomic
def offer_seat(*, host: User, code: str, seat: int) -> None:
    """Create the host's link to the seat of a guest who has been absent for an hour, and may have lost their session.

    The seat sleeps until a player takes it. If the guest returns first, they keep it, and the link becomes invalid
    (R96). No deadline passes in a pause. DeclinedError if the guest may still return. PermissionDenied for all but the
    host, Http404 without a seat.
    """
    loaded = moves.locked(code=code, of=host)
    if loaded.game.host_id != host.pk:
        raise PermissionDenied
    if loaded.game.status != Status.RUNNING:
        raise TooLateError(_("There’s no game running at this table."))
    found = loaded.seat_at(seat)
    if found is None or not found.user.is_guest or found.user_id == host.pk:
        raise DeclinedError(_("This isn’t a guest’s seat."))
    if not found.resting and loaded.game.is_paused:
        raise DeclinedError(_("During a pause, players can’t be late."))
    if not found.resting and (loaded.game.live_since or not _may_be_offered(found, loaded.now)):
        raise DeclinedError(_("%(name)s has been here within the last hour.") % {"name": found.user.username})
    seat_links.make(loaded, found, loaded.now)
    if found.resting:
        loaded.game.version += 1
        moves.save(loaded)
    else:
        motions.count_all(moves.carry_out(loaded, None, Sleep(found.number), user=None))


def _may_be_offered(seat: Seat, now: datetime) -> bool:
    """Whether a table has waited that long for an absent guest. A window does not wait for a single player."""
    since = seat.awaited_since
    waited = since is not None and now - since >= ABSENT and seat.awaited_for != deadlines.WINDOW
    return waited and not pulse.all_present(seat.game_id, [seat.user_id])
