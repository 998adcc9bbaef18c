"""How bots evaluate claims: with doubt, less for honest players, and none for their own sightings."""

from collections.abc import Mapping, Sequence

from games.bots import reasons
from games.bots.acts import Act
from games.bots.knowledge import Knowledge
from games.rules import claims
from games.rules.board import Square, square
from games.rules.cards import GOLD
from games.rules.claims import STONE, Claim
from games.rules.notation import SEATS

Claimed = Sequence[tuple[int, Claim]]
"""The claims that stand, each with the seat that made it, oldest first."""

HONEST = 0.9
"""The trust in a player who is certainly no saboteur, from 0 to 1."""
CAUGHT, BORNE_OUT = 8.0, 0.6
"""A claim known to be false multiplies the odds of being a saboteur by the first number; a true one by the second."""
RUMOUR = {claims.SUSPECT: 1.5, claims.TRUST: 0.75}
"""A fully trusted claim multiplies the odds of the player it is about by this."""
BORNE_OUT_REASON = 1.25
"""The factor for a claim whose reason is publicly known to be true."""
MADE_UP = 3.0
"""A made-up reason multiplies the odds of being a saboteur by this. The claim itself is ignored."""


def faith_in(harms: float) -> float:
    """Return the trust in a player, by the chance that the player is a saboteur.

    >>> [round(faith_in(harms), 2) for harms in (0.0, 0.4, 1.0)]
    [0.9, 0.54, 0.0]
    """
    return HONEST * (1 - harms)


def is_true(claim: Claim, knowledge: Knowledge) -> bool | None:
    """Return whether a claim about a goal is true by own knowledge; None if unknown, and for other claims."""
    lies = knowledge.lies.get(claim.what, {})
    if claim.says not in (GOLD, STONE) or 1.0 not in lies.values():
        return None
    return (lies.get(GOLD) == 1.0) == (claim.says == GOLD)


def odds_after(
    claimed: Claimed, knowledge: Knowledge, me: int, harms: Sequence[float], acts: Sequence[Act] = ()
) -> dict[int, float]:
    """Return the factors by which claims change the odds of players to be saboteurs, by own sightings and by what they
    claim of each other. ``harms`` are the chances before, ``acts`` the acts of the round."""
    odds: dict[int, float] = {}
    for seat, claim in claimed:
        if seat != me and (true := is_true(claim, knowledge)) is not None:
            odds[seat] = odds.get(seat, 1.0) * (BORNE_OUT if true else CAUGHT)
    liars = {seat for seat, changed in odds.items() if changed >= CAUGHT}
    for seat, claim in claimed:
        about = SEATS.index(claim.what) if claim.about == claims.OF_PLAYER else me
        if seat != me and reasons.is_made_up(claim, acts, about):
            odds[seat] = odds.get(seat, 1.0) * MADE_UP
        elif me not in (seat, about) and about < len(harms) and seat not in liars:
            counts = BORNE_OUT_REASON if reasons.is_borne_out(claim, acts, about) else 1.0
            odds[about] = odds.get(about, 1.0) * RUMOUR.get(claim.says, 1.0) ** (counts * faith_in(harms[seat]))
    return odds


def chances_after(
    chances: Mapping[Square, float], claimed: Claimed, harms: Sequence[float], me: int
) -> Mapping[Square, float]:
    """Return the chances that goals are the gold after the claims of others. Own knowledge does not change."""
    weighed = dict(chances)
    for seat, claim in claimed:
        where = square(claim.what) if claim.says in (GOLD, STONE) else None
        if seat != me and where in weighed:
            faith = faith_in(harms[seat])
            for goal in weighed:
                weighed[goal] *= 1 + faith if (goal == where) == (claim.says == GOLD) else 1 - faith
    before, after = sum(chances.values()), sum(weighed.values())
    return {at: chance * before / after for at, chance in weighed.items()} if after else chances
