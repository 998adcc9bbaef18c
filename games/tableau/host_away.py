"""The notice on the page of a complete table whose host does not start the game."""

from datetime import datetime, timedelta
from typing import NamedTuple

from django.utils.translation import gettext as _

from accounts.models import User
from games.clocks.words import hour
from games.models import Game, Seat
from games.services.beginning import REMIND_APART
from games.services.open_tables import may_start

AWAY = timedelta(minutes=10)
"""How long after their last visit the page shows a host as away."""


class HostAway(NamedTuple):
    """The notice on the page of a complete table for a player who is not its host. `words`: sentences about a host who
    is away, the short one first. `starts`: the player may start the game. `reminds`: they may send the host a reminder.
    """

    name: str
    words: tuple[str, ...] = ()
    starts: bool = False
    reminds: bool = False


def host_away_of(game: Game, host: User | None, mine: Seat | None, now: datetime) -> HostAway | None:
    """Return the notice for the player of a seat; None for other users, and while the host is not awaited."""
    if game.start_open_at is None or host is None or mine is None or mine.user_id == host.pk:
        return None
    seen, starts = game.host_seen_at, may_start(game, mine.user, now)
    if not starts and seen is not None and now - seen < AWAY:
        return HostAway(host.username)
    about = {"name": host.username, "since": hour(seen) if seen else "", "until": hour(game.start_open_at)}
    first = _("%(name)s hasn’t been here since %(since)s.") if seen else _("%(name)s hasn’t been here for a while.")
    then = _("If %(name)s isn’t back by %(until)s, anyone at the table can start.")
    if starts:
        then = _("So anyone at the table can start now.")
    is_reminded = game.host_reminded_at is not None and now - game.host_reminded_at < REMIND_APART
    return HostAway(host.username, (first % about, then % about), starts, not is_reminded)
