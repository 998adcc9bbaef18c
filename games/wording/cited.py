"""Sentences that cite rules, such as `It is not your turn (R90).`: their text, and the numbers of the rules.

A message contains the numbers, so that every language has them. Pages show them behind an (i); plain texts omit them.
"""

import re
from typing import NamedTuple

_CITED = re.compile(r" \(((?:R[1-9][0-9]?(?:, )?)+)\)")
_NUMBER = re.compile(r"R([1-9][0-9]?)")


class Cited(NamedTuple):
    """The text of a sentence, and the numbers of the rules that it cites."""

    words: str
    rules: tuple[int, ...]


def cited(sentence: str) -> Cited:
    """Split the numbers of rules from a sentence.

    >>> cited("Laid for a toll (R21, R70). So be it.")
    Cited(words='Laid for a toll. So be it.', rules=(21, 70))
    """
    numbers = [number for found in _CITED.finditer(sentence) for number in _NUMBER.findall(found[1])]
    return Cited(_CITED.sub("", sentence), tuple(int(number) for number in numbers))


def uncited(sentence: str) -> str:
    """Return a sentence without the numbers of rules, for plain texts."""
    return cited(sentence).words
