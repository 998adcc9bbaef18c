"""Compare the expectations of a record after the last move of a round with the state (``docs/notation.md``)."""

from collections.abc import Callable
from typing import Any, assert_never

from games.rules import engine
from games.rules.cards import START, tunnel
from games.rules.errors import Malformed
from games.rules.layout import known_keys
from games.rules.notation import letter, square_named
from games.rules.round import next_first, round_is_over
from games.rules.sights import ChestSight, GoalSight, RoleSight, Sight
from games.rules.state import Sighting

Reading = Callable[[engine.Game], Any]


def difference(expect: Any, state: engine.Game, place: str) -> str | None:
    """The first expectation that does not hold, as a sentence; None when all do. Malformed for unknown keys."""
    known_keys(expect, frozenset(FOUND), f"{place}: expect")
    last = f"after move {state.public.moves}"
    for key, wanted in expect.items():
        found = FOUND[key](state)
        if isinstance(wanted, dict) and key == "open":
            found = {_square(at, place): found.get(at, _sealed(state, at)) for at in wanted}
        elif isinstance(wanted, dict) and isinstance(found, dict) and key != "to_act":
            known_keys(wanted, frozenset(found), f"{place}: expect: {key}")
            found = {part: found[part] for part in wanted}
        if _unordered(found) != _unordered(wanted):
            return f"{place}, {last}: {key}: expected {wanted!r}, found {found!r}"
    return None


def _square(at: str, place: str) -> str:
    try:
        return square_named(at)
    except Malformed as error:
        raise Malformed(f"{place}: expect: open: {error}") from None


def _sealed(state: engine.Game, at: str) -> str | None:
    return "face down" if at in state.public.face_down else None


def _unordered(value: Any) -> Any:
    """Lists are compared in any order."""
    if isinstance(value, list):
        return sorted(value, key=repr)
    if isinstance(value, dict):
        return {key: _unordered(part) for key, part in value.items()}
    return value


def _by_seat(one: Callable[[engine.Game, int], Any]) -> Reading:
    return lambda state: {letter(seat): one(state, seat) for seat in range(state.public.seats)}


def _before(state: engine.Game, seat: int) -> list[str]:
    return [before.card for before in state.public.before if before.seat == seat]


def _sightings(state: engine.Game, seat: int) -> list[str]:
    return [_sighting(sighting) for sighting in state.seats[seat].sightings]


def _sighting(sighting: Sighting) -> str:
    return f"{_sight(sighting.sight)}@{sighting.move}"


def _sight(sight: Sight) -> str:
    match sight:
        case GoalSight(at=at, goal=goal):
            return f"{at}={goal}"
        case ChestSight(at=at, card=card, chest=chest):
            return f"{at}={card}+{chest}"
        case RoleSight(seat=seat, role=role):
            return f"{letter(seat)}={role}"
        case _:
            assert_never(sight)


def _legal(state: engine.Game, seat: int) -> int:
    return len(engine.legal(state.public, state.seats[seat]))


def _winners(state: engine.Game) -> list[str] | None:
    if not round_is_over(state.public):
        return None
    return [letter(seat) for seat in state.public.results[-1].winners]


def _connector(state: engine.Game) -> str | None:
    connector = state.public.results[-1].connector if round_is_over(state.public) else None
    return None if connector is None else letter(connector)


def _discard_top(state: engine.Game) -> str | None:
    return state.table.discards[-1] if state.table.discards else None


FOUND: dict[str, Reading] = {
    "to_act": lambda state: {letter(ask.seat): ask.kind for ask in engine.unanswered(state)},
    "open": lambda state: {at: card for at, card in state.public.mine.items() if card != START},
    "face_down": lambda state: list(state.public.face_down),
    "before": _by_seat(_before),
    "hand": _by_seat(lambda state, seat: list(state.seats[seat].hand)),
    "role": _by_seat(lambda state, seat: state.seats[seat].role),
    "gold": _by_seat(lambda state, seat: state.seats[seat].worth),
    "pile": lambda state: len(state.table.pile),
    "discards": lambda state: len(state.table.discards),
    "discard_top": _discard_top,
    "crystals": lambda state: sum(tunnel(card).crystal for card in state.public.mine.values()),
    "winners": _winners,
    "connector": _connector,
    "round_over": lambda state: round_is_over(state.public),
    "game_over": lambda state: engine.is_over(state.public),
    "first": lambda state: letter(next_first(state.public)),
    "legal": _by_seat(_legal),
    "sees": _by_seat(_sightings),
}
