"""Recompute from its secret all that chance gave in a finished game, with the standard library alone (R98).

``python -m games.rules.verify < game.json`` prints ``ok``, or what does not fit and ends with status 1.
It reads the file of an export: seal, commitment, every deal and every lot. What has to be played to be known (whose
turn it was, what a lot was drawn among, where the game ended) is left to ``replay``, which needs the rules.
"""

import json
import sys
from typing import Any

from games.rules.cards import (
    ARRANGEMENTS,
    BASE_ACTIONS,
    BASE_TUNNELS,
    CARDS,
    CHEST_TUNNELS,
    CHESTS,
    GOAL_TUNNELS,
    GOLD_CARDS,
    MODULE_ACTIONS,
    SABOTEUR2_ACTIONS,
    SABOTEUR2_TUNNELS,
    spread,
    turnings,
)
from games.rules.dice import Dice
from games.rules.fairness import SCHEME, SHARE_BYTES, canonical, commitment, game_key, game_key_1, seal
from games.rules.roles import BASE_HANDS, BASE_ROLES, DIGGER, GREEDY, SABOTEUR, SABOTEUR2_ROLES

SEATS = "ABCDEFGHIJKL"
CARD_OF = {"craftsman": "repair:pickaxe+lantern+cart"}
"""Modules whose card has another name than they."""
BASE_GOALS = ("gold", "stone-a", "stone-b")
TOURNAMENT_ROLES = {5: (1, 3, 1), 6: (2, 3, 1), 7: (2, 3, 2), 8: (3, 3, 2), 9: (3, 4, 2)}
"""Players: saboteurs, diggers, greedy dwarfs (R81)."""
MIDDLE = "4,0"

PARTS = {
    "first": "the first player is not that of the seed",
    "roles": "the roles are not those of the seed",
    "spare_roles": "the roles set aside are not those of the seed",
    "goals": "the goals are not those of the seed",
    "goals_left": "the goals that were not laid out are not those of the seed",
    "aside": "the cards set aside are not those of the seed",
    "hands": "the hands are not those of the seed",
    "pile": "the pile is not that of the seed",
    "chests": "the chests are not those of the seed",
    "fixed": "the card in the middle is not that of the seed",
    "gold_cards": "the gold cards are not those of the seed",
}
"""What is dealt for a round, and what is said where it is something else."""
UNREADABLE = (KeyError, TypeError, ValueError, AttributeError, IndexError)


def faults(export: dict[str, Any]) -> list[str]:
    """What in an export does not follow from its committed secret, one sentence each; empty when all does."""
    try:
        if not isinstance(export["fairness"], dict):
            raise TypeError("no fairness part")
    except UNREADABLE:
        return ["the export has no fairness part: the game is not over, or it was not dealt by the server"]
    try:
        if len(set(export["seats"])) < len(export["seats"]):
            return ["two seats have the same name"]
        return _promise_faults(export) or [*_deal_faults(export), *_draw_faults(export), *_end_faults(export)]
    except UNREADABLE as error:
        return [f"the export cannot be read: {type(error).__name__} {error}"]


def read(text: str) -> Any:
    """The JSON of an export. ValueError when it is none, or when a key stands twice in one object: readers differ in
    which of the two they take."""
    return json.loads(text, object_pairs_hook=_once)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = next(key for at, (key, _value) in enumerate(pairs) if any(key == other for other, _ in pairs[:at]))
        raise ValueError(f"the key {twice!r} stands twice in one object")
    return found


def key_of(export: dict[str, Any]) -> bytes:
    """The key of all chance of an exported game.

    KeyError, TypeError or ValueError when its fairness part cannot be read.
    """
    fairness = export["fairness"]
    secret = bytes.fromhex(fairness["secret"])
    if scheme_of(export) == 1:
        return game_key_1(secret, [bytes.fromhex(share) for share in fairness["shares"]])
    words = [(tuple(SEATS).index(seat), bytes.fromhex(share)) for seat, share in fairness["words"]]
    return game_key(secret, export["table"], len(export["seats"]), words)


