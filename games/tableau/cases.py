"""The pictures of a rule: small mines with the square about which something is said."""

from typing import NamedTuple

from django.utils.safestring import SafeString

from games.rules.board import square
from games.rules.cards import CARDS
from games.tableau.markup import card_picture, picture
from games.wording.cases import CASES, MINER, Case


class CaseSquare(NamedTuple):
    """A square of a picture: its column and row from 1, what lies there, and whether the picture is about it."""

    column: int
    row: int
    picture: SafeString
    asked: bool


class CaseShown(NamedTuple):
    """A picture of a rule: whether what is tried there is allowed, its squares, and why."""

    allowed: bool
    squares: tuple[CaseSquare, ...]
    words: str


def cases_of(rule: int) -> list[CaseShown]:
    """What a rule looks like; nothing where its cards say it all."""
    return [_shown(case) for case in CASES.get(rule, ())]


def _shown(case: Case) -> CaseShown:
    lies = {case.at: case.card, **case.mine}
    places = {at: square(at) for at in lies}
    west, north = min(x for x, _y in places.values()), min(y for _x, y in places.values())
    return CaseShown(
        case.allowed,
        tuple(
            CaseSquare(x - west + 1, y - north + 1, _drawn(lies[at], (7 * x + 3 * y) % 3), at == case.at)
            for at, (x, y) in places.items()
        ),
        str(case.words),
    )


def _drawn(name: str, rock: int) -> SafeString:
    """What lies on a square. Where an action is done and nothing lies, the bare rock is shown."""
    if name == MINER:
        return picture(f"r{rock}", MINER)
    if name in CARDS and not CARDS[name].is_tunnel:
        return picture(f"r{rock}")
    return card_picture(name, rock)
