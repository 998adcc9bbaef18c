"""The one codec: states, commands and events to text and back; states of earlier schemas are upgraded (``schemas``).

Deterministic: equal values give equal bytes. ``PublicState.schema`` says in which schema a state was written.
"""

import json
from collections.abc import Iterable
from typing import Annotated, Any

import msgspec

from games.rules.engine import Public
from games.rules.errors import NewerState, Refused
from games.rules.events import PrivateEvent, PublicEvent
from games.rules.schemas import SIGHT_OF_3, UPGRADERS, Upgrader, own_to_4, whisper_to_4
from games.rules.setup import DealtRound, LaidOut
from games.rules.state import SCHEMA, HiddenState, SeatSecret
from games.rules.steps import Sketch
from games.rules.table import Ruleset


class _Written(msgspec.Struct):
    """Of a public state the schema alone; states of the first one do not name it."""

    schema: Annotated[int, msgspec.Meta(ge=1)] = 1


_encoder = msgspec.json.Encoder()
_written = msgspec.json.Decoder(_Written)
_public = msgspec.json.Decoder(Public)
_sketch = msgspec.json.Decoder(Sketch)
_own = msgspec.json.Decoder(SeatSecret)
_table = msgspec.json.Decoder(HiddenState)
_ruleset = msgspec.json.Decoder(Ruleset)
_events = msgspec.json.Decoder(tuple[PublicEvent, ...])
_whisper = msgspec.json.Decoder(PrivateEvent)
_deal = msgspec.json.Decoder(DealtRound)
_laid_out = msgspec.json.Decoder(LaidOut)


def encode(value: Any) -> str:
    """A state, command, ruleset or event as text."""
    return _encoder.encode(value).decode()


def decode_public(text: str) -> Public:
    """The public part of a state, upgraded when an earlier version wrote it; NewerState when a later one did.

    msgspec.DecodeError when the text is no state.
    """
    schema = _written.decode(text).schema
    if schema > SCHEMA:
        raise NewerState(schema)
    return _public.decode(text if schema == SCHEMA else _upgraded(text, schema))


def decode_sketch(text: str) -> Sketch:
    """How the mine of a public state lies; it fails as `decode_public` does, but for what it does not read."""
    if _written.decode(text).schema == SCHEMA:
        return _sketch.decode(text)
    public = decode_public(text)
    return Sketch(public.mine, public.face_down, public.last_laid)


def _upgraded(text: str, schema: int) -> bytes:
    return _with(text, [UPGRADERS[step] for step in range(schema, SCHEMA)], f"no state of schema {schema}")


def _with(text: str, upgraders: Iterable[Upgrader], failure: str) -> bytes:
    """A stored text after some upgraders; ValidationError that begins with `failure` when they cannot read it."""
    plain = json.loads(text)
    try:
        for upgrade in upgraders:
            plain = upgrade(plain)
    except (LookupError, TypeError, AttributeError, Refused) as error:
        raise msgspec.ValidationError(f"{failure}: {error!r}") from error
    return _encoder.encode(plain)


def decode_own(text: str) -> SeatSecret:
    """What one seat alone knows. Its row may be older than that of its game: it is upgraded when it needs to be."""
    try:
        return _own.decode(text)
    except msgspec.ValidationError:
        if SIGHT_OF_3 not in text:
            raise
        return _own.decode(_with(text, [own_to_4], "no part of a seat"))


def decode_table(text: str) -> HiddenState:
    """The hidden part."""
    return _table.decode(text)


def decode_ruleset(text: str) -> Ruleset:
    """Which rules are in force."""
    return _ruleset.decode(text)


def decode_events(text: str) -> tuple[PublicEvent, ...]:
    """Return the public events of one command, from their text."""
    return _events.decode(text)


def decode_log(texts: list[str]) -> list[tuple[PublicEvent, ...]]:
    """Return the public events of each of several commands, from their texts."""
    return [_events.decode(text) for text in texts]


def decode_whisper(text: str) -> PrivateEvent:
    """Return a private event of one seat, from its text."""
    event: PrivateEvent
    try:
        event = _whisper.decode(text)
    except msgspec.ValidationError:
        if SIGHT_OF_3 not in text:
            raise
        event = _whisper.decode(_with(text, [whisper_to_4], "no whisper"))
    return event


def decode_deal(text: str) -> DealtRound:
    """The deal of a round."""
    return _deal.decode(text)


def decode_laid_out(text: str) -> LaidOut:
    """What of a deal all see when a round begins; nothing else of it is read."""
    return _laid_out.decode(text)
