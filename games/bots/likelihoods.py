"""How likely players of each role do what they do: learnt from games of bots by ``./run bots learn``, kept as data."""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from games.bots.acts import PHASES
from games.rules.roles import GEOLOGIST, GREEDY, PROFITEER, SABOTEUR

FILE = Path(__file__).with_name("likelihoods.json")
"""By game, act and kind of player: of 10,000 turns of such players, how many are such an act, in each phase."""
KINDS: Mapping[str, str] = {
    SABOTEUR: "harms",
    GREEDY: "greedy",
    GEOLOGIST: "geologist",
    PROFITEER: "profiteer",
}
"""The kind of player by role; all other roles dig."""
DIGS = "digs"

Odds = Mapping[str, float]
"""The likelihood of an act by kind of player."""


def kind_of(role: str) -> str:
    """What kind of player a role makes."""
    return KINDS.get(role, DIGS)


@cache
def table(game: str) -> Mapping[tuple[str, str], Odds]:
    """Act and phase to likelihoods. Acts that are not there say nothing."""
    read = json.loads(FILE.read_text(encoding="utf-8")).get(game, {})
    weight = read.get("weight", 1.0)
    return {
        (what, phase): {kind: (each[place] / 10_000) ** weight for kind, each in kinds.items()}
        for what, kinds in read.get("acts", {}).items()
        for place, phase in enumerate(PHASES)
    }


def against(odds: Odds | None) -> float:
    """How much more likely an act is for a saboteur than for a digger, by its likelihoods; 1 where they say nothing."""
    return odds[KINDS[SABOTEUR]] / odds[DIGS] if odds else 1.0


@cache
def doors(game: str) -> float:
    """How much more likely a digger lays a door of the own colour than one of the other: from 1 upwards."""
    return float(json.loads(FILE.read_text(encoding="utf-8")).get(game, {}).get("doors", 1.0))
