"""Friendly names for guests whom nobody asks for one."""

import secrets
from collections.abc import Iterator
from itertools import count

FIRST = (
    "Amber", "Brave", "Bright", "Calm", "Clever", "Cosy", "Dusty", "Eager", "Gentle", "Glad", "Golden", "Happy",
    "Honest", "Jolly", "Keen", "Kind", "Lively", "Lucky", "Merry", "Mossy", "Nimble", "Patient", "Quiet", "Rusty",
    "Sleepy", "Steady", "Sunny", "Swift", "Tidy", "Witty",
)  # fmt: skip
SECOND = (
    "Badger", "Beetle", "Cricket", "Dormouse", "Firefly", "Fox", "Hamster", "Hare", "Hedgehog", "Lizard", "Marmot",
    "Mole", "Mouse", "Newt", "Otter", "Owl", "Rabbit", "Robin", "Snail", "Sparrow", "Squirrel", "Toad", "Vole", "Wren",
)  # fmt: skip
PLAIN = 20
"""How many names without a number are tried first."""


def made_up() -> Iterator[str]:
    """Names without end, by lot: first such as "Merry Mole", then such as "Merry Mole 4711"."""
    for tried in count():
        name = f"{secrets.choice(FIRST)} {secrets.choice(SECOND)}"
        yield name if tried < PLAIN else f"{name} {2 + secrets.randbelow(9998)}"
