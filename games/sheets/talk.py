"""The texts of chat and claims: quick words, and how each claim is offered, shown and marked.

Places: `other` (the player it is about), `square`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.rules import claims
from games.rules.cards import GOLD
from games.rules.claims import AIM, ASKS, BACK, GOAL_LIES, HAND, OF_PLAYER, TOOL
from games.sheets import ROLES

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


QUICK: Mapping[str, "StrPromise"] = {
    "hello": _("Hello!"),
    "yes": _("Yes."),
    "no": _("No."),
    "thanks": _("Thank you!"),
    "sorry": _("Sorry!"),
    "well-done": _("Well done!"),
    "trust-me": _("Trust me."),
    "lie": _("That’s a lie!"),
    "why": _("Why did you do that?"),
    "wait": _("Wait and see."),
    "laugh": _("Ha ha!"),
    "ouch": _("Ouch!"),
}
"""A dozen texts that each reader sees in their own language. Their names are stored, so none may be removed."""


@dataclass(frozen=True, kw_only=True)
class ClaimSheet:
    """The words of a claim: `offer` on its button, `said` as all read it, `mark` on the thing it is about (a short
    word; "" for none), with `sign` beside it, a shape of its own."""

    offer: "StrPromise"
    said: "StrPromise"
    mark: "StrPromise | str" = ""
    sign: str = ""


_ASKS, _ASKED = _("asks for help"), pgettext_lazy("mark", "asked")
_BACK = ClaimSheet(offer=_("I take it back"), said=_("I take back what I said about that."))

CLAIMS: Mapping[tuple[str, str], ClaimSheet] = {
    (GOAL_LIES, GOLD): ClaimSheet(
        offer=_("It’s the gold"), said=_("%(square)s is the gold."), mark=_("gold"), sign="◆"
    ),
    (GOAL_LIES, claims.STONE): ClaimSheet(
        offer=_("It’s a stone"), said=_("%(square)s is a stone."), mark=_("stone"), sign="■"
    ),
    (GOAL_LIES, claims.SILENT): ClaimSheet(
        offer=_("I won’t say"), said=_("I won’t tell you what %(square)s is."), mark=_("won’t say"), sign="∅"
    ),
    (GOAL_LIES, BACK): ClaimSheet(offer=_BACK.offer, said=_("I take back what I said about %(square)s.")),
    (AIM, "here"): ClaimSheet(
        offer=_("Let’s dig there"), said=_("Let’s dig towards %(square)s."), mark=_("dig here"), sign="⚑"
    ),
    (AIM, BACK): ClaimSheet(offer=_("Don’t dig there after all"), said=_("I’d rather not dig there after all.")),
    (OF_PLAYER, claims.TRUST): ClaimSheet(
        offer=_("I trust %(other)s"), said=_("I trust %(other)s."), mark=_("trusted"), sign="✓"
    ),
    (OF_PLAYER, claims.SUSPECT): ClaimSheet(
        offer=_("I suspect %(other)s"), said=_("I suspect %(other)s."), mark=_("suspected"), sign="!"
    ),
    (OF_PLAYER, BACK): ClaimSheet(offer=_BACK.offer, said=_("I take back what I said about %(other)s.")),
    (ASKS, BACK): ClaimSheet(offer=_("Ask no more"), said=_("%(other)s need not answer any more.")),
    (f"{TOOL} pickaxe", "mend"): ClaimSheet(
        offer=_("Please repair my pickaxe"), said=_("Please repair my pickaxe."), mark=_ASKS, sign="+"
    ),
    (f"{TOOL} pickaxe", BACK): ClaimSheet(offer=_BACK.offer, said=_("My pickaxe can stay as it is.")),
    (f"{TOOL} lantern", "mend"): ClaimSheet(
        offer=_("Please repair my lantern"), said=_("Please repair my lantern."), mark=_ASKS, sign="+"
    ),
    (f"{TOOL} lantern", BACK): ClaimSheet(offer=_BACK.offer, said=_("My lantern can stay as it is.")),
    (f"{TOOL} cart", "mend"): ClaimSheet(
        offer=_("Please repair my cart"), said=_("Please repair my cart."), mark=_ASKS, sign="+"
    ),
    (f"{TOOL} cart", BACK): ClaimSheet(offer=_BACK.offer, said=_("My cart can stay as it is.")),
    (HAND, "nothing"): ClaimSheet(
        offer=_("I have nothing useful"), said=_("I have nothing useful."), mark=_("nothing useful"), sign="–"
    ),
    (HAND, BACK): ClaimSheet(offer=_BACK.offer, said=_("I have something useful after all.")),
}
"""By what a claim is about and what it says of it; each tool has its own. `RoleSheet` has the questions for roles."""


@dataclass(frozen=True, kw_only=True)
class ReasonSheet:
    """The words of a reason: `offer` where it is chosen, `said` as all read it with its claim."""

    offer: "StrPromise"
    said: "StrPromise"


REASONS: Mapping[tuple[str, str], ReasonSheet] = {
    (claims.SUSPECT, claims.BROKE): ReasonSheet(
        offer=_("They broke a tool"), said=_("I suspect %(other)s: they broke a tool.")
    ),
    (claims.SUSPECT, claims.DEAD_END): ReasonSheet(
        offer=_("They laid a dead end"), said=_("I suspect %(other)s: they laid a dead end.")
    ),
    (claims.SUSPECT, claims.FELLED): ReasonSheet(
        offer=_("They brought down a tunnel that led on"),
        said=_("I suspect %(other)s: they brought down a tunnel that led on."),
    ),
    (claims.SUSPECT, claims.AWAY): ReasonSheet(
        offer=_("They dug away from the goals"), said=_("I suspect %(other)s: they dug away from the goals.")
    ),
    (claims.SUSPECT, claims.LIED): ReasonSheet(offer=_("They lied"), said=_("I suspect %(other)s: they lied.")),
    (claims.TRUST, claims.DUG): ReasonSheet(
        offer=_("They dug on"), said=_("I trust %(other)s: they dug on towards the goals.")
    ),
    (claims.TRUST, claims.MENDED): ReasonSheet(
        offer=_("They repaired a tool"), said=_("I trust %(other)s: they repaired another player’s tool.")
    ),
    (claims.TRUST, claims.CLEARED): ReasonSheet(
        offer=_("They removed what stood in the way"),
        said=_("I trust %(other)s: they removed what stood in the way."),
    ),
    (claims.TRUST, claims.HONEST): ReasonSheet(
        offer=_("They told the truth"), said=_("I trust %(other)s: they told the truth.")
    ),
}
"""By what is said of a player and why."""


def sheet_of(claim: claims.Claim) -> ClaimSheet:
    """The words of a claim."""
    if claim.about == ASKS and claim.says != BACK:
        role = ROLES[claim.says]
        return ClaimSheet(offer=role.question, said=role.asked, mark=_ASKED, sign="?")
    return CLAIMS[claim.subject if claim.about == TOOL else claim.about, claim.says]
