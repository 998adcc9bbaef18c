"""2019, the veto (R63, R93): it answers a card just announced, by standing order at once or in a window of time."""

from collections.abc import Iterator

from msgspec.structs import replace

from games.rules.agenda import Effect, Play, Public, Rules
from games.rules.announced import announcement, reaches_goal
from games.rules.cards import CARDS, Card
from games.rules.commands import LET_BE_THIS_ROUND, Choose, Command, Lay, Order, PlayCard, SeatCommand, Veto
from games.rules.draw import Draw, Expected
from games.rules.errors import Refused
from games.rules.events import Vetoed
from games.rules.state import SeatSecret
from games.rules.task import Ask, Task
from games.rules.turn import Resolve

VETO = "veto"
NONE = "none"


def _announced(play: Play, seat: int, command: Lay | PlayCard) -> None:
    """A standing order strikes at once; else a window opens where the table has one (R93)."""
    seats = play.public.seats
    for step in range(1, seats):
        other = (seat + step * play.public.direction) % seats
        order = next((order for order in play.seats[other].orders if order.kind == VETO), None)
        if order is not None and VETO in play.seats[other].hand and _matches(play, order, seat, command):
            play.change_seat(other, orders=tuple(one for one in play.seats[other].orders if one is not order))
            _strike(play, other)
            return
    asked = tuple(other for other in range(seats) if other != seat and play.seats[other].hand)
    if play.public.ruleset.veto_window and asked and VETO not in play.public.discards:
        play.emit(announcement(play.rules, play.public, seat, command))
        for other in asked:
            play.change_seat(
                other, answered=any(order.kind == LET_BE_THIS_ROUND.kind for order in play.seats[other].orders)
            )
        window = Window(seats=asked)
        if window.is_open(play):
            play.push(window)
        else:
            window.close(play)


def _matches(play: Play, order: Order, seat: int, command: Lay | PlayCard) -> bool:
    if order.seat not in (None, seat):
        return False
    return (
        order.what in ("any", command.card)
        or (order.what == "lay" and isinstance(command, Lay))
        or (order.what == "goal" and reaches_goal(play.rules, play.public, command))
    )


def _strike(play: Play, by: int) -> None:
    """The card announced has no effect; both cards are discarded, both players draw. For the draw of a guide it counts
    as laid (R63, R66)."""
    task = play.agenda.pop()
    if not isinstance(task, Resolve):
        raise TypeError(task)
    command = task.command
    play.take_card(by, VETO)
    play.discard(command.card, VETO)
    target = command.seat if isinstance(command, PlayCard) else None
    at = command.at if isinstance(command, PlayCard) else (command.at,)
    play.emit(Vetoed(seat=task.seat, by=by, card=command.card, at=at, target=target))
    place = max(place for place, later in enumerate(play.agenda) if isinstance(later, Draw))
    play.agenda.insert(place, Draw(seat=by))


class Window(Task, frozen=True, tag="window"):
    """All other seats are asked alike whether they veto the card announced (R93)."""

    asks = VETO
    silent = True
    seats: tuple[int, ...]

    def awaited(self) -> tuple[Ask, ...]:
        return tuple(Ask(seat, self.asks) for seat in self.seats)

    def menu(self, rules: Rules, public: Public, own: SeatSecret) -> Iterator[Command]:
        if not own.answered:
            if VETO in own.hand:
                yield Veto()
            yield Choose(NONE)

    def accept_secretly(self, play: Play, seat: int, command: SeatCommand) -> bool:
        play.change_seat(seat, answered=True)
        return not isinstance(command, Veto) and self.is_open(play)

    def take(self, play: Play, seat: int, command: SeatCommand) -> None:
        self.close(play)
        if isinstance(command, Veto):
            _strike(play, seat)

    def answer_in(self, own: SeatSecret, order: Order) -> SeatCommand | None:
        """ "Not again this round" is an answer to this window too."""
        is_asked = own.seat in self.seats and not own.answered
        return Choose(NONE) if is_asked and order == LET_BE_THIS_ROUND else None

    def expected(self, rules: Rules, public: Public, seat: int, command: SeatCommand) -> Expected | None:
        """Who vetoes draws one card after the player of the vetoed card; who lets it be draws nothing (R63)."""
        if not isinstance(command, Veto):
            return None
        first = self.draw(rules, public, seat, command)
        return Draw(seat=seat).forecast(rules, first.pile_after(rules, public.pile) if first else public.pile)

    def is_open(self, play: Play) -> bool:
        """Whether a seat has not answered yet."""
        return any(not play.seats[other].answered for other in self.seats)

    def close(self, play: Play) -> None:
        """Forget the answers."""
        for other in self.seats:
            play.change_seat(other, answered=False)

    def default(self, play: Play, seat: int) -> SeatCommand:
        return Choose(NONE)


def _never_menu(rules: Rules, public: Public, own: SeatSecret, card: Card) -> Iterator[Command]:
    return iter(())


def _never_check(rules: Rules, public: Public, own: SeatSecret, command: PlayCard) -> None:
    raise Refused("veto-only-answers", "R63", card=command.card)


def _never_resolve(play: Play, seat: int, command: PlayCard) -> None:
    raise Refused("veto-only-answers", "R63", card=command.card)


def extend(rules: Rules) -> Rules:
    """One veto in the pile; it is never played in a turn."""
    return replace(
        rules,
        catalogue={**rules.catalogue, VETO: 1},
        effects={
            **rules.effects,
            CARDS[VETO].effect: Effect(menu=_never_menu, check=_never_check, resolve=_never_resolve),
        },
        announced=(*rules.announced, _announced),
    )
