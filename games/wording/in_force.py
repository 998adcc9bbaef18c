"""The rules in force at a table, as its players read them: the parts of the game, the options, what is settled here."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.rules.ruleset import compiled
from games.rules.table import Ruleset

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

_SETTLED: Mapping[str, Sequence["StrPromise"]] = {
    "": (
        gettext_lazy("Who begins is drawn by lot (R12)."),
        gettext_lazy("A card may be joined by a dead end, but nothing goes on behind one (R14)."),
    ),
    "base": (),
    "saboteur2": (
        gettext_lazy("There are 20 new action cards, as the lists say, not 21 (R4)."),
        gettext_lazy("A role that is swapped goes under the spare roles (R42)."),
        gettext_lazy("The crystals of a trapped geologist go to the other one (R48)."),
    ),
    "greedy": (gettext_lazy("If the greedy dwarf joins the gold, nobody else gets any (R60)."),),
    "treasury": (gettext_lazy("What the treasury puts back lies face down (R62)."),),
    "veto": (gettext_lazy("A veto does not answer discards, trades, miners or another veto (R63)."),),
    "guide": (gettext_lazy("If the second card of the mine guide fits nowhere, it is kept and one less drawn (R66)."),),
    "detour": (gettext_lazy("Broken tools do not matter for a detour (R67)."),),
    "tunnel-toll": (
        gettext_lazy("A miner lets his owner pass for nothing, and others may offer to pay for you (R70)."),
    ),
    "costume-department": (gettext_lazy("The costume department lies on L4 (R71)."),),
    "tunnel-party": (gettext_lazy("The tunnel party lies on N4 (R71)."),),
    "new-goals": (gettext_lazy("The tunnels on the new goals are shapes of this site (R72)."),),
    "treasure-chests": (gettext_lazy("The tunnels over the chests are shapes of this site (R73)."),),
    "tournament": (gettext_lazy("All diggers get two nuggets if a saboteur joins the gold (R81)."),),
}
_NORTH_FIRST = gettext_lazy("Of several goals reached at once the northern one is turned up first (R20).")
_ASKED = gettext_lazy("Of several things reached at once, who laid says which is turned up first (R20).")


def settled_words(ruleset: Ruleset) -> list[str]:
    """What was decided where the printed rules are silent or disagree, as far as it matters under these rules."""
    parts = ("", ruleset.rules, *ruleset.modules, *ruleset.variants)
    order = _ASKED if compiled(ruleset).order_asked else _NORTH_FIRST
    return [str(words) for part in parts for words in _SETTLED.get(part, ())] + [str(order)]


def option_words(ruleset: Ruleset) -> list[str]:
    """What was chosen with the table, one sentence each."""
    rules = compiled(ruleset)
    words = [ngettext("%(count)s round.", "%(count)s rounds.", ruleset.rounds) % {"count": ruleset.rounds}]
    if rules.gold_cards and ruleset.gold_draft == "hand":
        words.append(_("Gold cards are chosen by hand, one player after the other (R91)."))
    elif rules.gold_cards:
        words.append(_("Gold cards are handed out by themselves, the highest first (R91)."))
    if "veto" in ruleset.modules and ruleset.veto_window:
        hours = ngettext(
            "Everybody has %(count)s hour to veto a card that was played (R93).",
            "Everybody has %(count)s hours to veto a card that was played (R93).",
            ruleset.veto_window,
        )
        words.append(hours % {"count": ruleset.veto_window})
    elif "veto" in ruleset.modules:
        words.append(_("A veto is played by a standing order alone (R93)."))
    return words
