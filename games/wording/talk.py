"""Words and claims in sentences."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from games.rules.claims import ASKS, BACK, OF_PLAYER, TRUST, Claim
from games.rules.notation import SEATS
from games.sheets.talk import QUICK, REASONS, sheet_of
from games.wording.cards import goal_name, role_name
from games.wording.squares import square_name


def quick_words(name: str) -> str:
    """A quick word, "" for one that is none."""
    return str(QUICK.get(name, ""))


def claim_words(claim: Claim, names: Sequence[str]) -> str:
    """A claim as it is said, with its reason."""
    sheet = REASONS[claim.says, claim.why] if claim.why else sheet_of(claim)
    return str(sheet.said) % _about(claim, names)


def claim_offer(claim: Claim, names: Sequence[str]) -> str:
    """A claim on the button that makes it."""
    return str(sheet_of(claim).offer) % _about(claim, names)


def reason_offer(says: str, why: str) -> str:
    """A reason where it is chosen for what is said of a player."""
    return str(REASONS[says, why].offer)


def reasons_label(claim: Claim, names: Sequence[str]) -> str:
    """What the reasons for trusting or suspecting a player are called."""
    label = _("Why I trust %(other)s") if claim.says == TRUST else _("Why I suspect %(other)s")
    return label % _about(claim, names)


def truth_of_goal_words(goal: str, *, right: bool) -> str:
    """How a claim about a goal compares with what lay there."""
    words = _("That was true: %(goal)s.") if right else _("That was false: %(goal)s.")
    return words % {"goal": goal_name(goal)}


def truth_of_player_words(role: str) -> str:
    """The true role of a player with claims about them."""
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
