"""The texts of quick messages and claims."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from games.rules.claims import ASKS, OF_PLAYER, TRUST, Claim
from games.rules.notation import SEATS
from games.sheets.talk import QUICK, REASONS, sheet_of
from games.wording.cards import goal_name, role_name
from games.wording.squares import square_name


def quick_words(name: str) -> str:
    """Return the text of a quick message, "" for an unknown name."""
    return str(QUICK.get(name, ""))


def claim_words(claim: Claim, names: Sequence[str]) -> str:
    """Return a claim as a message, with its reason."""
    sheet = REASONS[claim.says, claim.why] if claim.why else sheet_of(claim)
    return str(sheet.said) % _about(claim, names)


def claim_offer(claim: Claim, names: Sequence[str]) -> str:
    """Return a claim as the text of the button that makes it."""
    return str(sheet_of(claim).offer) % _about(claim, names)


def reason_offer(says: str, why: str) -> str:
    """Return a reason as an option of a claim about a player."""
    return str(REASONS[says, why].offer)


def reasons_label(claim: Claim, names: Sequence[str]) -> str:
    """Return the label of the reasons for trusting or suspecting a player."""
    label = _("Why I trust %(other)s") if claim.says == TRUST else _("Why I suspect %(other)s")
    return label % _about(claim, names)


def truth_of_goal_words(goal: str, *, right: bool) -> str:
    """Return how a claim about a goal compares with the goal that lay there."""
    words = _("That was true: %(goal)s.") if right else _("That was false: %(goal)s.")
    return words % {"goal": goal_name(goal)}


def truth_of_player_words(role: str) -> str:
    """Return the true role of a player who is the subject of claims."""
    return _("In truth: %(role)s.") % {"role": role_name(role)}


def claim_mark(claim: Claim) -> str:
    """Return a claim as a mark beside its subject; "" for one without a mark."""
    return str(sheet_of(claim).mark)


def former_player() -> str:
    """Return the name for an author whose row is deleted."""
    return _("Former player")


def _about(claim: Claim, names: Sequence[str]) -> Mapping[str, str]:
    if claim.about in (OF_PLAYER, ASKS):
        seat = SEATS.index(claim.what)
        return {"other": names[seat] if seat < len(names) else former_player()}
    return {"square": square_name(claim.what)} if "," in claim.what else {}
