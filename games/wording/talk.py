"""Words and claims in sentences."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from games.rules.claims import ASKS, BACK, OF_PLAYER, Claim
from games.rules.notation import SEATS
from games.sheets.talk import QUICK, sheet_of
from games.wording.cards import goal_name, role_name
from games.wording.squares import square_name


def quick_words(name: str) -> str:
    """A quick word, "" for one that is none."""
    return str(QUICK.get(name, ""))


def claim_words(claim: Claim, names: Sequence[str]) -> str:
    """A claim as it is said."""
    return str(sheet_of(claim).said) % _about(claim, names)


def claim_offer(claim: Claim, names: Sequence[str]) -> str:
    """A claim on the button that makes it."""
    return str(sheet_of(claim).offer) % _about(claim, names)


def truth_of_goal_words(goal: str, *, right: bool) -> str:
    """How a claim about a goal compares with what lay there."""
    words = _("That was true: %(goal)s.") if right else _("That was false: %(goal)s.")
    return words % {"goal": goal_name(goal)}


def truth_of_player_words(role: str) -> str:
    """Who somebody was of whom others claimed something."""
    return _("In truth: %(role)s.") % {"role": role_name(role)}


def claim_mark(claim: Claim) -> str:
    """A claim as a mark beside what it is about; "" for one that leaves none."""
    return str(sheet_of(claim).mark)


def former_player() -> str:
    """Who said something, where their row is gone."""
    return _("Former player")


def _about(claim: Claim, names: Sequence[str]) -> Mapping[str, str]:
    if claim.about in (OF_PLAYER, ASKS):
        seat = SEATS.index(claim.what)
        about = {"other": names[seat] if seat < len(names) else former_player()}
        return about | ({"role": role_name(claim.says)} if claim.about == ASKS and claim.says != BACK else {})
    return {"square": square_name(claim.what)} if "," in claim.what else {}
