"""The log: what happened, newest first, with what happened since one's last turn on top."""

from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any, NamedTuple

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.rules.announcements import PlanDropped
from games.rules.events import Dealt, NewRole, PublicEvent, RoundBegan, RoundEnded, Saw, Swapped, TookGold
from games.selectors.table import LoggedMove
from games.tableau.sightings import LEFT, SWAPPED
from games.wording import event_words, whisper_words


class Line(NamedTuple):
    """A line of the log. `kind`: `event`, `whisper` (told to the reader alone), `since` and `mark` (headings)."""

    kind: str
    words: str
    at: datetime | None = None


def lines_of(
    told: Sequence[LoggedMove], names: Sequence[str], me: int | None, *, since: int | None = None
) -> list[Line]:
    """The lines of what was told (newest first), headings between rounds; `since`: the reader's last move."""
    lines: list[Line] = []
    language, all_names = get_language(), tuple(names)
    news = since is not None and bool(told) and told[0].seq > since
    if news:
        lines.append(Line("since", _("Since your last turn")))
    for step in told:
        if news and since is not None and step.seq <= since:
            lines.append(Line("mark", _("Before that")))
            news = False
        # What one seat alone was told is put into words each time.
        secret = step.whispers or step.mine
        lines += _lines(step, names, me) if secret else _open_lines(language, step.events, step.at, all_names, me)
    return lines


@lru_cache(maxsize=20_000)
def _open_lines(
    _language: str | None, events: tuple[PublicEvent, ...], at: datetime, names: tuple[str, ...], me: int | None
) -> Sequence[Line]:
    """The lines of what all were told, in words for one reader."""
    return _lines(LoggedMove(0, None, at, events), names, me)


def _lines(step: LoggedMove, names: Sequence[str], me: int | None) -> list[Line]:
    """Newest first: what a new round brought, then under a heading of its own what the round before ended with."""
    began = next((place for place, event in enumerate(step.events) if isinstance(event, RoundBegan)), len(step.events))
    dealt = [whisper for whisper in step.whispers if isinstance(whisper, Dealt)]
    others = [whisper for whisper in step.whispers if not isinstance(whisper, Dealt)]
    lines = _whispered(dealt, names, step.at) + _spoken(step.events[began:], names, me, step.at)
    if 0 < began < len(step.events):
        opening = step.events[began]
        number = opening.round - 1 if isinstance(opening, RoundBegan) else 0
        lines.append(Line("mark", _("Round %(round)s") % {"round": number}))
    lines += _whispered(others, names, step.at) + _swapped(step)
    return lines + _spoken(step.events[:began], names, me, step.at)


def _swapped(step: LoggedMove) -> list[Line]:
    """What the player did with two goals, which no whisper says: only the own command does (R61)."""
    if not any(isinstance(event, Swapped) for event in step.events):
        return []
    if SWAPPED in step.mine:
        return [Line("whisper", _("You swapped the two goals."), step.at)]
    return [Line("whisper", _("You left the two goals as they lay."), step.at)] if LEFT in step.mine else []


def _spoken(events: Sequence[PublicEvent], names: Sequence[str], me: int | None, at: datetime) -> list[Line]:
    words = [event_words(event, names, me) for event in reversed(events)]
    return [Line("event", text, at) for text in words if text]


def _whispered(whispers: Sequence[Any], names: Sequence[str], at: datetime) -> list[Line]:
    words = [whisper_words(whisper, names) for whisper in whispers]
    return [Line("whisper", text, at) for text in words if text]


class News(NamedTuple):
    """What happened since one's last move that is worth a panel of its own."""

    round_over: RoundEnded | None = None
    dealt: Dealt | None = None
    saw: tuple[Saw, ...] = ()
    gold: tuple[TookGold, ...] = ()
    role: NewRole | None = None
    dropped: PlanDropped | None = None


def news_of(told: Sequence[LoggedMove], since: int | None) -> News:
    """The news in what was told (newest first), from the reader's last move on.

    Whoever ended a round by a theft or by taking gold hears of that round too.
    """
    recent = [step for step in told if since is None or step.seq >= since]
    events = [event for step in recent for event in reversed(step.events)]
    whispers = [whisper for step in recent for whisper in reversed(step.whispers)]
    last_role = next((whisper for whisper in whispers if isinstance(whisper, Dealt | NewRole)), None)
    if any(isinstance(event, RoundBegan) for event in events):
        events = [event for step in told for event in reversed(step.events)]
    return News(
        round_over=next((event for event in events if isinstance(event, RoundEnded)), None),
        dealt=last_role if isinstance(last_role, Dealt) else None,
        saw=tuple(whisper for whisper in whispers if isinstance(whisper, Saw)),
        gold=tuple(whisper for whisper in whispers if isinstance(whisper, TookGold)),
        role=last_role if isinstance(last_role, NewRole) else None,
        dropped=next((whisper for whisper in whispers if isinstance(whisper, PlanDropped)), None),
    )


def last_move_of(told: Sequence[LoggedMove], seat: int | None) -> int | None:
    """The number of a seat's last move in the log (newest first); None when there is none."""
    return next((step.seq for step in told if seat is not None and step.seat == seat), None)
