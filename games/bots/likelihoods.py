"""The likelihoods of acts by role: learnt from games of bots by ``./run bots learn``, stored as data."""

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
    """Return the kind of player of a role."""
    return KINDS.get(role, DIGS)


@cache
def table(game: str) -> Mapping[tuple[str, str], Odds]:
    """Return the likelihoods by act and phase. Missing acts are neutral."""
    read = json.loads(FILE.read_text(encoding="utf-8")).get(game, {})
    weight = read.get("weight", 1.0)
    return {
        (what, phase): {kind: (each[place] / 10_000) ** weight for kind, each in kinds.items()}
        for what, kinds in read.get("acts", {}).items()
        for place, phase in enumerate(PHASES)
    }


def against(odds: Odds | None) -> float:
    """Return the likelihood ratio of saboteur to digger for an act; 1 without likelihoods."""
    return odds[KINDS[SABOTEUR]] / odds[DIGS] if odds else 1.0


@cache
def doors(game: str) -> float:
    """Return how much more likely a digger lays a door of their own colour than of the other: at least 1."""
    return float(json.loads(FILE.read_text(encoding="utf-8")).get(game, {}).get("doors", 1.0))
