"""The weights of cards played on players in Saboteur 2 (R38 to R43), for every role. Most cards help the player who
plays them. Weights are in tenths of a card, as a digger's.
"""

from collections.abc import Callable

from games.bots.beliefs import KNOWN_BAD, SUSPECT, WANT_GOLD
from games.bots.situation import Situation
from games.rules.cards import STOPS_LAYING
from games.rules.commands import PlayCard
from games.rules.roles import BLUE, GREEN, SABOTEUR

FRESH = 2.0
"""The average value of an unknown card."""
NEAR = 3.0
"""The distance from the gold, in cards, at which the end of the round is near."""
IN_VAIN = -3.0
"""Weight of stopping a player who cannot lay anyway: the card is wasted."""

KeepWeight = Callable[[Situation, str], float]


def theft(situation: Situation, command: PlayCard) -> float:
    """Before oneself in the second half of the round: what lies there long is taken away."""
    return 9.0 if situation.is_late else 1.0


def hands_off(situation: Situation, command: PlayCard) -> float:
    """Of anybody but oneself."""
    if command.seat == situation.own.seat:
        return -20.0
    return 6.0 if situation.is_late else 3.0


def inspection(situation: Situation, command: PlayCard) -> float:
    """Of who is known least and suspected most."""
    seat = _target(situation, command)
    if seat in situation.knowledge.roles:
        return -3.0
    return 4.0 + 2 * min(2.0, abs(situation.names[seat]))


def swap_hats(situation: Situation, command: PlayCard) -> float:
    """For oneself when the own role loses. For others when they are known to be in the way."""
    seat = _target(situation, command)
    if seat == situation.own.seat:
        return _wish_for_another_role(situation)
    digs = situation.role != SABOTEUR
    known = situation.knowledge.roles.get(seat)
    if seat in situation.rivals:
        return 6.0
    if known is None:
        return 2.5 if digs and seat in situation.suspects else -2.0
    return 7.0 if digs == (known == SABOTEUR) else -8.0


def _wish_for_another_role(situation: Situation) -> float:
    if situation.role in (BLUE, GREEN):
        return 8.0 if situation.is_locked_out else -8.0
    if situation.role == SABOTEUR:
        return 7.0 if situation.distance <= 1.5 else -6.0
    return -8.0


def swap_hands(situation: Situation, command: PlayCard, keep: KeepWeight) -> float:
    """When the own hand is poor: the better for every card that the other holds more."""
    rest = list(situation.own.hand)
    if command.card in rest:
        rest.remove(command.card)
    mine = sum(keep(situation, card) for card in rest)
    return 0.8 * (FRESH * situation.public.hands[_target(situation, command)] - mine)


def stop(situation: Situation, command: PlayCard, weight: float) -> float:
    """What a card weighs that breaks a tool: the given weight, or nothing good where its player cannot lay already."""
    return IN_VAIN if situation.troubles(_target(situation, command)) else weight


def trap_as_digger(situation: Situation, command: PlayCard) -> float:
    """On players who harm. On a rival when the end is near. At the very end on anybody, because shares grow (R47)."""
    seat = _target(situation, command)
    if seat in situation.suspects:
        return 7.0 + 2 * situation.names[seat]
    if situation.distance > NEAR + 1:
        return -4.0
    if seat in situation.rivals:
        return 8.0
    trusted = seat in situation.knowledge.roles or situation.names[seat] < -1
    return -4.0 if trusted else 2.5 * (situation.distance <= NEAR) - 0.5


def trap_as_saboteur(situation: Situation, command: PlayCard) -> float:
    """On who digs best and is not stopped yet."""
    seat = _target(situation, command)
    if situation.names[seat] >= SUSPECT:
        return -6.0
    near = max(0.0, min(1.0, (8.0 - situation.distance) / 4))
    return (8.0 + 8.0 * near - 2 * situation.names[seat]) / (1 + situation.troubles(seat))


def free(situation: Situation, command: PlayCard) -> float:
    """Oneself above all, for a trapped player gets nothing; else a friend."""
    seat = _target(situation, command)
    if seat == situation.own.seat:
        return 20.0
    if seat in situation.rivals:
        return -6.0
    name, known = situation.names[seat], situation.knowledge.roles.get(seat)
    if situation.role == SABOTEUR:
        return 8.0 if name >= KNOWN_BAD else 3.0 if name >= SUSPECT else -6.0
    if situation.role not in WANT_GOLD:
        return -1.0
    if known == situation.role:
        return 9.0
    return -6.0 if name >= SUSPECT / 2 else 1.0 - 2 * name


def worth_of_lifting(situation: Situation, card: str) -> float:
    """Return the value of removing a card that lies before oneself (R32)."""
    if card == "trapped":
        return 18.0
    if card not in STOPS_LAYING:
        return -20.0
    return 11.0 if situation.holds_a_tunnel and situation.role != SABOTEUR else 5.0


def _target(situation: Situation, command: PlayCard) -> int:
    return situation.own.seat if command.seat is None else command.seat


WEIGHERS: dict[str, Callable[[Situation, PlayCard], float]] = {
    "theft": theft,
    "hands-off": hands_off,
    "inspection": inspection,
    "swap-hats": swap_hats,
    "free": free,
}
"""Those that weigh the same for every role, by the effect of the card."""
