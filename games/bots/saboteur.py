"""The weights of a saboteur: harmless while the gold is far, openly harmful when it is near.

In tenths of a card, as a digger's.
"""

from collections.abc import Callable

from games.bots import digger, people, surroundings
from games.bots.beliefs import SUSPECT, USUAL_PACE, is_dead_end
from games.bots.situation import Laying, Situation
from games.rules.board import square
from games.rules.cards import CARDS
from games.rules.commands import PlayCard

WARMS = 2.5
"""How many cards before it strikes openly a saboteur begins to strike."""
ALONE = 1.0
"""One who is probably alone strikes this many cards sooner. So does one of few among many who want the gold."""
MATES, MANY = 1.65, 2.5
"""A saboteur is alone where fewer saboteurs than this are likely at the table. Where more than the second number are,
each strikes as soon as one who is alone: the others cannot stop them all."""
WARM, BOLD = 0.4, 0.7
"""From the first heat on a saboteur breaks tools of players with a good name. From the second on it lays dead ends,
which tell everybody."""
THIN, WELL_KNOWN = 0.8, 2.0
"""From the first name on there is an occasion to break a player's tools; from the second on they are a mate's."""
AIM = 3.0
"""The cost of breaking the tools of a trusted player, for each step of a name."""
DIG = 2.0
"""The weight of digging for cover, without the cost of its progress."""


def heat(situation: Situation) -> float:
    """How openly to act: 0 while the gold is far, 1 when it is near, and always for one that does not hide."""
    if not situation.manner.skill().hides:
        return 1.0
    sooner = not MATES <= situation.saboteurs <= MANY
    openly = situation.temper.strikes_at + ALONE * sooner
    return max(0.0, min(1.0, (openly + WARMS - situation.distance * _time(situation)) / WARMS))


def _time(situation: Situation) -> float:
    """How many turns the others need for a card, as a part of what a table of bots needs. Where people dig and think of
    nothing else, there is little time, and no one to hide from."""
    return USUAL_PACE / situation.beliefs.pace


def odds_of_cover(situation: Situation) -> float:
    """How likely it is that a saboteur plays this turn as a digger would: the nearer the gold, the less."""
    return (1 - heat(situation)) if situation.manner.skill().hides else 0.0


def odds_of_digging(situation: Situation) -> float:
    """How likely it is that it digs when it plays as a digger would, and does not hold back."""
    return situation.temper.cover * (1 - situation.odds_of_holding)


def lay(situation: Situation, command: Laying) -> float:
    """Far from the gold, a card that neither helps nor harms, or even digs. Near it, the card that costs the diggers
    most."""
    hot, brings = heat(situation), surroundings.brings(situation, command)
    reached = situation.goals_reached(command)
    chance = sum(situation.chances.get(goal, 0.0) for goal in reached)
    brings += surroundings.spider(situation, reached) if reached else 0.0
    if chance:
        return brings - 60.0 * chance
    harm = -situation.advance(command)
    dead_end = is_dead_end(situation.card_of(command))
    if harm > digger.IDLE and (hot >= BOLD or not dead_end):
        plain = 4.0 if dead_end else 1.5
        return brings + digger.PROGRESS * harm * (0.3 + 0.7 * hot) - plain * (1 - hot)
    if harm < -digger.IDLE:
        return brings + (DIG + harm if hot == 0 else digger.PROGRESS * harm * (0.3 + hot))
    if not situation.is_on_the_way(command):
        return brings - digger.idle(situation, command, keep)
    return brings + 1.5 - (1.0 if dead_end else 0.0)


def play_map(situation: Situation, command: PlayCard) -> float:
    """Looks like digging, and tells where not to dig. Known goals are not looked at twice."""
    chance = situation.chances.get(square(command.at[0]), 0.0)
    return 5.0 if 0 < chance < 1 else -3.0


def repair(situation: Situation, command: PlayCard) -> float:
    """Whole tools are good to have; of the others only those who may be mates."""
    if command.seat == situation.own.seat:
        return 6.0 if situation.holds_a_tunnel else 2.0
    return 2.0 if situation.names[command.seat or 0] >= SUSPECT else -4.0


def break_tool(situation: Situation, command: PlayCard) -> float:
    """Of those who dig best."""
    if command.seat is None or command.seat == situation.own.seat:
        return -20.0
    name = situation.names[command.seat]
    if name >= SUSPECT:
        return -4.0
    hot = heat(situation)
    if hot < WARM and name < THIN:
        return -2.0
    return people.stop(situation, command, 4.0 + 6.0 * hot - AIM * abs(name - 0.5))


def accuse(situation: Situation, command: PlayCard) -> float:
    """A break as diggers play it, on thinner grounds, while it is not all too likely that it meets a mate."""
    if command.seat is None or command.seat == situation.own.seat:
        return -20.0
    name = situation.names[command.seat]
    if not THIN <= name < WELL_KNOWN:
        return -8.0
    return people.stop(situation, command, 5.0 + 2 * name)


def rockfall(situation: Situation, command: PlayCard) -> float:
    """On the tunnel that costs the diggers most."""
    at = command.at[0]
    if at not in situation.keystones:
        return -5.0
    harm, hot = -situation.advance_without(at), heat(situation)
    return digger.PROGRESS * harm * (0.4 + 0.6 * hot) - 4.0 * (1 - hot)


def keep(situation: Situation, card: str) -> float:
    """Return the value of a card in the hand to a saboteur: cards useful to diggers have none."""
    if CARDS[card].is_tunnel:
        return 4.0 if is_dead_end(card) else 3.0 - digger.worth_of_tunnel(card) / 3
    effect = CARDS[card].effect
    if effect == "map":
        return 0.2 if situation.gold_is_known else 2.0
    return {"rockfall": 6.0, "break": 6.0, "trapped": 6.0, "repair": 1.5}.get(effect, 3.0)


WEIGHERS: dict[str, Callable[[Situation, PlayCard], float]] = {
    "map": play_map,
    "repair": repair,
    "break": break_tool,
    "trapped": people.trap_as_saboteur,
    "rockfall": rockfall,
}
