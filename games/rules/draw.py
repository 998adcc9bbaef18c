"""The draw at the end of a turn (R13), which cards and chests may change while the turn runs (R43, R62, R66, R73)."""

from collections.abc import Callable, Iterator
from typing import TypedDict, Unpack

from msgspec.structs import replace

from games.rules.agenda import Decision, Play, Public, Rules, Task
from games.rules.commands import Choose, Command
from games.rules.events import Kept
from games.rules.state import SeatSecret


class Draw(Task, frozen=True, tag="draw"):
    """What the draw of the turn has become: who draws how many, whether that fell away, and what comes besides (R73).

    ``instead`` happens in its place, in order, then ``extra`` cards are drawn; ``forbidden`` stops all from the pile.
    """

    seat: int
    count: int = 1
    extra: int = 0
    replaced: bool = False
    instead: tuple[str, ...] = ()
    forbidden: bool = False

    def run(self, play: Play) -> None:
        if self.instead:
            later = [Instead(seat=self.seat, name=name) for name in self.instead if self._may_happen(play, name)]
            play.push(*later, replace(self, instead=()))
        elif not self.forbidden:
            play.draw(self.seat, self.extra + (0 if self.replaced else self.count))

    def _may_happen(self, play: Play, name: str) -> bool:
        return not (self.forbidden and play.rules.instead_of_draw[name].from_pile)


class Instead(Task, frozen=True, tag="instead"):
    """One of the things that happen in place of a draw, named as its chest (R73)."""

    seat: int
    name: str

    def run(self, play: Play) -> None:
        play.rules.instead_of_draw[self.name].happen(play, self.seat)


def change_draw(play: Play, change: Callable[[Draw], Draw]) -> None:
    """Change the draw of the turn that runs; nothing when the turn has none (R70)."""
    for place in range(len(play.agenda) - 1, -1, -1):
        task = play.agenda[place]
        if isinstance(task, Draw):
            play.agenda[place] = change(task)
            return


class DrawChanges(TypedDict, total=False):
    """Fields of a draw that cards and chests set."""

    seat: int
    count: int
    replaced: bool
    forbidden: bool


def set_draw(play: Play, **fields: Unpack[DrawChanges]) -> None:
    """Give the draw of the turn other fields."""
    change_draw(play, lambda draw: replace(draw, **fields))


class Keep(Decision, frozen=True, tag="keep"):
    """A player keeps one of the cards on offer, the others go back face down; ``card`` then lies on top (R62, R73)."""

    asks = "keep"
    count: int
    card: str = ""

    def menu(self, rules: Rules, public: Public, own: SeatSecret) -> Iterator[Command]:
        return (Choose(card) for card in dict.fromkeys(own.offer))

    def take(self, play: Play, seat: int, command: Choose) -> None:
        others = list(play.seats[seat].offer)
        others.remove(command.answer)
        play.change_seat(seat, offer=())
        play.discard(*others, face_up=False)
        if self.card:
            play.discard(self.card)
        play.emit(Kept(seat=seat))
        play.give(seat, (command.answer,))


def offer(play: Play, seat: int, cards: tuple[str, ...], card: str = "") -> None:
    """Let a player keep one of some cards. One alone is kept at once: how many there are, everybody knows (R91)."""
    keep = Keep(seat=seat, count=len(cards), card=card)
    play.change_seat(seat, offer=tuple(reversed(cards)))
    if len(cards) == 1:
        keep.take(play, seat, Choose(cards[0]))
    else:
        play.push(keep)


def lift_discards(play: Play, count: int) -> tuple[str, ...]:
    """Take so many cards off the discards, the top first; fewer when there are not so many."""
    discards = play.table.discards
    left = max(0, len(discards) - count)
    play.change(discards=play.public.discards[:left])
    play.change_table(discards=discards[:left])
    return tuple(reversed(discards[left:]))
