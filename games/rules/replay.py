"""Replay a finished game from its secret, to check what `verify` cannot check without the rules (R98).

The deals are repeated from the key, the moves are played, and the engine makes its random draws itself. A record is
valid if nothing differs: deals, draws, the items of each draw, the starting player, and the end.
"""

import json
from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from games.rules import engine, record
from games.rules.agenda import Step
from games.rules.cards import ARRANGEMENTS
from games.rules.errors import Malformed, Refused
from games.rules.expectation import difference
from games.rules.export import ALWAYS, deal_written, ends_written
from games.rules.fairness import canonical
from games.rules.layout import read_table
from games.rules.notation import parse_line, write_chance, write_line
from games.rules.table import Ruleset
from games.rules.verify import UNREADABLE, key_of, scheme_of


def fault(export: dict[str, Any]) -> str | None:
    """The first difference between an export and its replay, as a sentence; None without one."""
    try:
        return next(_faults(record.read(json.dumps(export))), None)
    except (Malformed, Refused) as error:
        return str(error)
    except UNREADABLE as error:
        return f"the export cannot be read: {type(error).__name__} {error}"


def _faults(export: dict[str, Any]) -> Iterator[str]:
    key, ruleset, players, state = key_of(export), _ruleset(export), len(export["seats"]), None
    among: list[tuple[str, ...]] = []
    for number, script in enumerate(export["rounds"], 1):
        place = f"round {number}"
        if state is not None and not engine.awaits_deal(state.public):
            raise Malformed(f"{place}: the round before is not over, or it was the last")
        dealt = engine.next_deal(state, key=key) if state else engine.first_deal(ruleset, players, key=key)
        yield from (f"{place}: {part} is not what was dealt" for part in _unlike(deal_written(dealt), script))
        state = engine.begin_from(ruleset, dealt, key=key, last=state).state
        for move in record.moves_of(script["moves"], players, place):
            step = _step(state, move, place)
            state = step.state
            among += step.among
        yield from filter(None, [difference(script.get("expect", {}), state, place)])
    if state is None or not engine.is_over(state.public):
        yield "the game is not over where the record ends"
    elif scheme_of(export) > 1:
        yield from _end_faults(export, state, among)


def _end_faults(export: dict[str, Any], state: engine.Game, among: list[tuple[str, ...]]) -> Iterator[str]:
    if [list(items) for items in among] != export["fairness"]["draws"]:
        yield "a lot was drawn among something else"
    for number, (script, end) in enumerate(zip(export["rounds"], ends_written(state.public), strict=True), 1):
        if canonical(script.get("expect")) != canonical(end):
            yield f"round {number}: what all saw at its end is not what is written there"


def _ruleset(export: dict[str, Any]) -> Ruleset:
    """The rules of a record. Where its chests lie says which arrangement the table chose, which no option says."""
    ruleset, squares = read_table(export), set(export["rounds"][0].get("chests", {}))
    chosen = [name for name, places in ARRANGEMENTS.items() if set(places) == squares]
    return replace(ruleset, chests=chosen[0]) if chosen else ruleset


def _unlike(dealt: dict[str, Any], script: dict[str, Any]) -> list[str]:
    """The parts of a round that differ from its deal. An empty part may be left out."""
    said = {key: part for key, part in script.items() if key not in ("moves", "expect") and (part or key in ALWAYS)}
    parts = sorted({*dealt, *said})
    return [part for part in parts if canonical(dealt.get(part)) != canonical(said.get(part))]


def _step(state: engine.Game, move: record.RecordedMove, place: str) -> Step:
    where = f"{place}, move {move.number} ({move.text})"
    seat, command = parse_line(move.text)
    if move.refused or write_line(seat, command) != move.text:
        raise Malformed(f"{where}: nothing that a table writes down")
    try:
        step = engine.apply(state, seat, command)
    except Refused as refused:
        raise Malformed(f"{where}: refused: {refused}") from None
    if step.chance != move.chance:
        gave = "; ".join(write_chance(*line) for line in step.chance) or "nothing"
        raise Malformed(f"{where}: chance gave {gave}")
    return step
