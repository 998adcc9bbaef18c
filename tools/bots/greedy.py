"""A player with one plain plan, to hold the bots against: nearest to the gold, or farthest from it. It reads its view
alone and remembers nothing. What it does not care about it decides at random."""

from collections.abc import Sequence

from games.bots.choice import Roll
from games.rules.board import GOAL, Board, Square, board_of, square
from games.rules.cards import CARDS, GOLD, STOPS_LAYING, tunnel
from games.rules.commands import Choose, Command, Lay, Pass, PlayCard, Trade
from games.rules.events import PublicEvent
from games.rules.roles import SABOTEUR
from games.rules.sights import GoalSight
from games.rules.tunnels import TURNED
from games.rules.view import PlayerView

REACHED, NOWHERE = -1, 99


def choose(view: PlayerView, dice: Roll, seen: Sequence[PublicEvent] = ()) -> Command:
    """A command of the menu."""
    for wish in (_answers, _mends, _hinders if _harms(view) else _looks, _lays, _passes):
        if found := wish(view):
            return found[dice(len(found))]
    return view.menu[dice(len(view.menu))]


def _harms(view: PlayerView) -> bool:
    return view.own is not None and view.own.role == SABOTEUR


def _answers(view: PlayerView) -> list[Command]:
    """The most gold."""
    values = [one for one in view.menu if isinstance(one, Choose) and one.answer.isdigit()]
    return [max(values, key=lambda one: int(one.answer))] if view.my_decision == "gold" else []


def _mends(view: PlayerView) -> list[Command]:
    """What keeps oneself from laying."""
    cards = [one for one in _cards(view, "repair", "free") if one.seat == view.seat]
    return [*cards, *(one for one in view.menu if isinstance(one, Trade) and one.lifts in STOPS_LAYING)]


def _hinders(view: PlayerView) -> list[Command]:
    """A seat that can still lay; else the tunnel nearest to the gold."""
    stopped = {one.seat for one in view.public.before if one.card in STOPS_LAYING}
    others = [one for one in _cards(view, "break", "trapped") if one.seat not in {*stopped, view.seat}]
    falls = [one for one in _cards(view, "rockfall") if _away(square(one.at[0]), _aims(view)) < 4]
    return [*(others or sorted(falls, key=lambda one: _away(square(one.at[0]), _aims(view)))[:1])]


def _looks(view: PlayerView) -> list[Command]:
    """At a goal, until it is known where the gold is."""
    aims = _aims(view)
    return [one for one in _cards(view, "map") if len(aims) > 1 and square(one.at[0]) in aims]


def _lays(view: PlayerView) -> list[Command]:
    """The cards after which the mine is nearest to the gold, or farthest from it; no card that helps the others."""
    aims, board = _aims(view), board_of(view.public.mine, view.public.face_down)
    now = _distance(board, aims)
    after = {one: _distance(_with(board, one), aims) for one in view.menu if isinstance(one, Lay)}
    best = (max if _harms(view) else min)(after.values(), default=NOWHERE)
    helps_others = best < now if _harms(view) else best > now
    return [] if helps_others else [one for one, distance in after.items() if distance == best]


def _passes(view: PlayerView) -> list[Command]:
    """One card, and rather a tunnel that is of no use now."""
    ones = [one for one in view.menu if isinstance(one, Pass) and len(one.cards) == 1]
    return [*([one for one in ones if CARDS[one.cards[0]].is_tunnel] or ones)]


def _cards(view: PlayerView, *effects: str) -> list[PlayCard]:
    return [one for one in view.menu if isinstance(one, PlayCard) and CARDS[one.card].effect in effects]


def _aims(view: PlayerView) -> list[Square]:
    """Where the gold may be, as far as one has looked (R18)."""
    goals = [at for at, kind in view.public.face_down.items() if kind == GOAL]
    sights = [one.sight for one in view.own.sightings] if view.own else []
    saw = {sight.at: sight.goal for sight in sights if isinstance(sight, GoalSight)}
    gold = [at for at in goals if saw.get(at) == GOLD]
    return [square(at) for at in gold or [at for at in goals if at not in saw] or goals]


def _with(board: Board, lay: Lay) -> Board:
    return board.laid(square(lay.at), tunnel(lay.card + TURNED * lay.turned))


def _distance(board: Board, aims: list[Square]) -> int:
    """From the nearest open end of the mine, in squares as the crow flies."""
    if not board.pointed.isdisjoint(aims):
        return REACHED
    return min((_away(at, aims) for at, fits in board.edges.items() if fits), default=NOWHERE)


def _away(at: Square, aims: list[Square]) -> int:
    return min((abs(at[0] - x) + abs(at[1] - y) for x, y in aims), default=NOWHERE)
