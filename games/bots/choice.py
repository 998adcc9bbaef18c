"""The choice of a bot: each command of its menu gets a weight, the highest wins, and the dice decide ties.

A command without a weigher gets a low weight, so it is chosen only if there is no other.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from games.bots import answers, colours, digger, loner, mine_cards, onlooker, people, saboteur
from games.bots.hearsay import Claimed
from games.bots.manner import USUAL, Manner
from games.bots.situation import Laying, Situation
from games.rules.cards import CARDS
from games.rules.commands import Choose, Command, Lay, Pass, PlayCard, PutMiner, Trade, Veto
from games.rules.events import PublicEvent
from games.rules.notation import write
from games.rules.roles import BLUE, GEOLOGIST, GREEDY, GREEN, PROFITEER, SABOTEUR
from games.rules.view import PlayerView

Roll = Callable[[int], int]
"""Returns a random number from 0 to n - 1."""
Chooser = Callable[[PlayerView, Roll, Sequence[PublicEvent]], Command]
"""Chooses a command from a view, dice and the public events of the round."""

UNKNOWN = -0.7
"""The weight of a command without a weigher: less than discarding a useless card."""
DENIAL = 0.7
"""The weight of keeping the gold from the other team, as a part of its weight for a saboteur."""
_SHARE_OF_A_CARD = 0.5
LEAN = 0.25
"""Weight of harmful effects while a saboteur plays cover."""
HELD = -1.5
"""Weight of a tunnel card that leads on, while a bot holds back."""
_AS_GOOD = 0.01


class Weighers(NamedTuple):
    """The weighers of a role: for a tunnel card to lay, an action card by its effect, a card to keep."""

    lay: Callable[[Situation, Laying], float]
    cards: Mapping[str, Callable[[Situation, PlayCard], float]]
    keep: Callable[[Situation, str], float]
    wants_gold: bool = False


DIGS = Weighers(digger.lay, people.WEIGHERS | digger.WEIGHERS, digger.keep, wants_gold=True)
HARMS = Weighers(saboteur.lay, people.WEIGHERS | saboteur.WEIGHERS, saboteur.keep)
COVER = DIGS._replace(cards={**DIGS.cards, "break": saboteur.accuse})
"""The weighers of a saboteur who plays like a digger."""
OF_A_COLOUR = Weighers(colours.lay, people.WEIGHERS | colours.WEIGHERS, digger.keep, wants_gold=True)
BY_ROLE: Mapping[str, Weighers] = {
    SABOTEUR: HARMS,
    BLUE: OF_A_COLOUR,
    GREEN: OF_A_COLOUR,
    GREEDY: Weighers(loner.lay, people.WEIGHERS | loner.WEIGHERS, digger.keep, wants_gold=True),
    GEOLOGIST: Weighers(onlooker.lay_as_geologist, people.WEIGHERS | onlooker.WEIGHERS, onlooker.keep_as_geologist),
    PROFITEER: Weighers(saboteur.lay, people.WEIGHERS | onlooker.WEIGHERS, onlooker.keep_as_profiteer),
}
"""The weighers by role; all other roles dig."""


def choose(
    view: PlayerView, dice: Roll, seen: Sequence[PublicEvent] = (), claimed: Claimed = (), manner: Manner = USUAL
) -> Command:
    """Return a command of the view's menu; the same for the same view, dice, events, claims and manner.

    ``seen`` are the public events of the round, oldest first, and ``claimed`` the standing claims. Raise ValueError if
    the view has no menu.
    """
    if not view.menu:
        raise ValueError("nothing to decide")
    if len(view.menu) == 1:
        return view.menu[0]
    weights = _weights(view, seen, claimed, manner, dice)
    most = max(weights)
    least = most * manner.skill().nearly if most > 0 else most - _AS_GOOD
    heavy = (command for weight, command in zip(weights, view.menu, strict=True) if weight >= least)
    best = sorted(heavy, key=write)
    return best[dice(len(best))]


def _weights(
    view: PlayerView, seen: Sequence[PublicEvent], claimed: Claimed, manner: Manner, dice: Roll
) -> list[float]:
    situation = Situation(view, seen, claimed=claimed, manner=manner)
    weighers = BY_ROLE.get(situation.role, DIGS)
    if view.my_decision != "turn":
        return Weights(weighers, situation).of(view.menu)
    if weighers is HARMS and not _falls(dice, 1 - saboteur.odds_of_cover(situation)):
        return _as_cover(view.menu, situation, holds_back=not _falls(dice, saboteur.odds_of_digging(situation)))
    holds_back = weighers.wants_gold and not _falls(dice, 1 - situation.odds_of_holding)
    weights = Weights(weighers, situation, holds_back=holds_back).of(view.menu)
    if weighers.wants_gold and situation.is_locked_out:
        others = Situation(view, seen, role=SABOTEUR, claimed=claimed, manner=manner)
        denying = Weights(HARMS, others).of(view.menu)
        return [max(weight, DENIAL * other) for weight, other in zip(weights, denying, strict=True)]
    return weights


def _falls(dice: Roll, odds: float) -> bool:
    """Return whether an event with this chance (0 to 1) happens."""
    return dice(100) < 100 * odds


def _as_cover(menu: Sequence[Command], situation: Situation, *, holds_back: bool) -> list[float]:
    """The weights of a saboteur who plays cover: of cards that dig, rather those that do not help. No one
    sees which cards are given away: so they are those that are of no use to a saboteur."""
    shown = Weights(COVER, situation, holds_back=holds_back).of(menu)
    meant = Weights(HARMS, situation).of(menu)
    passes = [place for place, command in enumerate(menu) if isinstance(command, Pass)]
    to_show = max((shown[place] for place in passes), default=0.0)
    to_lose = max((meant[place] for place in passes), default=0.0)
    return [
        to_show + meant[place] - to_lose if place in passes else shown[place] + LEAN * min(0.0, meant[place])
        for place in range(len(menu))
    ]


class Weights:
    """What the commands of a menu weigh by the weighers of a role. A bot that holds back lays nothing that leads on."""

    def __init__(self, weighers: Weighers, situation: Situation, *, holds_back: bool = False) -> None:
        self.weighers, self.situation, self.holds_back = weighers, situation, holds_back
        self.keeps: dict[str, float] = {}
        self.best_lay = 0.0

    def of(self, menu: Sequence[Command]) -> list[float]:
        """The weights of the commands, in the order of the menu."""
        lays = {command: self.weighers.lay(self.situation, command) for command in menu if isinstance(command, Lay)}
        if self.holds_back:
            lays = {command: weight if weight <= 0 else HELD for command, weight in lays.items()}
        self.best_lay = max(lays.values(), default=0.0)
        return [lays[command] if isinstance(command, Lay) else self._weigh(command) for command in menu]

    def _weigh(self, command: Command) -> float:
        match command:
            case PlayCard():
                return self._card(command)
            case Pass():
                return self._pass(command)
            case Trade():
                lifted = people.worth_of_lifting(self.situation, command.lifts)
                return lifted - sum(map(self._keep, command.cards))
            case PutMiner():
                return mine_cards.miner(self.situation, command, self._keep_of)
            case Choose():
                return answers.weigh(
                    self.situation, command.answer, wants_gold=self.weighers.wants_gold, keep=self.weighers.keep
                )
            case Veto():
                return answers.weigh_veto(self.situation, self.weighers.lay, wants_gold=self.weighers.wants_gold)
        return UNKNOWN

    def _card(self, command: PlayCard) -> float:
        effect, wants_gold = CARDS[command.card].effect, self.weighers.wants_gold
        weigh = self.weighers.cards.get(effect)
        if weigh:
            return weigh(self.situation, command)
        match effect:
            case "swap-hands":
                return people.swap_hands(self.situation, command, self._keep_of)
            case "guide":
                return mine_cards.guide(self.best_lay)
            case "treasury":
                return mine_cards.treasury(self.situation, self._keep_of)
            case "swap-goals" if command.at:
                return mine_cards.swap_goals(self.situation, command, wants_gold=wants_gold)
            case "reverse":
                return mine_cards.reverse(self.situation, wants_gold=wants_gold)
            case "detour" if command.at:
                return self.weighers.lay(self.situation, command)
        return UNKNOWN

    def _pass(self, command: Pass) -> float:
        """Of several cards each is worth giving away for which a better one may be drawn (R32)."""
        drawn = people.FRESH if self.situation.public.pile >= len(command.cards) else 0.0
        lost = sum(map(self._keep, command.cards))
        return _SHARE_OF_A_CARD * (drawn * (len(command.cards) - 1) - lost)

    def _keep(self, card: str) -> float:
        known = self.keeps.get(card)
        if known is None:
            is_of_use = mine_cards.is_of_use(self.situation, card)
            known = self.keeps[card] = self.weighers.keep(self.situation, card) if is_of_use else 0.0
        return known

    def _keep_of(self, situation: Situation, card: str) -> float:
        return self._keep(card)
