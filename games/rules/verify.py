"""Recompute every deal of a finished game from its export, with the standard library alone (R98).

``python -m games.rules.verify < game.json`` prints ``ok``, or what does not fit and ends with status 1.
What this proves: the server could not choose the deal after the seats were taken. What it cannot prove: that nobody
who runs the server looked at it.
"""

import json
import sys
from typing import Any

from games.rules.cards import (
    BASE_ACTIONS,
    BASE_TUNNELS,
    GOAL_TUNNELS,
    GOLD_CARDS,
    MODULE_ACTIONS,
    SABOTEUR2_ACTIONS,
    SABOTEUR2_TUNNELS,
    spread,
)
from games.rules.dice import Dice
from games.rules.fairness import commitment, game_key
from games.rules.roles import BASE_HANDS, BASE_ROLES, DIGGER, GREEDY, SABOTEUR, SABOTEUR2_ROLES

SEATS = "ABCDEFGHIJKL"
CHEST_TUNNELS = ["ESW", "EW", "NE", "NES", "NESW", "NS", "NW"]
CHESTS = ["choose-3", "extra-draw", "far-goal", "grab", "landslide", "no-draw", "no-maps", "nugget", "recycle", "spy"]

CARD_OF = {"craftsman": "repair:pickaxe+lantern+cart"}
"""Modules whose card has another name than they."""
BASE_GOALS = ("gold", "stone-a", "stone-b")
TOURNAMENT_ROLES = {5: (1, 3, 1), 6: (2, 3, 1), 7: (2, 3, 2), 8: (3, 3, 2), 9: (3, 4, 2)}
"""Players: saboteurs, diggers, greedy dwarfs (R81)."""


def faults(export: dict[str, Any]) -> list[str]:
    """What in an export does not follow from its committed secret, one sentence each; empty when all does."""
    fairness = export.get("fairness")
    if not isinstance(fairness, dict):
        return ["the export has no fairness part: the game is not over, or it was not dealt by the server"]
    try:
        secret = bytes.fromhex(fairness["secret"])
        shares = [bytes.fromhex(share) for share in fairness["shares"]]
    except (KeyError, TypeError, ValueError):
        return ["the fairness part cannot be read"]
    if commitment(secret) != fairness.get("commitment"):
        return ["the secret is not the one that was committed to"]
    try:
        if len(shares) != len(export["seats"]):
            return ["there is not one share for each seat"]
        key, box = game_key(secret, shares), _Box(export["table"], len(shares))
        found = []
        for number, dealt in enumerate(export["rounds"], 1):
            what = box.faults(number, dealt) or _round_faults(key, number, dealt, len(shares))
            found += [f"round {number}: {fault}" for fault in what]
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        return [f"the export cannot be read: {type(error).__name__} {error}"]
    return found


class _Box:
    """What must be there to be dealt at all: cards, roles, goals, gold and how many cards make a hand (R4, R10)."""

    def __init__(self, table: dict[str, Any], players: int) -> None:
        names = [*table.get("modules", []), *table.get("variants", [])]
        saboteur2, tournament = table.get("rules", "base") == "saboteur2", "tournament" in names
        cards = {**BASE_TUNNELS, **BASE_ACTIONS}
        if saboteur2:
            cards |= {**SABOTEUR2_TUNNELS, **SABOTEUR2_ACTIONS}
        cards |= {card: MODULE_ACTIONS[card] for name in names if (card := CARD_OF.get(name, name)) in MODULE_ACTIONS}
        self.cards = sorted(spread(cards))
        self.hand, self.aside = BASE_HANDS.get(players, 6), 0
        if saboteur2:
            self.hand, self.aside, self.roles = 6, 10, spread(SABOTEUR2_ROLES)
        elif tournament:
            saboteurs, diggers, greedy = TOURNAMENT_ROLES[players]
            self.roles = [SABOTEUR] * saboteurs + [DIGGER] * diggers + [GREEDY] * greedy
        else:
            saboteurs, diggers = BASE_ROLES[players]
            greedy = int("greedy" in names)
            self.roles = [SABOTEUR] * saboteurs + [DIGGER] * (diggers - greedy) + [GREEDY] * greedy
        self.goals = sorted(GOAL_TUNNELS if "new-goals" in names else BASE_GOALS)
        gold = not saboteur2 and not tournament
        self.gold = [value for value, count in sorted(GOLD_CARDS.items()) for _ in range(count)] if gold else []

    def faults(self, number: int, dealt: dict[str, Any]) -> list[str]:
        """What is missing from a deal, or is too much."""
        hands, found = list(dealt["hands"].values()), []
        laid_out = [card.removesuffix("~") for card in dealt.get("fixed", {}).values()]
        deck = [*dealt.get("aside", []), *dealt["pile"], *laid_out, *(card for hand in hands for card in hand)]
        if sorted(deck) != self.cards:
            found.append("the cards are not those of the catalogue")
        if any(len(hand) != self.hand for hand in hands) or len(dealt.get("aside", [])) != self.aside:
            found.append("a hand or what is set aside has not as many cards as the rules say")
        if sorted([*dealt["roles"].values(), *dealt.get("spare_roles", [])]) != sorted(self.roles):
            found.append("the roles are not those of the rules")
        if sorted([*dealt["goals"].values(), *dealt.get("goals_left", [])]) != self.goals:
            found.append("the goals are not those of the rules")
        if number == 1 and sorted(dealt.get("gold_cards", [])) != self.gold:
            found.append("the gold cards are not those of the catalogue")
        return found


