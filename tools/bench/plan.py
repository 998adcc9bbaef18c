"""`python -m tools.bench.plan TABLES MOVES`: tables in the database of a site, and moves at them to be sent by others.

The moves are known beforehand, because the same engine with the same chance gives the same hands; so their sender
needs no page first. Told as JSON: for each table its path and its moves, each with a session and a form.
"""

import json
import sys
from typing import Any

import django

PLAYERS = 3
TABLES_OF_A_PERSON = 3
"""At so few the moves of a person stay below what the site takes of one within a minute."""
CSRF = "c" * 32


def plan(tables: int, moves: int) -> list[dict[str, Any]]:
    """Make tables and plan moves."""
    from tests.factories import UserFactory
    from tests.games.tables import browser_of, running_game

    planned, people, sessions = [], [], {}
    for seed in range(tables):
        if seed % TABLES_OF_A_PERSON == 0:
            people = [UserFactory.create(email=f"player{seed}-{number}@mail.example") for number in range(PLAYERS)]
            sessions = {person.pk: browser_of(person).cookies["sessionid"].value for person in people}
        game = running_game(people, seed)
        planned.append({"path": f"/t/{game.code}/", "moves": list(_discards(game, sessions, moves))})
    return planned


def _discards(game: Any, sessions: dict[int, str], moves: int) -> Any:
    """A number of discards, one after the other."""
    from games.rules import engine
    from games.tableau.links import card_token, move_key
    from tests.games.tables import loaded

    table = loaded(game)
    state = table.state
    for _ in range(moves):
        seat = engine.awaited(state.public)[0].seat
        person = table.seats[seat].user_id
        command: Any = next(iter(engine.passes(state.public, state.seats[seat])))
        seq = state.public.seq
        form = {"seq": str(seq), "key": move_key(game.code, person, seq), "mode": "discard"}
        yield {
            "session": sessions[person],
            "form": {**form, "card": card_token(game.code, person, command.cards[0]), "csrfmiddlewaretoken": CSRF},
        }
        state = engine.apply(state, seat, command).state


if __name__ == "__main__":
    django.setup()
    json.dump(plan(*map(int, sys.argv[1:])), sys.stdout)
