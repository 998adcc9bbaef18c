"""Treasure chests (R73): four of ten chests under face-down tunnel cards, reached like goals."""

from collections.abc import Iterator

from msgspec.structs import replace

from games.rules import agenda
from games.rules.agenda import Arrival, InsteadOfDraw, Play, Public, Rules
from games.rules.board import CHEST, GOAL, board_of, square, written
from games.rules.changes import PublicChanges
from games.rules.commands import Choose, Command
from games.rules.draw import Instead, change_draw, offer, set_draw
from games.rules.events import CardGrabbed, ChestFell, ChestTurned, GoalMoved, LostCard, NuggetTaken, RoleSeen
from games.rules.notation import letter, seat_of
from games.rules.round import Arrive
from games.rules.sights import ChestSight, RoleSight, Sight
from games.rules.state import SeatSecret
from games.rules.task import Decision
from games.rules.tunnels import TURNED

CHOICE = 3
"""Of how many cards of the pile one is kept (`choose-3`)."""


def _reached(play: Play) -> list[str]:
    board = play.board
    reached = [at for at in board.pointed if board.sealed.get(at) == CHEST]
    return [written(at) for at in sorted(reached, key=lambda at: (at[1], at[0]))]


def _turn_up(play: Play, seat: int, at: str) -> None:
    card, chest = play.table.chests[at]
    play.emit(ChestTurned(seat=seat, at=at, card=card, chest=chest))
    EFFECTS[chest](play, seat)


# -- the ten chests


def _nugget(play: Play, seat: int) -> None:
    """A gold card of one in the base game, as long as there is one; else a nugget."""
    left = list(play.table.gold_cards)
    if 1 in left:
        left.remove(1)
        play.change_table(gold_cards=tuple(left))
        play.change_seat(seat, gold=(*play.seats[seat].gold, 1))
    else:
        play.change_seat(seat, nuggets=play.seats[seat].nuggets + 1)
    play.emit(NuggetTaken(seat=seat, count=1))


def _maps_forbidden(public: Public) -> PublicChanges:
    return {"maps_forbidden": True}


def _no_maps(play: Play, seat: int) -> None:
    """What changes for all, `ChestTurned` changes."""


def _no_draw(play: Play, seat: int) -> None:
    set_draw(play, forbidden=True)


def _extra_draw(play: Play, seat: int) -> None:
    change_draw(play, lambda draw: replace(draw, extra=draw.extra + 1))


def _at_the_end(name: str, play: Play) -> None:
    change_draw(play, lambda draw: replace(draw, replaced=True, instead=(*draw.instead, name)))


def _far_goal(play: Play, seat: int) -> None:
    goals = _movable(play.public)
    if len(goals) == 1:
        _move_goal(play, seat, goals[0])
    elif goals:
        play.push(FarGoal(seat=seat))


def _spy(play: Play, seat: int) -> None:
    _ask_for_player(play, Spy(seat=seat))


def _landslide(play: Play, seat: int) -> None:
    pile = play.table.pile
    play.change_table(pile=pile[5:])
    play.discard(*pile[:5], face_up=False)


def _grab_instead(play: Play, seat: int) -> None:
    _at_the_end("grab", play)


def _choose_instead(play: Play, seat: int) -> None:
    _at_the_end("choose-3", play)


def _recycle_at_once(play: Play, seat: int) -> None:
    set_draw(play, replaced=True)
    play.push(Instead(seat=seat, name="recycle"))


EFFECTS = {
    "nugget": _nugget,
    "no-maps": _no_maps,
    "no-draw": _no_draw,
    "extra-draw": _extra_draw,
    "far-goal": _far_goal,
    "grab": _grab_instead,
    "choose-3": _choose_instead,
    "spy": _spy,
    "recycle": _recycle_at_once,
    "landslide": _landslide,
}


# -- what happens in place of a draw


def _grab(play: Play, seat: int) -> None:
    _ask_for_player(play, Grab(seat=seat))


def _choose_of_three(play: Play, seat: int) -> None:
    pile = play.table.pile
    play.change_table(pile=pile[CHOICE:])
    if pile:
        # `offer` takes them top first, as discards lie. So the others are discarded in the order drawn.
        offer(play, seat, tuple(reversed(pile[:CHOICE])))


def _recycle(play: Play, seat: int) -> None:
    if not play.table.discards:
        return
    play.shuffle_discards()
    offer(play, seat, play.lift_discards(5))


INSTEAD = {
    "grab": InsteadOfDraw(happen=_grab),
    "choose-3": InsteadOfDraw(happen=_choose_of_three, from_pile=CHOICE),
    "recycle": InsteadOfDraw(happen=_recycle),
}


# -- decisions


