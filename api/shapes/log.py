"""The log of a table, and replays of its rounds.

Each event of the rules has a type here with the same fields, seats as letters. They are generated from the types of
the rules, so that they are complete; the committed schema shows each change (`openapi`).
"""

from types import UnionType
from typing import TYPE_CHECKING, Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from msgspec import Meta, Struct, defstruct

from api.shapes.commands import Claim, claim_of
from api.shapes.seats import Card, Moment, Seat, Square, letter_of
from games.models import Said
from games.rules import events
from games.rules.sights import ChestSight, GoalSight, RoleSight, Sight
from games.selectors.table import LoggedMove
from games.selectors.talk import Spoken

_SEATS = frozenset({"seat", "by", "target", "payer", "owner", "victim", "first", "connector", "winners"})
"""The fields of events that hold seats, where they hold numbers."""


class SawGoal(Struct, frozen=True, tag="goal", tag_field="of"):
    """The goal that lies face down on a square (R18)."""

    at: Square
    goal: str


class SawChest(Struct, frozen=True, tag="chest", tag_field="of"):
    """The tunnel card face down on a square, and the chest below it (R73)."""

    at: Square
    card: Card
    chest: str


class SawRole(Struct, frozen=True, tag="role", tag_field="of"):
    """The role of a player (R41, R73)."""

    seat: Seat
    role: str


Saw = SawGoal | SawChest | SawRole


def saw_of(sight: Sight) -> Saw:
    """Return what a look showed."""
    match sight:
        case GoalSight(at=at, goal=goal):
            return SawGoal(at, goal)
        case ChestSight(at=at, card=card, chest=chest):
            return SawChest(at, card, chest)
        case RoleSight(seat=seat, role=role):
            return SawRole(letter_of(seat) or "", role)


def _members(union: Any) -> tuple[Any, ...]:
    return get_args(union) if get_origin(union) in (Union, UnionType) else (union,)


def _shape(name: str, kind: Any) -> Any:
    """Return the type of a field for its type in the rules."""
    members = _members(kind)
    if set(members) == set(get_args(Sight)):
        return Saw
    if name in _SEATS and int in members:
        return Seat | None if type(None) in members else Seat
    if name in _SEATS and kind == tuple[int, ...]:
        return tuple[Seat, ...]
    return kind


def _struct_of(kind: type[Struct]) -> type[Struct]:
    """Return the type of the API for an event of the rules."""
    hints = get_type_hints(kind)
    fields = [(name, _shape(name, hints[name])) for name in kind.__struct_fields__]
    namespace = {"__doc__": (kind.__doc__ or "").split("\n\n")[0].partition(" Logs of before")[0]}
    tag = str(kind.__struct_config__.tag)
    return defstruct(f"Event{kind.__name__}", fields, frozen=True, tag=tag, tag_field="event", namespace=namespace)


_SHAPES = {kind: _struct_of(kind) for kind in get_args(events.Event)}

if TYPE_CHECKING:
    PublicEvent = Struct
    PrivateEvent = Struct
else:
    PublicEvent = Union[tuple(_SHAPES[kind] for kind in get_args(events.PublicEvent))]  # noqa: UP007
    PrivateEvent = Union[tuple(_SHAPES[kind] for kind in get_args(events.PrivateEvent))]  # noqa: UP007


def event_of(event: events.Event) -> Any:
    """Return an event as the API shows it."""
    values = {name: _value(name, getattr(event, name)) for name in event.__struct_fields__}
    return _SHAPES[type(event)](**values)


def _value(name: str, value: Any) -> Any:
    if isinstance(value, get_args(Sight)):
        return saw_of(value)
    if name in _SEATS and isinstance(value, int):
        return letter_of(value)
    if name in _SEATS and isinstance(value, tuple):
        return tuple(map(letter_of, value))
    return value


class LogEntry(Struct, frozen=True):
    """One public command: what everyone saw of it, and what only you were told. `seat`: whose command it was, null for
    the table's own. `own`: your own command in the notation of docs/notation.md, "" for those of others."""

    seq: int
    seat: Seat | None
    at: Moment
    events: tuple[PublicEvent, ...]
    whispers: tuple[PrivateEvent, ...]
    own: str


def entry_of(step: LoggedMove) -> LogEntry:
    """Return a line of the log."""
    own = step.mine.split("\n")[0].partition(" ")[2]
    shown, private = map(event_of, step.events), map(event_of, step.whispers)
    return LogEntry(step.seq, letter_of(step.seat), step.at, tuple(shown), tuple(private), own)


class Log(Struct, frozen=True):
    """Entries after a number, oldest first. `seq` is the last of the table, `messages` the number of its last message,
    `more` whether there are more entries than these."""

    seq: int
    messages: int
    status: Literal["running", "over"]
    entries: tuple[LogEntry, ...]
    more: bool


class Whispers(Struct, frozen=True):
    """What one player alone was told by a command. All of it is public once the game is over (R24)."""

    seq: int
    seat: Seat
    whispers: tuple[PrivateEvent, ...]


class Message(Struct, frozen=True):
    """A chat message. `seq`: the last command before it. `text` of a quick message is its name, of a claim its
    notation; it is empty once the message was removed."""

    number: int
    seq: int
    seat: Seat
    author: str
    kind: Literal["text", "quick", "claim"]
    text: str
    claim: Claim | None
    stands: bool
    mine: bool
    removed: bool
    at: Moment


def message_of(word: Spoken) -> Message:
    """Return a chat message."""
    claim = word.claim
    return Message(
        word.number,
        word.seq,
        letter_of(word.seat) or "",
        word.name,
        Said(word.kind).value,  # type: ignore[arg-type]
        word.text,
        claim_of(claim) if claim else None,
        word.stands,
        word.mine,
        word.removed,
        word.at,
    )


class Messages(Struct, frozen=True):
    """Messages, oldest first: the newest 100 after a number. `last` is the number of the table's last message."""

    last: int
    messages: Annotated[tuple[Message, ...], Meta(max_length=100)]
