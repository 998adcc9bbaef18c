"""A round step by step, from its events: the rules are not played again.

`after` folds public events into the public picture, `OwnPart` whispers into the knowledge of one player. Facts that are
in no event are missing: the sizes of hands and pile, whose turn it was, the gold of players.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from games.rules.agenda import Effect
from games.rules.announcements import Announcement
from games.rules.cards import CARDS, in_order
from games.rules.engine import Public
from games.rules.events import (
    Announced,
    Dealt,
    Detoured,
    Discarded,
    Drew,
    GotHand,
    Laid,
    LostCard,
    NewRole,
    Offered,
    Played,
    PrivateEvent,
    PublicEvent,
    RoleSeen,
    RoundEnded,
    Saw,
    SeatChanged,
    Vetoed,
)
from games.rules.projection import ACTS, apply_event
from games.rules.ruleset import compiled
from games.rules.setup import LaidOut, laid_out
from games.rules.state import LastLaid, SeatSecret, Sighting
from games.rules.table import RoundResult, Ruleset


class Sketch(Struct, frozen=True):
    """How a mine lies, for a small drawing; the rest of a public state is left unread."""

    mine: dict[str, str]
    face_down: dict[str, str]
    last_laid: LastLaid | None = None


class Picture(NamedTuple):
    """The public picture after a step. `public` has no hands, no pile and no agenda; `announced` is the card that has
    not taken effect yet (R93)."""

    public: Public
    announced: Announced | None = None


def beginning(ruleset: Ruleset, seats: int, laid: LaidOut, seq: int) -> Picture:
    """Return the picture of a round that was just dealt, with the public command of the number `seq`."""
    return Picture(replace(laid_out(compiled(ruleset), ruleset, seats, laid), seq=seq))


def after(picture: Picture, events: Iterable[PublicEvent], seq: int, results: Sequence[RoundResult] = ()) -> Picture:
    """Return the picture after a public command. `results` are those of finished rounds: the end of a round reveals
    the cards named there (R24)."""
    public_events = tuple(events)
    for event in public_events:
        picture = _after(picture, event, results)
    public = picture.public
    moves = public.moves + (0 if is_no_move(public_events) else seq - public.seq)
    return picture._replace(public=replace(public, seq=seq, moves=moves))


def is_no_move(events: Sequence[PublicEvent]) -> bool:
    """Return whether events are no move: an offer, or an announcement. A command without events is a move."""
    said = bool(events) and all(isinstance(event, Announcement) for event in events)
    return said or any(isinstance(event, Offered) for event in events)


def _after(picture: Picture, event: PublicEvent, results: Sequence[RoundResult]) -> Picture:
    public, announced = picture
    opened = None
    match event:
        case SeatChanged():
            # A replay does not show who was asleep.
            return picture
        case Announced():
            announced = event
        case Laid() | Played() | Detoured() | Vetoed():
            announced = None
        case RoundEnded(round=number):
            announced, opened = None, next((one for one in results if one.round == number), None)
    return Picture(apply_event(public, event, compiled(public.ruleset).for_all, opened), announced)


# -- the knowledge of one player


class OwnPart(NamedTuple):
    """The knowledge of one player after a step: role, hand and sightings. `announced`: a card of theirs that has left
    the hand and not taken effect yet."""

    seat: int
    role: str = ""
    hand: tuple[str, ...] = ()
    sightings: tuple[Sighting, ...] = ()
    announced: str = ""

    @property
    def secret(self) -> SeatSecret:
        """Return the same as a value of the rules."""
        return SeatSecret(seat=self.seat, role=self.role, hand=self.hand, sightings=self.sightings)

    def after(
        self, events: Sequence[PublicEvent], whispers: Sequence[PrivateEvent], before: Public, now: Public
    ) -> "OwnPart":
        """Return the same after a public command, which led from one picture to the next."""
        effects = compiled(now.ruleset).effects
        return _Telling(self, whispers, effects, _numbers_of_looks(events, self.seat, before, now)).of(events)


class _Telling:
    """One public command as one player received it: public events and whispers, merged in order."""

    def __init__(
        self, own: OwnPart, whispers: Sequence[PrivateEvent], effects: Mapping[str, Effect], looks: Iterable[int]
    ) -> None:
        self.own, self.whispers, self.effects, self.looks = own, list(whispers), effects, iter(looks)
        self.hand: Counter[str] = Counter(own.hand)

    def of(self, events: Iterable[PublicEvent]) -> OwnPart:
        """Return the knowledge of the player after it."""
        for event in events:
            self._see(event)
            if isinstance(event, Played) and self.effects[CARDS[event.card].effect].hands_change:
                self._apply_whispers_until(GotHand)
        self._apply_whispers_until(None)
        hand = in_order(tuple(self.hand.elements()))
        return self.own._replace(hand=hand)

    def _see(self, event: PublicEvent) -> None:
        """Remove cards played face up from the hand. Cards discarded face down come from whispers."""
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

    def _apply_whispers_until(self, last: type | None) -> None:
        """Apply the whispers up to one of a type if there is one; all of them for None."""
        if last is not None and not any(isinstance(whisper, last) for whisper in self.whispers):
            return
        while self.whispers:
            whisper = self.whispers.pop(0)
            self._apply_whisper(whisper)
            if last is not None and isinstance(whisper, last):
                return

    def _apply_whisper(self, whisper: PrivateEvent) -> None:
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
            case Saw(sight=sight):
                sighting = Sighting(sight, next(self.looks, 0))
                self.own = self.own._replace(sightings=(*self.own.sightings, sighting))


VETO, DETOUR = "veto", "detour"
"""Cards that events name by their effect."""


def _numbers_of_looks(events: Sequence[PublicEvent], seat: int, before: Public, now: Public) -> list[int]:
    """Return the numbers of the moves with sightings of a player. A command may be followed by standing orders of
    others for their turns, each a move of its own (R93)."""
    acts, numbers = 0, []
    many = now.moves - before.moves
    for event in events:
        acts += isinstance(event, ACTS)
        if isinstance(event, Played | RoleSeen) and event.seat == seat:
            numbers.append(before.moves + max(1, min(acts, many)))
    return numbers
