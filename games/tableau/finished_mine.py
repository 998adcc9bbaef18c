"""The mine at the end of a round: its last card, the goals in the order in which they are turned up, and the way that
joined the start to the gold.

It follows from the public result and from public events, so it does not depend on hidden state (R24, R94).
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from games.rules.board import START_SQUARE, Square, board_of, square
from games.rules.cards import GOLD
from games.rules.events import Detoured, GoalTurned, Laid, RoundEnded
from games.rules.round import winning_way
from games.rules.table import RoundResult
from games.rules.view import PlayerView
from games.selectors.course import CommandEvents
from games.tableau.ceremony import before_the_end, last_act
from games.tableau.mine import Frame, Mine, cards_of, face_up, place_of

LATEST_TURN = 3
"""The last of the moments at which goals are turned up; later ones are turned up with it."""


class FinishedMine(NamedTuple):
    """The mine at the end of a round, with the view for its texts and the column of the gold, counted from 1."""

    view: PlayerView
    mine: Mine
    gold: int


def finished_mine_of(view: PlayerView, result: RoundResult, log: Sequence[CommandEvents]) -> FinishedMine:
    """Return the mine at the end of a round; `log` is the course of the round."""
    public = replace(view.public, mine=result.mine, face_down={}, last_laid=None)
    board = board_of(public.mine, public.face_down)
    cards = cards_of(public, public.fixed)
    frame = frame_around(card.square for card in cards)
    last, turns = last_square(log), turning_goals(result, log)
    spots = []
    for card in cards:
        spot = face_up(public, board, card, frozenset(), over=True)
        more = ("goal",) if card.at in result.goals else ()
        if card.at in turns:
            more = (*more, "turns", f"turn-{min(turns.index(card.at), LATEST_TURN)}")
        if card.at == last:
            more = (*more, "last")
        spots.append(spot._replace(classes=(*spot.classes, *more)))
    gold = next((at for at, goal in result.goals.items() if goal == GOLD), START_SQUARE)
    mine = Mine(frame, tuple(sorted(spots, key=place_of)), len(public.mine), winning_way(result))
    return FinishedMine(PlayerView(public=public, own=None, asks=()), mine, square(gold)[0] - frame.west + 1)


def frame_around(squares: Iterable[Square]) -> Frame:
    """Return the smallest frame that holds the squares."""
    shown = list(squares)
    west, north = min(x for x, _y in shown), min(y for _x, y in shown)
    return Frame(west, north, max(x for x, _y in shown) - west + 1, max(y for _x, y in shown) - north + 1)


def last_square(log: Sequence[CommandEvents]) -> str:
    """Return the square of the tunnel card that was played last in a round, "" if the last act was another."""
    act = last_act(before_the_end([event for step in log for event in step.events]))
    return act.at if isinstance(act, Laid | Detoured) else ""


def turning_goals(result: RoundResult, log: Sequence[CommandEvents]) -> tuple[str, ...]:
    """Return the squares of the goals that are turned up as a round ends, in the order in which they are shown: gold
    that was reached, other goals that the last command reached, those that were not reached. Gold that was not reached
    comes last."""
    ending = next((step for step in log if any(isinstance(event, RoundEnded) for event in step.events)), None)
    if ending is None:
        return ()
    now = _turned([ending])
    before = _turned(step for step in log if step.seq < ending.seq)
    last = result.reason != GOLD

    def place(at: str) -> tuple[bool, bool, Square]:
        return (result.goals[at] == GOLD) is last, at not in now, square(at)

    return tuple(sorted((at for at in result.goals if at not in before), key=place))


def _turned(steps: Iterable[CommandEvents]) -> set[str]:
    return {event.at for step in steps for event in step.events if isinstance(event, GoalTurned)}
