"""What bots make of claims: with doubt, with less of it for honest players, and with none for what they saw."""

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
"""How far a player is believed who is certainly no saboteur, from 0 to 1."""
CAUGHT, BORNE_OUT = 8.0, 0.6
"""A claim that I know to be false multiplies the odds of being a saboteur by the first; a true one by the second."""
RUMOUR = {claims.SUSPECT: 1.5, claims.TRUST: 0.75}
"""A claim that is wholly believed multiplies the odds of the player it is about by this."""
BORNE_OUT_REASON = 1.25
"""A claim counts this many times as much if all saw that its reason is true."""
MADE_UP = 3.0
"""Giving a reason that never happened multiplies the odds of being a saboteur by this. The claim counts for nothing."""


def faith_in(harms: float) -> float:
    """How far a player is believed, by how likely that player is a saboteur.

    >>> [round(faith_in(harms), 2) for harms in (0.0, 0.4, 1.0)]
    [0.9, 0.54, 0.0]
    """
    return HONEST * (1 - harms)


def is_true(claim: Claim, knowledge: Knowledge) -> bool | None:
    """Whether a claim of a goal is true by what I know; None for one of which I cannot tell, and for any other."""
    lies = knowledge.lies.get(claim.what, {})
    if claim.says not in (GOLD, STONE) or 1.0 not in lies.values():
        return None
    return (lies.get(GOLD) == 1.0) == (claim.says == GOLD)


def odds_after(
    told: Claimed, knowledge: Knowledge, me: int, harms: Sequence[float], acts: Sequence[Act] = ()
) -> dict[int, float]:
    """By how much claims change the odds of players to be saboteurs: I hold them against what I saw, and hear what they
    say of each other. ``harms`` is how likely each was one before, ``acts`` what all did in the round."""
    odds: dict[int, float] = {}
    for seat, claim in told:
        if seat != me and (true := is_true(claim, knowledge)) is not None:
            odds[seat] = odds.get(seat, 1.0) * (BORNE_OUT if true else CAUGHT)
    liars = {seat for seat, changed in odds.items() if changed >= CAUGHT}
    for seat, claim in told:
        about = SEATS.index(claim.what) if claim.about == claims.OF_PLAYER else me
        if seat != me and reasons.is_made_up(claim, acts, about):
            odds[seat] = odds.get(seat, 1.0) * MADE_UP
        elif me not in (seat, about) and about < len(harms) and seat not in liars:
            counts = BORNE_OUT_REASON if reasons.is_borne_out(claim, acts, about) else 1.0
            odds[about] = odds.get(about, 1.0) * RUMOUR.get(claim.says, 1.0) ** (counts * faith_in(harms[seat]))
    return odds


def chances_after(
    chances: Mapping[Square, float], told: Claimed, harms: Sequence[float], me: int
) -> Mapping[Square, float]:
    """The chances that goals are the gold once it is heard what others say of them. What I know stays as it is."""
    weighed = dict(chances)
    for seat, claim in told:
        where = square(claim.what) if claim.says in (GOLD, STONE) else None
        if seat != me and where in weighed:
            faith = faith_in(harms[seat])
            for goal in weighed:
                weighed[goal] *= 1 + faith if (goal == where) == (claim.says == GOLD) else 1 - faith
    before, after = sum(chances.values()), sum(weighed.values())
    return {at: chance * before / after for at, chance in weighed.items()} if after else chances
