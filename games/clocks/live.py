"""Live play: each decision has a minute, for an hour at most, as long as all players are present.

For the ordinary clocks, live play is a pause whose end moves. Each move postpones the end by a minute, to an hour after
the beginning at the latest. Deadlines are always after the end of the pause. So no process has to act at that time: the
table has fallen back to days at `Game.paused_until`, even if this is recorded later. Banks do not change meanwhile.
"""

from datetime import datetime, timedelta

from games.clocks import deadlines, reminders
from games.models import Game, Ladder, Seat
from games.rows import pulse, store
from games.rules.announcements import LiveEnded

LASTS = timedelta(hours=1)
"""The maximal duration of live play."""
DECISION = timedelta(seconds=60)
"""The time for a decision."""
AFTER_DEAL = timedelta(minutes=2)
"""The time for the first decision after a deal: players look at the end of the last round first."""


def is_on(game: Game, now: datetime) -> bool:
    """Whether a table is played live at a moment. False before the beginning, in case a clock was set back."""
    since, until = game.live_since, game.paused_until
    return since is not None and until is not None and since <= now < until


def seconds_left(game: Game, now: datetime) -> int | None:
    """Return the rest of the minute of a live table, in whole seconds; None when it is played over days."""
    if not is_on(game, now):
        return None
    assert game.paused_until is not None
    return max(1, round((game.paused_until - now).total_seconds()))


def are_all_here(loaded: store.Loaded, *, but: int | None = None) -> bool:
    """Whether all players of a table are present, as far as the cache knows. ``but``: the id of a user who is known to
    be present."""
    people = ((seat.user_id, not seat.user.is_person, seat.resting) for seat in loaded.seats)
    needed = pulse.needed(people)
    return bool(needed) and pulse.all_present(loaded.game.pk, [user for user in needed if user != but])


def sleepers(loaded: store.Loaded, moment: datetime) -> list[Seat]:
    """Return the sleeping seats of a live table whose minute is over, if only sleeping seats are awaited. The table
    stays live, and they lose their turn; at other tables this takes an hour (R96). Empty when the hour of the table is
    over, or when a player is not present."""
    game = loaded.game
    awaited = [seat for seat in loaded.seats if seat.awaited_for]
    asleep = [seat for seat in awaited if seat.resting == "asleep" and seat.awaited_for != deadlines.WINDOW]
    if game.live_since is None or game.ladder == Ladder.FRIENDS or not deadlines.pace_of(game).runs:
        return []
    goes_on = asleep == awaited and moment < game.live_since + LASTS and are_all_here(loaded)
    return asleep if goes_on else []


# -- the rows of a locked table, unsaved


def begin(loaded: store.Loaded) -> None:
    """Start live play. Awaited players have at least an hour after its end, and miss no turn because of it."""
    game, now = loaded.game, loaded.now
    game.live_since = game.paused_at = now
    _move_end(loaded, now, now + DECISION, least=deadlines.FLOOR)


def go_on(loaded: store.Loaded, *, dealt: bool) -> None:
    """Extend live play after a decision, for the decisions that begin now."""
    game = loaded.game
    assert game.live_since is not None
    assert game.paused_until is not None
    there = AFTER_DEAL if dealt else DECISION
    _move_end(loaded, game.paused_until, min(loaded.now + there, game.live_since + LASTS))


def end_if_over(loaded: store.Loaded, *, mover: int | None) -> tuple[LiveEnded, ...]:
    """Fall back to days if the minute or the hour is over, or if a player is not present. Return the events to
    announce. Called before each command; ``mover`` is the id of the moving player."""
    game = loaded.game
    if game.live_since is None or (is_on(game, loaded.now) and are_all_here(loaded, but=mover)):
        return ()
    return end(loaded)


def end(loaded: store.Loaded) -> tuple[LiveEnded, ...]:
    """Fall back to days, as of now or of the end of the minute. Return the events to announce, none if the table is not
    live. From then on an open decision has the time that the ordinary clock gives it."""
    game = loaded.game
    if game.live_since is None:
        return ()
    assert game.paused_until is not None
    _move_end(loaded, game.paused_until, min(game.paused_until, loaded.now))
    for seat in loaded.seats:
        if seat.awaited_since is not None and seat.awaited_since >= game.live_since:
            deadlines.add(seat, game)
            seat.awaited_since = min(seat.awaited_since, loaded.now)  # a clock may have been set back
    forget(game)
    reminders.deadlines_moved(loaded, loaded.seats, loaded.now)
    return (LiveEnded(),)


def forget(game: Game) -> None:
    """Clear the columns of live play, when it ends or the game is over."""
    game.live_since = game.paused_at = game.paused_until = None


def _move_end(loaded: store.Loaded, began: datetime, until: datetime, *, least: timedelta = timedelta()) -> None:
    game = loaded.game
    for seat in loaded.seats:
        deadlines.pause(seat, loaded.quiet_of(seat), began=began, until=until, least=least)
    game.paused_until = until
    reminders.deadlines_moved(loaded, loaded.seats, loaded.now)
