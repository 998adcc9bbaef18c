"""The weights of blue and green diggers: as of diggers, but for friends and against all others (R36, R45).

An unknown player is more likely a foe than a friend. So they help others less than diggers of one team.
"""

from collections.abc import Callable

from games.bots import digger, people
from games.bots.situation import Laying, Situation
from games.bots.teams import OTHER_TEAM
from games.rules.commands import PlayCard
from games.rules.roles import BOSS, GEOLOGIST, PROFITEER, SABOTEUR

BREAKS, TRAPS, HELPS = 25.0, 37.0, 12.0
"""Weight of breaking, trapping or helping a certain foe or friend."""
A_CARD = 2.0
"""The value of keeping such a card."""
WAITS = 8.0
"""The greatest weight while the gold is far, against a certain foe: a digger who can dig on does so. Less against a
stranger."""
WITHIN_REACH = 2.6
"""The distance from the gold, in cards, at which others may be faster."""
OVERTAKEN = 12.0
"""The weight of bringing the mine that near for a foe who can lay."""
_STANDS = {BOSS: 0.7, SABOTEUR: -1.0, PROFITEER: -0.5, GEOLOGIST: -0.3}
"""How friendly a role is to a digger of a colour."""


def friendship(situation: Situation, seat: int) -> float:
    """Return the expected friendliness of a player to my team: 1 for a member, -1 for an opponent."""
    stands = {**_STANDS, situation.role: 1.0, OTHER_TEAM[situation.role]: -1.0}
    return sum(chance * stands.get(role, 0.0) for role, chance in situation.beliefs.roles[seat].items())


def lay(situation: Situation, command: Laying) -> float:
    """Like a digger, but the gold is brought near for no foes, as long as there are cards to wait for: who connects
    it wins it for one team (R45)."""
    weight = digger.lay(situation, command)
    near = situation.distance - situation.advance(command) <= WITHIN_REACH < situation.distance
    if not near or situation.goals_reached(command):
        return weight
    others = (seat for seat in range(situation.public.seats) if seat != situation.own.seat)
    foes = sum(max(0.0, -friendship(situation, seat)) for seat in others if not situation.troubles(seat))
    return weight - OVERTAKEN * foes * min(1.0, 4 * situation.left)


def break_tool(situation: Situation, command: PlayCard) -> float:
    """For a likely foe."""
    return people.stop(situation, command, _against(situation, command, BREAKS))


def trap(situation: Situation, command: PlayCard) -> float:
    """The same. A trapped player wins nothing, broken tools or not (R38)."""
    weight = _against(situation, command, TRAPS)
    return weight / (1 + _troubles(situation, command)) if weight > 0 else weight


def _against(situation: Situation, command: PlayCard, most: float) -> float:
    seat = command.seat
    if seat is None or seat == situation.own.seat:
        return -20.0
    foe = -friendship(situation, seat)
    weight = most * foe - A_CARD
    weight = weight if situation.distance <= people.NEAR + 1 else min(WAITS * (1 + foe) / 2, weight)
    return weight if weight > 0 else -8.0


def repair(situation: Situation, command: PlayCard) -> float:
    """The own tools, then those of friends."""
    seat = command.seat
    if seat is None or seat == situation.own.seat:
        return digger.repair(situation, command)
    return HELPS * friendship(situation, seat) - _troubles(situation, command)


def free(situation: Situation, command: PlayCard) -> float:
    """Oneself, then friends."""
    seat = command.seat
    if seat is None or seat == situation.own.seat:
        return people.free(situation, command)
    return HELPS * friendship(situation, seat)


def _troubles(situation: Situation, command: PlayCard) -> int:
    return situation.troubles(command.seat or 0)


WEIGHERS: dict[str, Callable[[Situation, PlayCard], float]] = {
    **digger.WEIGHERS,
    "break": break_tool,
    "trapped": trap,
    "repair": repair,
    "free": free,
}
