"""The draw at the end of a turn (R13), which cards and chests may change while the turn runs (R43, R62, R66, R73)."""

from collections.abc import Callable, Iterator
from typing import ClassVar, NamedTuple, TypedDict, Unpack

from msgspec.structs import replace

from games.rules.agenda import Play, Public, Rules
from games.rules.commands import Choose, Command
from games.rules.events import Kept
from games.rules.state import SeatSecret
from games.rules.task import Decision, Task


class Expected(NamedTuple):
    """The forecast of a draw from public knowledge (R90): who draws how many cards from the pile, and the replacements
    of the draw, named by their chests (R73)."""

    seat: int
    cards: int
    instead: tuple[str, ...] = ()


class Draw(Task, frozen=True, tag="draw"):
    """The draw of the turn after all changes: who draws how many, whether it was cancelled, and additions (R73).

    ``instead`` names the replacements, which run first; then ``extra`` cards are drawn. ``forbidden`` stops every draw
    from the pile.
    """

    is_draw: ClassVar[bool] = True
    seat: int
    count: int = 1
    extra: int = 0
    replaced: bool = False
    instead: tuple[str, ...] = ()
    forbidden: bool = False

    def run(self, play: Play) -> None:
        if self.instead:
            later = [Instead(seat=self.seat, name=name) for name in self.replacements(play.rules)]
            play.push(*later, replace(self, instead=()))
        else:
            play.draw(self.seat, self.cards)

    @property
    def cards(self) -> int:
        """Return how many cards are drawn from a large enough pile."""
        return 0 if self.forbidden else self.extra + (0 if self.replaced else self.count)

    def replacements(self, rules: Rules) -> tuple[str, ...]:
        """Return the replacements of the draw, in order, by name."""
        return tuple(name for name in self.instead if not (self.forbidden and rules.instead_of_draw[name].from_pile))

    def forecast(self, rules: Rules, pile: int) -> Expected:
        """Return the forecast of the draw for a pile of this size."""
        left = pile - self._taken_instead(rules, pile)
        return Expected(self.seat, min(self.cards, left), self.replacements(rules))

    def pile_after(self, rules: Rules, pile: int) -> int:
        """Return how many of the `pile` cards are left after this draw."""
        left = pile - self._taken_instead(rules, pile)
        return left - min(self.cards, left)

    def _taken_instead(self, rules: Rules, pile: int) -> int:
        return min(pile, sum(rules.instead_of_draw[name].from_pile for name in self.replacements(rules)))


class Instead(Task, frozen=True, tag="instead"):
    """A replacement of a draw, named by its chest (R73)."""

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
    """Fields of a draw that chests set."""

    replaced: bool
    forbidden: bool


def set_draw(play: Play, **fields: Unpack[DrawChanges]) -> None:
    """Give the draw of the turn other fields."""
    change_draw(play, lambda draw: replace(draw, **fields))


class ToDiscards(Task, frozen=True, tag="to-discards"):
    """A played card is discarded after all of its effects (R73)."""

    card: str

    def run(self, play: Play) -> None:
        play.discard(self.card)


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
    """Let a player keep one of some cards. A single card is kept at once, since the number is public (R91)."""
    keep = Keep(seat=seat, count=len(cards), card=card)
    play.change_seat(seat, offer=tuple(reversed(cards)))
    if len(cards) == 1:
        keep.take(play, seat, Choose(cards[0]))
    else:
        play.push(keep)
