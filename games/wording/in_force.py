"""The rules in force at a table, as its players read them: what was chosen with it."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules.ruleset import compiled
from games.rules.table import Ruleset
from games.sheets import MODULES


def option_words(ruleset: Ruleset) -> list[str]:
    """What was chosen with the table, one sentence each."""
    rules = compiled(ruleset)
    words = [ngettext("%(count)s round.", "%(count)s rounds.", ruleset.rounds) % {"count": ruleset.rounds}]
    if rules.gold_cards and ruleset.gold_draft == "hand":
        words.append(_("Players choose their gold cards one after the other (R91)."))
    elif rules.gold_cards:
        words.append(_("Gold cards are handed out automatically, the highest first (R91)."))
    has_window = any(MODULES[name].option == "veto_window" for name in ruleset.modules)
    if has_window and ruleset.veto_window:
        hours = ngettext(
            "Everybody has %(count)s hour to veto a card that was played (R93).",
            "Everybody has %(count)s hours to veto a card that was played (R93).",
            ruleset.veto_window,
        )
        words.append(hours % {"count": ruleset.veto_window})
    elif has_window:
        words.append(_("A veto is played by standing order only (R93)."))
    return words
