"""What was decided here, where the printed rules are silent or disagree ([D] in the rules), as players read it."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from games.rules.ruleset import compiled
from games.rules.table import Ruleset
from games.wording.help_entry import BASE, SABOTEUR2

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

ALWAYS = ""
"""What holds whatever is played."""

_SETTLED: Mapping[str, Sequence["StrPromise"]] = {
    ALWAYS: (
        _("Who begins is drawn by lot (R12)."),
        _("A card may be joined by a dead end, but nothing goes on behind one (R14)."),
        _("Cards that lie face down neither object to a tunnel beside them nor join it (R14)."),
        _("All goals are looked at again after every change of the mine, wherever it was (R19)."),
        _("A stone that is reached lies as it joins the tunnel, and of two such ways as it fits best (R19)."),
        _("With the pile used up a round lasts as long as somebody can do more than discard (R21)."),
        _("Hands, gold cards and what was discarded face down are opened when the game is over, not before (R24)."),
        _(
            "The next round is begun by the left neighbour of whoever laid the last tunnel card, or moved last if none"
            " was laid. The Ukrainian book has it otherwise (R25)."
        ),
    ),
    BASE: (
        _("When gold cards run out, the bank pays a nugget for each that is missing; those are taken last (R22)."),
        _("Saboteurs are paid with the highest cards first, in the order of the seats (R23)."),
        _("What the gold cards cannot change comes from the bank, in nuggets (R23)."),
    ),
    SABOTEUR2: (
        _("There are 20 new action cards, as the lists say, not 21 (R4)."),
        _("Six tunnel cards have shapes of this site, because no book shows them clearly (R4)."),
        _("A ladder need only touch a tunnel, and may touch no goal, turned up or not (R34)."),
        _("A blue door stops green diggers and a green door blue ones. The Latvian book has it otherwise (R36)."),
        _("Nobody traps themselves (R38)."),
        _("Who is trapped cannot put a theft before themselves, and does not steal at the end (R38, R40)."),
        _("A role that is swapped goes under the spare roles (R42)."),
        _("The crystals of a trapped geologist go to the other one (R48)."),
    ),
    "greedy": (
        _("If the greedy dwarf joins the gold, nobody else gets any (R60)."),
        _("The greedy dwarf is never counted as a digger (R60)."),
    ),
    "swap-goals": (_("Whether two goals are swapped cannot be vetoed, only the card itself (R63)."),),
    "treasury": (_("What the treasury puts back lies face down (R62)."),),
    "veto": (
        _("A veto does not answer discards, trades, miners or another veto (R63)."),
        _("A tunnel card that was vetoed was not laid: it pays no toll, and the miner stays (R63)."),
    ),
    "guide": (
        _("The second card of the mine guide must be laid if it can be, for a toll too (R66)."),
        _("If the second card of the mine guide fits nowhere, it is kept and one less drawn (R66)."),
        _("Each card of the mine guide can be vetoed for itself, and is drawn for all the same (R63, R66)."),
    ),
    "detour": (
        _("A detour takes the card to another square; where it lies it cannot be turned (R67)."),
        _("Nobody makes a detour with a broken tool or while trapped (R67)."),
        _("A chest’s tunnel and the tournament’s card are moved by no detour, because nobody laid them (R67)."),
    ),
    "tunnel-toll": (
        _("There are two miners for the whole table, and one player may put both (R70)."),
        _("A miner lets his owner pass for nothing, and others may offer to pay for you (R70)."),
        _("Whoever has to pay and has no nugget left changes their lowest gold card, openly (R70)."),
        _("With the pile used up a tunnel for which only another can pay is a move if the offer stands (R21, R70)."),
    ),
    "costume-department": (_("The costume department lies on L4, and nothing removes it (R71)."),),
    "tunnel-party": (_("The tunnel party lies on N4, and nothing removes it (R71)."),),
    "new-goals": (
        _("Five goals lie in the column of the three; the tunnels on the new ones are shapes of this site (R72)."),
        _("The dragon takes nuggets alone, never gold cards (R72)."),
    ),
    "treasure-chests": (
        _("The tunnels over the chests are shapes of this site, and so are the places where they lie (R73)."),
        _("A chest and its tunnel that are removed are out of play for the round, and never discards (R73)."),
        _("What a chest brings in place of drawing stands for the whole draw, even if there is nothing to take (R73)."),
        _("The extra card of a chest comes besides, after whatever stands in the place of the draw (R73)."),
        _("A chest that forbids drawing stops the pile alone, not a card from a hand or from the discards (R73)."),
        _("A goal moves east, onto a square without card or miner; one that was just reached stays (R73)."),
    ),
    "sabotaged-dwarf": (
        _("If a saboteur joins the gold, the first digger to the right whose tools are whole begins (R80)."),
    ),
    "tournament": (_("All diggers get two nuggets if a saboteur joins the gold (R81)."),),
}
_NORTH_FIRST = _("Of several goals reached at once the northern one is turned up first (R20).")
_ASKED = _("Of several things reached at once, who laid says which is turned up first (R20).")


def settled_of(part: str) -> list[str]:
    """What was decided for a game, an expansion or a variant."""
    return [str(words) for words in _SETTLED.get(part, ())]


def settled_words(ruleset: Ruleset) -> list[str]:
    """What was decided, as far as it matters under these rules."""
    parts = (ALWAYS, ruleset.rules, *ruleset.modules, *ruleset.variants)
    order = _ASKED if compiled(ruleset).order_asked else _NORTH_FIRST
    return [words for part in parts for words in settled_of(part)] + [str(order)]
