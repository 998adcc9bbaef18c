"""`python -m tests.chaos.scene TABLES`: people and tables in the database of the site, told as JSON by their codes.

With `recount` in place of a number it tells what differs at each table when its log is played again.

At the first tables people play who get mail; at the last two sit people who never move, so that time runs out.
"""

import json
import sys

import django

PASSWORD = "a lamp, a cart and a pickaxe"
PLAYERS, SLEEPERS = ("Ann", "Bo", "Cy"), ("Dee", "Eve", "Fay")
SLEEPING_TABLES = 2


def main(tables: int) -> dict[str, list[str]]:
    """Make them; the codes of the tables that are played at, and of those at which nobody moves."""
    from accounts.models import User
    from games.models import Joining
    from games.rules.table import Ruleset
    from tests.games.tables import running_game

    people = {name: User.objects.create_user(name, password=PASSWORD) for name in PLAYERS}
    for name, person in people.items():
        person.email = f"{name.lower()}@mail.example"
        person.save()
    bot = User.objects.create(username="Bot Flint", is_bot=True)
    sleepers = [User.objects.create(username=name) for name in SLEEPERS]
    played = [
        running_game([*people.values(), bot] if seed % 2 else list(people.values()), seed, ruleset=Ruleset(rounds=6))
        for seed in range(tables)
    ]
    clock = {"bank_hours": 72, "turn_hours": 12, "vacations": False, "joining": Joining.FRIENDS}
    slept = [running_game(sleepers, seed, ruleset=Ruleset(rounds=6), **clock) for seed in range(SLEEPING_TABLES)]
    return {"played": [game.code for game in played], "slept": [game.code for game in slept]}


def recount() -> dict[str, list[str]]:
    """What differs at each table when its log is played again from its deals."""
    from django.db import transaction

    from games import repairs, services
    from games.models import Game

    with transaction.atomic():
        return {game.code: repairs.faults(services.locked(pk=game.pk)) for game in Game.objects.all()}


if __name__ == "__main__":
    django.setup()
    told = recount() if sys.argv[1] == "recount" else main(int(sys.argv[1]))
    json.dump(told, sys.stdout)
