"""The pictures of a rule: small mines with a highlighted square."""

from typing import NamedTuple

from django.utils.safestring import SafeString

from games.rules.board import square
from games.sheets import ACTIONS, aim_of
from games.sheets.sheet import Aim
from games.tableau.markup import card_picture, drawn_of, picture
from handbook.cases import CASES, MINER, Case


class CaseSquare(NamedTuple):
    """A square of a picture: its column and row from 1, its content, and whether the picture is about it."""

    column: int
    row: int
    picture: SafeString
    asked: bool


class CaseShown(NamedTuple):
    """A picture of a rule: whether the move is legal, its squares, the reason, and the card before the player."""

    allowed: bool
    squares: tuple[CaseSquare, ...]
    words: str
    before: SafeString | str = ""


def cases_of(rule: int) -> list[CaseShown]:
    """Return the pictures of a rule; empty if its cards suffice."""
    return [_shown(case) for case in CASES.get(rule, ())]


def _shown(case: Case) -> CaseShown:
    lies = {case.at: case.card, **case.mine}
    places = {at: square(at) for at in lies}
    west, north = min(x for x, _y in places.values()), min(y for _x, y in places.values())
    return CaseShown(
        case.allowed,
        tuple(
            CaseSquare(x - west + 1, y - north + 1, _drawn(case, at, lies[at]), at in (case.at, case.also))
            for at, (x, y) in places.items()
        ),
        str(case.words),
        card_picture(case.before) if case.before else "",
    )


def _drawn(case: Case, at: str, name: str) -> SafeString:
    """Return the content of a square. For an action on an empty square, the bare rock is shown."""
    x, y = square(at)
    rock = (7 * x + 3 * y) % 3
    if name == MINER:
        return picture(f"r{rock}", MINER)
    if case.toll and at == case.at:
        return picture(*drawn_of(name, rock), MINER)
    if name in ACTIONS and aim_of(name) is Aim.ROOM:
        return picture(f"r{rock}")
    return card_picture(name, rock)
