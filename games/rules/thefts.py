"""Thefts of nuggets at the end of a round (R49, R50): the decision ``theft`` and its standing order."""

from collections.abc import Iterator

from games.rules.agenda import Play, Public, Rules
from games.rules.commands import Choose, Command, SeatCommand
from games.rules.events import Stole
from games.rules.notation import letter, seat_of
from games.rules.state import SeatSecret
from games.rules.task import Decision, Task

NO_VICTIM = "none"


def thieves(play: Play) -> tuple[int, ...]:
    """Return the thieves in order: the last to play ``theft``, then clockwise; no trapped players (R38, R49)."""
    before = play.public.before
    trapped = {one.seat for one in before if one.card == "trapped"}
    stealing = [one.seat for one in before if one.card == "theft" and one.seat not in trapped]
    if not stealing:
        return ()
    seats = play.public.seats
    return tuple(sorted(stealing, key=lambda seat: (seat - stealing[-1]) % seats))


class Thefts(Task, frozen=True, tag="thefts"):
    """The thieves decide one after the other. Without a possible victim there is no decision (R49)."""

    order: tuple[int, ...]

    def run(self, play: Play) -> None:
        if not self.order:
            return
        thief, later = self.order[0], Thefts(order=self.order[1:])
        victims = [own.seat for own in play.seats if own.seat != thief and own.nuggets > 0]
        wish = next((order for order in play.seats[thief].orders if order.kind == "theft"), None)
        if not victims:
            play.push(later)
        elif wish is not None and (wish.seat is None or wish.seat in victims):
            play.push(later)
            steal(play, thief, wish.seat)
        else:
            play.push(Rob(seat=thief), later)


class Rob(Decision, frozen=True, tag="rob"):
    """A thief names a seat to rob of one nugget, or none (R49)."""

    asks = "theft"

    def menu(self, rules: Rules, public: Public, own: SeatSecret) -> Iterator[Command]:
        for seat, is_rich in enumerate(public.rich):
            if is_rich and seat != self.seat:
                yield Choose(letter(seat))
        yield Choose(NO_VICTIM)

    def take(self, play: Play, seat: int, command: Choose) -> None:
        steal(play, seat, None if command.answer == NO_VICTIM else seat_of(command.answer))

    def default(self, play: Play, seat: int) -> SeatCommand:
        return Choose(NO_VICTIM)


def steal(play: Play, thief: int, victim: int | None) -> None:
    """One nugget goes from a player to a thief; from no seat: none."""
    if victim is not None:
        play.change_seat(victim, nuggets=play.seats[victim].nuggets - 1)
        play.change_seat(thief, nuggets=play.seats[thief].nuggets + 1)
    play.emit(Stole(seat=thief, victim=victim))
