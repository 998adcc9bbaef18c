"""Games and rounds that begin with the deal of a key, for tests that need no world of their own."""

from games.rules import engine
from games.rules.agenda import Step
from games.rules.table import Ruleset


def begin(ruleset: Ruleset, players: int, *, key: bytes) -> Step:
    """A new game, dealt from the key of its seed; Refused when so many cannot play these rules."""
    return engine.begin_from(ruleset, engine.first_deal(ruleset, players, key=key), key=key)


def next_round(state: engine.Game, *, key: bytes) -> Step:
    """The next round of a game that awaits its deal (R25)."""
    return engine.begin_from(state.public.ruleset, engine.next_deal(state, key=key), key=key, last=state)
