"""Random games to their end, as records with all that their chance can be recomputed from."""

import json
from random import Random
from typing import Any

from games.rules import engine
from games.rules.agenda import Step
from games.rules.commands import Command
from games.rules.errors import Malformed, Refused
from games.rules.export import ends_written, game_written, round_written, table_written
from games.rules.fairness import commitment, game_key, game_key_1, seal, share_of
from games.rules.notation import SEATS, parse_line, write_chance, write_line
from games.rules.replay import fault
from games.rules.table import Ruleset
from games.rules.verify import faults
from tests.rules.playout import any_act

SECRET = bytes(range(32))
NAMES = ("Ann", "Bo", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Joe", "Kit", "Lou")
Record = dict[str, Any]


def finished(ruleset: Ruleset, players: int, seed: int, *, scheme: int = 2, bots: int = 1) -> Record:
    """A whole game. All but the last ``bots`` seats have typed a lucky word, from the last of them on."""
    table, rng = table_written(ruleset), Random(seed)
    words = [(seat, share_of(f"{NAMES[seat]} {seed}")) for seat in reversed(range(players - bots))]
    shares = [dict(words).get(seat, bytes([seat]) * 16) for seat in range(players)]
    key = game_key_1(SECRET, shares) if scheme == 1 else game_key(SECRET, table, players, words)
    dealt = engine.first_deal(ruleset, players, key=key)
    state, rounds = engine.begin_from(ruleset, dealt, key=key).state, [round_written(dealt, [])]
    draws: list[list[str]] = []
    while not engine.is_over(state.public):
        seat, command = any_act(rng, state, 0.9)
        step = _tried(state, seat, command)
        if step is None:
            continue
        state = step.state
        rounds[-1]["moves"] += [write_line(seat, command), *(write_chance(*line) for line in step.chance)]
        draws += map(list, step.among)
        if engine.awaits_deal(state.public):
            dealt = engine.next_deal(state, key=key)
            state = engine.begin_from(ruleset, dealt, key=key, last=state).state
            rounds.append(round_written(dealt, []))
    for script, end in zip(rounds, ends_written(state.public), strict=True):
        script["expect"] = end
    promised = {"commitment": commitment(SECRET, scheme), "secret": SECRET.hex()}
    if scheme == 1:
        chance: Record = {**promised, "shares": [share.hex() for share in shares]}
    else:
        said = [[SEATS[seat], share.hex()] for seat, share in words]
        chance = {"scheme": 2, **promised, "words": said, "bots": list(SEATS[players - bots : players]), "draws": draws}
        chance["rules"] = ["1"]
    plain: Record = json.loads(json.dumps(game_written(ruleset, list(NAMES[:players]), rounds, chance)))
    return plain


def _tried(state: engine.Game, seat: int | None, command: Command) -> Step | None:
    """What a command leads to, if it is allowed and can be written down."""
    try:
        parse_line(write_line(seat, command))
        return engine.apply(state, seat, command)
    except (Malformed, Refused):
        return None


def refusals(export: Record) -> list[str]:
    """All that is said against a record, by the standard library alone or else by the rules."""
    found = faults(export)
    return found or [words for words in [fault(export)] if words]


def resealed(export: Record) -> Record:
    """A forged record with the seal that fits it, as a forger would make it."""
    fairness = export.get("fairness")
    if isinstance(fairness, dict) and "seal" in fairness:
        fairness["seal"] = seal(export)
    return export
