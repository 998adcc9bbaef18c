"""What a seat may play, written from `docs/rules.md` alone: plain dicts and notation in, notation out.

Nothing is remembered from one question to the next and nothing is fast; that is the point. Cards are read from their
names here, so that a slip in the engine's own catalogue or parser cannot repeat itself in this file.
"""

from typing import TypedDict

START = "NESW-ladder"
TOOLS = ("pickaxe", "lantern", "cart")
STEP = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
FACING = {"N": "S", "E": "W", "S": "N", "W": "E"}
GOAL_TUNNELS = {
    "gold": "NESW",
    "stone-a": "NE",
    "stone-b": "NW",
    "stone-c": "NE",
    "sack-1": "NES",
    "sack-2": "ESW",
    "dragon": "NW",
    "spider": "NESW",
}

Square = tuple[int, int]
Groups = list[set[str]]


class Position(TypedDict):
    """Where a seat stands: what everybody sees, and that seat's own hand.

    `mine`: square -> card, the start left out, goals turned up under their names, `~` after a turned card.
    `face_down`: squares of the goals that are face down. `before`: seat -> broken tools before it, seats with none
    may be left out. `hand`: the cards of `seat`. `seats`: how many play. `pile`: how many cards can still be drawn.
    """

    mine: dict[str, str]
    face_down: list[str]
    before: dict[str, list[str]]
    hand: list[str]
    seats: int
    seat: str
    pile: int


def square(text: str) -> Square:
    """`3,-1` as a pair of numbers."""
    x, y = text.split(",")
    return int(x), int(y)


def beside(at: Square, side: str) -> Square:
    """The square that `side` of the card on `at` touches."""
    return at[0] + STEP[side][0], at[1] + STEP[side][1]


def tunnels(card: str) -> Groups:
    """The groups of joined open sides of a card in notation, `~` meaning that it lies turned (R2, R3)."""
    turned = card.endswith("~")
    name = card.removesuffix("~")
    shape = GOAL_TUNNELS.get(name, name).split("-")[0]
    groups = [set(group) for group in shape.split(".")]
    return [{FACING[side] for side in group} for group in groups] if turned else groups


def is_tunnel(card: str) -> bool:
    """Whether a hand card is laid in the mine rather than played."""
    return set(card) <= set("NESW.")


def turnings(card: str) -> list[str]:
    """The different ways a card can lie: unturned, and turned where that shows (R2, R4)."""
    looks = sorted(sorted(group) for group in tunnels(card))
    turned = sorted(sorted(group) for group in tunnels(card + "~"))
    return [card] if looks == turned else [card, card + "~"]


def face_up(mine: dict[str, str]) -> dict[Square, Groups]:
    """Everything that lies face up, the start with it: square -> groups."""
    cards = {(0, 0): tunnels(START)}
    for where, card in mine.items():
        cards[square(where)] = tunnels(card)
    return cards


def open_sides(groups: Groups) -> set[str]:
    """All sides at which a tunnel shows at the edge, stubs among them."""
    return set().union(*groups)


def reachable(cards: dict[Square, Groups]) -> set[tuple[Square, str]]:
    """Each open side of the groups joined to the start, as (square, side).

    The way leads from group to group where both sides of an edge are open (R14).
    """
    found = {((0, 0), side) for group in cards[(0, 0)] for side in group}
    grown = True
    while grown:
        grown = False
        for at, groups in cards.items():
            for group in groups:
                ends = {(at, side) for side in group}
                if not ends <= found and any((beside(at, side), FACING[side]) in found for side in group):
                    found |= ends
                    grown = True
    return found


def pointing(at: Square, cards: dict[Square, Groups]) -> set[str]:
    """The sides of the square `at` at which an open side of a reachable group points at it."""
    reached = reachable(cards)
    return {side for side in STEP if (beside(at, side), FACING[side]) in reached}


def matching_sides(card: str, at: Square, cards: dict[Square, Groups]) -> int:
    """On how many sides the card agrees with a face-up neighbour: open to open or rock to rock."""
    mine = open_sides(tunnels(card))
    neighbours = [(side, cards[beside(at, side)]) for side in STEP if beside(at, side) in cards]
    return sum((side in mine) == (FACING[side] in open_sides(groups)) for side, groups in neighbours)


def may_lie(card: str, at: Square, cards: dict[Square, Groups], joined: set[str]) -> bool:
    """Whether a tunnel card may be laid on an empty square so (R14): no side at odds, one side joined.

    `joined` are the sides at which a reachable tunnel points at the square.
    """
    neighbours = sum(beside(at, side) in cards for side in STEP)
    return matching_sides(card, at, cards) == neighbours and bool(joined & open_sides(tunnels(card)))


def goals_reached(mine: dict[str, str], face_down: list[str]) -> list[str]:
    """The face-down goals that are reached, from north to south (R19, R20)."""
    cards = face_up(mine)
    reached = [where for where in face_down if pointing(square(where), cards)]
    return sorted(reached, key=lambda where: square(where)[1])


def turned_up(stone: str, where: str, mine: dict[str, str]) -> str:
    """How a stone lies when it is turned up: `stone-a` or `stone-a~` (R19)."""
    at, cards = square(where), face_up(mine)
    sides = pointing(at, cards)
    looks = [card for card in (stone, stone + "~") if open_sides(tunnels(card)) & sides]
    return max(looks, key=lambda card: (matching_sides(card, at, cards), not card.endswith("~")))


def lays(position: Position) -> list[str]:
    """Every `lay` of the hand's tunnel cards (R14), none while a tool is broken (R15)."""
    if position["before"].get(position["seat"]):
        return []
    cards = face_up(position["mine"])
    taken = set(cards) | {square(where) for where in position["face_down"]}
    joined: dict[Square, set[str]] = {}
    for at, side in reachable(cards):
        if beside(at, side) not in taken:
            joined.setdefault(beside(at, side), set()).add(FACING[side])
    return [
        f"lay {card} {at[0]},{at[1]}" + ("~" if look.endswith("~") else "")
        for card in {card for card in position["hand"] if is_tunnel(card)}
        for look in turnings(card)
        for at, sides in joined.items()
        if may_lie(look, at, cards, sides)
    ]


def actions(card: str, position: Position) -> list[str]:
    """Every way to play one action card (R15 to R18)."""
    seats = [chr(ord("A") + number) for number in range(position["seats"])]
    before = {seat: position["before"].get(seat, []) for seat in seats}
    if card == "map":
        return [f"map {where}" for where in position["face_down"]]
    if card == "rockfall":
        return [f"rockfall {where}" for where, lies in position["mine"].items() if is_tunnel(lies.removesuffix("~"))]
    kind, shown = card.split(":")
    if kind == "break":
        return [f"{card} {seat}" for seat in seats if card not in before[seat]]
    mended = [(seat, tool) for seat in seats for tool in shown.split("+") if f"break:{tool}" in before[seat]]
    return [f"{card} {seat} {tool}" if "+" in shown else f"{card} {seat}" for seat, tool in mended]


def legal_commands(position: Position) -> list[str]:
    """The sorted legal commands of the position's seat, passes left out."""
    commands = lays(position)
    for card in {card for card in position["hand"] if not is_tunnel(card)}:
        commands += actions(card, position)
    return sorted(commands)


def no_seat_can_move(position: Position, hands: dict[str, list[str]]) -> bool:
    """Whether the round is over for want of moves (R21): the pile empty and nothing left to anybody but passing."""
    if position["pile"]:
        return False
    return not any(legal_commands({**position, "seat": seat, "hand": hand}) for seat, hand in hands.items())
