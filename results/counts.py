"""Nested counts: numbers by name, or counts by name, as JSON.

They are added and taken away name by name, in any order, so that a game can be counted again by itself. Below `MOST`
stand maxima, which are never taken away. A zero is left out, so equal counts are equal texts.

>>> added({"laid": 2, "to": {"3": {"broke": 1}}}, {"to": {"3": {"broke": 2}}})
{'laid': 2, 'to': {'3': {'broke': 3}}}
>>> added({"laid": 2}, {"laid": 2}, -1)
{}
"""

from collections.abc import Mapping
from typing import Any

import msgspec

MOST = "most"
Counts = dict[str, Any]
"""Numbers, or counts, by name."""
_encoder = msgspec.json.Encoder(order="sorted")
_decoder = msgspec.json.Decoder(Counts)


def added(one: Mapping[str, Any], other: Mapping[str, Any], times: int = 1) -> Counts:
    """Return the sum of two counts, the other one so many times."""
    total: Counts = {}
    add(total, one)
    add(total, other, times)
    return total


def add(total: Counts, other: Mapping[str, Any], times: int = 1) -> None:
    """Add counts to a total in place, so many times. The total shares no part with the other one afterwards."""
    for name, value in other.items():
        if type(value) is int:
            if found := total.get(name, 0) + times * value:
                total[name] = found
            else:
                total.pop(name, None)
        elif name == MOST:
            if times > 0:
                total[MOST] = _most(total.get(MOST, {}), value)
        else:
            part = total.get(name)
            if part is None:
                part = total[name] = {}
            add(part, value, times)
            if not part:
                del total[name]


def _most(one: Mapping[str, int], other: Mapping[str, int]) -> dict[str, int]:
    return {name: max(one.get(name, 0), other.get(name, 0)) for name in {*one, *other}}


def of(text: str) -> Counts:
    """Return the counts of a stored text."""
    found: Counts = _decoder.decode(text) if text else {}
    return found


def text_of(counts: Mapping[str, Any]) -> str:
    """Return counts as text; equal ones are equal byte for byte."""
    return _encoder.encode(counts).decode()
