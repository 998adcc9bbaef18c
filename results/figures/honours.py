"""Rival, nemesis and other honours from sums. Each needs three games and a lead, else it is left out."""

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

FEWEST = 3
"""Games that an honour needs."""
EVEN = 5
"""Rivals are even: of the rounds that one of both won alone, the difference is at most a fifth, or one."""
RUN = 3
"""Rounds in a row that make a streak."""


class Leader(NamedTuple):
    """The player who leads, and by how many of what."""

    person: int
    many: int


class Streak(NamedTuple):
    """Rounds won in a row up to now; `whole`: as far as the stored games go, so there may be more."""

    many: int
    whole: bool


def rival(met: Mapping[str, Any]) -> Leader | None:
    """Return the player who was met most among those with an even score."""
    return _leader({person: one.get("games", 0) for person, one in _known(met).items() if _is_even(one)})


def nemesis(met: Mapping[str, Any]) -> Leader | None:
    """Return the player that won most rounds which the subject lost."""
    return _leader({person: one.get("lost", 0) for person, one in _known(met).items()})


def partner(met: Mapping[str, Any]) -> Leader | None:
    """Return the player that most rounds were won together with."""
    return _leader({person: one.get("both", 0) for person, one in _known(met).items()})


def streak(latest: Collection[Any]) -> Streak | None:
    """Return the streak with which the latest games end; None for a short one."""
    won = "".join(one[2] for one in latest)
    many = len(won) - len(won.rstrip("1"))
    return Streak(many, many == len(won)) if many >= RUN and len(latest) >= FEWEST else None


def among(met: Mapping[str, Any], people: Collection[int]) -> dict[str, Any]:
    """Return what happened with those who may be named."""
    return {person: one for person, one in met.items() if int(person) in people}


def _known(met: Mapping[str, Any]) -> dict[str, Any]:
    return {person: one for person, one in met.items() if one.get("games", 0) >= FEWEST}


def _is_even(one: Mapping[str, int]) -> bool:
    beat, lost = one.get("beat", 0), one.get("lost", 0)
    return beat + lost >= FEWEST and abs(beat - lost) <= max(1, (beat + lost) // EVEN)


def _leader(many: Mapping[str, int]) -> Leader | None:
    """Return the one who has most; None if another has as many, or none has any."""
    order = sorted(many.items(), key=lambda one: -one[1])
    if not order or not order[0][1] or (len(order) > 1 and order[1][1] == order[0][1]):
        return None
    return Leader(int(order[0][0]), order[0][1])
