"""The page of two players, as values."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from accounts.models import User
from results.selectors.seen import Seen


class Side(NamedTuple):
    """What one of both did to the other."""

    person: User
    beat: int
    broke: int
    mended: int
    stole: int
    accused_right: int
    accused_wrong: int
    deceived: int


class PairPage(NamedTuple):
    """Two players: evenings, games and rounds together, rounds that both won or lost, and what each did to the other.
    `mine`: the viewer is the first of them."""

    mine: bool
    evenings: int
    games: int
    rounds: int
    both: int
    neither: int
    sides: tuple[Side, Side]


def page_of(one: Seen, other: Seen, viewer: User) -> PairPage:
    """Return the page of two players; the viewer stands first."""
    if other.person == viewer:
        one, other = other, one
    between = [_between(first, second) for first, second in ((one, other), (other, one))]
    rounds, both = between[0].get("rounds", 0), between[0].get("both", 0)
    beat, lost = (found.get("beat", 0) for found in between)
    return PairPage(
        one.person == viewer,
        between[0].get("evenings", 0),
        between[0].get("games", 0),
        rounds,
        both,
        rounds - both - beat - lost,
        (_side(one.person, between[0]), _side(other.person, between[1])),
    )


def _between(one: Seen, other: Seen) -> dict[str, Any]:
    found: dict[str, Any] = one.sums.get("with", {}).get(str(other.person.pk), {})
    return found


def _side(person: User, done: dict[str, Any]) -> Side:
    names = ("beat", "broke", "mended", "stole", "accused_right", "accused_wrong", "deceived")
    return Side(person, *(done.get(name, 0) for name in names))


def rows_of(page: PairPage) -> Iterator[Sequence[str | int]]:
    """Yield the figures of a page as rows of a file: what, and how often: together, by the first, by the second."""
    for name in ("evenings", "games", "rounds", "both", "neither"):
        yield name, getattr(page, name), "", ""
    one, other = page.sides
    for name in ("beat", "broke", "mended", "stole", "accused_right", "accused_wrong", "deceived"):
        yield name, "", getattr(one, name), getattr(other, name)
