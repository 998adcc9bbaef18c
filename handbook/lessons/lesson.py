"""A lesson as a value: what is said before and after, what is right, and why other legal moves are not."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


class Lesson(NamedTuple):
    """A position and what to do in it. `name` is that of its record in `records/` and of its address.

    `right` has an entry for each move of the reader: the beginnings of the commands, in notation, that are taken. Where
    it is empty, every legal command is taken until the round is over. `slips` says of legal commands that are not taken
    why not, by their beginnings; the longest that fits is said. `lead` is how many moves of the record were made before
    the lesson begins.

    `others` are lines of notation. After each move of the reader the others play the first that is legal; where none
    is, they pass. None: they do not move. `lost` is said in the place of `after` where the reader's side has not won.
    """

    name: str
    title: "StrPromise"
    before: "StrPromise"
    task: "StrPromise"
    after: "StrPromise"
    right: tuple[tuple[str, ...], ...]
    slips: Mapping[str, "StrPromise"] = MappingProxyType({})
    lead: int = 0
    others: tuple[str, ...] | None = None
    lost: "StrPromise | str" = ""

    def takes(self, number: int, command: str) -> bool:
        """Whether a command in notation is right as the reader's move of that number, counted from 0."""
        return not self.right or any(_begins(command, start) for start in self.right[number])

    def slip(self, command: str) -> "StrPromise":
        """Why a legal command is not taken. KeyError where the lesson forgot to say it."""
        starts = [start for start in self.slips if _begins(command, start)]
        return self.slips[max(starts, key=len, default=command)]


def _begins(command: str, start: str) -> bool:
    """Whether a command begins with these words. `break` begins `break:cart B` too."""
    return command == start or command.startswith((f"{start} ", f"{start}:"))