def scheme_of(export: dict[str, Any]) -> int:
    """By which scheme of ``fairness`` the chance of an export was made. An export that does not say is of the first."""
    scheme = export["fairness"].get("scheme", 1)
    if type(scheme) is not int or not 1 <= scheme <= SCHEME:
        raise ValueError(f"scheme {scheme!r} is not known here")
    return scheme


# -- what was promised before


def _promise_faults(export: dict[str, Any]) -> list[str]:
    """What does not fit of seal, commitment, shares and words; without them nothing else can be recomputed."""
    fairness, scheme = export["fairness"], scheme_of(export)
    if scheme > 1 and seal(export) != fairness["seal"]:
        return ["something in the record was changed after it was sealed"]
    if commitment(bytes.fromhex(fairness["secret"]), scheme) != fairness["commitment"]:
        return ["the secret is not the one that was committed to"]
    if scheme == 1:
        shares = fairness["shares"]
        return [] if len(shares) == len(export["seats"]) else ["there is not one share for each seat"]
    typed, bots = [seat for seat, _share in fairness["words"]], fairness["bots"]
    if any(len(share) != 2 * SHARE_BYTES for _seat, share in fairness["words"]):
        return ["the share of a lucky word has not 16 bytes"]
    if set(typed) & set(bots):
        return ["a bot has typed a lucky word"]
    if sorted(set(bots)) != list(bots) or not set(bots) <= set(SEATS[: len(export["seats"])]):
        return ["the bots are not seats of the table, each named once"]
    return []


# -- deals


def _deal_faults(export: dict[str, Any]) -> list[str]:
    key, box = key_of(export), _Box(export["table"], len(export["seats"]))
    rounds = export["rounds"]
    if not rounds or len(rounds) > export["table"]["options"]["rounds"]:
        return ["there is no round, or there are more than were to be played"]
    found = []
    for number, dealt in enumerate(rounds, 1):
        strange = sorted(set(dealt) - set(PARTS) - {"moves", "expect"})
        found += [f"round {number}: {key!r} is no part of a deal" for key in strange]
        expected = box.deal(key, number, dealt)
        found += [f"round {number}: {words}" for part, words in PARTS.items() if not _same(part, dealt, expected)]
    return found


def _same(part: str, dealt: dict[str, Any], expected: dict[str, Any]) -> bool:
    """Whether a part is as it has to be. An empty part may be left out, and hands have no order."""
    found = dealt.get(part) or type(expected[part])()
    if part == "hands":
        found = {seat: sorted(hand) for seat, hand in found.items()}
    return canonical(found) == canonical(expected[part])


