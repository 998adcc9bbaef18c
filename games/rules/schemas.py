"""Upgraders of stored states from each schema to the next: pure functions on plain JSON (``codec``).

A game continues under the corrected rules from its present state. What was triggered under the old rules still happens.
"""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import convert, to_builtins

from games.rules.agenda import explained
from games.rules.ruleset import compiled
from games.rules.table import RoundResult, Ruleset

Plain = dict[str, Any]
Upgrader = Callable[[Plain], Plain]


def _to_2(public: Plain) -> Plain:
    """Two miners for the table in place of two for each player (R70), and draws as R63 and R73 have them now."""
    agenda = _with_draws_of_2(public["agenda"])
    return {**public, "schema": 2, "agenda": agenda, "miners_left": _miners_left(public)}


def _miners_left(public: Plain) -> int:
    """How many of the table's two miners are left; any others on the board stay until they are paid."""
    left = public.get("miners_left", [])
    used = 2 * len(left) - sum(left)
    return max(0, 2 - used) if left else 0


def _with_draws_of_2(agenda: list[Plain]) -> list[Plain]:
    """Tasks, the next one last: discards that wait to be recycled at the end of a turn are so after the open decision,
    and what stands in the place of a draw does so for all of it. A vetoed card of a guide is drawn for."""
    tasks, recycled = [], []
    draws = [task for task in agenda if task["type"] == "draw"]
    vetoed_one_of_two = len(draws) > 1 and any(_is_of_guide(task) for task in agenda)
    for task in agenda:
        instead = task.get("instead", []) if task["type"] == "draw" else []
        if instead:
            recycled += [
                {"type": "instead", "seat": task["seat"], "name": name} for name in instead if name == "recycle"
            ]
            task = {**task, "replaced": True, "instead": [name for name in instead if name != "recycle"]}
        if vetoed_one_of_two and task is draws[-1]:
            task = {**task, "count": task["count"] + 1}
        tasks.append(task)
    return [*tasks[:-1], *recycled, *tasks[-1:]]


def _is_of_guide(task: Plain) -> bool:
    return task["type"] in ("guide-lay", "guide-next") or bool(task.get("of_guide"))


def _to_3(public: Plain) -> Plain:
    """Add the reasons of payouts (R22, R23), derived from the public results by the rules of the table.

    Earlier games draw from the first lists (``table.DRAWS``), which is what a state that names none does.
    """
    rules = compiled(convert(public["ruleset"], Ruleset))
    results = [explained(rules, convert(result, RoundResult)) for result in public.get("results", [])]
    return {**public, "schema": 3, "results": to_builtins(results)}


def _to_4(public: Plain) -> Plain:
    """The public state is unchanged; the sights of seats change (`own_to_4`)."""
    return {**public, "schema": 4}


SIGHT_OF_3 = '"found":'
"""A marker that only secrets and whispers of seats before schema 4 contain."""


def own_to_4(own: Plain) -> Plain:
    """What a seat knows, with sights by their kinds. Rows of seats do not say their schema; `sight` says it."""
    sightings = [
        one if "sight" in one else {"sight": _sight(one["what"], one["found"]), "move": one["move"]}
        for one in own.get("sightings", [])
    ]
    return {**own, "sightings": sightings}


def whisper_to_4(whisper: Plain) -> Plain:
    """A whisper about a look, typed; the stored whispers of a log are never rewritten."""
    return {"type": whisper["type"], "sight": _sight(whisper["what"], whisper["found"])}


def _sight(what: str, found: str) -> Plain:
    """A square or the letter of a seat, and what was found there: a goal, a role, or a card ``+`` its chest."""
    if "," not in what:
        return {"type": "role", "seat": ord(what) - ord("A"), "role": found}
    card, plus, chest = found.partition("+")
    if plus:
        return {"type": "chest", "at": what, "card": card, "chest": chest}
    return {"type": "goal", "at": what, "goal": found}


UPGRADERS: Mapping[int, Upgrader] = {1: _to_2, 2: _to_3, 3: _to_4}
"""The upgrader of the public state, by the schema that it upgrades from."""
