"""Tables that are played live, in few words."""

from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from unittest.mock import patch

import time_machine
from django.core.cache import cache

from games import clock
from games.models import Game
from games.rows import pulse
from tests.games import tables
from tests.games.clocks import pass_by, play
from tests.games.voting import ask, vote

MINUTE, SECOND = timedelta(minutes=1), timedelta(seconds=1)
BEGIN = datetime(2031, 5, 2, 18, 30, tzinfo=UTC)


@contextmanager
def standing_clock() -> Iterator[None]:
    """Time passes only where a test lets it pass, also by the clock of the database."""
    with ExitStack() as stack:
        stack.enter_context(patch.object(clock, "turned", lambda _moment: clock.now()))
        stack.enter_context(time_machine.travel(BEGIN, tick=False))
        yield


def here(game: Game, names: Iterable[str] | None = None) -> None:
    """These people look at a table, or all of it; the others do not."""
    for seat in tables.seats_of(game):
        if seat.user.is_bot:
            continue
        if names is None or seat.user.username in names:
            pulse.mark_present(game.pk, seat.user_id)
        else:
            cache.delete_many([pulse.presence_key(game.pk, seat.user_id), pulse.view_key(game.pk, seat.user_id)])


def play_live(game: Game) -> None:
    """All people of a table are here and agree to play live."""
    here(game)
    first, *others = [seat.user.username for seat in tables.seats_of(game) if not seat.user.is_bot]
    ask(game, first, "live")
    for name in others:
        vote(game, name, "yes", "live")
    game.refresh_from_db()
    assert game.live_since is not None


def fresh(game: Game) -> Game:
    """The row of a table as it is now."""
    return Game.objects.get(pk=game.pk)


def spent(game: Game) -> list[int]:
    """What is gone of the banks, by seat."""
    return [seat.spent for seat in tables.seats_of(game)]


def answer(game: Game, after: timedelta) -> None:
    """The player on turn moves so long after the decision before."""
    pass_by(after)
    play(game)
