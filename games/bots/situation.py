"""A bot's evaluation of its view: each value is computed once, before the bot weighs its legal moves."""

from collections.abc import Mapping, Sequence
from functools import cached_property

from games.bots import route, teams
from games.bots.beliefs import SUSPECT, Beliefs, beliefs_of, is_dead_end, names_of, saboteurs_at_most
from games.bots.fortune import fortunes
from games.bots.grudges import grudges
from games.bots.hearsay import Claimed, chances_after
from games.bots.knowledge import Knowledge
from games.bots.manner import USUAL, Manner, Temper
from games.rules.agenda import Rules
from games.rules.board import GOAL, Board, Square, board_of, square
from games.rules.cards import CARDS, GOAL_TUNNELS, START, STOPS_LAYING, tunnel
from games.rules.commands import Lay, PlayCard
from games.rules.events import PublicEvent
from games.rules.roles import SABOTEUR
from games.rules.ruleset import compiled
from games.rules.tunnels import TURNED
from games.rules.view import PlayerView

Laying = Lay | PlayCard
"""A command that puts a tunnel card on a square: from the hand, or moved there by a detour (R67)."""

KEYSTONES = 8
"""How many through tunnels a saboteur considers as the target of a rockfall."""

HURRY = 2.0
"""The distance from the gold, in cards, at which players stop holding back. From twice that distance on, the temper
sets how often they do."""
A_THIRD, LEISURE = 1 / 3, 2.5
"""Diggers hold back as often as their temper says if a third of the players may be saboteurs, and more often if fewer
may be, up to `LEISURE` times."""
DUEL, RACE = 2, 13
"""In a race of two teams waiting loses the gold: `DUEL` players never hold back, `RACE` players do so as elsewhere,
and between them it grows with their number."""
SMALL, LARGE = 4.8, 6.8
"""Below `SMALL` and above `LARGE` players each turn counts more, so players hold back less often."""


