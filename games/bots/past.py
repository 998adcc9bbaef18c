"""The public state at the beginning of a round, reconstructed backwards from the present state and the events since.

A round may begin with any position, as records do. So it is not computed from the rules.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from games.rules.agenda import Public
from games.rules.board import CHEST, GOAL
from games.rules.cards import GOAL_TUNNELS, LIES_BEFORE
from games.rules.events import (
    ChestFell,
    ChestTurned,
    Detoured,
    GoalMoved,
    GoalTurned,
    Laid,
    Played,
    PublicEvent,
    RoundBegan,
    RoundEnded,
)
from games.rules.steps import Picture
from games.rules.tunnels import TURNED


def of_the_round(events: Sequence[PublicEvent]) -> Sequence[PublicEvent]:
    """The events since the last round began."""
    begins = (place for place in range(len(events) - 1, -1, -1) if isinstance(events[place], RoundBegan))
    return events[next(begins, 0) :]


def beginning(public: Public, events: Sequence[PublicEvent]) -> Picture:
    """Return the public state before the events. The turning of a card that was moved or removed since is unknown, and
    not needed.

    At the end of a round all goals are turned up (R24): before, they were face down.
    """
    mine, face_down, put = dict(public.mine), dict(public.face_down), set()
    for event in reversed(events):
        match event:
            case Laid():
                mine.pop(event.at, None)
            case Detoured():
                mine.pop(event.at, None)
                mine[event.was] = event.card
            case GoalTurned() | ChestTurned():
                mine.pop(event.at, None)
                face_down[event.at] = GOAL if isinstance(event, GoalTurned) else CHEST
            case RoundEnded():
                ended = [at for at, card in mine.items() if card.removesuffix(TURNED) in GOAL_TUNNELS]
                mine = {at: card for at, card in mine.items() if at not in ended}
                face_down |= dict.fromkeys(ended, GOAL)
            case ChestFell():
                face_down[event.at] = CHEST
            case GoalMoved() if event.at in face_down:
                face_down[event.was] = face_down.pop(event.at)
            case Played() if event.card in LIES_BEFORE:
                put.add((event.seat if event.target is None else event.target, event.card))
            case Played(at=(at, *_)) if event.lifted:
                mine[at] = event.lifted
    before = tuple(lies for lies in public.before if (lies.seat, lies.card) not in put)
    return Picture(replace(public, mine=mine, face_down=face_down, before=before))
