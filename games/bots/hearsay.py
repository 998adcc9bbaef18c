"""What bots make of claims: they believe with doubt, whoever seems honest more, and their own eyes above all."""

from collections.abc import Mapping, Sequence

from games.bots import reasons
from games.bots.deeds import Deed
from games.bots.knowledge import Knowledge
from games.rules import claims
from games.rules.board import Square, square
from games.rules.cards import GOLD
from games.rules.claims import STONE, Claim
from games.rules.notation import SEATS

Told = Sequence[tuple[int, Claim]]
"""The claims that stand, each with the seat that made it, oldest first."""

HONEST = 0.9
"""How far somebody is believed who is no saboteur, from 0 to 1."""
CAUGHT, BORNE_OUT = 8.0, 0.6
"""By how much it changes the odds to be a saboteur when I know a claim to be false, or true."""
RUMOUR = {claims.SUSPECT: 1.5, claims.TRUST: 0.75}
"""By how much it changes the odds of the player it is about, if it is wholly believed."""
BORNE_OUT_REASON = 1.25
"""So many times as far a claim counts whose reason all saw to be true."""
MADE_UP = 3.0
"""By how much it changes the odds to be a saboteur to give a reason that never happened. The claim counts for
nothing."""


def faith_in(harms: float) -> float:
    """How far a player is believed who is so likely a saboteur.

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
    told: Told, knowledge: Knowledge, me: int, harms: Sequence[float], deeds: Sequence[Deed] = ()
) -> dict[int, float]:
    """By how much claims change the odds of players to be saboteurs: I hold them against what I saw, and hear what they
    say of each other. ``harms`` is how likely each was one before, ``deeds`` what all did in the round."""
    odds: dict[int, float] = {}
    for seat, claim in told:
        if seat != me and (true := is_true(claim, knowledge)) is not None:
            odds[seat] = odds.get(seat, 1.0) * (BORNE_OUT if true else CAUGHT)
    liars = {seat for seat, changed in odds.items() if changed >= CAUGHT}
    for seat, claim in told:
        about = SEATS.index(claim.what) if claim.about == claims.OF_PLAYER else me
        if seat != me and reasons.is_made_up(claim, deeds, about):
            odds[seat] = odds.get(seat, 1.0) * MADE_UP
        elif me not in (seat, about) and about < len(harms) and seat not in liars:
            counts = BORNE_OUT_REASON if reasons.is_borne_out(claim, deeds, about) else 1.0
            odds[about] = odds.get(about, 1.0) * RUMOUR.get(claim.says, 1.0) ** (counts * faith_in(harms[seat]))
    return odds


def chances_after(
    chances: Mapping[Square, float], told: Told, harms: Sequence[float], me: int
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
