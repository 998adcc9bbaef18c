"""What reaches a visitor, and where two of these differ first."""

from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import NamedTuple


class Seen(NamedTuple):
    """Something that reached a person: by which way, and its bytes."""

    way: str
    what: bytes


NOTHING = Seen("nothing", b"")


def apart(ones: Iterable[Seen], twos: Iterable[Seen]) -> Iterator[str]:
    """All in which two worlds differ that were looked at in the same way, as far as it is asked for."""
    for one, two in zip_longest(ones, twos, fillvalue=NOTHING):
        if one != two:
            yield _begins(one, two)


def _begins(one: Seen, two: Seen) -> str:
    if one.way != two.way:
        return f"{one.way} is not {two.way}"
    body = max(one.what.find(b"\n\n"), 0)  # headers tell of a length at most
    place = _first(one.what[body:], two.what[body:])
    place = _first(one.what, two.what) if place is None else body + place
    place = min(len(one.what), len(two.what)) if place is None else place
    start = max(place - 80, 0)
    return f"{one.way}: ...{one.what[start : place + 80]!r}... is not ...{two.what[start : place + 80]!r}..."


def _first(one: bytes, two: bytes) -> int | None:
    return next((place for place, pair in enumerate(zip(one, two, strict=False)) if pair[0] != pair[1]), None)