def _round_faults(key: bytes, number: int, dealt: dict[str, Any], players: int) -> list[str]:
    def shuffled(label: str, items: list[Any]) -> list[Any]:
        return Dice(key, f"round {number} {label}").shuffled(sorted(items))

    seats = SEATS[:players]
    found = []
    roles = [dealt["roles"][seat] for seat in seats] + dealt.get("spare_roles", [])
    if shuffled("roles", roles) != roles:
        found.append("the roles are not those of the seed")
    deck = dealt.get("aside", []) + [card for seat in seats for card in dealt["hands"][seat]] + dealt["pile"]
    given = Dice(key, f"round {number} deck").shuffled(sorted(deck))
    start = len(dealt.get("aside", []))
    if given[:start] != deck[:start]:
        found.append("the cards set aside are not those of the seed")
    for seat in seats:
        end = start + len(dealt["hands"][seat])
        if sorted(given[start:end]) != sorted(dealt["hands"][seat]):
            found.append(f"the hand of {seat} is not that of the seed")
        start = end
    if given[start:] != dealt["pile"]:
        found.append("the pile is not that of the seed")
    squares = sorted(dealt["goals"], key=lambda at: int(at.split(",")[1]))
    goals = [dealt["goals"][at] for at in squares]
    left = dealt.get("goals_left", [])
    others = shuffled("other goals", [goal for goal in goals + left if goal != "gold"])
    out = others[: len(goals) - 1]
    if others[len(goals) - 1 :] != left or shuffled("goals", ["gold", *out]) != goals:
        found.append("the goals are not those of the seed")
    found += _laid_out_faults(key, number, dealt, deck)
    gold = dealt.get("gold_cards", [])
    if shuffled("gold", gold) != gold:
        found.append("the gold cards are not those of the seed")
    if number == 1 and seats[Dice(key, "round 1 first").below(players)] != dealt["first"]:
        found.append("the first player is not that of the seed")
    return found


def _laid_out_faults(key: bytes, number: int, dealt: dict[str, Any], deck: list[str]) -> list[str]:
    """What does not fit of the chests and of the card in the middle (R73, R81)."""
    found = []
    for card in dealt.get("fixed", {}).values():
        name = card.removesuffix("~")
        tunnels = sorted([name, *(other for other in deck if other[0] in "NESW")])
        if Dice(key, f"round {number} fixed").one(tunnels) != name:
            found.append("the card in the middle is not that of the seed")
    tunnels = Dice(key, f"round {number} chest tunnels").shuffled(CHEST_TUNNELS)
    chests = Dice(key, f"round {number} chests").shuffled(CHESTS)
    for place, laid in enumerate(dealt.get("chests", {}).values()):
        if list(laid) != [tunnels[place], chests[place]]:
            found.append("the chests are not those of the seed")
            break
    return found


if __name__ == "__main__":
    found = faults(json.load(sys.stdin))
    print("; ".join(found) if found else "ok")
    sys.exit(int(bool(found)))
