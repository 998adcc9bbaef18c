"""Saboteur 2 read a second time from `docs/rules.md` alone (R32 to R49): what a seat may play, and how a round pays.

Plain dicts and notation in, notation out, like `legality.py`, of which only what holds in both games is used.
"""

from collections.abc import Iterable
from itertools import combinations
from typing import TypedDict

from tests.rules.oracle.legality import (
    FACING,
    GOAL_TUNNELS,
    STEP,
    Groups,
    Position,
    Square,
    actions,
    beside,
    face_up,
    matching_sides,
    may_lie,
    square,
    tunnels,
)

End = tuple[Square, str]
Place = tuple[Square, int]

SHARES = {0: 0, 1: 5, 2: 4, 3: 3, 4: 2}
LESS = {"boss": 1, "profiteer": 2}
COLOUR_THAT_STOPS = {"blue": "green", "green": "blue"}


class Table(TypedDict):
    """How a round stands when it ends: square -> card, seat -> role, and what lies before players, in order of play.

    `gold` is the square of the gold when it was reached, else None; `connector` who reached it.
    """

    mine: dict[str, str]
    roles: dict[str, str]
    before: list[tuple[str, str]]
    gold: str | None
    connector: str | None


def is_tunnel(card: str) -> bool:
    """Whether a card is laid in the mine: its name is made of sides, with what it bears behind a dash."""
    return set(card.split("-")[0]) <= set("NESW.")


def shown(card: str) -> str:
    """What a card bears: `ladder`, `blue`, `green`, `crystal`, or nothing."""
    return card.removesuffix("~").partition("-")[2] if is_tunnel(card.removesuffix("~")) else ""


def half_turned(card: str) -> list[set[str]]:
    """The groups of a card after half a turn."""
    return [{FACING[side] for side in group} for group in tunnels(card)]


def ways_to_lie(card: str) -> list[str]:
    """A card as printed, and turned where that shows: in its groups, or in which of them has the door (R2, R4)."""
    groups, turned = tunnels(card), half_turned(card)
    same = sorted(map(sorted, groups)) == sorted(map(sorted, turned))
    if same and shown(card) and len(groups) > 1:
        same = groups[0] == turned[0]
    return [card] if same else [card, card + "~"]


def ladders(mine: dict[str, str]) -> list[Square]:
    """The squares of all cards with a ladder; the start is one (R34)."""
    return [(0, 0), *(square(at) for at, card in mine.items() if shown(card) == "ladder")]


def reachable(mine: dict[str, str], *, closed: str = "") -> set[End]:
    """Every open side joined to the start or to a ladder; no way leads through a door of the colour `closed` (R36)."""
    cards = face_up(mine)
    bars = {square(at) for at, card in mine.items() if closed and shown(card) == closed}
    todo: list[Place] = [(at, 0) for at in ladders(mine)]
    seen = set(todo)
    while todo:
        at, number = todo.pop()
        for side in cards[at][number]:
            there = beside(at, side)
            for other, group in enumerate(cards.get(there, [])):
                place = (there, other)
                if FACING[side] in group and place not in seen and not (there in bars and other == 0):
                    seen.add(place)
                    todo.append(place)
    return {(at, side) for at, number in seen for side in cards[at][number]}


def pointing(at: Square, ends: set[End]) -> set[str]:
    """The sides of a square at which a reachable open side points."""
    return {side for side in STEP if (beside(at, side), FACING[side]) in ends}


def may_stand(card: str, at: Square, cards: dict[Square, Groups], goals: set[Square]) -> bool:
    """Whether a ladder may stand on an empty square (R34): beside a face-up card, matching all, beside no goal."""
    neighbours = [beside(at, side) for side in STEP]
    return (
        not goals & set(neighbours)
        and any(there in cards for there in neighbours)
        and matching_sides(card, at, cards) == sum(there in cards for there in neighbours)
    )


def lays(position: Position) -> list[str]:
    """Every `lay` of the hand (R14, R34); none with a broken tool or a trap before the seat (R15, R38)."""
    if any(card.startswith("break:") or card == "trapped" for card in position["before"].get(position["seat"], [])):
        return []
    mine, cards = position["mine"], face_up(position["mine"])
    down = {square(at) for at in position["face_down"]}
    goals = down | {square(at) for at, card in mine.items() if card.removesuffix("~") in GOAL_TUNNELS}
    near = {beside(at, side) for at in cards for side in STEP} - set(cards) - down
    ends = reachable(mine)
    found = []
    for card in {card for card in position["hand"] if is_tunnel(card)}:
        for look in ways_to_lie(card):
            for at in near:
                if shown(card) == "ladder":
                    fits = may_stand(look, at, cards, goals)
                else:
                    fits = may_lie(look, at, cards, pointing(at, ends))
                if fits:
                    found.append(f"lay {card} {at[0]},{at[1]}" + "~" * look.endswith("~"))
    return found


