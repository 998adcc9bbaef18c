"""Learn how likely players of each role do what they do: `./run bots learn` plays rounds and writes the tables.

The bots play with the tables of before, so it is done again until little changes. Some of the players follow a plain
plan, as people do who are new; so bots are no strangers to them.
"""

import json
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator, Sequence
from math import log
from typing import Any, NamedTuple

from games.bots import choose, likelihoods
from games.bots.acts import PHASES, Act
from games.bots.beliefs import forget, round_seen
from games.bots.choice import Roll
from games.bots.likelihoods import kind_of
from games.bots.manner import drawn
from games.bots.match import play_game
from games.bots.odds import posterior
from games.bots.teams import OTHER_TEAM
from games.rules import dice
from games.rules.commands import Command
from games.rules.events import PublicEvent
from games.rules.roles import SABOTEUR
from games.rules.ruleset import compiled
from games.rules.table import Ruleset
from games.rules.view import PlayerView
from tools.bots import greedy

ROUNDS = 400
"""How many rounds of each game are played in one go."""
TIMES = 2
"""How many goes there are."""
PLAIN = 8
"""One in how many players follows a plain plan."""
SEATS = {"base": range(3, 11), "saboteur2": range(3, 11)}
DOUBT = 6.0
"""How many turns like those of everybody are added to those of each kind of player: so nothing is impossible."""
SELDOM = 5
"""What was done less often is left out."""
WEIGHTS = (0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
"""What an act may weigh. Less than 1, because the acts of one player follow from one hand and one temper."""
ASKED = (2, 4)
"""After how many turns of everybody it is asked how good the beliefs are."""


class Round(NamedTuple):
    """A round as it was followed: the cards of each role, and each act with the role of its player."""

    seats: int
    counts: Counter[str]
    acts: list[tuple[Act, str]]
    steady: bool
    """Whether the role stayed the same."""


def main(arguments: Sequence[str]) -> int:
    """Play, learn, write."""
    parser = ArgumentParser(prog="./run bots learn", description="Learn the tables of what players do.")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--times", type=int, default=TIMES)
    options = parser.parse_args(arguments)
    for time in range(options.times):
        learnt = {game: lessons(list(rounds(game, options.rounds, time))) for game in SEATS}
        likelihoods.FILE.write_text(written(learnt), encoding="utf-8")
        likelihoods.table.cache_clear()
        likelihoods.doors.cache_clear()
        forget()
        print(f"time {time + 1}:", {game: learnt[game]["weight"] for game in learnt}, flush=True)
    return 0


def rounds(game: str, many: int, time: int) -> Iterator[Round]:
    """Rounds of a game by all numbers of seats; in the base game now and then with greedy dwarfs."""
    for number in range(many):
        seats = SEATS[game][number % len(SEATS[game])]
        modules = ("greedy",) if game == "base" and number % 6 == 5 else ()
        yield followed(Ruleset(rules=game, modules=modules, rounds=1), seats, f"learn {time} {game} {number}".encode())


def followed(ruleset: Ruleset, seats: int, key: bytes) -> Round:
    """One round, played and looked at."""
    plain = {seat for seat in range(seats) if not dice.Dice(key, f"plain {seat}").below(PLAIN)}

    def chooser(view: PlayerView, dice: Roll, seen: Sequence[PublicEvent]) -> Command:
        assert view.seat is not None
        if view.seat in plain:
            return greedy.choose(view, dice, seen)
        return choose(view, dice, seen, manner=drawn(key, 1, view.seat))

    moments = play_game(ruleset, seats, key=key, chooser=chooser)
    state, seen = (first := next(moments)).state, list(first.events)
    dealt = roles = tuple(own.role for own in state.seats)
    acts, known = list[tuple[Act, str]](), 0
    for moment in moments:
        seen += moment.events
        done = round_seen(moment.state.public, seen).acts
        acts += [(act, roles[act.seat]) for act in done[known:] if act]
        known = len(done)
        roles = tuple(own.role for own in moment.state.seats)
    return Round(seats, Counter(compiled(ruleset).roles(seats)), acts, steady=roles == dealt)


def lessons(played: Sequence[Round]) -> dict[str, Any]:
    """What rounds of a game teach, as it is written."""
    doors: Counter[bool] = Counter()
    for act, role in (pair for one in played for pair in one.acts):
        if act.colour and role in OTHER_TEAM:
            doors[act.colour == role] += 1
    ratio = round(min(20.0, (doors[True] + 1) / (doors[False] + 1)), 1)
    half = len(played) // 2
    weight = best_weight(played[half:], table(played[:half]))
    return {"weight": weight, "doors": max(1.0, ratio), "acts": table(played)}


def table(played: Sequence[Round]) -> dict[str, dict[str, list[int]]]:
    """Of 10,000 turns of each kind of player in each phase, how many are which act."""
    done = Counter((act.what, kind_of(role), act.phase) for one in played for act, role in one.acts)
    kinds = sorted({kind for _, kind, _ in done})
    of_kind: Counter[tuple[str, str]] = Counter()
    of_act: Counter[str] = Counter()
    of_both: Counter[tuple[str, str]] = Counter()
    for (what, kind, phase), many in done.items():
        of_kind[kind, phase] += many
        of_act[what] += many
        of_both[what, phase] += many
    in_phase: Counter[str] = Counter()
    for (_, phase), many in of_kind.items():
        in_phase[phase] += many
    total = of_act.total()

    def share(what: str, kind: str, phase: str) -> int:
        usual = (of_both[what, phase] + DOUBT * of_act[what] / total) / (in_phase[phase] + DOUBT)
        found = (done[what, kind, phase] + DOUBT * usual) / (of_kind[kind, phase] + DOUBT)
        return max(1, round(10_000 * found))

    return {
        what: {kind: [share(what, kind, phase) for phase in PHASES] for kind in kinds}
        for what in sorted(of_act)
        if of_act[what] >= SELDOM
    }


def best_weight(played: Sequence[Round], acts: dict[str, dict[str, list[int]]]) -> float:
    """What an act may weigh so that beliefs come as near to the truth as they can, in rounds that taught nothing."""
    sample = [one for one in played if one.steady]
    return max(WEIGHTS, key=lambda weight: sum(_nearness(one, acts, weight) for one in sample))


def _nearness(one: Round, acts: dict[str, dict[str, list[int]]], weight: float) -> float:
    """The logarithm of how likely the truth was taken to be, after some turns of everybody."""
    rows = [dict.fromkeys(one.counts, 1.0) for _ in range(max(one.seats, one.counts.total()))]
    roles: dict[int, str] = {act.seat: role for act, role in one.acts}
    near = 0.0
    for place, (act, _) in enumerate(one.acts, 1):
        found = acts.get(act.what, {})
        for role in rows[act.seat]:
            each = found.get(kind_of(role))
            rows[act.seat][role] *= (each[PHASES.index(act.phase)] / 10_000) ** weight if each else 1.0
        most = max(rows[act.seat].values())
        rows[act.seat] = {role: weighs / most for role, weighs in rows[act.seat].items()}
        if place in [many * one.seats for many in ASKED]:
            shares = posterior(rows, one.counts)
            for seat, role in roles.items():
                chance = min(max(shares[seat].get(SABOTEUR, 0.0), 1e-4), 1 - 1e-4)
                near += log(chance if role == SABOTEUR else 1 - chance)
    return near


def read(text: str) -> dict[str, Any]:
    """The tables of a text."""
    found: dict[str, Any] = json.loads(text)
    return found


def written(learnt: dict[str, dict[str, Any]]) -> str:
    """The tables as text, an act a line."""
    games = []
    for game, lesson in sorted(learnt.items()):
        acts = ",\n".join(f"    {json.dumps(what)}: {json.dumps(kinds)}" for what, kinds in lesson["acts"].items())
        head = "".join(f"   {json.dumps(name)}: {lesson[name]},\n" for name in ("weight", "doors"))
        games.append(f'  {json.dumps(game)}: {{\n{head}   "acts": {{\n{acts}\n   }}\n  }}')
    return "{\n" + ",\n".join(games) + "\n}\n"
