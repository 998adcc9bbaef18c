"""Chance from a key: an HMAC-SHA256 counter stream (R98). Standard library only, so that anybody can recompute a deal.

Block ``i`` of a label is HMAC-SHA256(key, label || 0x00 || i as 8 bytes, big endian). Each block is read as eight
32-bit numbers, big endian. A number below ``n`` takes the next 32-bit number that is below the largest multiple of
``n`` (rejection sampling) modulo ``n``. A shuffle is Fisher-Yates from the last place down.

>>> Dice(b"key", "label").shuffled(["a", "b", "c"]) == Dice(b"key", "label").shuffled(["a", "b", "c"])
True
"""

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from typing import TypeVar

ItemT = TypeVar("ItemT")
_WORDS = 2**32


class Dice:
    """The stream of one label."""

    def __init__(self, key: bytes, label: str) -> None:
        self._words = self._stream(key, label.encode())

    @staticmethod
    def _stream(key: bytes, label: bytes) -> Iterator[int]:
        block = 0
        while True:
            digest = hmac.digest(key, label + b"\0" + block.to_bytes(8, "big"), hashlib.sha256)
            for start in range(0, 32, 4):
                yield int.from_bytes(digest[start : start + 4], "big")
            block += 1

    def below(self, n: int) -> int:
        """A number from 0 to n - 1; ValueError when n < 1."""
        if n < 1:
            raise ValueError(n)
        limit = _WORDS - _WORDS % n
        while True:
            word = next(self._words)
            if word < limit:
                return word % n

    def shuffled(self, items: Sequence[ItemT]) -> list[ItemT]:
        """The items in an order of chance."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order

    def one(self, items: Sequence[ItemT]) -> ItemT:
        """A random item; ValueError when there is none."""
        return items[self.below(len(items))]
