"""The only writer of the public state for events: the changes of each public event.

`apply_event` is called by `agenda.Play.emit` while a command is carried out, and by `steps.after` when a log is
replayed. So a table and its replay cannot differ. What events do not say has other writers, all of them in
`agenda.Play`: the agenda, the numbers of commands, how many cards are held and lie in the pile, and the discards,
which lie face down.
"""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from games.rules.board import GOAL, Tunnels, board_of, keep, square
from games.rules.cards import CARDS, LIES_BEFORE, tunnel
from games.rules.changes import PublicChanges
from games.rules.events import (
    Announced,
    ChestFell,
    ChestTurned,
    Detoured,
    GameEnded,
    GoalMoved,
    GoalTurned,
    Joined,
    Laid,
    MinerPut,
    Offered,
    Passed,
    Played,
    PublicEvent,
    RoundEnded,
    SeatChanged,
    TollPaid,
    Traded,
    Vetoed,
)
from games.rules.state import Before, LastLaid, PublicState, Revealed
from games.rules.table import RoundResult
from games.rules.tunnels import TURNED

Public = PublicState[Any]
ForAll = Mapping[str, Callable[[Any], PublicChanges]]
"""`agenda.Rules.for_all`: what an effect or a chest, by its name, changes that lies neither in the mine nor before
players (R64, R73)."""
Opened = RoundResult | Revealed
"""What the end of a round or of a game turns up and its event does not say: goals, hands, piles (R24)."""
ACTS = (Laid, Played, Passed, Traded, MinerPut, Vetoed, Announced, Detoured)
"""The events with which a seat does something in a turn."""
RESTS = ("asleep", "bot")
"""What a seat stays until it changes again, of all that `SeatChanged` can say."""


def apply_event(public: Public, event: PublicEvent, for_all: ForAll, opened: Opened | None = None) -> Public:
    """The public state after an event. An end without what it `opened` turns nothing up."""
    changes: PublicChanges = {}
    if isinstance(event, RoundEnded | GameEnded):
        changes = _open(public, opened)
    elif isinstance(event, Played):
        changes = _played(public, event, for_all)
    elif isinstance(event, ChestTurned):
        changes = _chest_turned(public, event, for_all)
    elif type(event) in _CHANGES:
        changes = _CHANGES[type(event)](public, event)
    if isinstance(event, ACTS):
        changes["last_mover"] = event.seat
    return replace(public, **changes) if changes else public


# -- the mine


def _laid(public: Public, event: Laid) -> PublicChanges:
    return _lay(public, public.mine, event, event.at)


def _detoured(public: Public, event: Detoured) -> PublicChanges:
    return _lay(public, _without(public.mine, event.was), event, event.at)


def _lay(public: Public, mine: Tunnels, event: Laid | Detoured, at: str) -> PublicChanges:
    """A card lies on a square; the miner there is gone (R70). The index of the mine is carried forward."""
    card = event.card + TURNED * event.turned
    after = {**mine, at: card}
    keep(after, public.face_down, board_of(mine, public.face_down).laid(square(at), tunnel(card)))
    changes: PublicChanges = {"mine": after, "last_laid": LastLaid(seat=event.seat, at=at)}
    if at in public.miners:
        changes["miners"] = _without(public.miners, at)
    return changes


def _turned_up(public: Public, at: str, card: str) -> PublicChanges:
    """A face-down card lies face up, as R19 says."""
    laid = board_of(public.mine, public.face_down).turning(card, square(at))
    return {"mine": {**public.mine, at: laid}, "face_down": _without(public.face_down, at)}


def _goal_turned(public: Public, event: GoalTurned) -> PublicChanges:
    return _turned_up(public, event.at, event.goal)


def _chest_turned(public: Public, event: ChestTurned, for_all: ForAll) -> PublicChanges:
    changes = _turned_up(public, event.at, event.card)
    changes["chest_cards"] = (*public.chest_cards, event.at)
    changes.update(_for_all(public, event.chest, for_all))
    return changes


def _chest_fell(public: Public, event: ChestFell) -> PublicChanges:
    return {"face_down": _without(public.face_down, event.at)}


def _goal_moved(public: Public, event: GoalMoved) -> PublicChanges:
    return {"face_down": {event.at if at == event.was else at: kind for at, kind in public.face_down.items()}}


def _joined(public: Public, event: Joined) -> PublicChanges:
    return {"joined": (*public.joined, event.at)}


# -- action cards


def _played(public: Public, event: Played, for_all: ForAll) -> PublicChanges:
    target = event.seat if event.target is None else event.target
    if event.card in LIES_BEFORE:
        return {"before": (*public.before, Before(seat=target, card=event.card))}
    if event.lifted and event.at:
        chests = tuple(at for at in public.chest_cards if at != event.at[0])
        return {"mine": _without(public.mine, event.at[0]), "chest_cards": chests}
    if event.lifted:
        return _lifted(public, target, event.lifted)
    return _for_all(public, CARDS[event.card].effect, for_all)


def _traded(public: Public, event: Traded) -> PublicChanges:
    return _lifted(public, event.seat, event.lifted)


def _lifted(public: Public, seat: int, card: str) -> PublicChanges:
    """One card that lay before a player is gone."""
    lies, before = Before(seat=seat, card=card), list(public.before)
    if lies in before:
        before.remove(lies)
    return {"before": tuple(before)}


def _for_all(public: Public, name: str, for_all: ForAll) -> PublicChanges:
    change = for_all.get(name)
    return change(public) if change else {}


# -- miners and tolls (R70)


def _miner_put(public: Public, event: MinerPut) -> PublicChanges:
    return {"miners": {**public.miners, event.at: event.seat}, "miners_left": max(0, public.miners_left - 1)}


def _offered(public: Public, event: Offered) -> PublicChanges:
    offers = _without(public.offers, event.seat)
    return {"offers": offers if event.target is None else {**offers, event.seat: event.target}}


def _toll_paid(public: Public, event: TollPaid) -> PublicChanges:
    """The offer that was taken is spent."""
    layer = public.last_laid.seat if public.last_laid else None
    return {"offers": {who: target for who, target in public.offers.items() if (who, target) != (event.seat, layer)}}


# -- seats and ends


def _seat_changed(public: Public, event: SeatChanged) -> PublicChanges:
    resting = _without(public.resting, event.seat)
    return {"resting": {**resting, event.seat: event.how} if event.how in RESTS else resting}


def _open(public: Public, opened: Opened | None) -> PublicChanges:
    """Goals that were not reached lie open (R21, R24)."""
    if opened is None:
        return {}
    if isinstance(opened, Revealed):
        return {"revealed": opened}
    up = {at: goal for at, goal in opened.goals.items() if public.face_down.get(at) == GOAL}
    return {
        "mine": {**public.mine, **up},
        "face_down": {at: kind for at, kind in public.face_down.items() if at not in up},
        "results": (*public.results, opened),
    }


def _without(lies: Mapping[Any, Any], gone: Any) -> dict[Any, Any]:
    return {at: what for at, what in lies.items() if at != gone}


_CHANGES: Mapping[type, Callable[[Public, Any], PublicChanges]] = {
    Laid: _laid,
    Detoured: _detoured,
    Traded: _traded,
    GoalTurned: _goal_turned,
    ChestFell: _chest_fell,
    GoalMoved: _goal_moved,
    MinerPut: _miner_put,
    Offered: _offered,
    TollPaid: _toll_paid,
    Joined: _joined,
    SeatChanged: _seat_changed,
}
