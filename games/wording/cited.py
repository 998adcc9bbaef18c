"""Sentences that name rules at their end, `It is not your turn (R90).`: the words, and the numbers to look up.

A message holds its numbers, so that they stay with their sentence in every language. Where people read it, the numbers
stand behind an (i); where no link can stand, they are left out.
"""

import re
from typing import NamedTuple

_CITED = re.compile(r" \(((?:R[1-9][0-9]?(?:, )?)+)\)")
_NUMBER = re.compile(r"R([1-9][0-9]?)")


class Cited(NamedTuple):
    """What a sentence says, and the numbers of the rules behind it."""

    words: str
    rules: tuple[int, ...]


def cited(sentence: str) -> Cited:
    """Take the numbers of rules out of a sentence.

    >>> cited("Laid for a toll (R21, R70). So be it.")
    Cited(words='Laid for a toll. So be it.', rules=(21, 70))
    """
    numbers = [number for found in _CITED.finditer(sentence) for number in _NUMBER.findall(found[1])]
    return Cited(_CITED.sub("", sentence), tuple(int(number) for number in numbers))


def uncited(sentence: str) -> str:
    """A sentence without the numbers of rules, for where no link can stand."""
    return cited(sentence).words
