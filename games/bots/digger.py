"""How one who digs weighs a command: in tenths of a card of progress; a pass that costs nothing weighs 0."""

from collections.abc import Callable, Mapping

from games.bots.beliefs import SUSPECT, is_dead_end
from games.bots.situation import Situation
from games.rules.board import square
from games.rules.cards import CARDS
from games.rules.commands import Lay, PlayCard
from games.rules.tunnels import E, W, parse

PROGRESS = 10.0
"""What one card nearer to the gold weighs."""


def lay(situation: Situation, command: Lay) -> float:
    """Nearer to the gold is good; what reaches it, best; a dead end is for nobody who digs."""
    chance = situation.reached(command)
    if chance is not None:
        return 6 * PROGRESS * chance - 1
    weight = PROGRESS * situation.advance(command)
    return weight - (4 if is_dead_end(command.card) else 0.5)


def play_map(situation: Situation, command: PlayCard) -> float:
    """Worth a turn while it can tell something, and more so near the goals."""
    chance = situation.chances.get(square(command.at[0]), 0.0)
    if not 0 < chance < 1:
        return -3.0
    return 11.0 if situation.distance < 5 else 6.0


def repair(situation: Situation, command: PlayCard) -> float:
    """My own tools first, then those of players who did no harm; a card with two tools is worth keeping."""
    spare = 0.5 if len(CARDS[command.card].tools) > 1 else 0.0
    if command.seat == situation.own.seat:
        return (16.0 if situation.holds_a_tunnel else 7.0) - spare
    name = situation.names[command.seat or 0]
    if name >= SUSPECT / 2:
        return -6.0
    return 6.0 - 3 * name - (situation.troubles(command.seat or 0) - 1) - spare


def break_tool(situation: Situation, command: PlayCard) -> float:
    """Only of those who harm, and rather one whose tools are whole."""
    if command.seat not in situation.suspects:
        return -8.0
    return (5.0 + 2 * situation.names[command.seat]) / (1 + 2 * situation.troubles(command.seat))


def rockfall(situation: Situation, command: PlayCard) -> float:
    """Removes what stands in the way: a dead end, or a tunnel that turns off before the goals."""
    at = command.at[0]
    if at not in situation.dead_ends and at not in situation.keystones:
        return -8.0
    gain = situation.advance_without(at)
    return PROGRESS * gain - 2 if gain > 0 else -4.0


def keep(situation: Situation, card: str) -> float:
    """What a card in the hand is worth to one who digs."""
    if CARDS[card].is_tunnel:
        return worth_of_tunnel(card)
    effect = CARDS[card].effect
    if effect == "repair":
        return 7.0 if any(f"break:{tool}" in situation.broken for tool in CARDS[card].tools) else 2.5
    if effect == "map":
        return 0.2 if situation.gold_is_known else 3.0
    return {"rockfall": 2.5, "break": 2.0 if situation.suspects else 1.2}.get(effect, 2.0)


def worth_of_tunnel(card: str) -> float:
    """What a tunnel card is worth to the mine: how far it leads on, west to east above all."""
    if is_dead_end(card):
        return 0.0
    groups = parse(card).groups
    return max(1.0 * group.bit_count() + 2 * (group & (E | W) == E | W) for group in groups)


WEIGHERS: Mapping[str, Callable[[Situation, PlayCard], float]] = {
    "map": play_map,
    "repair": repair,
    "free": repair,
    "break": break_tool,
    "trapped": break_tool,
    "rockfall": rockfall,
}
