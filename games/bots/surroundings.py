"""The value of laying on a square apart from the way to the gold: tolls, chests, other roles, other goals."""

from games.bots.beliefs import WANT_GOLD
from games.bots.situation import Laying, Situation
from games.bots.teams import OTHER_TEAM, door
from games.rules.board import Square, written
from games.rules.commands import Lay
from games.rules.roles import GREEDY, SABOTEUR

TOLL = 4.0
"""The weight of paying a nugget (R70)."""
NUGGET = 5.0
"""The weight of taking one (R72, R73)."""
SPIDER = 40.0
"""The weight of the end of the round by the spider (R72)."""
OWN_DOOR = 2.0
"""What a door of the own colour weighs on a way that leads on (R36)."""
_CHESTS = {
    "nugget": NUGGET, "extra-draw": 3.0, "choose-3": 3.0, "spy": 3.0, "grab": 3.0, "recycle": 3.0,
    "no-maps": 0.5, "landslide": 0.5, "far-goal": 0.0, "no-draw": -2.0,
}  # fmt: skip
_A_CHEST = 2.5


def brings(situation: Situation, command: Laying) -> float:
    """Return the value of a card minus its cost, apart from the way."""
    worth = _toll(situation, command)
    for at in situation.chests_reached(command):
        worth += chest(situation, written(at))
    for where, name in situation.public.fixed.items():
        if where not in situation.public.joined and situation.joins(command, where):
            worth += _another_role(situation, everybody=situation.rules.roles_change.get(name, False))
    return worth


def own_door(situation: Situation, command: Laying) -> float:
    """A door of the own colour stops the others."""
    return OWN_DOOR if situation.role in OTHER_TEAM and door(situation.card_of(command)) == situation.role else 0.0


def goals(situation: Situation, reached: frozenset[Square]) -> float:
    """Return the value of reached goals to a digger, except for the gold: nuggets, the dragon, the spider (R72)."""
    known = situation.rules.goals
    worth = 0.0
    for at in map(written, reached):
        for goal, weight in (("sack-1", NUGGET), ("sack-2", 2 * NUGGET), ("dragon", -TOLL)):
            if goal in known:
                worth += weight * situation.knowledge.likely(at, goal)
    return worth


def spider(situation: Situation, reached: frozenset[Square]) -> float:
    """Return the weight of the chance to reach the spider for a player who wants it."""
    if "spider" not in situation.rules.goals:
        return 0.0
    return SPIDER * sum(situation.knowledge.likely(written(at), "spider") for at in reached)


def _toll(situation: Situation, command: Laying) -> float:
    at = command.at if isinstance(command, Lay) else command.at[0]
    owner = situation.public.miners.get(at)
    if owner is None or owner == situation.own.seat:
        return 0.0
    return -TOLL if command.payer is None else -0.5


def chest(situation: Situation, at: str) -> float:
    """Return the value of a chest, by own knowledge (R73)."""
    lies = situation.knowledge.lies.get(at)
    if lies is None:
        return _A_CHEST
    return sum(chance * _CHESTS.get(found, _A_CHEST) for found, chance in lies.items())


def _another_role(situation: Situation, *, everybody: bool) -> float:
    """A winning bot keeps the role; a losing one wants another."""
    near = max(0.0, min(1.0, (7 - situation.distance) / 5))
    wins_by_gold = situation.role in WANT_GOLD and not situation.is_locked_out
    if situation.role in (SABOTEUR, GREEDY) or situation.is_locked_out:
        wish = 8.0 * near - 3.0
    else:
        wish = -3.0 - 5.0 * near if wins_by_gold else -5.0
    return wish / 2 if everybody else wish
