"""A table that is played live: a decision has a minute, for an hour, as long as everybody is there.

To the clocks of days this is a pause whose end moves. Each move puts it a minute off, an hour after the beginning at
the latest. Deadlines always stand on its far side. So nothing has to happen when that end comes: the table has fallen
back at `Game.paused_until`, whichever process notes it and whenever. Banks are not touched meanwhile.
"""

from datetime import datetime, timedelta

from games.clocks import deadlines, reminders
from games.models import Game, Ladder, Seat
from games.rows import pulse, store
from games.rules.announcements import LiveEnded

LASTS = timedelta(hours=1)
"""How long a table is played live at most."""
DECISION = timedelta(seconds=60)
"""What there is for a decision."""
AFTER_DEAL = timedelta(minutes=2)
"""What there is for the first one after a deal: the end of a round is looked at before."""


def is_on(game: Game, now: datetime) -> bool:
    """Whether a table is played live at a moment. It is not before it began, where a clock was put back."""
    since, until = game.live_since, game.paused_until
    return since is not None and until is not None and since <= now < until


def seconds_left(game: Game, now: datetime) -> int | None:
    """What is left of the minute of a live table, in whole seconds; None when it is played over days."""
    if not is_on(game, now):
        return None
    assert game.paused_until is not None
    return max(1, round((game.paused_until - now).total_seconds()))


def are_all_here(loaded: store.Loaded, *, but: int | None = None) -> bool:
    """Whether all people of a table have it before their eyes, as far as the cache knows. ``but``: the id of a user
    who is here anyway."""
    people = ((seat.user_id, seat.user.is_bot, seat.resting) for seat in loaded.seats)
    needed = pulse.needed(people)
    return bool(needed) and pulse.all_present(loaded.game.pk, [user for user in needed if user != but])


def sleepers(loaded: store.Loaded, moment: datetime) -> list[Seat]:
    """The seats of a live table that are asleep and awaited, when their minute is over and only they are waited for.
    The table stays live, and they lose their turn as they do within an hour elsewhere (R96). No seats where the hour of
    the table is over or not all are here."""
    game = loaded.game
    awaited = [seat for seat in loaded.seats if seat.awaited_for]
    asleep = [seat for seat in awaited if seat.resting == "asleep" and seat.awaited_for != deadlines.WINDOW]
    if game.live_since is None or game.ladder == Ladder.FRIENDS or not deadlines.pace_of(game).runs:
        return []
    goes_on = asleep == awaited and moment < game.live_since + LASTS and are_all_here(loaded)
    return asleep if goes_on else []


# -- the rows of a locked table, unsaved


def begin(loaded: store.Loaded) -> None:
    """Play live from now on. An awaited player has an hour at least once it is over, and misses no turn by it."""
    game, now = loaded.game, loaded.now
    game.live_since = game.paused_at = now
    _move_end(loaded, now, now + DECISION, least=deadlines.FLOOR)


def go_on(loaded: store.Loaded, *, dealt: bool) -> None:
    """A decision was made at a live table, and the next ones begin."""
    game = loaded.game
    assert game.live_since is not None
    assert game.paused_until is not None
    there = AFTER_DEAL if dealt else DECISION
    _move_end(loaded, game.paused_until, min(loaded.now + there, game.live_since + LASTS))


def end_if_over(loaded: store.Loaded, *, mover: int | None) -> tuple[LiveEnded, ...]:
    """Before a command is carried out: fall back to days if the minute or the hour is over, or if a player is away.
    Gives what is to be said of that. ``mover`` is the id of the moving player."""
    game = loaded.game
    if game.live_since is None or (is_on(game, loaded.now) and are_all_here(loaded, but=mover)):
        return ()
    return end(loaded)


def end(loaded: store.Loaded) -> tuple[LiveEnded, ...]:
    """Fall back to days, now or when the minute was over; what is to be said of that. Nothing where the table is not
    live. A decision that is open has the time that it ever had, from then on."""
    game = loaded.game
    if game.live_since is None:
        return ()
    assert game.paused_until is not None
    _move_end(loaded, game.paused_until, min(game.paused_until, loaded.now))
    for seat in loaded.seats:
        if seat.awaited_since is not None and seat.awaited_since >= game.live_since:
            deadlines.add(seat, game)
            seat.awaited_since = min(seat.awaited_since, loaded.now)  # a clock may have been put back
    forget(game)
    reminders.deadlines_moved(loaded, loaded.seats, loaded.now)
    return (LiveEnded(),)


def forget(game: Game) -> None:
    """A table is not played live any more, or its game is over."""
    game.live_since = game.paused_at = game.paused_until = None


def _move_end(loaded: store.Loaded, began: datetime, until: datetime, *, least: timedelta = timedelta()) -> None:
    game = loaded.game
    for seat in loaded.seats:
        deadlines.pause(seat, loaded.quiet_of(seat), began=began, until=until, least=least)
    game.paused_until = until
    reminders.deadlines_moved(loaded, loaded.seats, loaded.now)
