"""Tolls and the greedy dwarf read a second time, from `docs/rules.md` alone (R60, R70), upon the slow base game.

A round is played in the same notation as `referee.py` does it; `$C` behind a lay says that C pays.
"""

from dataclasses import dataclass, field

from tests.rules.oracle.legality import beside, face_up, legal_commands, reachable, square
from tests.rules.oracle.referee import SlowRound


@dataclass(kw_only=True)
class TollRound(SlowRound):
    """A round with miners: two for the whole table, each is owed a nugget where it stands (R70).

    `miners` has the owner by square, `offers` the seat a helper would pay for. The gold of earlier rounds may pay, so
    `nuggets` and `gold` are those that the players have.
    """

    miners_left: int = 2
    miners: dict[str, str] = field(default_factory=dict)
    offers: dict[str, str] = field(default_factory=dict)

    def legal(self, seat: str) -> list[str]:
        """The commands of a seat, passes left out; none for who is not on turn."""
        return self.might(seat) if seat == self.to_move and not self.over else []

    def might(self, seat: str) -> list[str]:
        """What a seat could do if it were on turn: with its cards, and with a miner of the table."""
        commands = []
        for command in legal_commands(self.position(seat)):
            commands += self.at_toll(seat, command) if command.startswith("lay ") else [command]
        ends = self.open_ends() if self.miners_left else []
        return sorted(commands + [f"miner {card} {end}" for card in set(self.hands[seat]) for end in ends])

    def at_toll(self, seat: str, lay: str) -> list[str]:
        """A lay with all who may pay for it: no toll is due where no miner stands, or the own one."""
        owner = self.miners.get(lay.split()[2].removesuffix("~"))
        if owner in (None, seat):
            return [lay]
        helpers = [helper for helper, payer in self.offers.items() if payer == seat and self.total(helper)]
        return [lay] * bool(self.total(seat)) + [f"{lay} ${helper}" for helper in helpers]

    def open_ends(self) -> list[str]:
        """Empty squares at which a reachable open side points, and where no miner stands yet."""
        cards = face_up(self.mine)
        taken = set(cards) | {square(where) for where in (*self.goals, *self.miners)}
        return [f"{x},{y}" for x, y in {beside(at, side) for at, side in reachable(cards)} - taken]

    def play(self, seat: str, command: str) -> None:
        """Carry one command out, at any time an offer; one that is gone may leave no seat a move (R21)."""
        if command.startswith("offer "):
            self.offers.pop(seat, None)
            if command != "offer none":
                self.offers[seat] = command.split()[1]
            if self.is_stuck():
                self.end()
        else:
            super().play(seat, command)

    def lay(self, seat: str, card: str, where: str, *helper: str) -> None:
        """Put a tunnel card into the mine; the miner is paid first, for a goal may end the round."""
        owner = self.miners.pop(where.removesuffix("~"), seat)
        for word in helper:
            self.pay_toll(word.removeprefix("$"), owner)
            del self.offers[word.removeprefix("$")]
        if owner != seat and not helper:
            self.pay_toll(seat, owner)
        super().lay(seat, card, where)

    def pay_toll(self, giver: str, owner: str) -> None:
        """One nugget changes hands; who has none left changes the lowest gold card at the bank."""
        if not self.nuggets.get(giver):
            lowest = min(self.gold[giver])
            self.gold[giver].remove(lowest)
            self.nuggets[giver] = lowest
        self.nuggets[giver] -= 1
        self.nuggets[owner] = self.nuggets.get(owner, 0) + 1

    def act(self, seat: str, word: str, rest: list[str]) -> None:
        """Play an action card, discard one, or discard one for a miner."""
        if word != "miner":
            super().act(seat, word, rest)
            return
        self.hands[seat].remove(rest[0])
        self.discards.insert(0, rest[0])
        self.miners[rest[1]] = seat
        self.miners_left -= 1

    def draws(self, command: str) -> bool:
        """Whether a card is drawn after a command: not for a miner."""
        return not command.startswith("miner ")

    def is_stuck(self) -> bool:
        """Whether the pile is empty and nothing is left to anybody but passing (R21)."""
        return not self.pile and not any(self.might(seat) for seat in self.seats)


@dataclass(kw_only=True)
class GreedyRound(TollRound):
    """A round with a greedy dwarf among the players or set aside, and with tolls (R60)."""

    def end(self) -> None:
        """Who connects as the greedy dwarf gets four and no other seat gets any; else it is a round like others."""
        if self.connector is None or self.roles[self.connector] != "greedy":
            super().end()
            return
        self.over, self.winners = True, [self.connector]
        self.pay(self.connector, 4)
        self.mine |= self.goals
        self.goals = {}
