"""The one codec: states, commands and events to text and back, with upgraders for states of earlier schemas.

Deterministic: equal values give equal bytes. ``PublicState.schema`` says in which schema a state was written.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from games.rules.commands import Command
from games.rules.engine import Public
from games.rules.events import PrivateEvent, PublicEvent
from games.rules.setup import Deal
from games.rules.state import SCHEMA, SeatSecret, TableSecret
from games.rules.table import Ruleset

Upgrader = Callable[[dict[str, Any]], dict[str, Any]]

UPGRADERS: Mapping[int, Upgrader] = {}
"""Schema to a pure function that turns the public state of it, as plain JSON, into the next schema's."""

_encoder = msgspec.json.Encoder()
_public = msgspec.json.Decoder(Public)
_own = msgspec.json.Decoder(SeatSecret)
_table = msgspec.json.Decoder(TableSecret)
_ruleset = msgspec.json.Decoder(Ruleset)
_events = msgspec.json.Decoder(tuple[PublicEvent, ...])
_whisper = msgspec.json.Decoder(PrivateEvent)
_command = msgspec.json.Decoder(Command)
_deal = msgspec.json.Decoder(Deal)


def encode(value: Any) -> str:
    """A state, command, ruleset or event as text."""
    return _encoder.encode(value).decode()


def decode_public(text: str, schema: int = SCHEMA) -> Public:
    """The public part of a state; ``schema`` is the one it was written in."""
    if schema < SCHEMA:
        plain = json.loads(text)
        for step in range(schema, SCHEMA):
            plain = UPGRADERS[step](plain)
        return msgspec.convert(plain, Public)
    return _public.decode(text)


def decode_own(text: str) -> SeatSecret:
    """What one seat alone knows."""
    return _own.decode(text)


def decode_table(text: str) -> TableSecret:
    """What nobody sees."""
    return _table.decode(text)


def decode_ruleset(text: str) -> Ruleset:
    """Which rules are in force."""
    return _ruleset.decode(text)


def decode_events(text: str) -> tuple[PublicEvent, ...]:
    """What all were told of one command."""
    return _events.decode(text)


def decode_whisper(text: str) -> PrivateEvent:
    """What one seat alone was told."""
    event: PrivateEvent = _whisper.decode(text)
    return event


def decode_deal(text: str) -> Deal:
    """The deal of a round."""
    return _deal.decode(text)


def decode_command(text: str) -> Command:
    """A command."""
    command: Command = _command.decode(text)
    return command
