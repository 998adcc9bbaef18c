"""The recipients of a message at a table: players that it addresses by name, or that it asks."""

import re
from collections.abc import Mapping
from typing import TypeVar

from games.rules.claims import ASKS, BACK, Claim
from games.rules.notation import seat_of

Key = TypeVar("Key")
_MAY_NAME = re.compile(r"@|[,:;!?–—]")


def may_address_a_player(text: str) -> bool:
    """Whether a text may address a player, so that the names of the table have to be read.

    >>> may_address_a_player("Bo, repair my cart"), may_address_a_player("I dig on")
    (True, False)
    """
    return bool(_MAY_NAME.search(text))


def addressed_in(text: str, names: Mapping[Key, str]) -> set[Key]:
    """Return the players that a text addresses: by "@name" anywhere, or by the name at the beginning or the end, set
    off by punctuation. A name in the middle of a sentence does not address the player.

    >>> players = {1: "Ann", 2: "Bo", 3: "Bo Green"}
    >>> addressed_in("bo, repair my cart", players), addressed_in("Help me, @Ann and @Bo Green!", players)
    ({2}, {1, 3})
    >>> addressed_in("Bo is a saboteur, I think", players), addressed_in("Repair my cart, Bo!", players)
    (set(), {2})
    """
    rest, found = text.casefold(), set[Key]()
    by_length = sorted(names.items(), key=lambda row: -len(row[1]))
    for key, name in by_length:
        there = re.escape(name.casefold())
        # A match is removed, so that a short name is not found inside a longer one.
        mentioned = re.compile(rf"@{there}(?!\w)")
        if mentioned.search(rest):
            found.add(key)
            rest = mentioned.sub(" ", rest)
    while True:
        for key, name in by_length:
            there = re.escape(name.casefold())
            first = re.match(rf"\s*{there}\s*(?:[,:;!?–—]|-\s)", rest)
            called = first or re.search(rf"[,;–—]\s*{there}\s*[.!?…]*\s*$", rest)
            if called:
                found.add(key)
                rest = f"{rest[: called.start()]} {rest[called.end() :]}" if called.start() else rest[called.end() :]
                break
        else:
            return found


def asked_by(claim: Claim) -> int | None:
    """Return the seat of the player that a claim asks; None for any other claim.

    >>> asked_by(Claim("ask", "B", "saboteur")), asked_by(Claim("player", "B", "trust"))
    (1, None)
    """
    return seat_of(claim.what) if claim.about == ASKS and claim.says != BACK else None
