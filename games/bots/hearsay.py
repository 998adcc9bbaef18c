"""What bots make of claims: they believe with doubt, those of good name more, and their own eyes above all.

What they claim themselves follows from what all saw. So it tells nothing of their hand, their role and what they looked
at, whatever they are (R94).
"""

from collections.abc import Sequence

from games.bots.beliefs import SUSPECT, course_of, names_for
from games.bots.knowledge import Knowledge
from games.rules import claims
from games.rules.board import Square, square
from games.rules.cards import GOLD
from games.rules.claims import STONE, Claim
from games.rules.events import PublicEvent
from games.rules.notation import SEATS
from games.rules.view import PlayerView

Told = Sequence[tuple[int, Claim]]
"""The claims that stand, each with the seat that made it, oldest first."""

FAITH = 0.5
"""How far somebody of whom nothing is known is believed, from 0 to 1."""
CAUGHT, BORNE_OUT = 1.0, -0.3
"""What a claim does to a name that I know to be false, or true."""
RUMOUR = {claims.SUSPECT: 0.3, claims.TRUST: -0.2}
"""What it does to the name of the player it is about, if it is wholly believed."""


def faith_in(name: float) -> float:
    """How far a player of this name is believed (see `beliefs`).

    >>> [faith_in(name) for name in (-2.0, 0.0, 0.5, 1.0, 4.0)]
    [0.75, 0.5, 0.25, 0.0, 0.0]
    """
    return max(0.0, min(1.5 * FAITH, FAITH * (1 - name / SUSPECT)))


def names_after(names: Sequence[float], told: Told, knowledge: Knowledge, me: int) -> tuple[float, ...]:
    """The names of the players once what they claim is held against what I saw, and what they say of each other is
    heard."""
    found = list(names)
    for seat, claim in told:
        lies = knowledge.lies.get(claim.what, {})
        if seat != me and claim.says in (GOLD, STONE) and 1.0 in lies.values():
            is_gold = lies.get(GOLD) == 1.0
            found[seat] += BORNE_OUT if is_gold == (claim.says == GOLD) else CAUGHT
    heard = list(found)
    for seat, claim in told:
        about = SEATS.index(claim.what) if claim.about == claims.OF_PLAYER else me
        if me not in (seat, about) and about < len(found):
            heard[about] += RUMOUR.get(claim.says, 0.0) * faith_in(found[seat])
    return tuple(heard)


def chances_after(chances: dict[Square, float], told: Told, names: Sequence[float], me: int) -> dict[Square, float]:
    """The chances that goals are the gold once it is heard what others say of them. What I know stays as it is."""
    weighed = dict(chances)
    for seat, claim in told:
        where = square(claim.what) if claim.says in (GOLD, STONE) else None
        if seat != me and where in weighed:
            faith = faith_in(names[seat])
            weighed[where] *= 1 + faith if claim.says == GOLD else 1 - faith
    before, after = sum(chances.values()), sum(weighed.values())
    return {at: chance * before / after for at, chance in weighed.items()} if after else chances


def claim_of(view: PlayerView, seen: Sequence[PublicEvent], told: Told) -> Claim | None:
    """What a bot claims now, if anything: that it wants a tool mended, or whom all that happened speaks against. The
    same for each role and hand."""
    if view.own is None:
        return None
    me, public = view.own.seat, view.public
    mine = {claim for seat, claim in told if seat == me}
    names = names_for(course_of(public, seen).shares(), public)
    for claim in claims.offered(public, me):
        if claim in mine or claim.says not in ("mend", claims.SUSPECT):
            continue
        if claim.says == "mend" or names[SEATS.index(claim.what)] >= SUSPECT:
            return claim
    return None
