"""A faster pace from the next round on: which paces are faster, and how a table changes to one between two rounds.

`Game.next_pace` stores the pace that a table voted for until the next deal. Then each bank keeps the time that was left
in it, up to the new maximum. The consequence of a time-out (`Game.ladder`) does not change.
"""

from datetime import timedelta

from games.clocks import deadlines
from games.clocks.presets import PACES, PacePreset
from games.models import Game, Ladder
from games.rows import store
from games.rules import engine
from games.rules.announcements import PaceChanged


def choices(game: Game, round_: int, rounds: int) -> list[PacePreset]:
    """Return the paces that a running table can change to after its round, the slowest first. Empty without a clock
    and in the last round."""
    pending = PACES.get(game.next_pace)
    bank, turn = (pending.bank_hours, pending.turn_hours) if pending else (game.bank_hours, game.turn_hours)
    if round_ >= rounds:
        return []
    presets = (pace for pace in PACES.values() if pace.bank_hours and pace.ladder == Ladder.CLOCK)
    found = [pace for pace in presets if _is_faster(pace, bank, turn)]
    return sorted(found, key=lambda pace: (-pace.bank_hours, -pace.turn_hours))


def _is_faster(pace: PacePreset, bank: int, turn: int) -> bool:
    """Whether a pace has no more time than a clock in bank and increment, and less in one of them.

    >>> [_is_faster(PACES["days"], *hours) for hours in ((72, 12), (72, 24), (336, 48), (48, 24), (0, 0))]
    [False, True, True, False, False]
    """
    return pace.bank_hours <= bank and pace.turn_hours <= turn and (pace.bank_hours, pace.turn_hours) != (bank, turn)


def at_next_round(loaded: store.Loaded, state: engine.Game) -> tuple[PaceChanged, ...]:
    """Change a locked table, unsaved, to the pace that it voted for, if ``state`` is in a new round. Return the events
    to announce. Call this before the state is written, which starts the clocks of the new round."""
    game = loaded.game
    pace = PACES.get(game.next_pace)
    if pace is None or state.public.round == loaded.state.public.round:
        return ()
    for seat in loaded.seats:
        deadlines.end(seat, game, loaded.quiet_of(seat), now=loaded.now)
        left = timedelta(hours=game.bank_hours) - timedelta(seconds=seat.spent)
        seat.spent = round(max(timedelta(), timedelta(hours=pace.bank_hours) - left).total_seconds())
    game.bank_hours, game.turn_hours, game.next_pace = pace.bank_hours, pace.turn_hours, ""
    return (PaceChanged(bank_hours=pace.bank_hours, turn_hours=pace.turn_hours),)