def played_on(card: str, position: Position) -> list[str]:
    """Every way to play one of the action cards of Saboteur 2 (R33, R38 to R43)."""
    seats = [chr(ord("A") + number) for number in range(position["seats"])]
    own = position["seat"]
    before = {seat: position["before"].get(seat, []) for seat in seats}
    match card:
        case "theft":
            return [] if {"theft", "trapped"} & set(before[own]) else ["theft"]
        case "trapped":
            return [f"trapped {seat}" for seat in seats if seat != own and "trapped" not in before[seat]]
        case "free":
            return [f"free {seat}" for seat in seats if "trapped" in before[seat]]
        case "hands-off":
            return [f"hands-off {seat}" for seat in seats if "theft" in before[seat]]
        case "inspection" | "swap-hands":
            return [f"{card} {seat}" for seat in seats if seat != own]
        case "swap-hats":
            return [f"swap-hats {seat}" for seat in seats]
        case "rockfall":
            fall = [at for at, lies in position["mine"].items() if is_tunnel(lies.removesuffix("~"))]
            return [f"rockfall {at}" for at in fall]
    return actions(card, position)


def trades(position: Position) -> list[str]:
    """Every trade: two cards, in ASCII order, for one that lies before the seat (R32)."""
    pairs = {tuple(sorted(pair)) for pair in combinations(position["hand"], 2)}
    return [f"trade {one} {two} {lies}" for one, two in pairs for lies in position["before"].get(position["seat"], [])]


def legal_commands(position: Position) -> list[str]:
    """The sorted legal commands of the position's seat, passes left out."""
    commands = lays(position) + trades(position)
    for card in {card for card in position["hand"] if not is_tunnel(card)}:
        commands += played_on(card, position)
    return sorted(commands)


# -- how a round pays


def has_way(table: Table, team: str) -> bool:
    """Whether some way from the start to the gold passes no door of the other colour (R45)."""
    ends = reachable(table["mine"], closed=COLOUR_THAT_STOPS[team])
    return any(at == square(table["gold"] or "") for at, _ in ends)


def teams_that_win(table: Table) -> set[str]:
    """The teams that win when the gold is reached (R45)."""
    teams = {team for team in COLOUR_THAT_STOPS if has_way(table, team)}
    own = table["roles"][table["connector"] or ""]
    return {own} if own in teams else teams


def trapped(table: Table) -> set[str]:
    """Who is trapped at the end of the round (R38)."""
    return {seat for seat, card in table["before"] if card == "trapped"}


def winners(table: Table) -> list[str]:
    """Who wins the round, the trapped left out (R38, R45, R46); geologists are no winners (R47)."""
    roles = {"boss", *teams_that_win(table)} if table["gold"] else {"saboteur"}
    return sorted(
        seat for seat, role in table["roles"].items() if role in roles | {"profiteer"} and seat not in trapped(table)
    )


def paid(table: Table) -> dict[str, int]:
    """Nuggets for every seat before any theft (R47, R48)."""
    lucky = winners(table)
    share = SHARES.get(len(lucky), 1)
    crystals = sum(shown(card) == "crystal" for card in table["mine"].values())
    miners = [seat for seat, role in table["roles"].items() if role == "geologist" and seat not in trapped(table)]
    pay = dict.fromkeys(table["roles"], 0)
    for seat in lucky:
        pay[seat] = max(0, share - LESS.get(table["roles"][seat], 0))
    for seat in miners:
        pay[seat] = crystals // len(miners)
    return pay


def thieves(table: Table) -> list[str]:
    """Who steals, in order: who played last of those not trapped, then clockwise (R49)."""
    played = [seat for seat, card in table["before"] if card == "theft" and seat not in trapped(table)]
    seats = sorted(table["roles"])
    if not played:
        return []
    start = seats.index(played[-1])
    return [seat for seat in seats[start:] + seats[:start] if seat in played]


def can_be_robbed(thief: str, nuggets: dict[str, int]) -> Iterable[str]:
    """The seats that a thief may rob (R49)."""
    return [seat for seat, count in sorted(nuggets.items()) if seat != thief and count > 0]
