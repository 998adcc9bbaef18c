"""Plays a round of the base game move by move with the slow rules of `legality.py`, for comparison with the engine.

The round is a heap of plain lists and dicts that `play` changes in place. Gold is drafted the automatic way (R91).
"""

from dataclasses import dataclass, field

from tests.rules.oracle.legality import (
    Position,
    goals_reached,
    is_tunnel,
    legal_commands,
    no_seat_can_move,
    turned_up,
)

SABOTEURS_SHARE = {1: 4, 2: 3, 3: 3, 4: 2}


class Refused(Exception):
    """The command is not one that the seat may give now."""


@dataclass(kw_only=True)
class SlowRound:
    """One round: seat -> hand, square -> card, seat -> broken tools; lists have their top card first.

    `gold` is what each seat owned before the round, in gold cards; `nuggets` what the bank has changed for it.
    """

    to_move: str
    roles: dict[str, str]
    goals: dict[str, str]
    hands: dict[str, list[str]]
    pile: list[str]
    gold_cards: list[int]
    mine: dict[str, str] = field(default_factory=dict)
    before: dict[str, list[str]] = field(default_factory=dict)
    discards: list[str] = field(default_factory=list)
    gold: dict[str, list[int]] = field(default_factory=dict)
    nuggets: dict[str, int] = field(default_factory=dict)
    sees: dict[str, list[str]] = field(default_factory=dict)
    moves: int = 0
    last_laid_by: str | None = None
    connector: str | None = None
    over: bool = False
    winners: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.skip_empty_hands()

    @property
    def seats(self) -> list[str]:
        """All seats in clockwise order."""
        return sorted(self.roles)

    def position(self, seat: str) -> Position:
        """The position as `legality` wants it."""
        return {
            "mine": self.mine,
            "face_down": list(self.goals),
            "before": self.before,
            "hand": self.hands[seat],
            "seats": len(self.roles),
            "seat": seat,
            "pile": len(self.pile),
        }

    def legal(self, seat: str) -> list[str]:
        """The commands of a seat, passes left out; none for who is not on turn."""
        return legal_commands(self.position(seat)) if seat == self.to_move and not self.over else []

    def play(self, seat: str, command: str) -> None:
        """Carry one command out; Refused if the rules do not allow it."""
        word, *rest = command.split()
        allowed = self.legal(seat) + [f"pass {card}" for card in self.hands[seat]]
        if self.over or seat != self.to_move or command not in allowed:
            raise Refused(command)
        self.moves += 1
        if word == "lay":
            self.lay(seat, *rest)
        else:
            self.act(seat, word, rest)
        if not self.over:
            self.finish_turn(seat, command)

    def lay(self, seat: str, card: str, where: str, *_: str) -> None:
        """Put a tunnel card into the mine and turn up what it reaches (R14, R19, R20)."""
        self.hands[seat].remove(card)
        self.mine[where.removesuffix("~")] = card + ("~" if where.endswith("~") else "")
        self.last_laid_by = seat
        while not self.over and (reached := goals_reached(self.mine, list(self.goals))):
            goal = self.goals.pop(reached[0])
            if goal == "gold":
                self.mine[reached[0]] = goal
                self.connector = seat
                self.end()
            else:
                self.mine[reached[0]] = turned_up(goal, reached[0], self.mine)

    def act(self, seat: str, word: str, rest: list[str]) -> None:
        """Play an action card or discard one (R13, R15 to R18)."""
        card = rest[0] if word == "pass" else word
        self.hands[seat].remove(card)
        if word.startswith("break:"):
            self.before.setdefault(rest[0], []).append(card)
            return
        self.discards.insert(0, card)
        if word.startswith("repair:"):
            tool = rest[1] if len(rest) > 1 else word.removeprefix("repair:")
            self.before[rest[0]].remove(f"break:{tool}")
            self.discards.insert(0, f"break:{tool}")
        elif word == "rockfall":
            self.discards.insert(0, self.mine.pop(rest[0]).removesuffix("~"))
        elif word == "map":
            self.sees.setdefault(seat, []).append(f"{rest[0]}={self.goals[rest[0]]}@{self.moves}")

    def finish_turn(self, seat: str, command: str) -> None:
        """Draw, see whether the round is over, and go on to the next seat that holds a card (R13, R21, R97)."""
        if self.pile and self.draws(command):
            self.hands[seat].append(self.pile.pop(0))
        if not any(self.hands.values()) or self.is_stuck():
            self.end()
            return
        self.to_move = self.left_of(seat)
        self.skip_empty_hands()

    def draws(self, command: str) -> bool:
        """Whether a card is drawn after a command: always."""
        return True

    def is_stuck(self) -> bool:
        """Whether the pile is empty and nothing is left to anybody but passing (R21)."""
        return no_seat_can_move(self.position(self.to_move), self.hands)

    def skip_empty_hands(self) -> None:
        """Pass over who holds no card (R97)."""
        while not self.hands[self.to_move]:
            self.to_move = self.left_of(self.to_move)

    def left_of(self, seat: str) -> str:
        """The next seat (R12)."""
        return self.seats[(self.seats.index(seat) + 1) % len(self.seats)]

    def next_first(self) -> str:
        """Who begins the next round (R25)."""
        return self.left_of(self.last_laid_by or self.to_move)

    def end(self) -> None:
        """Pay, and turn everything up (R22 to R24)."""
        self.over = True
        role = "digger" if self.connector else "saboteur"
        self.winners = [seat for seat in self.seats if self.roles[seat] == role]
        if self.connector:
            self.draft(self.connector)
        else:
            for seat in self.winners:
                self.pay(seat, SABOTEURS_SHARE[len(self.winners)])
        self.mine |= self.goals
        self.goals = {}

    def draft(self, connector: str) -> None:
        """Hand the drawn gold cards to the diggers, to the right of who connected, the highest first (R22, R91).

        Where there were not as many cards as diggers the last ones get a nugget each.
        """
        drawn = sorted(self.gold_cards[: len(self.winners)])
        del self.gold_cards[: len(self.winners)]
        start = self.seats.index(connector)
        for seat in [self.seats[start - steps] for steps in range(len(self.seats))]:
            if seat in self.winners and drawn:
                self.gold.setdefault(seat, []).append(drawn.pop())
            elif seat in self.winners:
                self.nuggets[seat] = self.nuggets.get(seat, 0) + 1

    def pay(self, seat: str, share: int) -> None:
        """Gold cards of exactly the share, highest first; the bank gives nuggets for what they cannot change (R23)."""
        cards = next(found for due in range(share, -1, -1) if (found := change(self.gold_cards, due)) is not None)
        for value in cards:
            self.gold_cards.remove(value)
        self.gold.setdefault(seat, []).extend(cards)
        self.nuggets[seat] = self.nuggets.get(seat, 0) + share - sum(cards)

    def total(self, seat: str) -> int:
        """Gold cards and nuggets of a seat together."""
        return sum(self.gold.get(seat, [])) + self.nuggets.get(seat, 0)


def change(cards: list[int], due: int) -> list[int] | None:
    """Cards of exactly the sum due, the highest first; None where there are none."""
    if due == 0:
        return []
    for number, value in enumerate(sorted(cards, reverse=True)):
        rest = change(sorted(cards, reverse=True)[number + 1 :], due - value) if value <= due else None
        if rest is not None:
            return [value, *rest]
    return None


def cards_in_play(table: SlowRound) -> list[str]:
    """All tunnel and action cards wherever they are, sorted: always the 67 of the catalogue."""
    lying = [card.removesuffix("~") for card in table.mine.values() if is_tunnel(card.removesuffix("~"))]
    broken = [card for cards in table.before.values() for card in cards]
    held = [card for hand in table.hands.values() for card in hand]
    return sorted(table.pile + table.discards + lying + broken + held)
