"""A page of the history of a table: its moves and chat messages."""

from collections.abc import Sequence
from typing import NamedTuple
from urllib.parse import urlencode

from accounts.models import User
from games.selectors import table as table_selectors
from games.selectors import talk as talk_selectors
from games.selectors.table import LoggedMove, Place
from games.selectors.talk import Spoken
from games.tableau.history import Line, announces, lines_with_words
from games.tableau.spoken import WordLine, spoken_of

LENGTH = 100
"""Moves and chat messages on a page."""
SHOWN = ("all", "moves", "words", "mine")


class Page(NamedTuple):
    """The lines of a page, which part is shown, whether it is the newest, and the query string of the older page, ""
    for none."""

    lines: Sequence[Line | WordLine]
    show: str
    newest: bool
    older: str


def page_of(place: Place, reader: User, names: Sequence[str], show: str, before: int | None, said: int | None) -> Page:
    """Return the page before the move `before` and the chat message `said`. Two statements."""
    show = show if show in SHOWN else "all"
    moves, words, unread = _read(place, reader, show, before, said)
    both: list[LoggedMove | Spoken] = [*moves, *words]
    rows = sorted(both, key=lambda one: (one.seq, one.at), reverse=True)[:LENGTH]
    log = [one for one in rows if isinstance(one, LoggedMove)]
    if announces(moves[len(log) : len(log) + 1]):
        log.append(moves[len(log)])
    spoken = [one for one in rows if isinstance(one, Spoken)]
    lines = spoken_of(spoken, names, place.game.code, seated=place.seat is not None)
    shown = lines_with_words(log, names, place.number, lines, to_the_end=True)
    older = ""
    if unread or len(moves) + len(words) > len(rows) or any(len(found) > LENGTH for found in (moves, words)):
        last = spoken[-1].number if spoken else said if words else unread or said
        ends = {"before": log[-1].seq if log else before, "said": last}
        older = urlencode({"show": show} | {name: end for name, end in ends.items() if end is not None})
    return Page(shown, show, before is None and said is None, older)


def _read(
    place: Place, reader: User, show: str, before: int | None, said: int | None
) -> tuple[list[LoggedMove], list[Spoken], int | None]:
    """Return one row more than a page of each, which shows whether there are older ones; and the number of the chat
    message at which the search stopped, if older ones exist: all of those searched may be of muted players."""
    most = LENGTH + 1
    if show == "mine":
        own = talk_selectors.words_of(place.game, reader, most=most, before=said, mine=True)
        return table_selectors.own_moves(place, most=most, before=before), own, None
    if show == "words":
        return [], talk_selectors.words_of(place.game, reader, most=most, before=said), None
    if show == "moves":
        return table_selectors.log_of(place, most=most, before=before), [], None
    moves, received = table_selectors.log_and_words_before(place, reader, most=most, before=before, said=said)
    return moves, received.words, received.first if received.older else None
