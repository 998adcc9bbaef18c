"""Events of every type, with everything in turn that may stand in their fields."""

import itertools
from collections.abc import Iterator
from typing import Any

from games.rules import events
from games.rules.cards import CHESTS
from games.rules.sights import ChestSight, GoalSight, RoleSight

ANN, BO, CY = range(3)

_SAMPLES: dict[str, list[Any]] = {
    "card": ["NE", "map", "break:cart"],
    "cards": [("map", "NE"), ()],
    "hand": [("map", "NE")],
    "at": ["3,-1", ("3,-1", "8,0")],
    "was": ["2,0"],
    "goal": ["gold", "stone-a"],
    "chest": list(CHESTS),
    "name": ["costume-department", "tunnel-party"],
    "role": ["digger"],
    "roles": [("digger", "saboteur", "digger")],
    "lifted": ["break:cart"],
    "reason": ["gold", "hands-empty", "unheard-of"],
    "kind": ["turn", "gold"],
    "how": ["asleep", "unheard-of"],
    "sight": [GoalSight("8,0", "gold"), ChestSight("2,-1", "NE", "nugget"), RoleSight(BO, "digger")],
    "winners": [(), (ANN,), (ANN, BO), (ANN, BO, CY)],
    "gold": [(0, 0, 0), (1, 1, 1)],
    "paid": [()],
    "target": [None, ANN, BO],
    "victim": [None, BO],
    "payer": [None, BO],
    "owner": [BO],
    "by": [BO],
    "connector": [None, ANN],
    "turned": [False],
    "tool": ["", "cart"],
    "moved": ["", "NE"],
    "reaches": [False, True],
    "seat": [None, ANN],
    "first": [ANN],
    "round": [1],
    "count": [-1, 1, 2, 5],
    "value": [1, 3],
    "hours": [1, 12],
    "minutes": [1, 5, 60, 1800],
    "days": [1, 7],
    "bank_hours": [12],
    "turn_hours": [1],
    "matter": ["pause", "end", "absent"],
    "outcome": ["yes", "no", "none", "wait", "bot", "link", "end"],
}
"""For each field of an event what may stand in it."""


def samples(kind: Any) -> Iterator[Any]:
    """Events of one type with everything in turn that may stand in its fields."""
    choices = []
    for name, field in zip(kind.__struct_fields__, kind.__annotations__.values(), strict=True):
        fits = [one for one in _SAMPLES[name] if one is not None or "None" in str(field)]
        if name == "at":
            fits = [one for one in fits if isinstance(one, tuple) == ("tuple" in str(field))]
        if kind is events.Laid and name == "card":
            fits = ["NE"]
        choices.append(fits)
    return (kind(*values) for values in itertools.product(*choices))
