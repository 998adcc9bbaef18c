"""The texts of payout reasons (R22, R23, R45 to R48, R60, R80, R81): a sentence for each code."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from games.rules.table import PayReason, RoundResult
from games.wording.lists import list_words

SENTENCES = {
    "joined": _("Joined the gold to the start."),
    "missed": _("The gold was not reached."),
    "spider": _("The spider came (R72)."),
    "reached": _("The gold was reached."),
    "saboteur-joined": _("The saboteurs get nothing when the gold is reached (R22)."),
    "greedy-alone": _("All for the greedy dwarf, and nothing for the others (R60)."),
    "greedy-took-all": _("The greedy dwarf took it all (R60)."),
    "other-joined": _("Another player joined the gold (R60)."),
    "broken-tool": _("A broken tool: no gold card (R80)."),
    "tournament-joined": _("Three for joining the gold (R81)."),
    "tournament-digger": _("Two as a digger (R81)."),
    "tournament-greedy-alone": _("Four, and nothing for the others (R81)."),
    "tournament-greedy-took-all": _("The greedy dwarf took it all (R81)."),
    "tournament-other-joined": _("Another player joined the gold (R81)."),
    "doors-none": _("Doors on the way: none that keeps a team out."),
    "doors-blue": _("Doors on the way: every way passes a blue one, so the green diggers did not get through (R36)."),
    "doors-green": _("Doors on the way: every way passes a green one, so the blue diggers did not get through (R36)."),
    "doors-both": _("Doors on the way: neither team has a way that is free for it (R36)."),
    "trapped": _("Trapped at the end: %(names)s."),
    "crystals": _("Crystals in the mine: %(count)s."),
    "shares": _("Winners: %(count)s, so a share is worth: %(share)s (R47)."),
    "no-gold-trapped": _("Trapped: no gold (R38)."),
    "half-of-crystals": _("Half of the crystals, rounded down (R48)."),
    "all-crystals": ngettext_lazy("For %(count)s crystal (R48).", "For %(count)s crystals (R48).", "count"),
    "less-as-boss": _("One nugget less than a share, as the boss (R47)."),
    "less-as-profiteer": _("Two nuggets less than a share, as the profiteer (R47)."),
    "other-team-joined": _("The other team joined the gold (R45)."),
    "barred-blue": _("A blue door barred the way (R36)."),
    "barred-green": _("A green door barred the way (R36)."),
}
"""A sentence for each code of a `PayReason`."""


def round_facts(result: RoundResult, names: Sequence[str]) -> Iterator[str]:
    """Return the reasons for a round as a whole: doors, trapped players, crystals, the share."""
    return (_sentence(fact, names) for fact in result.pay_facts)


def pay_words(result: RoundResult, seat: int) -> Iterator[str]:
    """Return the reason of one player's payout."""
    return (_sentence(reason) for reason in result.pay_reasons[seat])


def _sentence(reason: PayReason, names: Sequence[str] = ()) -> str:
    places = {"count": reason.count, "share": reason.share, "names": list_words([names[seat] for seat in reason.seats])}
    return str(SENTENCES[reason.code] % places)
