"""The reasons to trust or suspect a player: the player's public acts of the round (see `acts`).

A claim may give such a reason (`rules.claims`). There are two tests of it: whether such an act happened at all, which
is certain, and whether it had the stated effect, which is a matter of judgement.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import product

from games.bots.acts import Act
from games.rules import claims
from games.rules.claims import AWAY, BROKE, CLEARED, DEAD_END, DUG, FELLED, MENDED, Claim

_ACTS: Mapping[str, tuple[str, ...]] = {
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
"""The prefixes of acts that confirm a reason."""


def of_act(act: Act) -> str:
    """Return the reason that an act gives for trusting or suspecting its player; "" for none."""
    words = act.what.split()
    begins = {" ".join(words[:2]), " ".join(words[:3])}
    return next((why for why, acts in _ACTS.items() if not begins.isdisjoint(acts)), "")


def is_borne_out(claim: Claim, acts: Sequence[Act], about: int) -> bool:
    """Return whether a player's acts confirm the reason of a claim; False for a claim without one."""
    return bool(claim.why) and any(act.seat == about and of_act(act) == claim.why for act in acts)


def is_made_up(claim: Claim, acts: Sequence[Act], about: int) -> bool:
    """Return whether no act of a player in the round can match the reason of a claim. Acts say nothing about reasons
    that concern claims (`lied`, `honest`)."""
    kinds = {words.split()[0] for words in _ACTS.get(claim.why, ())}
    return bool(kinds) and not any(act.seat == about and act.what.split()[0] in kinds for act in acts)


def worst(weighed: Iterable[tuple[Act, float]]) -> tuple[str, float]:
    """The strongest reason to suspect a player, and how much, of acts with how much more likely each is for a
    saboteur; "" and 1 where none speaks against them."""
    against = [(odds, why) for act, odds in weighed if (why := of_act(act)) in claims.REASONS[claims.SUSPECT]]
    odds, why = max(against, default=(1.0, ""))
    return (why, odds) if odds > 1 else ("", 1.0)