class ChoosePlayer(Decision, frozen=True):
    """Another player is named: the decision ``player``."""

    asks = "player"

    def players(self, public: Public) -> list[int]:
        """Who may be named; everybody may know that."""
        return [seat for seat in range(public.seats) if seat != self.seat]

    def menu(self, rules: Rules, public: Public, own: SeatSecret) -> Iterator[Command]:
        return (Choose(letter(seat)) for seat in self.players(public))

    def default(self, play: Play, seat: int) -> Choose:
        return Choose(play.lot(tuple(map(letter, self.players(play.public)))))


def _ask_for_player(play: Play, task: ChoosePlayer) -> None:
    """Ask for a player. The only one there is, is taken at once; where there is none, nothing happens (R91)."""
    play.count()
    players = task.players(play.public)
    if len(players) > 1:
        play.push(task)
    elif players:
        task.take(play, task.seat, Choose(letter(players[0])))


class Grab(ChoosePlayer, frozen=True, tag="grab"):
    """From whose hand a card is taken unseen."""

    def players(self, public: Public) -> list[int]:
        return [seat for seat in range(public.seats) if seat != self.seat and public.hands[seat]]

    def take(self, play: Play, seat: int, command: Choose) -> None:
        target = seat_of(command.answer)
        card = play.lot(play.seats[target].hand)
        play.take_card(target, card)
        play.tell(target, LostCard(card=card))
        play.emit(CardGrabbed(seat=seat, target=target))
        play.give(seat, (card,))


class Spy(ChoosePlayer, frozen=True, tag="spy"):
    """At whose role one looks."""

    def take(self, play: Play, seat: int, command: Choose) -> None:
        target = seat_of(command.answer)
        play.emit(RoleSeen(seat=seat, target=target))
        play.show(seat, RoleSight(target, play.seats[target].role))


class FarGoal(Decision, frozen=True, tag="far-goal"):
    """Which face-down goal moves one square further from the start: the decision ``goal``."""

    asks = "goal"

    def goals(self, public: Public) -> list[str]:
        """Which goals may move. There are several, except in a game that asked when waiting goals could still be
        moved."""
        return _movable(public) or _before_a_free_square(public)

    def menu(self, rules: Rules, public: Public, own: SeatSecret) -> Iterator[Command]:
        return (Choose(at) for at in self.goals(public))

    def take(self, play: Play, seat: int, command: Choose) -> None:
        _move_goal(play, seat, command.answer)

    def default(self, play: Play, seat: int) -> Choose:
        return Choose(play.lot(tuple(self.goals(play.public))))


def _movable(public: Public) -> list[str]:
    """The face-down goals before a free square that are not reached; one that is waits to be turned up (R20)."""
    reached = board_of(public.mine, public.face_down).pointed
    return [at for at in _before_a_free_square(public) if square(at) not in reached]


def _before_a_free_square(public: Public) -> list[str]:
    goals = [at for at, kind in public.face_down.items() if kind == GOAL]
    taken = (public.mine, public.face_down, public.miners)
    return [at for at in goals if not any(_further(at) in squares for squares in taken)]


def _further(at: str) -> str:
    x, y = square(at)
    return written((x + 1, y))


def _move_goal(play: Play, seat: int, was: str) -> None:
    at = _further(was)
    play.change_table(goals={at if there == was else there: goal for there, goal in play.table.goals.items()})
    play.emit(GoalMoved(seat=seat, was=was, at=at))
    play.push(Arrive(seat=seat))


# -- maps and rockfalls


def _mappable(public: Public) -> list[str]:
    return [at for at, kind in public.face_down.items() if kind == CHEST or not public.maps_forbidden]


def _found(play: Play, at: str) -> Sight:
    if at in play.table.chests:
        card, chest = play.table.chests[at]
        return ChestSight(at, card, chest)
    return agenda.goal_found(play, at)


def _may_fall(public: Public, at: str) -> bool:
    return public.face_down.get(at) == CHEST or agenda.may_fall(public, at)


def _fall(play: Play, at: str) -> str:
    """A card of a chest leaves the round, face down with its chest; it is never among the discards."""
    if at in play.public.chest_cards:
        return play.public.mine[at].removesuffix(TURNED)
    if play.public.face_down.get(at) == CHEST:
        play.emit(ChestFell(at=at))
        return ""
    return agenda.fall(play, at)


def extend(rules: Rules) -> Rules:
    """Four chests on their squares; they come before goals when several things are reached (R71)."""
    return replace(
        rules,
        chests_out=4,
        order_asked=True,
        for_all={**rules.for_all, "no-maps": _maps_forbidden},
        arrivals=(Arrival(find=_reached, happen=_turn_up), *rules.arrivals),
        instead_of_draw={**rules.instead_of_draw, **INSTEAD},
        mappable=_mappable,
        found=_found,
        may_fall=_may_fall,
        fall=_fall,
    )
