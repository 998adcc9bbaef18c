"""A faster pace from the next round on: which paces are faster, and how a table changes to one between two rounds.

The pace that a table voted for stands in `Game.next_pace` until the next deal. Then each bank keeps what was left in
it, up to the new maximum. What comes when time runs out (`Game.ladder`) stays as it was.
"""

from datetime import timedelta

from games.clocks import deadlines
from games.clocks.presets import PACES, PacePreset
from games.models import Game, Ladder
from games.rows import store
from games.rules import engine
from games.rules.announcements import PaceChanged


def choices(game: Game, round_: int, rounds: int) -> list[PacePreset]:
    """The paces that a running table can change to after its round, the slowest first. None where no clock runs, and
    none in the last round."""
    pending = PACES.get(game.next_pace)
    bank, turn = (pending.bank_hours, pending.turn_hours) if pending else (game.bank_hours, game.turn_hours)
    if round_ >= rounds:
        return []
    presets = (pace for pace in PACES.values() if pace.bank_hours and pace.ladder == Ladder.CLOCK)
    found = [pace for pace in presets if _is_faster(pace, bank, turn)]
    return sorted(found, key=lambda pace: (-pace.bank_hours, -pace.turn_hours))


def _is_faster(pace: PacePreset, bank: int, turn: int) -> bool:
    """Whether a pace gives no more time than a clock, and less of one kind.

    >>> [_is_faster(PACES["days"], *hours) for hours in ((72, 12), (72, 24), (336, 48), (48, 24), (0, 0))]
    [False, True, True, False, False]
    """
    return pace.bank_hours <= bank and pace.turn_hours <= turn and (pace.bank_hours, pace.turn_hours) != (bank, turn)


def at_next_round(loaded: store.Loaded, state: engine.Game) -> tuple[PaceChanged, ...]:
    """Before a state is written whose round may be another one: change a locked table, unsaved, to the pace that it
    voted for. Gives what is to be said of that. The clocks of the new round begin when the state is written."""
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
