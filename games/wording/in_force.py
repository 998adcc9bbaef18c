"""The chosen options of the rules in force at a table, as its players read them."""

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.rules.ruleset import compiled
from games.rules.table import Ruleset
from games.sheets import MODULES

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

_THE_MOVER = gettext_lazy("The player after the one who moved last begins the next round (R25).")
_WHOSE_TURN = gettext_lazy("The player whose turn it would have been begins the next round (R25).")
_OWN_DOORS = gettext_lazy("Blue and green diggers lay only doors of their own colour (R36).")
_JOINED_LADDERS = gettext_lazy("A ladder must be joined to another tunnel card (R34).")


def _by_books(ruleset: Ruleset) -> list[tuple[bool, "StrPromise"]]:
    """Return where a table uses another printed rule than the default of this site (R25, R34, R36)."""
    return [
        (ruleset.next_starter == "mover", _THE_MOVER),
        (ruleset.next_starter == "turn", _WHOSE_TURN),
        (ruleset.own_doors, _OWN_DOORS),
        (ruleset.joined_ladders, _JOINED_LADDERS),
    ]


def option_words(ruleset: Ruleset) -> list[str]:
    """Return the options of the rules of a table, one sentence each."""
    rules = compiled(ruleset)
    words = [ngettext("%(count)s round.", "%(count)s rounds.", ruleset.rounds) % {"count": ruleset.rounds}]
    if rules.gold_cards and ruleset.gold_draft == "hand":
        words.append(_("Players take turns choosing their gold cards (R91)."))
    elif rules.gold_cards:
        words.append(_("Gold cards are dealt out automatically, the highest first (R91)."))
    words += [str(said) for is_so, said in _by_books(ruleset) if is_so]
    has_window = any(MODULES[name].option == "veto_window" for name in ruleset.modules)
    if has_window and ruleset.veto_window:
        hours = ngettext(
            "Everyone has %(count)s hour to veto a card (R93).",
            "Everyone has %(count)s hours to veto a card (R93).",
            ruleset.veto_window,
        )
        words.append(hours % {"count": ruleset.veto_window})
    elif has_window:
        words.append(_("Vetoes are played by standing order only (R93)."))
    return words
