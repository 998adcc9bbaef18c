"""A turn (R13): one move, one card drawn, then the next seat that holds a card."""

from collections.abc import Iterator
from itertools import combinations

from games.rules.agenda import Play, Public, Rules, TurnMove
from games.rules.cards import CARDS
from games.rules.commands import Command, Lay, Pass, PlayCard, SeatCommand
from games.rules.draw import Draw, change_draw
from games.rules.errors import Refused
from games.rules.events import Passed, PassedOver
from games.rules.round import end_round
from games.rules.state import SeatSecret
from games.rules.task import Decision, Task


class Turn(Decision, frozen=True, tag="turn"):
    """A seat's turn: the decision ``turn``."""

    asks = "turn"

    def menu(self, rules: Rules, public: Public, own: SeatSecret) -> Iterator[Command]:
        for move in rules.moves.values():
            if not move.passing:
                yield from move.menu(rules, public, own)

    def passes(self, rules: Rules, public: Public, own: SeatSecret) -> Iterator[Pass]:
        for move in rules.moves.values():
            if move.passing:
                yield from move.menu(rules, public, own)  # type: ignore[misc]  # passing moves are passes

    def check(self, rules: Rules, public: Public, own: SeatSecret, command: SeatCommand) -> None:
        move = rules.moves.get(type(command))
        if move is None:
            raise Refused("no-such-move", "R13")
        move.check(rules, public, own, command)

    def take(self, play: Play, seat: int, command: SeatCommand) -> None:
        move = play.rules.moves[type(command)]
        draw = move.draw(seat, command)
        play.push(*([draw] if draw else []), Onward(after=seat))
        move.take(play, seat, command)

    def draw(self, rules: Rules, public: Public, seat: int, command: SeatCommand) -> Draw | None:
        draw = rules.moves[type(command)].draw(seat, command)
        if draw is not None and isinstance(command, Lay | PlayCard):
            return rules.effects[CARDS[command.card].effect].draw(draw, command)
        return draw

    def form_of_default(self) -> SeatCommand:
        return Pass(("",))

    def reopened(self) -> Task:
        """Return the turn after an offer was withdrawn: it may have allowed the only move (R21, R70)."""
        return StillOn(seat=self.seat)

    def default(self, play: Play, seat: int) -> SeatCommand:
        return Pass((play.lot(play.seats[seat].hand),))


class Resolve(Task, frozen=True, tag="resolve"):
    """The effect of a card that was announced."""

    seat: int
    command: Lay | PlayCard

    def run(self, play: Play) -> None:
        effect = play.rules.effects[CARDS[self.command.card].effect]
        change_draw(play, lambda draw: effect.draw(draw, self.command))
        effect.resolve(play, self.seat, self.command)


class Onward(Task, frozen=True, tag="onward"):
    """The turn goes on to the next seat that holds a card; or the round ends (R13, R21, R97)."""

    after: int | None = None

    def run(self, play: Play) -> None:
        seats, public = play.seats, play.public
        if not any(own.hand for own in seats):
            end_round(play, "hands-empty", None)
            return
        if no_seat_can_move(play):
            end_round(play, "nobody-can-move", None)
            return
        seat = public.first if self.after is None else (self.after + public.direction) % public.seats
        while not seats[seat].hand:
            play.emit(PassedOver(seat=seat))
            seat = (seat + public.direction) % public.seats
        play.push(Turn(seat=seat))
        follow_order(play, seat)


class StillOn(Task, frozen=True, tag="still-on"):
    """The turn is awaited as before, unless all seats can only pass (R21)."""

    seat: int

    def run(self, play: Play) -> None:
        if no_seat_can_move(play):
            end_round(play, "nobody-can-move", None)
        else:
            play.push(Turn(seat=self.seat))


def no_seat_can_move(play: Play) -> bool:
    """Return whether the pile is empty and all seats can only pass (R21)."""
    if play.table.pile:
        return False
    play.count()
    return not any(can_move(play.rules, play.public, own) for own in play.seats)


