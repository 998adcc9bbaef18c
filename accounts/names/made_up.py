"""Random names for guests who have not chosen one, in the language of the page.

The English names are in this file, those of other languages in `locale/LANGUAGE/names.toml`.
"""

import secrets
import tomllib
from collections.abc import Iterator
from functools import cache
from itertools import count, product

from django.conf import settings
from django.utils.translation import get_language

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
    """Endless random names: first such as "Merry Mole", then such as "Merry Mole 4711"."""
    known = plain_names(get_language() or settings.LANGUAGE_CODE)
    for tried in count():
        name = secrets.choice(known)
        yield name if tried < PLAIN else f"{name} {2 + secrets.randbelow(9998)}"


@cache
def plain_names(language: str) -> tuple[str, ...]:
    """Return all names of a language without a number; those of English if it has no list.

    A list has groups, since words have to agree: every word of ``first`` goes with every word of ``second`` of its
    group.
    """
    listed = settings.BASE_DIR / "locale" / language / "names.toml"
    groups = [{"first": FIRST, "second": SECOND}]
    if listed.exists():
        groups = tomllib.loads(listed.read_text(encoding="utf-8"))["names"]
    return tuple(f"{first} {second}" for group in groups for first, second in product(group["first"], group["second"]))
