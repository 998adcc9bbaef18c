"""A round step by step, from what was told of it: the rules are not played again.

`after` folds public events into what lies open, `OwnPart` whispers into what one player knew. What events do not tell
is not there: how many cards were held and lay in the pile, whose turn it was, what people had won.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Unpack

from msgspec import Raw, Struct
from msgspec.structs import replace

from games.rules.agenda import Effect
from games.rules.announcements import Announcement
from games.rules.board import CHEST, GOAL, START_SQUARE, board_of, square
from games.rules.cards import CARDS, FIXED_TUNNEL, LIES_BEFORE, START, in_order
from games.rules.changes import PublicChanges
from games.rules.engine import Public
from games.rules.events import (
    Announced,
    ChestFell,
    ChestTurned,
    Dealt,
    Detoured,
    Discarded,
    Drew,
    GoalMoved,
    GoalTurned,
    GotHand,
    Joined,
    Laid,
    LostCard,
    MinerPut,
    NewRole,
    Offered,
    Passed,
    Played,
    PrivateEvent,
    PublicEvent,
    RoleSeen,
    RoundEnded,
    Saw,
    TollPaid,
    Traded,
    Vetoed,
)
from games.rules.ruleset import compiled
from games.rules.state import SCHEMA, Before, LastLaid, SeatSecret, Sighting
from games.rules.table import RoundResult, Ruleset
from games.rules.tunnels import TURNED


class LaidOut(Struct, frozen=True):
    """What of a deal all see when a round begins: which squares have something face down, and what lies face up.

    What the face-down cards are is left as it stands, unread.
    """

    round: int
    first: int
    goals: dict[str, Raw]
    chests: dict[str, Raw] = {}
    mine: dict[str, str] = {}
    fixed: dict[str, str] = {}
    before: tuple[Before, ...] = ()


class Sketch(Struct, frozen=True):
    """How a mine lies, for a small drawing; the rest of a public state is left unread."""

    mine: dict[str, str]
    face_down: dict[str, str]
    last_laid: LastLaid | None = None


class Picture(NamedTuple):
    """What lay open after a step. `public` has no hands, no pile and no agenda; `announced` is the card that had no
    effect yet (R93)."""

    public: Public
    announced: Announced | None = None


def beginning(ruleset: Ruleset, seats: int, laid: LaidOut, seq: int) -> Picture:
    """A round that was just dealt, with the public command of the number `seq`."""
    rules = compiled(ruleset)
    mine = {START_SQUARE: START, **dict.fromkeys(rules.fixed, FIXED_TUNNEL), **laid.fixed, **laid.mine}
    hidden = {**dict.fromkeys(laid.goals, GOAL), **dict.fromkeys(laid.chests, CHEST)}
    face_down = {at: kind for at, kind in hidden.items() if at not in laid.mine}
    board = board_of(mine, face_down)
    public: Public = Public(
        ruleset=ruleset,
        seats=seats,
        round=laid.round,
        first=laid.first,
        mine=mine,
        face_down=face_down,
        hands=(),
        pile=0,
        agenda=(),
        schema=SCHEMA,
        seq=seq,
        fixed=dict(rules.fixed),
        before=laid.before,
        miners_left=rules.miners,
        joined=tuple(at for at in rules.fixed if board.live.get(square(at))),
    )
    return Picture(public)


def after(picture: Picture, events: Iterable[PublicEvent], seq: int, results: Sequence[RoundResult] = ()) -> Picture:
    """The picture after a public command. `results` are those of rounds that are over: the end of one turns up what is
    said there (R24)."""
    told = tuple(events)
    for event in told:
        change = _CHANGES.get(type(event))
        if change is not None:
            picture = change(picture, event)
        if isinstance(event, RoundEnded):
            picture = _ended(picture, next((one for one in results if one.round == event.round), None))
    public = picture.public
    moves = public.moves + (0 if is_aside(told) else seq - public.seq)
    return picture._replace(public=replace(public, seq=seq, moves=moves))


def is_aside(events: Sequence[PublicEvent]) -> bool:
    """Whether what was told is no move: an offer, or a line that no command of the rules stands behind. A command of
    which nothing was told is a move."""
    said = bool(events) and all(isinstance(event, Announcement) for event in events)
    return said or any(isinstance(event, Offered) for event in events)


# -- what each event changes


def _with(picture: Picture, **fields: Unpack[PublicChanges]) -> Picture:
    return picture._replace(public=replace(picture.public, **fields))


def _announced(picture: Picture, event: Announced) -> Picture:
    return picture._replace(announced=event)


def _settled(picture: Picture, _event: Any) -> Picture:
    return picture._replace(announced=None)


def _lay(picture: Picture, seat: int, laid: str, at: str) -> Picture:
    public = picture.public
    miners = {there: owner for there, owner in public.miners.items() if there != at}
    last = LastLaid(seat=seat, at=at)
    return _with(picture, mine={**public.mine, at: laid}, last_laid=last, miners=miners)._replace(announced=None)


def _laid(picture: Picture, event: Laid) -> Picture:
    return _lay(picture, event.seat, event.card + TURNED * event.turned, event.at)


def _detoured(picture: Picture, event: Detoured) -> Picture:
    lifted = _with(picture, mine=_without(picture.public.mine, event.was))
    return _lay(lifted, event.seat, event.card + TURNED * event.turned, event.at)


def _played(picture: Picture, event: Played) -> Picture:
    public, target = picture.public, event.seat if event.target is None else event.target
    picture = picture._replace(announced=None)
    if event.card in LIES_BEFORE:
        return _with(picture, before=(*public.before, Before(seat=target, card=event.card)))
    if event.lifted and event.at:
        chests = tuple(at for at in public.chest_cards if at != event.at[0])
        return _with(picture, mine=_without(public.mine, event.at[0]), chest_cards=chests)
    if event.lifted:
        return _lifted(picture, target, event.lifted)
    return _changed_for_all(picture, CARDS[event.card].effect)


def _changed_for_all(picture: Picture, name: str) -> Picture:
    """What an effect or a chest of this name changes for all (R64, R73)."""
    change = compiled(picture.public.ruleset).for_all.get(name)
    return _with(picture, **change(picture.public)) if change else picture


def _traded(picture: Picture, event: Traded) -> Picture:
    return _lifted(picture, event.seat, event.lifted)


def _lifted(picture: Picture, seat: int, card: str) -> Picture:
    one = Before(seat=seat, card=card)
    return _with(picture, before=tuple(before for before in picture.public.before if before != one))


def _turned_up(picture: Picture, at: str, card: str) -> Picture:
    public = picture.public
    laid = board_of(public.mine, public.face_down).turning(card, square(at))
    return _with(picture, mine={**public.mine, at: laid}, face_down=_without(public.face_down, at))


def _goal_turned(picture: Picture, event: GoalTurned) -> Picture:
    return _turned_up(picture, event.at, event.goal)


def _chest_turned(picture: Picture, event: ChestTurned) -> Picture:
    turned = _changed_for_all(_turned_up(picture, event.at, event.card), event.chest)
    return _with(turned, chest_cards=(*turned.public.chest_cards, event.at))


def _chest_fell(picture: Picture, event: ChestFell) -> Picture:
    return _with(picture, face_down=_without(picture.public.face_down, event.at))


def _goal_moved(picture: Picture, event: GoalMoved) -> Picture:
    lies = picture.public.face_down.items()
    return _with(picture, face_down={event.at if at == event.was else at: kind for at, kind in lies})


def _miner_put(picture: Picture, event: MinerPut) -> Picture:
    public = picture.public
    left = max(0, public.miners_left - 1)
    return _with(picture, miners={**public.miners, event.at: event.seat}, miners_left=left)


def _offered(picture: Picture, event: Offered) -> Picture:
    offers = _without(picture.public.offers, event.seat)
    return _with(picture, offers=offers if event.target is None else {**offers, event.seat: event.target})


def _toll_paid(picture: Picture, event: TollPaid) -> Picture:
    """An offer that was taken is spent."""
    public = picture.public
    layer = public.last_laid.seat if public.last_laid else None
    return _with(
        picture, offers={who: whom for who, whom in public.offers.items() if (who, whom) != (event.seat, layer)}
    )


def _joined(picture: Picture, event: Joined) -> Picture:
    return _with(picture, joined=(*picture.public.joined, event.at))


def _ended(picture: Picture, result: RoundResult | None) -> Picture:
    """Goals that nobody reached lie open, and what was announced has fallen away (R21, R24)."""
    public, goals = picture.public, result.goals if result else {}
    up = {at: goal for at, goal in goals.items() if public.face_down.get(at) == GOAL}
    face_down = {at: kind for at, kind in public.face_down.items() if at not in up}
    results = (result,) if result else ()
    return _with(picture, mine={**public.mine, **up}, face_down=face_down, results=results)._replace(announced=None)


def _without(lies: Mapping[Any, Any], gone: Any) -> dict[Any, Any]:
    return {at: what for at, what in lies.items() if at != gone}


_CHANGES: Mapping[type, Callable[[Picture, Any], Picture]] = {
    Announced: _announced,
    Vetoed: _settled,
    Laid: _laid,
    Detoured: _detoured,
    Played: _played,
    Traded: _traded,
    GoalTurned: _goal_turned,
    ChestTurned: _chest_turned,
    ChestFell: _chest_fell,
    GoalMoved: _goal_moved,
    MinerPut: _miner_put,
    Offered: _offered,
    TollPaid: _toll_paid,
    Joined: _joined,
}


# -- what one player knew


class OwnPart(NamedTuple):
    """What one player knew after a step: role, hand and what they had looked at. `announced`: a card of theirs that has
    left the hand and had no effect yet."""

    seat: int
    role: str = ""
    hand: tuple[str, ...] = ()
    sightings: tuple[Sighting, ...] = ()
    announced: str = ""

    @property
    def secret(self) -> SeatSecret:
        """The same as the rules know it."""
        return SeatSecret(seat=self.seat, role=self.role, hand=self.hand, sightings=self.sightings)

    def after(
        self, events: Sequence[PublicEvent], whispers: Sequence[PrivateEvent], before: Public, now: Public
    ) -> "OwnPart":
        """The same after a public command, which led from one picture to the next."""
        effects = compiled(now.ruleset).effects
        return _Telling(self, whispers, effects, _numbers_of_looks(events, self.seat, before, now)).of(events)


class _Telling:
    """One public command as one player was told of it: what all saw and what was whispered, put in order again."""

    def __init__(
        self, own: OwnPart, whispers: Sequence[PrivateEvent], effects: Mapping[str, Effect], looks: Iterable[int]
    ) -> None:
        self.own, self.whispers, self.effects, self.looks = own, list(whispers), effects, iter(looks)
        self.hand: Counter[str] = Counter(own.hand)

    def of(self, events: Iterable[PublicEvent]) -> OwnPart:
        """What the player knows after it."""
        for event in events:
            self._see(event)
            if isinstance(event, Played) and self.effects[CARDS[event.card].effect].hands_change:
                self._hear_until(GotHand)
        self._hear_until(None)
        hand = in_order(tuple(self.hand.elements()))
        return self.own._replace(hand=hand)

    def _see(self, event: PublicEvent) -> None:
        """Cards that all saw leave the hand. Those that go face down are whispered."""
        me, waits = self.own.seat, self.own.announced
        if isinstance(event, Announced) and event.seat == me:
            self.own = self.own._replace(announced=event.card)
            self.hand[event.card] -= 1
        if isinstance(event, Vetoed) and event.by == me:
            self.hand[VETO] -= 1
        if isinstance(event, Laid | Played | Vetoed | Detoured) and event.seat == me:
            self.own = self.own._replace(announced="")
            if not waits:
                self.hand[DETOUR if isinstance(event, Detoured) else event.card] -= 1

    def _hear_until(self, last: type | None) -> None:
        """What was whispered, up to one of a kind if there is one; all of it for None."""
        if last is not None and not any(isinstance(whisper, last) for whisper in self.whispers):
            return
        while self.whispers:
            whisper = self.whispers.pop(0)
            self._hear(whisper)
            if last is not None and isinstance(whisper, last):
                return

    def _hear(self, whisper: PrivateEvent) -> None:
        match whisper:
            case Dealt(role=role, hand=hand):
                self.own, self.hand = OwnPart(self.own.seat, role), Counter(hand)
            case NewRole(role=role):
                self.own = self.own._replace(role=role)
            case Drew(cards=cards):
                self.hand.update(cards)
            case GotHand(cards=cards):
                self.hand = Counter(cards)
            case Discarded(cards=cards):
                self.hand.subtract(cards)
            case LostCard(card=card):
                self.hand[card] -= 1
            case Saw(what=what, found=found):
                sighting = Sighting(what=what, found=found, move=next(self.looks, 0))
                self.own = self.own._replace(sightings=(*self.own.sightings, sighting))


VETO, DETOUR = "veto", "detour"
"""Cards that events name by what they do."""
_ACTS = (Laid, Played, Passed, Traded, MinerPut, Vetoed, Announced, Detoured)
"""What each command begins with by which something is done in a turn."""


def _numbers_of_looks(events: Sequence[PublicEvent], seat: int, before: Public, now: Public) -> list[int]:
    """The numbers of the moves by which a player looked at something. A command of somebody may be followed by orders
    of others for their turns, each a move of its own (R93)."""
    acts, numbers = 0, []
    many = now.moves - before.moves
    for event in events:
        acts += isinstance(event, _ACTS)
        if isinstance(event, Played | RoleSeen) and event.seat == seat:
            numbers.append(before.moves + max(1, min(acts, many)))
    return numbers
