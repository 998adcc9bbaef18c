"""The texts of suspicions: steps from surely digs to surely harms, or roles in games with several teams."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from games.rules.ruleset import compiled
from games.rules.table import Ruleset
from games.sheets import ROLES
from games.wording.cards import role_name

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

UNKNOWN = "unknown"
"""The suspicion about each player at the beginning of a round."""

STEPS: Mapping[str, "StrPromise"] = {
    "digs": _("surely digs"),
    "may-dig": _("rather digs"),
    UNKNOWN: _("I can’t tell"),
    "may-harm": _("rather harms"),
    "harms": _("surely harms"),
}
"""How sure the author is that a player is a saboteur, in rising order."""
HEIGHTS: Mapping[str, int] = {"digs": -2, "may-dig": -1, UNKNOWN: 0, "may-harm": 1, "harms": 2}


def guesses_of(ruleset: Ruleset, players: int) -> tuple[str, ...]:
    """Return the possible suspicions: steps if all honest players are one team, else the roles."""
    roles = dict.fromkeys(compiled(ruleset).roles(players))
    sides = [role for role in roles if not ROLES[role].harms]
    return tuple(STEPS) if len(sides) < 3 else (UNKNOWN, *(role for role in ROLES if role in roles))


def guess_words(guess: str) -> str:
    """Return the text of a suspicion."""
    return str(STEPS[guess]) if guess in STEPS else role_name(guess)


def is_right(guess: str, role: str) -> bool | None:
    """Return whether a guess fits the revealed role; None without a guess."""
    if guess in HEIGHTS:
        return (HEIGHTS[guess] > 0) == ROLES[role].harms if HEIGHTS[guess] else None
    return guess == role
