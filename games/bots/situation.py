"""All that a bot makes of its view before it weighs what it may do: worked out once, then only asked."""

from collections.abc import Sequence
from functools import cached_property

from games.bots import route
from games.bots.beliefs import SUSPECT, chances, is_dead_end, reputations, saboteurs_at_most
from games.rules.board import Board, Square, board_of, square
from games.rules.cards import CARDS, GOAL_TUNNELS, START, STOPS_LAYING, tunnel
from games.rules.commands import Lay
from games.rules.events import PublicEvent
from games.rules.tunnels import TURNED
from games.rules.view import PlayerView

KEYSTONES = 8
"""So many through tunnels are looked at when a rockfall is to do harm."""


class Situation:
    """A view as one seat reads it. Distances are in cards to lay, chances from 0 to 1. ValueError for an onlooker's."""

    def __init__(self, view: PlayerView, seen: Sequence[PublicEvent]) -> None:
        if view.own is None:
            raise ValueError("an onlooker has nothing to decide")
        self.view, self.public, self.own = view, view.public, view.own
        self._seen = seen
        self.board: Board = board_of(view.public.mine, view.public.face_down)
        self._last: tuple[Lay, Board] | None = None

    # -- the mine

    @cached_property
    def chances(self) -> dict[Square, float]:
        """Face-down goals with the chance that each is the gold."""
        return chances(self.view)

    @property
    def gold_is_known(self) -> bool:
        """Whether there is nothing more to learn from a map."""
        return max(self.chances.values(), default=1.0) == 1.0

    @cached_property
    def _targets(self) -> dict[Square, int]:
        """Goals to dig for, each with half of what lies from there to where the gold may be instead."""
        return {
            goal: round(route.CARD / 2 * sum(p * _apart(goal, other) for other, p in self.chances.items()))
            for goal, chance in self.chances.items()
            if chance
        }

    @cached_property
    def _costs(self) -> dict[Square, int]:
        return route.costs(self.board, self._targets)

    @cached_property
    def _outlook(self) -> int:
        return route.outlook(self.board, self._costs)

    @property
    def distance(self) -> float:
        """How many cards the mine is away from the gold, as far as this seat can tell."""
        return self._outlook / route.CARD

    def reached(self, command: Lay) -> float | None:
        """The chance that a card reaches the gold; None when it reaches no goal."""
        reached = self._with(command).pointed - self.board.pointed
        return sum(self.chances.get(at, 0.0) for at in reached) if reached else None

    def advance(self, command: Lay) -> float:
        """How many cards nearer to the gold the mine is with a card laid; below 0 when it harms."""
        after, at = self._with(command), square(command.at)
        known = self._costs
        if known.get(at, route.BLOCKED) <= self._outlook + 2 * route.CARD:
            known = route.costs(after, self._targets)
        return (self._outlook - route.outlook(after, known)) / route.CARD

    def advance_without(self, at: str) -> float:
        """How many cards nearer to the gold the mine is when what lies on a square is gone."""
        mine = {other: card for other, card in self.public.mine.items() if other != at}
        after = Board(mine, self.public.face_down)
        return (self._outlook - route.outlook(after, route.costs(after, self._targets))) / route.CARD

    def _with(self, command: Lay) -> Board:
        if self._last is None or self._last[0] is not command:
            laid = self.board.laid(square(command.at), tunnel(command.card + TURNED * command.turned))
            self._last = command, laid
        return self._last[1]

    @cached_property
    def dead_ends(self) -> frozenset[str]:
        """Squares of dead ends that a rockfall could remove."""
        return frozenset(at for at, card in self._cards_laid if is_dead_end(card))

    @cached_property
    def keystones(self) -> frozenset[str]:
        """Squares of the through tunnels nearest to the goals, those that a rockfall would hurt most."""
        through = [at for at, card in self._cards_laid if not is_dead_end(card)]
        return frozenset(sorted(through, key=lambda at: (-square(at)[0], square(at)[1]))[:KEYSTONES])

    @property
    def _cards_laid(self) -> list[tuple[str, str]]:
        laid = ((at, card.removesuffix(TURNED)) for at, card in self.public.mine.items())
        return [(at, card) for at, card in laid if card != START and card not in GOAL_TUNNELS]

    # -- the players

    @cached_property
    def names(self) -> tuple[float, ...]:
        """How much each player seems to harm, by seat; 0 is unknown, above 0 suspicious."""
        return reputations(self.view, self._seen)

    @cached_property
    def suspects(self) -> frozenset[int]:
        """The seats taken for saboteurs: no more than there may be."""
        others = [seat for seat in range(self.public.seats) if seat != self.own.seat and self.names[seat] >= SUSPECT]
        return frozenset(sorted(others, key=lambda seat: (-self.names[seat], seat))[: saboteurs_at_most(self.view)])

    def troubles(self, seat: int) -> int:
        """How many cards before a player keep them from laying tunnels (R15, R38)."""
        return sum(before.seat == seat and before.card in STOPS_LAYING for before in self.public.before)

    @cached_property
    def broken(self) -> frozenset[str]:
        """What lies before me."""
        return frozenset(before.card for before in self.public.before if before.seat == self.own.seat)

    @property
    def holds_a_tunnel(self) -> bool:
        """Whether there is anything that I could lay if my tools were whole."""
        return any(CARDS[card].is_tunnel for card in self.own.hand)


def _apart(one: Square, other: Square) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])
