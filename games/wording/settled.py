"""Decisions of this site where the printed rules are silent or disagree ([D] in the rules), as texts for players."""

from django.utils.translation import gettext_lazy as _

from games.rules.ruleset import compiled
from games.rules.table import Ruleset
from games.sheets import MODULES

ALWAYS = ""
"""The key of the decisions for every game."""

_ALWAYS = (
    _("The first player is picked at random (R12)."),
    _("A card may be joined by a dead end, but nothing goes on behind one (R14)."),
    _("Face-down cards fit beside any tunnel and join none (R14)."),
    _("All goals are checked again after every change in the mine (R19)."),
    _("A stone that’s reached is turned to join the tunnel. If both ways up do, the better fit counts (R19)."),
    _(
        "Once the pile is used up, a round goes on as long as a player can do more than discard. Trades and miners "
        "count (R21)."
    ),
    _("Hands, gold cards and face-down discards are revealed when the game is over, not before (R24)."),
    _("If no tunnel card was laid in a round, the player after the last mover begins the next one (R25)."),
    _("You choose the number of rounds when you set up the table (R25)."),
    _("A player whose empty hand is refilled is back in play (R97)."),
)
_BY_LANE = _(
    "If several goals are reached at once, the one in the lane with the earlier letter is turned up first (R20)."
)
_ASKED = _(
    "If several things are reached at once, the player who laid the card chooses which is turned up first (R20)."
)


def settled_of(part: str) -> list[str]:
    """Return the decisions for a game, an expansion or a variant, or ALWAYS."""
    return [str(words) for words in (_ALWAYS if part == ALWAYS else MODULES[part].settled)]


def reached_words(ruleset: Ruleset) -> str:
    """Return the decisions about several cards that are reached at once, under these rules (R20)."""
    return str(_ASKED if compiled(ruleset).order_asked else _BY_LANE)
