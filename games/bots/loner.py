"""The weights of a greedy dwarf: a digger who must connect the gold himself (R60, R81)."""

from collections.abc import Callable

from games.bots import digger, people
from games.bots.situation import Laying, Situation
from games.rules.commands import PlayCard

WITHIN_REACH = 1.9
"""The distance from the gold, in cards, at which the next player may connect it."""
LAST_BUT_ONE = 12.0
"""The penalty for bringing the others that near."""


def lay(situation: Situation, command: Laying) -> float:
    """Like a digger, but not the last card but one: that would leave the gold to the next."""
    weight = digger.lay(situation, command)
    if situation.goals_reached(command):
        return weight
    after = situation.distance - situation.advance(command)
    if situation.distance > WITHIN_REACH >= after and situation.gold_is_known:
        return weight - LAST_BUT_ONE
    return weight


def break_tool(situation: Situation, command: PlayCard) -> float:
    """Of suspects; near the gold of everybody, because they would be faster."""
    if command.seat == situation.own.seat:
        return -20.0
    if situation.distance > 2 * WITHIN_REACH:
        return digger.break_tool(situation, command)
    return people.stop(situation, command, 7.0)


def repair(situation: Situation, command: PlayCard) -> float:
    """The own tools first, and of others none when the gold is near."""
    near = command.seat != situation.own.seat and situation.distance <= 2 * WITHIN_REACH
    return -6.0 if near else digger.repair(situation, command)


WEIGHERS: dict[str, Callable[[Situation, PlayCard], float]] = {
    **digger.WEIGHERS,
    "break": break_tool,
    "repair": repair,
}