class Situation:
    """The view of one seat. Distances are in cards to lay, chances from 0 to 1. ValueError for a spectator's view."""

    def __init__(
        self,
        view: PlayerView,
        seen: Sequence[PublicEvent],
        *,
        role: str = "",
        claimed: Claimed = (),
        manner: Manner = USUAL,
    ) -> None:
        if view.own is None:
            raise ValueError("an onlooker has nothing to decide")
        self.view, self.public, self.own, self.seen = view, view.public, view.own, seen
        self.claimed, self.manner = claimed, manner
        self.role = role or view.own.role
        self.whole: Board = board_of(view.public.mine, view.public.face_down)
        self.board = self._as_i_read_it(view.public.mine) if self._barred else self.whole
        self._after: dict[tuple[str, str, bool], tuple[Board, Board]] = {}

    @cached_property
    def rules(self) -> Rules:
        """Return the compiled rules."""
        return compiled(self.public.ruleset)

    @property
    def temper(self) -> Temper:
        """My temper."""
        return self.manner.mood()

    @cached_property
    def knowledge(self) -> Knowledge:
        """Return my sightings that are still valid."""
        return Knowledge(self.view, self.seen)

    @cached_property
    def is_late(self) -> bool:
        """Whether the round is in its second half: by the cards still to be drawn, or by the way still to dig."""
        return self.left < 0.5 or self.distance < 4

    @cached_property
    def left(self) -> float:
        """The part of the pile that is left, from 0 to 1."""
        return self.public.pile / max(1, self._pile_at_first)

    @cached_property
    def _pile_at_first(self) -> int:
        hands = self.public.seats * self.rules.hand_size(self.public.seats)
        return sum(self.rules.catalogue.values()) - self.rules.aside - hands

    # -- the mine

    @cached_property
    def _barred(self) -> bool:
        """Whether a door in the mine stops my team (R36)."""
        other = teams.OTHER_TEAM.get(self.role)
        return other is not None and any(teams.door(card) == other for card in self.public.mine.values())

    def _as_i_read_it(self, mine: dict[str, str]) -> Board:
        return Board({at: self.read(card) for at, card in mine.items()}, self.public.face_down)

    def read(self, card: str) -> str:
        """A card with the ways that my team may use (R36)."""
        return teams.as_read_by(self.role, card)

    def is_dead_end(self, card: str) -> bool:
        """Whether a tunnel card has sides that lead my team nowhere."""
        return is_dead_end(self.read(card))

    @cached_property
    def chances(self) -> Mapping[Square, float]:
        """Face-down goals with the chance that each is the gold."""
        harms = self.beliefs.harms if self.manner.skill().doubts else (0.0,) * self.public.seats
        return chances_after(self.knowledge.chances(), self.claimed, harms, self.own.seat)

    @property
    def gold_is_known(self) -> bool:
        """Return whether a map could show nothing new."""
        return max(self.chances.values(), default=1.0) == 1.0

    @cached_property
    def _targets(self) -> dict[Square, int]:
        """Goals to dig for, each with half its expected distance from the gold as an extra cost. A beginner digs for
        the nearest."""
        if not self.manner.skill().ponders:
            possible = (goal for goal, chance in self.chances.items() if chance)
            return dict.fromkeys(sorted(possible, key=lambda at: (self.way_to(at), at))[:1], 0)
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

    @cached_property
    def is_locked_out(self) -> bool:
        """Whether the gold is near for others, and far for my team because of a door (R36, R45)."""
        if not self._barred:
            return False
        open_to_all = route.outlook(self.whole, route.costs(self.whole, self._targets)) / route.CARD
        return open_to_all < 4 and self.distance - open_to_all > 2

    @property
    def odds_of_holding(self) -> float:
        """How likely a digger holds back this turn: seldom near the gold or with many possible saboteurs, never with
        an empty pile."""
        if not self.public.pile:
            return 0.0
        far = max(0.0, min(1.0, (self.distance - HURRY) / HURRY))
        seats = self.public.seats
        race = teams.OTHER_TEAM.keys() & set(self.rules.roles(seats))
        time = (seats - DUEL) / (RACE - DUEL) if race else min(1.0, seats / SMALL, LARGE / seats)
        leisure = (1 + LEISURE * (A_THIRD - self.saboteurs / seats)) * time
        return min(0.9, self.temper.holds * far * leisure)

    def goals_reached(self, command: Laying) -> frozenset[Square]:
        """The face-down goals that a card reaches, for any team."""
        whole, _ = self._with(command)
        return frozenset(at for at in whole.pointed - self.whole.pointed if whole.sealed[at] == GOAL)

    def chests_reached(self, command: Laying) -> frozenset[Square]:
        """The chests that a card reaches (R73)."""
        whole, _ = self._with(command)
        return frozenset(at for at in whole.pointed - self.whole.pointed if whole.sealed[at] != GOAL)

    def is_for_me(self, command: Laying, goal: Square) -> bool:
        """Whether my team may walk to a goal that a card reaches (R45)."""
        return goal in self._with(command)[1].pointed

    def joins(self, command: Laying, at: str) -> bool:
        """Whether a card joins what lies on a square to the start (R71)."""
        whole, _ = self._with(command)
        return bool(whole.live.get(square(at)))

    def advance(self, command: Laying) -> float:
        """How many cards nearer to the gold the mine is with a card laid; below 0 when it harms."""
        _, after = self._with(command)
        known = route.costs(after, self._targets) if self.is_on_the_way(command) else self._costs
        return (self._outlook - route.outlook(after, known)) / route.CARD

    def is_on_the_way(self, command: Laying) -> bool:
        """Whether a card lies on a way that is not much longer than the best one. A card that a detour moves always
        counts."""
        if isinstance(command, PlayCard):
            return True
        return self._costs.get(square(command.at), route.BLOCKED) <= self._outlook + 2 * route.CARD

    def nearness(self, at: str) -> float:
        """How good an end the square is on which the next card may lie: 1 for the best, 0 for one out of the way."""
        behind = (self._costs.get(square(at), route.BLOCKED) - self._outlook) / route.CARD
        return max(0.0, min(1.0, 1 - behind / 2))

    def advance_without(self, at: str) -> float:
        """How many cards nearer to the gold the mine is when what lies on a square is gone."""
        mine = {other: card for other, card in self.public.mine.items() if other != at}
        after = self._as_i_read_it(mine)
        return (self._outlook - route.outlook(after, route.costs(after, self._targets))) / route.CARD

    def way_to(self, goal: Square) -> int:
        """How many squares the best end of the mine is away from a goal, as the crow flies."""
        return min((_apart(at, goal) for at in self.board.edges), default=route.BLOCKED)

    def _with(self, command: Laying) -> tuple[Board, Board]:
        """The mine with a card laid, as it is and as my team may walk it."""
        card, at = self._laid(command), command.at if isinstance(command, Lay) else command.at[0]
        key = (card, at, isinstance(command, PlayCard))
        known = self._after.get(key)
        if known is None:
            there = square(at)
            before, mine = self._without_last if isinstance(command, PlayCard) else (self.whole, self.board)
            whole = before.laid(there, tunnel(card))
            read = self.read(card)
            same = mine is before and read == card
            known = self._after[key] = whole, whole if same else mine.laid(there, tunnel(read))
        return known

    def _laid(self, command: Laying) -> str:
        return self.card_of(command) + TURNED * command.turned

    def card_of(self, command: Laying) -> str:
        """The tunnel card that comes to lie in the mine."""
        return command.card if isinstance(command, Lay) else self.moved_card

    @property
    def moved_card(self) -> str:
        """The card that a detour would move (R67); ValueError when there is none."""
        last = self.public.last_laid
        if last is None:
            raise ValueError("nothing was laid")
        return self.public.mine[last.at].removesuffix(TURNED)

    @cached_property
    def _without_last(self) -> tuple[Board, Board]:
        """The mine without the card that a detour would move."""
        last = self.public.last_laid
        mine = {at: card for at, card in self.public.mine.items() if last is None or at != last.at}
        whole = Board(mine, self.public.face_down)
        return whole, self._as_i_read_it(mine) if self._barred else whole

    @cached_property
    def dead_ends(self) -> frozenset[str]:
        """Squares of dead ends that a rockfall could remove."""
        return frozenset(at for at, card in self._cards_laid if self.is_dead_end(card))

    @cached_property
    def keystones(self) -> frozenset[str]:
        """Squares of the through tunnels nearest to the goals, those that a rockfall would hurt most."""
        through = [at for at, card in self._cards_laid if not self.is_dead_end(card)]
        return frozenset(sorted(through, key=lambda at: (-square(at)[0], square(at)[1]))[:KEYSTONES])

    @property
    def _cards_laid(self) -> list[tuple[str, str]]:
        laid = ((at, card.removesuffix(TURNED)) for at, card in self.public.mine.items())
        fixed = self.public.fixed
        return [(at, card) for at, card in laid if card != START and card not in GOAL_TUNNELS and at not in fixed]

    # -- the players

    @cached_property
    def beliefs(self) -> Beliefs:
        """How likely each role is at each seat."""
        return beliefs_of(self.view, self.seen, self.knowledge, self.claimed)

    @cached_property
    def names(self) -> tuple[float, ...]:
        """Return the score of each player by seat; 0 is unknown, above 0 suspicious."""
        if not self.manner.skill().remembers:
            return grudges(self.public.seats, self.seen, self.knowledge.roles)
        return names_of(self.beliefs, self.view)

    @cached_property
    def suspects(self) -> frozenset[int]:
        """The seats taken for saboteurs: no more than there may be."""
        others = [seat for seat in range(self.public.seats) if seat != self.own.seat and self.names[seat] >= SUSPECT]
        return frozenset(sorted(others, key=lambda seat: (-self.names[seat], seat))[: saboteurs_at_most(self.view)])

    @cached_property
    def saboteurs(self) -> float:
        """How many saboteurs are likely at the table (R10, R30)."""
        roles = self.rules.roles(self.public.seats)
        return roles.count(SABOTEUR) * self.public.seats / len(roles)

    @cached_property
    def rivals(self) -> frozenset[int]:
        """The seats taken for diggers of the other team (R36): I saw it, or they laid its doors."""
        other = teams.OTHER_TEAM.get(self.role)
        if other is None:
            return frozenset()
        leaning = dict(enumerate(teams.leanings(self.rules, self.public.seats, self.seen))) | self.knowledge.roles
        return frozenset(seat for seat, team in leaning.items() if team == other and seat != self.own.seat)

    @cached_property
    def fortunes(self) -> tuple[float, ...]:
        """The estimated nuggets of each player, by seat."""
        return fortunes(self.view, self.seen)

    def lies_before(self, seat: int, card: str) -> bool:
        """Whether a card lies before a player."""
        return any(before.seat == seat and before.card == card for before in self.public.before)

    def troubles(self, seat: int) -> int:
        """How many cards before a player keep them from laying tunnels (R15, R38)."""
        return sum(before.seat == seat and before.card in STOPS_LAYING for before in self.public.before)

    @cached_property
    def broken(self) -> frozenset[str]:
        """The cards that lie before me."""
        return frozenset(before.card for before in self.public.before if before.seat == self.own.seat)

    @property
    def holds_a_tunnel(self) -> bool:
        """Whether I hold a tunnel card."""
        return any(CARDS[card].is_tunnel for card in self.own.hand)


def _apart(one: Square, other: Square) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])
