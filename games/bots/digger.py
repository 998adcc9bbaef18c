"""The weights of a digger, in tenths of a card of progress. A pass that costs nothing weighs 0."""

from collections.abc import Callable

from games.bots import people, surroundings
from games.bots.beliefs import SUSPECT, is_dead_end
from games.bots.situation import Laying, Situation
from games.rules.board import CHEST, Square, square
from games.rules.cards import CARDS
from games.rules.commands import PlayCard
from games.rules.tunnels import E, W, parse

PROGRESS = 10.0
"""The weight of one card nearer to the gold."""
DOUBTED = 9.0
"""The penalty for repairing a player's tools for each step of a bad score."""
IDLE = 0.3
"""In cards: a smaller change of the distance counts as none."""


def lay(situation: Situation, command: Laying) -> float:
    """Nearer to the gold is good, and reaching it is best. No digger wants a dead end."""
    reached, brings = situation.goals_reached(command), surroundings.brings(situation, command)
    if reached:
        return _reach(situation, command, reached) + brings
    gain = situation.advance(command)
    if abs(gain) <= IDLE and not situation.is_on_the_way(command):
        return brings - idle(situation, command, keep)
    plain = 4 if situation.is_dead_end(situation.card_of(command)) else 0.5
    return PROGRESS * gain - plain + brings + (surroundings.own_door(situation, command) if gain > 0 else 0.0)


def idle(situation: Situation, command: Laying, keep: Callable[[Situation, str], float]) -> float:
    """Return the cost of laying a card out of the way: the card, and a little for showing it."""
    return 0.5 + keep(situation, command.card) / 2


def _reach(situation: Situation, command: Laying, reached: frozenset[Square]) -> float:
    """The gold for my team; not for the other one, and not the spider (R45, R72)."""
    weight = -1.0
    for goal in reached:
        weight += PROGRESS * (6 if situation.is_for_me(command, goal) else -3) * situation.chances.get(goal, 0.0)
    return weight + surroundings.goals(situation, reached) - surroundings.spider(situation, reached)


def play_map(situation: Situation, command: PlayCard) -> float:
    """Worth a turn while it can tell something, and more so near the goals."""
    at = command.at[0]
    if situation.public.face_down.get(at) == CHEST:
        return -3.0 if at in situation.knowledge.lies else 1.0
    chance = situation.chances.get(square(at), 0.0)
    if not 0 < chance < 1:
        return -3.0
    return (11.0 if situation.distance < 5 else 6.0) + situation.temper.shows


def repair(situation: Situation, command: PlayCard) -> float:
    """My own tools first, then those of players who did no harm. Those of a doubtful player are mended where nothing
    better is to be done. A card with two tools is worth keeping."""
    spare = 0.5 if len(CARDS[command.card].tools) > 1 else 0.0
    if command.seat == situation.own.seat:
        return (16.0 if situation.holds_a_tunnel or _pays_the_whole_only(situation) else 7.0) - spare
    name = situation.names[command.seat or 0]
    if name >= SUSPECT or command.seat in situation.rivals:
        return -6.0
    return 6.0 - (DOUBTED if name > 0 else 3) * name - (situation.troubles(command.seat or 0) - 1) - spare


def _pays_the_whole_only(situation: Situation) -> bool:
    """Whether a broken tool would cost me gold that is near (R80)."""
    return situation.rules.only_whole_tools_pay and situation.distance < people.NEAR


def break_tool(situation: Situation, command: PlayCard) -> float:
    """Only of those who harm, or of rivals near the end."""
    seat = command.seat
    if seat is None or seat == situation.own.seat:
        return -20.0
    if situation.names[seat] >= situation.temper.suspects_from:
        return people.stop(situation, command, 5.0 + 2 * situation.names[seat])
    if command.seat in situation.rivals and situation.distance <= people.NEAR:
        return people.stop(situation, command, 5.0)
    return -8.0


def rockfall(situation: Situation, command: PlayCard) -> float:
    """Removes what stands in the way: a dead end, or a tunnel that turns off before the goals."""
    at = command.at[0]
    if at not in situation.dead_ends and at not in situation.keystones:
        return -8.0
    gain = situation.advance_without(at)
    return PROGRESS * gain - 2 + situation.temper.shows if gain > 0 else -4.0


def keep(situation: Situation, card: str) -> float:
    """Return the value of a card in the hand to a digger."""
    if CARDS[card].is_tunnel:
        return worth_of_tunnel(situation.read(card))
    effect = CARDS[card].effect
    if effect == "repair":
        return 7.0 if any(f"break:{tool}" in situation.broken for tool in CARDS[card].tools) else 2.5
    if effect == "map":
        return 0.2 if situation.gold_is_known else 3.0
    if effect in ("break", "trapped"):
        return 2.0 if situation.suspects else 1.2
    return _WORTH.get(effect, 2.0)


_WORTH = {
    "rockfall": 2.5,
    "theft": 5.0,
    "free": 4.0,
    "hands-off": 2.5,
    "guide": 5.0,
    "veto": 4.0,
    "inspection": 3.0,
}


def worth_of_tunnel(card: str) -> float:
    """Return the value of a tunnel card to the mine: how far it leads on, above all from west to east."""
    if is_dead_end(card):
        return 0.0
    groups = parse(card).groups
    return max(1.0 * group.bit_count() + 2 * (group & (E | W) == E | W) for group in groups)


WEIGHERS: dict[str, Callable[[Situation, PlayCard], float]] = {
    "map": play_map,
    "repair": repair,
    "break": break_tool,
    "trapped": people.trap_as_digger,
    "rockfall": rockfall,
}
