"""Nested counts: numbers by name, or counts by name, as JSON.

They are added and taken away name by name, in any order, so that a game can be counted again by itself. Below `MOST`
stand maxima, which are never taken away. A zero is left out, so equal counts are equal texts.

>>> added({"laid": 2, "to": {"3": {"broke": 1}}}, {"to": {"3": {"broke": 2}}})
{'laid': 2, 'to': {'3': {'broke': 3}}}
>>> added({"laid": 2}, {"laid": 2}, -1)
{}
"""

import json
from collections.abc import Mapping
from typing import Any

MOST = "most"
Counts = dict[str, Any]
"""Numbers, or counts, by name."""


def added(one: Mapping[str, Any], other: Mapping[str, Any], times: int = 1) -> Counts:
    """Return the sum of two counts, the other one so many times."""
    total = dict(one)
    add(total, other, times)
    return total


def add(total: Counts, other: Mapping[str, Any], times: int = 1) -> None:
    """Add counts to a total in place, so many times."""
    for name, value in other.items():
        if name == MOST:
            if times > 0:
                total[MOST] = _most(total.get(MOST, {}), value)
        elif isinstance(value, Mapping):
            part = dict(total.get(name, {}))
            add(part, value, times)
            _put(total, name, part)
        else:
            _put(total, name, total.get(name, 0) + times * value)


def _put(total: Counts, name: str, value: Any) -> None:
    if value:
        total[name] = value
    else:
        total.pop(name, None)


def _most(one: Mapping[str, int], other: Mapping[str, int]) -> dict[str, int]:
    return {name: max(one.get(name, 0), other.get(name, 0)) for name in {*one, *other}}


def of(text: str) -> Counts:
    """Return the counts of a stored text."""
    found: Counts = json.loads(text) if text else {}
    return found


def text_of(counts: Mapping[str, Any]) -> str:
    """Return counts as text; equal ones are equal byte for byte."""
    return json.dumps(counts, sort_keys=True, separators=(",", ":"))
