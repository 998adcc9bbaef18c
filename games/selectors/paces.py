"""The typical pace of players, for themselves and, with their consent, for others."""

from typing import Any

from accounts.models import User
from games.clocks.words import misses_of_turns, pace_of_turns, pace_of_turns_in_full
from games.models import Pace


def own_words(*, user: User, **_signal: Any) -> str:
    """Return a player's own pace as a text for them. One query."""
    return pace_of_turns_in_full(Pace.objects.filter(user=user).first())


def shown(user: User) -> Pace | None:
    """Return the pace of a player for others; None without consent. The row was read with the user."""
    found: Pace | None = getattr(user, "pace", None) if user.shows_pace else None
    return found


def shown_words(user: User) -> list[str]:
    """Return the pace of a player for others as lines of text."""
    found = shown(user)
    return [] if found is None else [words for words in (pace_of_turns(found), misses_of_turns(found)) if words]
