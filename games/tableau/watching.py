"""What people without a seat see of a table besides its mine: what happened last, and the claims made since."""

from collections.abc import Sequence

from games.models import Said
from games.rules.engine import Public
from games.rules.events import RoundBegan
from games.selectors.table import LoggedMove
from games.tableau.history import Line
from games.tableau.mine import is_round_over
from games.tableau.spoken import WordLine


def last_words(log: Sequence[Line | WordLine]) -> str:
    """Return the newest event of a log (newest first) in words; "" without any."""
    return next((line.words for line in log if isinstance(line, Line) and line.kind == "event"), "")


def bubbles_of(words: Sequence[WordLine], seq: int) -> list[WordLine]:
    """Return the newest claim or quick message of each player since the public command `seq`. `words` are newest first.
    What players write themselves is for the table, not for the room."""
    said: dict[int, WordLine] = {}
    for word in words:
        if word.seq >= seq and word.kind != Said.TEXT and not word.removed:
            said.setdefault(word.seat, word)
    return list(said.values())


def ended_round(public: Public, log: Sequence[LoggedMove]) -> int | None:
    """Return the round whose end is still to be shown: until the first move of the next one. None while a round is
    played. `log` is the log, newest first."""
    if is_round_over(public):
        return public.round
    begun = next((step for step in log if step.seat is not None or _begins(step)), None)
    return public.round - 1 if public.results and begun is not None and _begins(begun) else None


def _begins(step: LoggedMove) -> bool:
    return any(isinstance(event, RoundBegan) for event in step.events)
