"""Tables for tests: seated, dealt from a fixed seed, brought to a position, moved on, looked at.

`running_game(3)` is a running table of Ann, Bo and Cy whose deal is the same each time; `in_position(...)` one with the
mine, hands and cards before players that a test names in the words of `docs/notation.md`.
"""

import dataclasses
import hashlib
import random
from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.test import Client
from msgspec.structs import replace

from accounts.models import User
from games.models import Game, Joining, Seat, Status, TableSecret
from games.rows import pulse, store
from games.rules import codec, engine, fairness
from games.rules.commands import Command, Lay, SeatCommand
from games.rules.notation import parse_line
from games.rules.record import deal_round
from games.rules.state import Stream
from games.rules.table import Ruleset
from games.services import bot_turns
from games.services import moves as play_moves
from tests.factories import UserFactory

SHOWN = 99
"""The number of a round after the last: the players of a table have been shown every deal, also of those to come."""
NAMES = ("Ann", "Bo", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Joe")


def people(count: int) -> list[User]:
    """The first players of `NAMES`, made where they are not there yet."""
    return [User.objects.filter(username=name).first() or UserFactory.create(username=name) for name in NAMES[:count]]


def open_game(
    players: int | Sequence[User] = 3, seed: int = 7, *, wanted: int = 0, ruleset: Ruleset | None = None, **fields: Any
) -> Game:
    """A table whose seats are taken by `players` (the first one is the host) and whose game has not begun.

    `wanted` is the number of seats when some are free. Its chance follows from `seed` alone, by the first scheme, so
    that a seed keeps its deals; `fields` are those of the row: name, code, joining, scheme.
    """
    seated = people(players) if isinstance(players, int) else list(players)
    secret = hashlib.sha256(f"table {seed}".encode()).digest()
    chosen = {"name": "Friday dwarves", "joining": Joining.FRIENDS, "scheme": 1, **fields}
    game = Game.objects.create(
        **chosen,
        host=seated[0],
        ruleset=codec.encode(ruleset or Ruleset()),
        seats_wanted=wanted or len(seated),
        commitment=fairness.commitment(secret, chosen["scheme"]),
    )
    game.secret = TableSecret.objects.create(game=game, seed=secret.hex())
    for number, user in enumerate(seated):
        share = hashlib.sha256(f"share {number}".encode()).hexdigest()[: 2 * fairness.SHARE_BYTES]
        place = number + 1 if game.scheme > 1 else None
        Seat.objects.create(game=game, number=number, user=user, share=share, word_place=place, seen_deal=SHOWN)
    return game


def options_of(game: Game, **changes: Any) -> dict[str, Any]:
    """What a host sends to change options of a table as they are: all of them with some changes."""
    game.refresh_from_db()
    return {"options_version": game.options_version, "options": dataclasses.replace(store.options(game), **changes)}


def running_game(
    players: int | Sequence[User] = 3, seed: int = 7, *, ruleset: Ruleset | None = None, **fields: Any
) -> Game:
    """A table whose first round has just been dealt, from a fixed seed."""
    game = open_game(players, seed, ruleset=ruleset, **fields)
    with transaction.atomic():
        rows = play_moves.locked_rows(pk=game.pk)
        play_moves.deal_first_round(rows)
    return rows.game


def in_position(
    players: int | Sequence[User] = 3, *, ruleset: Ruleset | None = None, code: str = "", pk: int = 0, **script: Any
) -> Game:
    """A running table in the position of a record's round: roles, hands, mine, before, pile, ... (`docs/notation.md`).

    >>> in_position(3, hands={"A": ["map", "EW"]}, before={"B": ["break:cart"]})  # doctest: +SKIP
    """
    fields: dict[str, Any] = ({"code": code} if code else {}) | ({"pk": pk} if pk else {})
    game = running_game(players, ruleset=ruleset, **fields)
    seats = seats_of(game)
    state = deal_round(store.ruleset(game), len(seats), script, 1, None, "round 1")
    state = replace(state, table=replace(state.table, chance=Stream(key=b"a position of a test")))
    with transaction.atomic():
        play_moves.write_rows(store.Loaded(game, seats, state), state)
    return game


def seen_by_all(game: Game) -> None:
    """Let everybody have been shown the deal and the end of every round, also of those to come."""
    Seat.objects.filter(game=game).update(seen_round=SHOWN, seen_deal=SHOWN)


def seats_of(game: Game) -> list[Seat]:
    """The seats of a table with their people, in order."""
    return list(Seat.objects.filter(game=game).select_related("user").order_by("number"))


def seat_of(game: Game, name: str) -> Seat:
    """A player's seat."""
    return Seat.objects.select_related("user").get(game=game, user__username=name)


def loaded(game: Game) -> store.Loaded:
    """The table as it is in the database now, with its hidden parts."""
    fresh = Game.objects.select_related("secret").get(pk=game.pk)
    return store.load(fresh, seats_of(game))


def awaited(game: Game) -> Seat:
    """The seat that the game waits for first."""
    return Seat.objects.select_related("user").filter(game=game).exclude(awaited_for="").order_by("number")[0]


def do(game: Game, *lines: str) -> None:
    """Carry out moves in the words of a record: `do(game, "A lay EW 1,0", "B pass NS")`."""
    for line in lines:
        seat, command = parse_line(line)
        with transaction.atomic():
            table = play_moves.locked(pk=game.pk)
            play_moves.carry_out(table, seat, command, user=table.seats[seat].user if seat is not None else None)
    game.refresh_from_db()


def let_choose(seats: list[Seat]) -> None:
    """Let bots of a game claim, and then choose, as they do one after the other with pauses between."""
    bot_turns.let_claim(bot_turns.Asked(seats[0].game_id, seats[0].game.seq, seats, 0.0))
    bot_turns.let_think(seats)


def play_bot(game_id: int) -> bool:
    """Let one awaited bot of a game choose and move at once; whether there was one."""
    while asked := bot_turns.bots_asked(game_id).seats:
        let_choose(asked[:1])
        if bot_turns.play_chosen(game_id, asked[0].game.seq):
            return True
    return False


def play_on(game: Game, moves: int, chance: random.Random | None = None, *, digging: bool = False) -> int:
    """Carry out up to `moves` legal commands at random, ``digging`` with tunnels wherever there are some; how many.

    It stops earlier when the game is over. The table is read once and stays in hand, which takes a third of the time.
    """
    chance, played = chance or random.Random(7), 0
    with transaction.atomic():
        table = play_moves.locked(pk=game.pk)
        while played < moves and not engine.is_over(table.state.public):
            seat = engine.awaited(table.state.public)[0].seat
            command = random_command(table.state, seat, chance, digging=digging)
            table = play_moves.carry_out(table, seat, command, user=table.seats[seat].user)
            played += 1
    game.refresh_from_db()
    return played


def random_command(state: engine.Game, seat: int, chance: random.Random, *, digging: bool) -> Command:
    """Some legal command of a seat that is awaited."""
    menu = list(engine.legal(state.public, state.seats[seat])) or list(engine.passes(state.public, state.seats[seat]))
    tunnels = [command for command in menu if isinstance(command, Lay)]
    return chance.choice(tunnels if digging and tunnels else menu)


def carry_out(game: Game, seat: int, command: SeatCommand) -> None:
    """Carry out one command of a seat."""
    with transaction.atomic():
        table = play_moves.locked(pk=game.pk)
        play_moves.carry_out(table, seat, command, user=table.seats[seat].user)
    game.refresh_from_db()


def play_to_the_end(game: Game, chance: random.Random | None = None) -> Game:
    """Play until the game is over."""
    play_on(game, 10_000, chance)
    assert Game.objects.get(pk=game.pk).status == Status.OVER
    game.refresh_from_db()
    return game


def finished_game(players: int | Sequence[User] = 3, seed: int = 7, **fields: Any) -> Game:
    """A table whose only round has been played to its end."""
    return play_to_the_end(running_game(players, seed, ruleset=Ruleset(rounds=1), **fields))


def browser_of(user: User | str) -> Client:
    """A browser of a signed-in user."""
    client = Client()
    person = User.objects.get(username=user) if isinstance(user, str) else user
    client.force_login(person, backend="accounts.backends.NameBackend")
    return client


def pulse_token(game: Game, name: str) -> str:
    """The token in the address of a user's pulse."""
    seat = seat_of(game, name)
    return pulse.token(game.pk, seat.number, seat.user_id)
