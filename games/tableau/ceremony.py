"""The end of a round as a story: the last card, who looked where, who broke whose tools; and whether the player has
yet to see it.

It follows from public events alone, so it does not depend on hidden state (R24, R94).
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from games.rules.cards import STOPS_LAYING
from games.rules.engine import Public
from games.rules.events import (
    Detoured,
    Laid,
    MinerPut,
    Passed,
    Played,
    PublicEvent,
    RoleSeen,
    RoundEnded,
    Swapped,
    TableEnded,
    Traded,
    Vetoed,
)
from games.rules.tunnels import TURNED
from games.sheets import ACTIONS
from games.wording import event_words

_ACTS = (Laid, Played, Passed, Detoured, MinerPut, Traded, Vetoed, TableEnded)


class RoundStory(NamedTuple):
    """What led to the end of a round, in sentences: the last card (`card` as it lies, "" if none is visible),
    who looked where, and who harmed which seat."""

    last: str
    card: str
    looks: tuple[str, ...]
    harms: tuple[str, ...]


def unseen_round(public: Public, seen: int) -> int | None:
    """Return the first finished round whose end a player has not seen; `seen` is the last one they saw."""
    return next((result.round for result in public.results if result.round > seen), None)


def story_of(events: Sequence[PublicEvent], names: Sequence[str], me: int | None) -> RoundStory:
    """Return the story of a round, from its public events in order."""
    before = before_the_end(events)
    last = last_act(before)
    return RoundStory(
        last=(event_words(last, names, me) or "") if last else "",
        card=_card_of(last),
        looks=_words(looks_in(before), names, me),
        harms=_words(harm_in(before), names, me),
    )


def looks_in(events: Iterable[PublicEvent]) -> list[Played | RoleSeen | Swapped]:
    """Return the events in which a player looked at a face-down card."""
    looks = [event for event in events if isinstance(event, Played | RoleSeen | Swapped)]
    return [event for event in looks if not isinstance(event, Played) or ACTIONS[event.card].looks]


def harm_in(events: Iterable[PublicEvent]) -> list[Played]:
    """Return the events in which a player stopped another, or themselves, from laying tunnel cards."""
    return [event for event in events if isinstance(event, Played) and event.card in STOPS_LAYING]


def help_in(events: Iterable[PublicEvent]) -> list[Played]:
    """Return the events in which a player removed what stopped another, or themselves, from laying tunnel cards."""
    return [event for event in events if isinstance(event, Played) and event.lifted in STOPS_LAYING]


def last_act(events: Sequence[PublicEvent]) -> PublicEvent | None:
    """Return the last event by which a player or the host did something; None without any."""
    return next((event for event in reversed(events) if isinstance(event, _ACTS)), None)


def before_the_end(events: Sequence[PublicEvent]) -> Sequence[PublicEvent]:
    """Return the events of a round up to its end."""
    end = next((place for place, event in enumerate(events) if isinstance(event, RoundEnded)), len(events))
    return events[:end]


def _card_of(event: PublicEvent | None) -> str:
    if isinstance(event, Laid | Detoured):
        return event.card + TURNED * event.turned
    return event.card if isinstance(event, Played | Vetoed) else ""


def _words(events: Iterable[PublicEvent], names: Sequence[str], me: int | None) -> tuple[str, ...]:
    return tuple(words for event in events if (words := event_words(event, names, me)))
