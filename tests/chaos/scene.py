"""`python -m tests.chaos.scene KIND ...`: people and tables in the database of the site, told as JSON.

With `recount` in place of kinds it tells what differs at each table when its log is played again.

For each kind there are people who get mail, with sessions of their own, and tables at which they play one after the
other. At two tables sit people who never move, so that time runs out.
"""

import json
import sys
from typing import Any, NamedTuple

import django

SLEEPERS = ("Dee", "Eve", "Fay")
SLEEPING_TABLES = 2


class Kind(NamedTuple):
    """Tables of a kind: how many people and bots play which rules."""

    people: int
    bots: int = 0
    rules: str = "base"
    modules: tuple[str, ...] = ()
    window: int = 0


KINDS = {
    "two": Kind(2, rules="saboteur2"),
    "base": Kind(3),
    "bots": Kind(3, bots=2),
    "windows": Kind(4, modules=("veto",), window=24),
    "saboteur2": Kind(5, rules="saboteur2"),
    "anniversary": Kind(
        6,
        rules="saboteur2",
        modules=("swap-goals", "treasury", "reverse", "craftsman", "guide", "detour", "new-goals", "treasure-chests"),
    ),
}
CLOCK = {"bank_hours": 72, "turn_hours": 12, "vacations": False}


def main(kinds: list[str], tables: int) -> dict[str, Any]:
    """Make them: for each kind the sessions of its people by name, and its tables; and those where nobody moves."""
    from accounts.models import User
    from games.models import Joining
    from games.rules.table import Ruleset
    from tests.games.tables import running_game

    groups = [group(name, number, tables) for number, name in enumerate(kinds)]
    sleepers = [User.objects.create(username=name) for name in SLEEPERS]
    rules = Ruleset(rounds=6)
    slept = [
        running_game(sleepers, seed, ruleset=rules, joining=Joining.FRIENDS, **CLOCK) for seed in range(SLEEPING_TABLES)
    ]
    return {"groups": groups, "slept": [game.code for game in slept]}


def group(name: str, number: int, tables: int) -> dict[str, Any]:
    """The people and the tables of a kind."""
    from accounts.models import User
    from games.rules.table import Ruleset
    from tests.games.tables import browser_of, running_game

    kind, people = KINDS[name], []
    for letter in "ABCDEF"[: kind.people]:
        person = User.objects.create(username=f"{name} {letter}")
        person.email = f"{name}-{letter.lower()}@mail.example"
        person.save()
        people.append(person)
    bots = [User.objects.create(username=f"Bot {name} {bot}", is_bot=True) for bot in range(kind.bots)]
    rules = Ruleset(kind.rules, tuple(sorted(kind.modules)), rounds=6, veto_window=kind.window)
    games = [running_game([*people, *bots], 100 * number + seed, ruleset=rules, **CLOCK) for seed in range(tables)]
    sessions = {person.username: browser_of(person).cookies["sessionid"].value for person in people}
    return {"people": sessions, "tables": [game.code for game in games]}


def recount() -> dict[str, list[str]]:
    """What differs at each table when its log is played again from its deals."""
    from django.db import transaction

    from games.models import Game, Status
    from games.services import moves, repairs

    with transaction.atomic():
        begun = Game.objects.exclude(status__in=(Status.OPEN, Status.CANCELLED))
        return {game.code: repairs.faults(moves.locked(pk=game.pk)) for game in begun}


if __name__ == "__main__":
    django.setup()
    *first, last = sys.argv[1:]
    json.dump(recount() if last == "recount" else main(first, int(last)), sys.stdout)
