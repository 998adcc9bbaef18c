"""The claims of a bot: what it says it saw, its suspects and why.

The same function serves every role. It reads the public events of the round and the story of the seat (`story`), never
its role, its hand or the other saboteurs. So claims and silence reveal nothing about a role that the events do not
(R94). Whether a bot talks depends on its temper, which is drawn independently of its role.
"""

from collections.abc import Sequence

from games.bots import past, reasons
from games.bots.beliefs import RoundSeen, round_seen
from games.bots.grudges import last_to_harm
from games.bots.hearsay import CAUGHT, Claimed
from games.bots.manner import USUAL, Manner
from games.bots.situation import Situation
from games.bots.story import Story
from games.rules import claims
from games.rules.cards import GOLD
from games.rules.claims import GOAL_LIES, OF_PLAYER, TOOL, Claim
from games.rules.events import GoalMoved, PublicEvent, Swapped
from games.rules.notation import letter
from games.rules.roles import SABOTEUR
from games.rules.view import PlayerView

MOST = 2
"""The most standing claims of a bot in a round, besides those about its tools."""

# The chance to be a saboteur, in the eyes of all, on a scale from 0 (as likely as at the deal) to 1 (certain).
STANDS_OUT = 0.15
"""From here on a player is accused."""
CORNERED = 0.3
"""From here on a player accuses others even on thin grounds, so that its own silence does not convict it."""
GIVEN_UP = 0.65
"""From here on a player does not ask for repairs any more: it would be refused."""
CLEARED = 0.08
"""A bot whose chance is below this part of the chance at the deal accuses no player. Without this rule mostly known
diggers would accuse, and saboteurs would be silent."""


def claim_of(view: PlayerView, seen: Sequence[PublicEvent], claimed: Claimed, manner: Manner = USUAL) -> Claim | None:
    """The claim of a bot now, or None; deterministic for the same view, events, claims and manner."""
    if view.own is None:
        return None
    mine = {claim.subject for seat, claim in claimed if seat == view.own.seat}
    wishes = [claim for claim in claims.offered(view.public, view.own.seat) if claim.subject not in mine]
    followed = round_seen(view.public, seen)
    for claim in wishes:
        if claim.about == TOOL and claim.says == "mend" and _standing(followed, view.own.seat) < GIVEN_UP:
            return claim
    if sum(not subject.startswith(TOOL) for subject in mine) >= MOST:
        return None
    situation = Situation(view, seen, claimed=claimed, manner=manner)
    story = Story(situation, followed)
    says = (*_of_goals(story, manner), *_of_players(situation, followed, story, manner))
    return next((claim for claim in says if claim.bare in wishes), None)


def _of_goals(story: Story, manner: Manner) -> list[Claim]:
    """Claims about the goals that this seat looked at, by its story; gold first."""
    found = [Claim(GOAL_LIES, at, says) for at, says in story.goals.items()] if manner.nature().tells else []
    return sorted(found, key=lambda claim: claim.says != GOLD)


def _of_players(situation: Situation, followed: RoundSeen, story: Story, manner: Manner) -> list[Claim]:
    """The player who looks worst, by the public course and by the story of this seat. A player who is cornered rather
    accuses one who did something that can be named."""
    me = situation.own.seat
    if not manner.nature().accuses or _chance(followed, me) < CLEARED * _at_the_deal(followed):
        return []
    odds = _odds(situation, followed, story)
    worst = max(odds, key=lambda seat: (odds[seat], -seat))
    if _standing(followed, me) >= CORNERED:
        return _of_an_act(odds, followed, manner)
    least = _at_the_deal(followed) + STANDS_OUT * (1 - _at_the_deal(followed))
    return [_suspect(worst, _why(followed, worst))] if odds[worst] * (1 - least) > least else []


def _of_an_act(odds: dict[int, float], followed: RoundSeen, manner: Manner) -> list[Claim]:
    """The player who did the worst act, if it is bad enough."""
    acts = {seat: reasons.worst(followed.weighed(seat)) for seat in odds if odds[seat]}
    worst = max(acts, key=lambda seat: (acts[seat][1], -seat), default=None)
    if worst is None or acts[worst][1] <= manner.nature().spares:
        return []
    return [_suspect(worst, acts[worst][0])]


def _suspect(seat: int, why: str) -> Claim:
    return Claim(OF_PLAYER, letter(seat), claims.SUSPECT, why)


def _odds(situation: Situation, followed: RoundSeen, story: Story) -> dict[int, float]:
    """The odds of each other player to be a saboteur. A beginner takes the player of the last harmful act."""
    others = [seat for seat in range(situation.public.seats) if seat != situation.own.seat]
    if not situation.manner.skill().remembers:
        last = last_to_harm(past.of_the_round(situation.seen), situation.own.seat)
        return {seat: float("inf") if seat == last else 0.0 for seat in others}
    odds = {}
    for seat in others:
        harms = _chance(followed, seat)
        odds[seat] = harms / (1 - harms) if harms < 1 else float("inf")
        if seat in story.roles:
            odds[seat] = float("inf") if story.roles[seat] == SABOTEUR else 0.0
        elif seat in story.liars and not _goals_moved(situation):
            odds[seat] *= CAUGHT
    return odds


def _why(followed: RoundSeen, seat: int) -> str:
    """The act of a player that looks worst to all, as a reason; "" for none. No bot says that a player lied: at least
    one of two players who contradict each other is a saboteur as a rule, so these words would convict both."""
    return reasons.worst(followed.weighed(seat))[0]


def _goals_moved(situation: Situation) -> bool:
    """Whether goals changed places in the round: then what a player said may have been true before."""
    return any(isinstance(event, Swapped | GoalMoved) for event in past.of_the_round(situation.seen))


def _chance(followed: RoundSeen, seat: int) -> float:
    """The chance of a player to be a saboteur, in the eyes of all."""
    return followed.shares()[seat].get(SABOTEUR, 0.0)


def _at_the_deal(followed: RoundSeen) -> float:
    return followed.counts[SABOTEUR] / followed.counts.total()


def _standing(followed: RoundSeen, seat: int) -> float:
    """How suspicious a player is to all: 0 as at the deal, 1 for certain, below 0 if cleared."""
    before = _at_the_deal(followed)
    return (_chance(followed, seat) - before) / (1 - before)
