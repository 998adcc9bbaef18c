"""Why players trust or suspect a player: what that player did in the round, as all saw it (see `deeds`).

A claim may give such a reason (`rules.claims`). Whether it is true has two sides: whether a deed of that kind was done
at all, which is certain, and whether it did what the reason says, of which people may think otherwise.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import product

from games.bots.deeds import Deed
from games.rules import claims
from games.rules.claims import AWAY, BROKE, CLEARED, DEAD_END, DUG, FELLED, MENDED, Claim

_DEEDS: Mapping[str, tuple[str, ...]] = {
    BROKE: ("break bad", "break plain", "break good"),
    DEAD_END: ("lay dead", "crystal dead"),
    FELLED: ("rockfall back", "rockfall ruin"),
    AWAY: tuple(" ".join(way) for way in product(("lay on", "crystal on", "detour"), ("back", "ruin"))),
    DUG: (
        *(" ".join(way) for way in product(("lay on", "crystal on", "detour"), ("some", "ahead"))),
        *("lay reach", "crystal reach"),
    ),
    MENDED: ("repair bad", "repair plain", "repair good"),
    CLEARED: ("rockfall some", "rockfall ahead"),
}
"""How the words of deeds begin that bear a reason out."""


def of_deed(deed: Deed) -> str:
    """The reason that a deed gives for trusting or suspecting its player; "" for none."""
    words = deed.what.split()
    begins = {" ".join(words[:2]), " ".join(words[:3])}
    return next((why for why, deeds in _DEEDS.items() if not begins.isdisjoint(deeds)), "")


def is_borne_out(claim: Claim, deeds: Sequence[Deed], about: int) -> bool:
    """Whether a player did what the reason of a claim says; nothing bears out a claim without one."""
    return bool(claim.why) and any(deed.seat == about and of_deed(deed) == claim.why for deed in deeds)


def is_made_up(claim: Claim, deeds: Sequence[Deed], about: int) -> bool:
    """Whether a player did nothing in the round that the reason of a claim could mean. Deeds cannot show this of
    reasons about what was said (`lied`, `honest`)."""
    kinds = {words.split()[0] for words in _DEEDS.get(claim.why, ())}
    return bool(kinds) and not any(deed.seat == about and deed.what.split()[0] in kinds for deed in deeds)


def worst(weighed: Iterable[tuple[Deed, float]]) -> tuple[str, float]:
    """The strongest reason to suspect a player, and how much, of deeds with how much more likely each is for a
    saboteur; "" and 1 where none speaks against them."""
    against = [(odds, why) for deed, odds in weighed if (why := of_deed(deed)) in claims.REASONS[claims.SUSPECT]]
    odds, why = max(against, default=(1.0, ""))
    return (why, odds) if odds > 1 else ("", 1.0)