class _Box:
    """What there is to be dealt by the rules in force: cards, roles, goals, gold, chests (R4, R10, R30, R73, R81)."""

    def __init__(self, table: dict[str, Any], players: int) -> None:
        names = [*table["modules"], *table["variants"]]
        saboteur2, tournament = table["rules"] == "saboteur2", "tournament" in names
        cards = {**BASE_TUNNELS, **BASE_ACTIONS}
        if saboteur2:
            cards |= {**SABOTEUR2_TUNNELS, **SABOTEUR2_ACTIONS}
        cards |= {card: MODULE_ACTIONS[card] for name in names if (card := CARD_OF.get(name, name)) in MODULE_ACTIONS}
        self.cards, self.seats = sorted(spread(cards)), SEATS[:players]
        self.hand, self.aside = (6, 10) if saboteur2 else (BASE_HANDS[players], 0)
        self.roles = sorted(_roles(saboteur2, tournament, "greedy" in names, players))
        new_goals = "new-goals" in names
        self.goals = sorted(set(GOAL_TUNNELS if new_goals else BASE_GOALS) - {"gold"})
        self.goal_squares = [f"8,{y}" for y in ((-4, -2, 0, 2, 4) if new_goals else (-2, 0, 2))]
        gold = [] if saboteur2 or tournament else sorted(GOLD_CARDS.items())
        self.gold = [value for value, count in gold for _ in range(count)]
        self.chests, self.laid_out = "treasure-chests" in names, tournament

    def deal(self, key: bytes, number: int, dealt: dict[str, Any]) -> dict[str, Any]:
        """A round as it follows from the key. What the play before decides is taken from the round that was dealt:
        who begins a later one, which gold is left, and on which squares the table wanted its chests."""

        def dice(label: str) -> Dice:
            return Dice(key, f"round {number} {label}")

        roles, cards, fixed = dice("roles").shuffled(self.roles), list(self.cards), {}
        if self.laid_out:
            dice_of_fixed = dice("fixed")
            card = dice_of_fixed.one([card for card in cards if CARDS[card].is_tunnel])
            cards.remove(card)
            fixed = {MIDDLE: turnings(card)[dice_of_fixed.below(len(turnings(card)))].code}
        deck, others = dice("deck").shuffled(cards), dice("other goals").shuffled(self.goals)
        out = len(self.goal_squares) - 1
        ends = [self.aside + self.hand * seat for seat in range(len(self.seats) + 1)]
        first = self.seats[dice("first").below(len(self.seats))] if number == 1 else dealt["first"]
        gold = self.gold if number == 1 or not self.gold else sorted(dealt.get("gold_cards", []))
        return {
            "first": first if first in tuple(self.seats) else "",
            "roles": dict(zip(self.seats, roles, strict=False)),
            "spare_roles": roles[len(self.seats) :],
            "goals": dict(zip(self.goal_squares, dice("goals").shuffled(sorted(["gold", *others[:out]])), strict=True)),
            "goals_left": others[out:],
            "aside": deck[: self.aside],
            "hands": {seat: sorted(deck[ends[at] : ends[at + 1]]) for at, seat in enumerate(self.seats)},
            "pile": deck[ends[-1] :],
            "chests": self._chests(dice("chest tunnels"), dice("chests"), dealt) if self.chests else {},
            "fixed": fixed,
            "gold_cards": dice("gold").shuffled(gold),
        }

    def _chests(self, tunnels: Dice, chests: Dice, dealt: dict[str, Any]) -> dict[str, list[str]]:
        laid = zip(tunnels.shuffled(sorted(CHEST_TUNNELS)), chests.shuffled(sorted(CHESTS)), strict=False)
        wanted = [squares for squares in ARRANGEMENTS.values() if set(squares) == set(dealt["chests"])]
        return dict(zip(wanted[0], map(list, laid), strict=False))


def _roles(saboteur2: bool, tournament: bool, with_greedy: bool, players: int) -> list[str]:
    if saboteur2:
        return spread(SABOTEUR2_ROLES)
    if tournament:
        saboteurs, diggers, greedy = TOURNAMENT_ROLES[players]
    else:
        saboteurs, diggers = BASE_ROLES[players]
        greedy = int(with_greedy)
        diggers -= greedy
    return [SABOTEUR] * saboteurs + [DIGGER] * diggers + [GREEDY] * greedy


# -- lots and shuffles while a round runs


def _draw_faults(export: dict[str, Any]) -> list[str]:
    """What does not fit of the lots: each is drawn again among what the record says, by the label of its place."""
    if scheme_of(export) == 1:
        return []
    key, draws = key_of(export), export["fairness"]["draws"]
    lines = [
        (number, *line.removeprefix("* ").split(" ", 1))
        for number, dealt in enumerate(export["rounds"], 1)
        for line in dealt["moves"]
        if line.startswith("* ")
    ]
    if len(lines) != len(draws):
        return ["there are more or fewer lots among the moves than were drawn"]
    found = []
    for place, ((number, kind, said), among) in enumerate(zip(lines, draws, strict=True)):
        dice = Dice(key, f"round {number} {kind} {place}")
        gave = [dice.one(among)] if kind == "lot" else dice.shuffled(among)
        if kind == "roles":
            gave = [f"{seat}={role}" for seat, role in zip(SEATS, gave, strict=False)]
        if said != " ".join(gave):
            found.append(f"round {number}: lot {place + 1}, {said!r}, is not that of the seed")
    return found


def _end_faults(export: dict[str, Any]) -> list[str]:
    """The last round says that the game is over there, and no other does."""
    says = [bool(dealt.get("expect", {}).get("game_over")) for dealt in export["rounds"]]
    return [] if says == [False] * (len(says) - 1) + [True] else ["the record does not go to the end of the game"]


if __name__ == "__main__":
    found = faults(read(sys.stdin.read()))
    print("; ".join(found) if found else "ok")
    sys.exit(int(bool(found)))
