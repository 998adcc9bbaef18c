"""The names of squares, the same for all players: lane letter and depth, `M6`.

The start lies on `M0`, the goals of the base game on `K8`, `M8` and `O8`. Lanes run north to south. After `Z` comes
`AA`; the lane north of `A` is `-A`, then `-B`. Behind the start the depth has an ASCII minus, `M-1`, which is valid in
addresses and available on keyboards.

>>> square_name("3,-1"), square_name("0,0"), square_name("-1,0"), square_name("2,14"), square_name("2,-13")
('L3', 'M0', 'M-1', 'AA2', '-A2')
>>> square_at("AA2"), square_at("-A2")
('2,14', '2,-13')
"""

import re
from functools import cache

from games.rules.board import square, written

_START_LANE = 12
"""The start's lane, `M`, counted from `A`."""
_NAME = re.compile(r"(-?)([A-Z]{1,3})(0|-?[1-9][0-9]{0,3})")


@cache
def lane_name(y: int) -> str:
    """Return the letters of a lane; `y` counts squares southwards from the start's."""
    index = y + _START_LANE
    return _letters(index) if index >= 0 else "-" + _letters(-index - 1)


@cache
def square_name(at: str) -> str:
    """Return the name of a square that is stored as `x,y`; ValueError when it has another form."""
    x, y = square(at)
    return f"{lane_name(y)}{x}"


@cache
def square_at(name: str) -> str:
    """Return the square `x,y` of a name, the inverse; ValueError when no square has that name."""
    match = _NAME.fullmatch(name)
    if match is None:
        raise ValueError(name)
    minus, letters, depth = match.groups()
    index = 0
    for letter in letters:
        index = index * 26 + ord(letter) - ord("A") + 1
    return written((int(depth), (-index if minus else index - 1) - _START_LANE))


def _letters(index: int) -> str:
    """Return `A` for 0, `Z` for 25, `AA` for 26."""
    letters = ""
    index += 1
    while index:
        index, digit = divmod(index - 1, 26)
        letters = chr(ord("A") + digit) + letters
    return letters
