"""The contents of the box as a script: with it `static/js/verify.js` repeats the deals of finished games (R98).

A game lists its cards, roles, hands and goals. A module lists its changes, so the browser knows a new card or module as
soon as the rules do.
"""

import json
from collections import Counter
from typing import TypedDict

from games.rules.agenda import Rules
from games.rules.cards import ARRANGEMENTS, CHEST_TUNNELS, CHESTS, GOLD
from games.rules.notation import SEATS
from games.rules.ruleset import GAMES, MODULES, VARIANTS
from games.rules.setup import all_gold_cards
from games.rules.verify import PARTS

Counts = dict[str, int]


class Contents(TypedDict, total=False):
    """What a game deals, or how a module changes it. The keys are read by the script."""

    cards: Counts
    """Copies by card; of a module: how many more."""
    roles: dict[int, Counts | None]
    """Role cards by the number of players; of a module: how many more. None where the module is not for so many."""
    hand: dict[int, int]
    """Cards in a hand by the number of players."""
    aside: int
    goals: list[str]
    """Goals beside the gold."""
    squares: list[str]
    gold: list[int]
    chests: bool
    laid: bool
    """Whether a tunnel card lies in the middle from the start (R81)."""


def script() -> str:
    """The script: one value, in one line for each game and each module."""
    lines = [
        "// What is in the box, by games/rules/cards.py and the modules. `./run manage draw` writes it.",
        "const BOX = {",
    ]
    for name, value in (
        ("seats", SEATS),
        ("tunnels", sorted(CHEST_TUNNELS)),
        ("chests", sorted(CHESTS)),
        ("arrangements", list(ARRANGEMENTS.values())),
        ("parts", list(PARTS)),
        ("games", {name: _contents(rules) for name, rules in GAMES.items()}),
    ):
        lines.append(f"  {name}: {_written(value)},")
    lines.append("  modules: {")
    for game in GAMES:
        lines.append(f"    {game}: {{")
        lines += [f'      "{name}": {_written(change)},' for name, change in _modules(game).items()]
        lines.append("    },")
    return "\n".join([*lines, "  },", "};", ""])


def _modules(game: str) -> dict[str, Contents]:
    """What each module that fits a game changes of it."""
    before = GAMES[game]
    added = {**MODULES, **VARIANTS}.items()
    return {name: _changes(before, module.extend(before)) for name, module in added if game in module.needs}


def _contents(rules: Rules) -> Contents:
    return {
        "cards": dict(rules.catalogue),
        "roles": {players: _roles(rules, players) for players in rules.seats},
        "hand": {players: rules.hand_size(players) for players in rules.seats},
        "aside": rules.aside,
        "goals": sorted(rules.goals.keys() - {GOLD}),
        "squares": list(rules.goal_squares),
        "gold": list(all_gold_cards()) if rules.gold_cards else [],
        "chests": bool(rules.chests_out),
        "laid": rules.laid_out,
    }


def _changes(before: Rules, after: Rules) -> Contents:
    """What a module changes: of cards and roles how many more there are, of all else how it is now."""
    old, new = _contents(before), _contents(after)
    changed = {part: value for part, value in new.items() if value != old.get(part)}
    cards, roles = _more(old["cards"], new["cards"]), {n: _more_roles(n, old, new) for n in old["roles"]}
    found: Contents = {**changed, "cards": cards, "roles": roles}  # type: ignore[typeddict-item]
    if not cards:
        del found["cards"]
    if not any(more != {} for more in roles.values()):
        del found["roles"]
    return found


def _more_roles(players: int, old: Contents, new: Contents) -> Counts | None:
    before, after = old["roles"][players] or {}, new["roles"].get(players)
    return None if after is None else _more(before, after)


def _more(before: Counts, after: Counts) -> Counts:
    more = {name: after.get(name, 0) - before.get(name, 0) for name in [*before, *after]}
    return {name: count for name, count in more.items() if count}


def _roles(rules: Rules, players: int) -> Counts:
    return dict(sorted(Counter(rules.roles(players)).items()))


def _written(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))
