"""A lesson as a value: its texts before and after, the right moves, and why other legal moves are not taken."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


class Lesson(NamedTuple):
    """A position and a task. `name` is that of its record in `records/` and of its address.

    `right` has an entry for each move of the reader: the prefixes of the commands, in notation, that are accepted. If
    it is empty, every legal command is accepted until the round is over. `slips` are the reasons why other legal
    commands are not accepted, by prefix; the longest match is shown. `lead` is how many moves of the record are made
    before the lesson begins.

    `others` are lines of notation. After each move of the reader the others make the first legal one; if there is none,
    they pass. None: they do not move. `lost` replaces `after` if the reader's side has not won.
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
        """Return whether a command in notation is right as the reader's move of that number, counted from 0."""
        return not self.right or any(_begins(command, start) for start in self.right[number])

    def slip(self, command: str) -> "StrPromise":
        """Return why a legal command is not accepted. KeyError if the lesson has no reason for it."""
        starts = [start for start in self.slips if _begins(command, start)]
        return self.slips[max(starts, key=len, default=command)]


def _begins(command: str, start: str) -> bool:
    """Return whether a command begins with these words. `break` is a prefix of `break:cart B` too."""
    return command == start or command.startswith((f"{start} ", f"{start}:"))
