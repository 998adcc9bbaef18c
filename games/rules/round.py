"""Reached goals and the end of a round: the reveal, the next deal, the end of the game (R19 to R26)."""

from collections.abc import Iterator
from typing import ClassVar

from games.rules.agenda import Arrival, Play, Public, Rules, explained
from games.rules.board import GOAL, Board, Square, square, written
from games.rules.cards import GOLD
from games.rules.commands import Choose, Command, SeatCommand
from games.rules.draw import ToDiscards
from games.rules.events import GameEnded, GoalTurned, RoundEnded
from games.rules.roles import DOORS
from games.rules.state import Revealed, SeatSecret
from games.rules.table import RoundResult
from games.rules.task import Decision, Task


class Arrive(Task, frozen=True, tag="arrive"):
    """The mine has changed: apply the cards that are reached, one at a time (R19, R20)."""

    seat: int

    def run(self, play: Play) -> None:
        for kind, arrival in enumerate(play.rules.arrivals):
            squares = arrival.find(play)
            if not squares:
                continue
            if len(squares) > 1 and play.rules.order_asked:
                play.push(WhichFirst(seat=self.seat, kind=kind, squares=tuple(squares)), self)
            else:
                play.push(self)
                arrival.happen(play, self.seat, squares[0])
            return


class WhichFirst(Decision, frozen=True, tag="order"):
    """Several goals or chests are reached at once: the player who laid says which is turned up first (R20)."""

    asks = "order"
    kind: int
    squares: tuple[str, ...]

    def menu(self, rules: Rules, public: Public, own: SeatSecret) -> Iterator[Command]:
        return (Choose(at) for at in self.squares)

    def take(self, play: Play, seat: int, command: Choose) -> None:
        play.rules.arrivals[self.kind].happen(play, seat, command.answer)

    def default(self, play: Play, seat: int) -> SeatCommand:
        return Choose(play.lot(self.squares))


def _goals_reached(play: Play) -> list[str]:
    """Face-down goals at which a joined open side points, from north to south (R20)."""
    board = play.board
    if not board.pointed:
        return []
    reached = [at for at in board.pointed if board.sealed.get(at) == GOAL]
    return [written(at) for at in sorted(reached, key=lambda at: (at[1], at[0]))]


def _turn_goal_up(play: Play, seat: int, at: str) -> None:
    goal = play.table.goals[at]
    play.emit(GoalTurned(seat=seat, at=at, goal=goal))
    play.rules.goals[goal](play, seat)


GOALS_ARE_REACHED = Arrival(find=_goals_reached, happen=_turn_goal_up)


def reach_gold(play: Play, seat: int) -> None:
    """The gold is reached: the round ends at once (R19, R20)."""
    end_round(play, "gold", seat)


def reach_stone(play: Play, seat: int) -> None:
    """A stone becomes part of the mine; nothing else happens (R19)."""


def end_round(play: Play, reason: str, connector: int | None) -> None:
    """End the play of the round; the payout replaces the rest of the agenda (R21)."""
    clear(play)
    play.push(RoundOver())
    play.rules.settle(play, reason, connector)


def clear(play: Play) -> None:
    """Clear the agenda. A card with an unfinished effect is discarded first (R73)."""
    for task in reversed(play.agenda):
        if isinstance(task, ToDiscards):
            task.run(play)
    play.agenda.clear()


def reveal(play: Play, reason: str, connector: int | None, winners: list[int], paid: list[int] | None = None) -> None:
    """Reveal all roles and goals, the winners, and the payout as far as it follows from roles (R24)."""
    public = play.public
    up = {at: goal for at, goal in play.table.goals.items() if public.face_down.get(at) == GOAL}
    event = RoundEnded(
        round=public.round,
        reason=reason,
        connector=connector,
        winners=tuple(winners),
        roles=tuple(own.role for own in play.seats),
        paid=tuple(paid or ()),
    )
    result = RoundResult(
        round=event.round,
        reason=event.reason,
        connector=event.connector,
        winners=event.winners,
        roles=event.roles,
        goals=play.table.goals,
        paid=event.paid,
        mine={**public.mine, **up},
        before=tuple((one.seat, one.card) for one in public.before),
    )
    play.emit(event, explained(play.rules, result))


def gold_reached(result: RoundResult) -> tuple[Square, Board] | None:
    """Where the gold lies that was reached in a round, and the mine at that moment; None if it was not reached.

    The mine keeps the order in which cards came to lie. What lies after the gold was turned up once the round had been
    paid (R24), and no way to the gold leads through it.
    """
    at = next((at for at, goal in result.goals.items() if goal == GOLD), "")
    if result.reason != GOLD or at not in result.mine:
        return None
    laid = list(result.mine.items())
    return square(at), Board(dict(laid[: list(result.mine).index(at) + 1]), {})


def winning_way(result: RoundResult) -> tuple[Square, ...]:
    """The squares that join the start to the gold in a finished round, both ends among them; () if the gold was not
    reached. Where one team won, the way passes no door of the other (R19, R36, R45)."""
    reached = gold_reached(result)
    if reached is None:
        return ()
    gold, board = reached
    teams = DOORS & {result.roles[seat] for seat in result.winners}
    return board.way(gold, closed=next(iter(DOORS - teams)) if len(teams) == 1 else "")


class RoundOver(Task, frozen=True, tag="round-over"):
    """The round is finished: the next is dealt, or the game is over (R25)."""

    def run(self, play: Play) -> None:
        if play.public.round < play.public.ruleset.rounds:
            play.push(NextRound())
        else:
            end_game(play)


class NextRound(Task, frozen=True, tag="next-round"):
    """Waits for the deal of the next round."""

    halts: ClassVar[bool] = True


def end_game(play: Play) -> None:
    """End the game: most gold wins, and everything is revealed (R24, R26, R96)."""
    if not round_is_over(play.public):
        reveal(play, "ended", None, [])
    gold = tuple(own.worth for own in play.seats)
    winners = tuple(seat for seat, worth in enumerate(gold) if worth == max(gold))
    clear(play)
    revealed = Revealed(
        gold=gold,
        winners=winners,
        hands=tuple(own.hand for own in play.seats),
        pile=play.table.pile,
        discards=play.table.discards,
        spare_roles=play.table.spare_roles,
    )
    play.emit(GameEnded(gold=gold, winners=winners), revealed)


def next_first(public: Public) -> int:
    """Who begins the next round, by the option ``next_starter`` of the table (R25).

    ``layer``: the left neighbour of the seat that laid the last tunnel card, else as ``mover``. ``mover``: that of the
    seat that moved last. ``turn``: whose turn it would have been, in the order of play (R64, R97).
    """
    chosen = public.ruleset.next_starter
    if chosen == "turn":
        return _whose_turn(public)
    last = public.last_laid.seat if public.last_laid and chosen == "layer" else None
    if last is None:
        last = public.last_mover
    if last is None:
        return (public.first + 1) % public.seats
    return (last + 1) % public.seats


def _whose_turn(public: Public) -> int:
    """The seat that would have moved next; seats without cards are skipped, unless all hands are empty (R97)."""
    moved = public.last_mover
    start = public.first if moved is None else moved + public.direction
    order = [(start + step * public.direction) % public.seats for step in range(public.seats)]
    return next((seat for seat in order if public.hands[seat]), order[0])


def round_is_over(public: Public) -> bool:
    """Whether play of the current round has ended and roles are up; takings and thefts may be pending (R24)."""
    return bool(public.results) and public.results[-1].round == public.round
