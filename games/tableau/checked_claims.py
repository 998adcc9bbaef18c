"""The claims of a finished round, each compared with what its end has revealed (R24): what a goal was at that time,
which role a player had."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from games.rules.cards import GOLD
from games.rules.claims import GOAL_LIES, OF_PLAYER, STONE
from games.rules.events import PublicEvent
from games.rules.notation import SEATS
from games.rules.table import RoundResult
from games.selectors.course import CommandEvents
from games.selectors.talk import Spoken
from games.tableau.steps import goals_before
from games.wording import claim_words, former_player, truth_of_goal_words, truth_of_player_words


class CheckedClaim(NamedTuple):
    """A claim and the truth: the author, the claim, and the fact."""

    who: str
    said: str
    truth: str


def goals_at(log: Sequence[CommandEvents], result: RoundResult, seq: int) -> Mapping[str, str]:
    """Return where each goal of a finished round lay after a public command; unknown ones are left out."""
    later: list[PublicEvent] = [event for step in log if step.seq > seq for event in step.events]
    return goals_before(result.goals, later)


def checked_claims(
    claims: Sequence[Spoken], log: Sequence[CommandEvents], result: RoundResult, names: Sequence[str]
) -> tuple[CheckedClaim, ...]:
    """Return the claims of a finished round whose truth is revealed, in order."""
    return tuple(_beside(claims, log, result, names))


def _beside(
    claims: Sequence[Spoken], log: Sequence[CommandEvents], result: RoundResult, names: Sequence[str]
) -> Iterator[CheckedClaim]:
    for one in claims:
        claim, truth = one.claim, ""
        if claim is None:
            continue
        if claim.about == GOAL_LIES and claim.says in (GOLD, STONE):
            goal = goals_at(log, result, one.seq).get(claim.what, "")
            truth = truth_of_goal_words(goal, right=(goal == GOLD) == (claim.says == GOLD)) if goal else ""
        elif claim.about == OF_PLAYER and SEATS.index(claim.what) < len(result.roles):
            truth = truth_of_player_words(result.roles[SEATS.index(claim.what)])
        if truth:
            yield CheckedClaim(one.name or former_player(), claim_words(claim, names), truth)
