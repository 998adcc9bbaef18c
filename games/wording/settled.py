"""Decisions of this site where the printed rules are silent or disagree ([D] in the rules), as texts for players."""

from django.utils.translation import gettext_lazy as _

from games.rules.ruleset import compiled
from games.rules.table import Ruleset
from games.sheets import MODULES

ALWAYS = ""
"""The key of the decisions for every game."""

_ALWAYS = (
    _("Who begins is picked at random (R12)."),
    _("A card may be joined by a dead end, but nothing goes on behind one (R14)."),
    _("Cards that lie face down neither object to a tunnel beside them nor join it (R14)."),
    _("All goals are looked at again after every change of the mine, wherever it was (R19)."),
    _("A stone that is reached lies as it joins the tunnel, and of two such ways as it fits best (R19)."),
    _("With the pile used up, a round goes on while a player has more than discards: trades and miners count (R21)."),
    _("Hands, gold cards and what was discarded face down are opened when the game is over, not before (R24)."),
    _("If no tunnel card was laid in a round, the player after whoever moved last begins the next one (R25)."),
    _("How many rounds are played is chosen with the table (R25)."),
    _("A hand that was empty and is filled again plays again (R97)."),
)
_BY_LANE = _("Of several goals reached at once the one in the lane with the earlier letter is turned up first (R20).")
_ASKED = _("Of several things reached at once, whoever laid the card says which is turned up first (R20).")


def settled_of(part: str) -> list[str]:
    """Return the decisions for a game, an expansion or a variant, or ALWAYS."""
    return [str(words) for words in (_ALWAYS if part == ALWAYS else MODULES[part].settled)]


def reached_words(ruleset: Ruleset) -> str:
    """Return the decisions about several cards that are reached at once, under these rules (R20)."""
    return str(_ASKED if compiled(ruleset).order_asked else _BY_LANE)
