"""Recompute every deal of a finished game from its export, with the standard library alone (R98).

``python -m games.rules.verify < game.json`` prints ``ok``, or what does not fit and ends with status 1.
What this proves: the server could not choose the deal after the seats were taken. What it cannot prove: that nobody
who runs the server looked at it.
"""

import json
import sys
from typing import Any

from games.rules.dice import Dice
from games.rules.fairness import commitment, game_key

SEATS = "ABCDEFGHIJKL"
CHEST_TUNNELS = ["ESW", "EW", "NE", "NES", "NESW", "NS", "NW"]
CHESTS = ["choose-3", "extra-draw", "far-goal", "grab", "landslide", "no-draw", "no-maps", "nugget", "recycle", "spy"]


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
    if len(shares) != len(export["seats"]):
        return ["there is not one share for each seat"]
    key = game_key(secret, shares)
    found = []
    for number, dealt in enumerate(export["rounds"], 1):
        found += [f"round {number}: {what}" for what in _round_faults(key, number, dealt, len(shares))]
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