def can_move(rules: Rules, public: Public, own: SeatSecret) -> bool:
    """Return whether a seat could make a move other than a pass if it had the turn (R21)."""
    return next(Turn(seat=own.seat).menu(rules, public, own), None) is not None


def follow_order(play: Play, seat: int) -> None:
    """Play the first legal command of a seat's standing order for its turn; the order is then spent."""
    own = play.seats[seat]
    order = own.turn_order
    if order is None:
        return
    play.change_seat(seat, orders=own.lasting_orders)
    play.count()
    turn = play.agenda[-1]
    for command in order.then:
        try:
            turn.check(play.rules, play.public, play.seats[seat], command)
        except Refused:
            continue
        play.agenda.pop()
        play.count_command()
        turn.take(play, seat, command)
        return


# -- the moves of a turn


def _tunnels_menu(rules: Rules, public: Public, own: SeatSecret) -> Iterator[Command]:
    return _cards_menu(rules, public, own, tunnels=True)


def _actions_menu(rules: Rules, public: Public, own: SeatSecret) -> Iterator[Command]:
    return _cards_menu(rules, public, own, tunnels=False)


def _cards_menu(rules: Rules, public: Public, own: SeatSecret, *, tunnels: bool) -> Iterator[Command]:
    for name in dict.fromkeys(own.hand):
        card = CARDS[name]
        if card.is_tunnel == tunnels:
            yield from rules.effects[card.effect].menu(rules, public, own, card)


def _hand_check(rules: Rules, public: Public, own: SeatSecret, command: Lay | PlayCard) -> None:
    if command.card not in own.hand:
        raise Refused("not-in-hand", "R13", card=command.card)
    card = CARDS[command.card]
    if card.is_tunnel != isinstance(command, Lay):
        raise Refused("no-such-move", "R13", card=command.card)
    rules.effects[card.effect].check(rules, public, own, command)


def _hand_take(play: Play, seat: int, command: Lay | PlayCard) -> None:
    announce(play, seat, command)


def draw_one(seat: int, command: SeatCommand) -> Draw:
    """One card is drawn at the end of the turn (R13, R32)."""
    return Draw(seat=seat)


def announce(play: Play, seat: int, command: Lay | PlayCard) -> None:
    """A card of the hand is announced; its effect follows unless it is answered (R63, R93)."""
    play.take_card(seat, command.card)
    play.push(Resolve(seat=seat, command=command))
    for hook in play.rules.announced:
        hook(play, seat, command)


def _pass_menu(rules: Rules, public: Public, own: SeatSecret) -> Iterator[Command]:
    hand = sorted(own.hand)
    for count in range(1, rules.pass_limit + 1):
        for cards in dict.fromkeys(combinations(hand, count)):
            yield Pass(cards)


def _pass_check(rules: Rules, public: Public, own: SeatSecret, command: Pass) -> None:
    if not 1 <= len(command.cards) <= rules.pass_limit:
        raise Refused("wrong-number-of-cards", "R32" if rules.pass_limit > 1 else "R13", most=rules.pass_limit)
    if list(command.cards) != sorted(command.cards):
        raise Refused("not-in-order", "R13")
    holds_all(own, command.cards)


def holds_all(own: SeatSecret, cards: tuple[str, ...]) -> None:
    """Refused when a hand lacks one of the cards, counted with copies."""
    hand = list(own.hand)
    for card in cards:
        if card not in hand:
            raise Refused("not-in-hand", "R13", card=card)
        hand.remove(card)


def _pass_take(play: Play, seat: int, command: Pass) -> None:
    play.discard_down(seat, *command.cards)
    play.emit(Passed(seat=seat, count=len(command.cards)))


def _pass_draw(seat: int, command: Pass) -> Draw:
    return Draw(seat=seat, count=len(command.cards))


LAY_TUNNEL = TurnMove(menu=_tunnels_menu, check=_hand_check, take=_hand_take, draw=draw_one)
PLAY_ACTION = TurnMove(menu=_actions_menu, check=_hand_check, take=_hand_take, draw=draw_one)
PASS = TurnMove(menu=_pass_menu, check=_pass_check, take=_pass_take, passing=True, draw=_pass_draw)
