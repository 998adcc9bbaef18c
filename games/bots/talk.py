"""What a bot claims: what it saw, whom it suspects and why, seldom and in few words. A saboteur says what serves it.

Some tempers talk, others do not, whatever the role: so neither words nor silence tell what somebody is (R94).
"""

from collections.abc import Sequence

from games.bots import past, reasons
from games.bots.beliefs import SUSPECT, WANT_GOLD, round_seen
from games.bots.hearsay import CAUGHT, Claimed, is_true
from games.bots.manner import USUAL, Manner
from games.bots.situation import Situation
from games.rules import claims
from games.rules.cards import GOLD
from games.rules.claims import GOAL_LIES, LIED, OF_PLAYER, STONE, TOOL, Claim
from games.rules.events import GoalMoved, PublicEvent, Swapped
from games.rules.notation import letter
from games.rules.roles import SABOTEUR
from games.rules.view import PlayerView

MOST = 2
"""A bot has at most this many claims standing in a round, besides those about its tools."""
TELLS = frozenset({"hot-headed", "trusting", "showy"})
"""Tempers that say what a goal is; the others keep it to themselves."""
LIES = frozenset({"hot-headed", "showy"})
"""Tempers of saboteurs that say what is false. Others of them say what is true where it does not help."""
SCAPEGOAT = 0.5
"""How likely a saboteur all must think somebody before a saboteur says so too."""
ACCUSES = frozenset({"hot-headed", "wary", "showy"})
"""Tempers that say whom they suspect."""


def claim_of(view: PlayerView, seen: Sequence[PublicEvent], told: Claimed, manner: Manner = USUAL) -> Claim | None:
    """What a bot claims now, if anything; the same for the same view, events, claims and manner."""
    if view.own is None:
        return None
    mine = {claim.subject for seat, claim in told if seat == view.own.seat}
    wishes = [claim for claim in claims.offered(view.public, view.own.seat) if claim.subject not in mine]
    for claim in wishes:
        if claim.about == TOOL and claim.says == "mend":
            return claim
    if sum(not subject.startswith(TOOL) for subject in mine) >= MOST:
        return None
    situation = Situation(view, seen, told=told, manner=manner)
    says = (*_of_goals(situation, manner), *_of_players(situation, manner))
    return next((claim for claim in says if claim.bare in wishes), None)


def _of_goals(situation: Situation, manner: Manner) -> list[Claim]:
    """What lies there, by whoever looked and wants the gold. A saboteur turns it round, or tells of a stone."""
    if manner.temper not in TELLS or situation.role not in (*WANT_GOLD, SABOTEUR):
        return []
    found = []
    for at, lies in situation.knowledge.lies.items():
        if 1.0 in lies.values():
            is_gold = GOLD in lies
            if situation.role == SABOTEUR and (is_gold or manner.temper in LIES):
                is_gold = not is_gold
            found.append(Claim(GOAL_LIES, at, GOLD if is_gold else STONE))
    return sorted(found, key=lambda claim: claim.says != GOLD)


def _of_players(situation: Situation, manner: Manner) -> list[Claim]:
    """Whom I suspect most. A saboteur names whom all suspect, if that is no other saboteur as far as it can tell."""
    if manner.temper not in ACCUSES:
        return []
    others = [seat for seat in range(situation.public.seats) if seat != situation.own.seat]
    if situation.role == SABOTEUR:
        seen = situation.beliefs.as_seen_by_all
        scapegoat = max(others, key=lambda seat: (seen[seat], -seat))
        if seen[scapegoat] >= SCAPEGOAT and situation.names[scapegoat] < SUSPECT:
            return [_suspect(scapegoat, _why(situation, scapegoat))]
        return []
    if situation.role in WANT_GOLD:
        accused = sorted(situation.suspects, key=lambda seat: (-situation.names[seat], seat))
        return [_suspect(seat, _why(situation, seat)) for seat in accused[:1]]
    return []


def _suspect(seat: int, why: str) -> Claim:
    return Claim(OF_PLAYER, letter(seat), claims.SUSPECT, why)


def _worst_of(situation: Situation, seat: int) -> tuple[str, float]:
    """The deed of a player that looks worst to all, and how bad."""
    return reasons.worst(round_seen(situation.public, situation.seen).weighed(seat))


def _why(situation: Situation, seat: int) -> str:
    """What speaks most against a player: a deed that all saw, or something false that they said of what I saw."""
    why, odds = _worst_of(situation, seat)
    return LIED if odds < CAUGHT and _is_a_liar(situation, seat) else why


def _is_a_liar(situation: Situation, seat: int) -> bool:
    """Whether I know something to be false that a player says. Where goals were moved it may have been true before. A
    saboteur calls false whatever contradicts its own words, as others do who saw what they tell: so this reason shows
    no side (R94)."""
    if any(isinstance(event, Swapped | GoalMoved) for event in past.of_the_round(situation.seen)):
        return False
    if situation.role == SABOTEUR:
        says = {(who, claim.what): claim.says for who, claim in situation.told if claim.says in (GOLD, STONE)}
        mine = {what: said for (who, what), said in says.items() if who == situation.own.seat}
        return any(who == seat and mine.get(what, said) != said for (who, what), said in says.items())
    return any(who == seat and is_true(claim, situation.knowledge) is False for who, claim in situation.told)
