"""Many at once at one table: on a real PostgreSQL, each with a connection of their own.

What is found wrong is told in sentences by one checker for each race. With the lock taken away the checkers find
something, so they can.
"""

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import pytest
from django.db import connection, transaction
from django.db.models import QuerySet

from accounts.models import User
from games.models import Game, Move, Notice, Seat
from games.rows import store
from games.rules import engine
from games.rules.commands import SeatCommand, Timeout
from games.services import moves as play_moves
from tests.conftest import SOAK
from tests.factories import UserFactory
from tests.flushing import in_spite_of_triggers
from tests.games import tables
from tests.games.crowd import Answers, Crowd, crowd, plant_lock, with_another, without_lock
from tests.games.tables import loaded, running_game, seats_of
from tests.rules.invariants import cards_are_conserved

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.postgres,
    pytest.mark.xdist_group("many connections"),
]

THREADS, GAMES = 40, 50 if SOAK else 8


@pytest.fixture
def unlocked(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault planted in the services: no one waits, and two read a table before either writes it."""
    both_have_read = threading.Barrier(2)
    load = store.load

    def load_together(game: Game, seats: list[Seat]) -> store.Loaded:
        with_another(both_have_read)
        return load(game, seats)

    without_lock(monkeypatch)
    monkeypatch.setattr(store, "load", load_together)


@pytest.fixture
def unguarded(unlocked: None) -> Iterator[None]:
    """Besides, a database that takes two moves of one number and a key twice."""
    rules = [rule for rule in Move._meta.constraints if rule.name in ("one_move_a_number", "one_move_a_key")]
    with connection.schema_editor() as schema:
        for rule in rules:
            schema.remove_constraint(Move, rule)
    yield
    connection.ops.execute_sql_flush(in_spite_of_triggers(["TRUNCATE games_move CASCADE"]))
    with connection.schema_editor() as schema:
        for rule in rules:
            schema.add_constraint(Move, rule)


def submit(game: Game, user: User, command: SeatCommand, key: str) -> str:
    """The result of a move at a table as it is when `game` was read."""
    return play_moves.submit(code=game.code, user=user, seq=game.seq, key=key, command=command).result


def menu_of(game: Game) -> tuple[Seat, list[Any]]:
    """Who is on turn, and all that they may do."""
    state = loaded(game).state
    seat = seats_of(game)[engine.awaited(state.public)[0].seat]
    own = state.seats[seat.number]
    return seat, [*engine.legal(state.public, own), *engine.passes(state.public, own)]


# -- checkers


def faults_of_one_move(game: Game, answers: Answers, *, others: str) -> list[str]:
    """What is wrong with a table of which many wanted to change the same number of moves, as sentences."""
    found = [f"raised: {error!r}" for error in answers if isinstance(error, Exception)]
    wanted = Counter({"done": 1, others: len(answers) - 1})
    if not found and Counter(answers) != wanted:
        found.append(f"answers: {Counter(answers)}")
    fresh, moves = Game.objects.get(pk=game.pk), Move.objects.filter(game=game, seq__gt=game.seq).count()
    if moves != 1:
        found.append(f"applied {moves} times")
    if (fresh.seq, fresh.version) != (game.seq + 1, game.version + 1):
        found.append(f"number {game.seq} became {fresh.seq}, version {game.version} became {fresh.version}")
    if Notice.objects.filter(game=game, seq__gt=game.seq).count() > 1:
        found.append("told twice")
    return found


# -- moves


def same_key(people: Crowd, game: Game) -> list[str]:
    """All send the same move with the same key."""
    seat, menu = menu_of(game)
    answers = people.at_once([partial(submit, game, seat.user, menu[0], "k1")] * people.size)
    return faults_of_one_move(game, answers, others="again")


def same_number(people: Crowd, game: Game) -> list[str]:
    """All send another move for the same number of the table."""
    seat, menu = menu_of(game)
    deeds = [partial(submit, game, seat.user, menu[n % len(menu)], f"k{n}") for n in range(people.size)]
    return faults_of_one_move(game, people.at_once(deeds), others="stale")


def test_forty_equal_moves_succeed_once() -> None:
    users = tables.people(4)
    with crowd(THREADS) as people:
        found = {number: same_key(people, running_game(users, seed=number)) for number in range(GAMES)}
    assert {number: faults for number, faults in found.items() if faults} == {}


def test_forty_different_moves_of_one_number_succeed_once() -> None:
    users = tables.people(4)
    with crowd(THREADS) as people:
        found = {number: same_number(people, running_game(users, seed=number)) for number in range(5)}
    assert {number: faults for number, faults in found.items() if faults} == {}


@pytest.mark.parametrize("race", [same_key, same_number])
def test_without_the_lock_the_database_refuses_and_the_checker_says_so(
    race: Callable[[Crowd, Game], list[str]], unlocked: None
) -> None:
    with crowd(4) as people:
        assert any("raised: IntegrityError" in fault for fault in race(people, running_game(4)))


@pytest.mark.parametrize("race", [same_key, same_number])
def test_checker_finds_double_moves_without_lock_and_constraints(
    race: Callable[[Crowd, Game], list[str]], unguarded: None
) -> None:
    with crowd(2) as people:
        assert "applied 2 times" in race(people, running_game(4))


def test_a_bot_that_many_workers_move_moves_once() -> None:
    bot, *others = [UserFactory.create(is_bot=number == 0) for number in range(3)]
    game = tables.in_position([bot, *others])
    with crowd(8) as people:
        answers = people.at_once([partial(tables.play_bot, game.pk)] * 8)

    # Who finds the table locked by another worker leaves it to that one.
    assert Counter(answers)[True] == 1
    assert set(answers) <= {True, False, "Http404"}
    assert Move.objects.filter(game=game, seq__gt=game.seq).count() == 1


def faults_after_waiting() -> list[str]:
    """What is wrong with a table at which one player had to wait while another drew a card, as sentences."""
    game = tables.in_position(3)
    held = threading.Event()

    def move() -> None:
        with transaction.atomic():
            table = play_moves.locked(pk=game.pk)
            held.set()
            lock_is_awaited()
            play_moves.carry_out(table, 0, menu_of(game)[1][0], user=None)

    def move_the_next() -> None:
        held.wait(10)
        with transaction.atomic():
            table = play_moves.locked(pk=game.pk)
            passes = engine.passes(table.state.public, table.state.seats[1])
            play_moves.carry_out(table, 1, passes[0], user=None)

    with crowd(2) as people:
        answers = people.at_once([move, move_the_next])
    if answers != [None, None]:
        return [f"answers: {answers}"]
    try:
        cards_are_conserved(loaded(game).state)
    except AssertionError as wrong:
        return [str(wrong)]
    return []


def lock_is_awaited() -> None:
    """Come back when another connection to this database waits for a lock."""
    deadline = time.monotonic() + 10
    with connection.cursor() as cursor:
        while time.monotonic() < deadline:
            cursor.execute("SELECT pg_stat_clear_snapshot()")
            cursor.execute(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
            )
            if cursor.fetchone() != (0,):
                return
            time.sleep(0.01)


def test_request_that_waited_for_a_lock_reads_the_current_table() -> None:
    assert faults_after_waiting() == []


def test_checker_finds_a_double_card_if_only_the_game_is_locked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lock_all = QuerySet.select_for_update

    def lock_the_game(rows: "QuerySet[Any]", of: Sequence[str] = (), **how: bool) -> "QuerySet[Any]":
        return lock_all(rows, of=of[:1], **how)

    plant_lock(monkeypatch, lock_the_game)
    assert any("too many" in fault for fault in faults_after_waiting())


def test_a_move_and_a_time_out_of_the_same_turn_do_not_both_happen() -> None:
    for seed in range(10):
        game = running_game(3, seed)
        seat, menu = menu_of(game)
        with crowd(2) as people:
            mine, clock = people.at_once(
                [partial(submit, game, seat.user, menu[0], "k1"), partial(time_out, game, seat)]
            )

        assert (mine, clock) in [("done", False), ("stale", True)]
        assert Move.objects.filter(game=game, seq__gt=game.seq).count() == 1


def time_out(game: Game, seat: Seat) -> bool:
    """Let a seat’s time run out if it is still awaited for the same; whether it did."""
    with transaction.atomic():
        table = play_moves.locked(pk=game.pk)
        if table.game.seq != game.seq:
            return False
        play_moves.carry_out(table, None, Timeout(seat.number), user=None)
    return True
