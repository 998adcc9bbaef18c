"""Whole games of bots, without a site: each plays from its own view only."""

from collections.abc import Iterator

from msgspec import Struct

from games.bots.choice import Chooser, choose
from games.bots.manner import NORMAL, drawn
from games.rules import engine
from games.rules.commands import Command
from games.rules.dice import Dice
from games.rules.events import PublicEvent
from games.rules.setup import DealtRound
from games.rules.table import Ruleset
from games.rules.view import PlayerView, view


class Happening(Struct, frozen=True):
    """One thing that happened in a game: a deal, or a command with the view it was chosen from.

    ``state`` and ``events`` are those after it, ``chance`` what lots gave, as a record writes it, ``among`` of what.
    """

    state: engine.Game
    events: tuple[PublicEvent, ...]
    dealt: DealtRound | None = None
    view: PlayerView | None = None
    command: Command | None = None
    chance: tuple[tuple[str, tuple[str, ...]], ...] = ()
    among: tuple[tuple[str, ...], ...] = ()

    @property
    def seat(self) -> int | None:
        """Whose command it was."""
        return self.view.seat if self.view else None


def play_game(
    ruleset: Ruleset, players: int, *, key: bytes, chooser: Chooser | None = None, level: str = NORMAL
) -> Iterator[Happening]:
    """Yield the happenings of a game from its first deal to its end; the same for the same key.

    Without a `chooser`, each seat plays at this level, with the temper drawn from the key for the round.

    Raise Refused if these rules do not allow this number of players, or contradict each other.
    """
    dice = Dice(key, "bots").below
    dealt = engine.first_deal(ruleset, players, key=key)
    step = engine.begin_from(ruleset, dealt, key=key)
    state, seen = step.state, list(step.events)
    yield Happening(state=state, events=step.events, dealt=dealt)
    while not engine.is_over(state.public):
        if engine.awaits_deal(state.public):
            dealt = engine.next_deal(state, key=key)
            step = engine.begin_from(ruleset, dealt, key=key, last=state)
            state, seen = step.state, list(step.events)
            yield Happening(state=state, events=step.events, dealt=dealt)
            continue
        seat = engine.unanswered(state)[0].seat
        mine = view(state.public, state.seats[seat])
        if chooser is None:
            command = choose(mine, dice, seen, manner=drawn(key, mine.public.round, seat, level, mine.public.draws))
        else:
            command = chooser(mine, dice, seen)
        step = engine.apply(state, seat, command)
        state = step.state
        seen.extend(step.events)
        yield Happening(state, step.events, view=mine, command=command, chance=step.chance, among=step.among)
