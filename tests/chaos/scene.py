"""`python -m tests.chaos.scene KIND ... TABLES DOORS`: people and tables in the database of the site, told as JSON.

With `recount` in place of all that it tells what differs at each table when its log is played again.

For each kind there are people who get mail and more, with sessions of their own, and tables at which they play one
after the other. At two tables sit people who never move, so that time runs out.
"""

import json
import sys
from typing import Any, NamedTuple

import django

HANGING, MANY_HANGING = "Hanging", 40
"""How people are called whose chats take a connection and never answer, and how many they are."""
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
CHANNELS = ("email", "chat", "push")
WAYS = {
    "A": ("email", "chat"),
    "B": ("email", "push"),
    "C": ("email", "chat", "push"),
    "D": ("email",),
    "E": ("email", "chat"),
    "F": ("email", "push"),
}
"""By which channels people are told, by the last letter of their names."""


class Doors(NamedTuple):
    """Where the chats of all are, that which hangs, and the subscription that all devices have, but for the end of its
    address."""

    chat: str
    hanging: str
    push: dict[str, str]


def main(kinds: list[str], tables: int, doors: Doors) -> dict[str, Any]:
    """Make them: for each kind the sessions of its people by name, and its tables; and those without moves."""
    from accounts.models import User
    from games.models import Joining
    from games.rules.table import Ruleset
    from tests.games.tables import running_game

    groups = [group(name, number, tables, doors) for number, name in enumerate(kinds)]
    sleepers = [User.objects.create(username=name) for name in SLEEPERS]
    rules = Ruleset(rounds=6)
    slept = [
        running_game(sleepers, seed, ruleset=rules, joining=Joining.FRIENDS, **CLOCK) for seed in range(SLEEPING_TABLES)
    ]
    hanging_people(doors)
    return {"groups": groups, "slept": [game.code for game in slept]}


def hanging_people(doors: Doors) -> None:
    """People at tables without moves, each with a chat that hangs."""
    from accounts.models import User
    from games.rules.table import Ruleset
    from tests.factories import TargetFactory
    from tests.games.tables import running_game

    people = [User.objects.create(username=f"{HANGING} {number}") for number in range(MANY_HANGING)]
    for person in people:
        TargetFactory.create(user=person, url=doors.hanging)
    for seed in range(0, MANY_HANGING, 10):
        running_game(people[seed : seed + 10], 1000 + seed, ruleset=Ruleset(rounds=6), **CLOCK)


def group(name: str, number: int, tables: int, doors: Doors) -> dict[str, Any]:
    """The people and the tables of a kind."""
    from accounts.models import User
    from games.rules.table import Ruleset
    from tests.factories import TableChatFactory
    from tests.games.tables import browser_of, running_game

    kind, people = KINDS[name], []
    for letter in "ABCDEF"[: kind.people]:
        person = User.objects.create(username=f"{name} {letter}")
        person.email = f"{name}-{letter.lower()}@mail.example"
        person.save()
        let_reach(person, doors)
        people.append(person)
    bots = [User.objects.create(username=f"Bot {name} {bot}", is_bot=True) for bot in range(kind.bots)]
    rules = Ruleset(kind.rules, tuple(sorted(kind.modules)), rounds=6, veto_window=kind.window)
    games = [running_game([*people, *bots], 100 * number + seed, ruleset=rules, **CLOCK) for seed in range(tables)]
    for game in games:
        TableChatFactory.create(game=game, by=people[0], url=doors.chat)
    sessions = {person.username: browser_of(person).cookies["sessionid"].value for person in people}
    return {"people": sessions, "tables": [game.code for game in games]}


def ways_of(name: str) -> tuple[str, ...]:
    """The channels by which a player is told; none for people who are not counted."""
    return WAYS.get(name[-1], ()) if name.rpartition(" ")[0] in KINDS else ()


def let_reach(person: Any, doors: Doors) -> None:
    """Give a player their chat and their device."""
    from accounts.models import Device
    from tests.factories import TargetFactory

    if "chat" in ways_of(person.username):
        TargetFactory.create(user=person, url=doors.chat)
    if "push" in ways_of(person.username):
        address = f"{doors.push['endpoint']}-{person.pk}"
        Device.objects.create(user=person, name="Firefox, Android", **{**doors.push, "endpoint": address})


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
    if sys.argv[1:] == ["recount"]:
        described: Any = recount()
    else:
        *kinds, tables, doors = sys.argv[1:]
        described = main(kinds, int(tables), Doors(**json.loads(doors)))
    json.dump(described, sys.stdout)
