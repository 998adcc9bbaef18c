"""Mines drawn as rows of words: a card as R4 writes it, `?` for a face-down goal, `start`, `.` for an empty square.

Where cards may be laid is drawn on the empty squares: `u` unturned, `t` turned, `b` both ways. The start card fixes
the squares; a drawing without one says where its first word lies.
"""

from typing import NamedTuple

from games.rules.board import GOAL, START_SQUARE, Board

MARKS = {".": (), "?": (), "u": (False,), "t": (True,), "b": (False, True)}


class Drawn(NamedTuple):
    """A drawn mine, and the ways of laying that are marked in it."""

    mine: dict[str, str]
    face_down: dict[str, str]
    marked: set[tuple[str, bool]]

    @property
    def board(self) -> Board:
        """The mine as a graph."""
        return Board(self.mine, self.face_down)


def draw(picture: str) -> Drawn:
    """The mine of a picture; the start card must be in it."""
    rows = [line.split() for line in picture.strip().splitlines()]
    top = next(-y for y, row in enumerate(rows) if "start" in row)
    left = next(-x for row in rows for x, word in enumerate(row) if word == "start")
    drawn = Drawn({START_SQUARE: "start"}, {}, set())
    for y, row in enumerate(rows, top):
        for x, word in enumerate(row, left):
            at = f"{x},{y}"
            if word == "?":
                drawn.face_down[at] = GOAL
            if word in MARKS:
                drawn.marked.update((at, turned) for turned in MARKS[word])
            else:
                drawn.mine[at] = word
    return drawn
