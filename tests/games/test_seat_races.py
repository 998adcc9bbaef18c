"""Many at once at one table that has not begun: for its last seat, for its start, while others leave.

On a real PostgreSQL. With the lock taken away the checker finds something, so it can.
"""

import threading
from collections.abc import Callable
from functools import partial

import pytest

from accounts.models import User
from games.models import Deal, Game, Joining, Move, Status
from games.rows import store
from games.rules.table import Ruleset
from games.services import beginning, lobby, open_tables, rematch
from tests.factories import UserFactory
from tests.games.crowd import Answers, Crowd, crowd, one_after_the_other, with_another, without_lock
from tests.games.tables import do, open_game, running_game, seats_of

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.postgres,
    pytest.mark.xdist_group("many connections"),
]


def host_of(game: Game) -> User:
    """Whose table it is."""
    assert game.host is not None
    return game.host


def faults_of_seats(game: Game, answers: Answers) -> list[str]:
    """What is wrong with the seats of a table that many wanted, as sentences."""
    found = [f"raised: {error!r}" for error in answers if isinstance(error, Exception)]
    numbers = [seat.number for seat in seats_of(game)]
    if numbers != [*range(len(numbers))]:
        found.append(f"seats {numbers}")
    if len(numbers) > game.seats_wanted:
        found.append(f"{len(numbers)} people on {game.seats_wanted} seats")
    return found


def last_seats(people: Crowd, free: int) -> tuple[Game, list[str]]:
    """More people than seats are free want one; the table and what is wrong with it."""
    guests = [UserFactory.create() for _ in range(people.size)]
    game = open_game(3, wanted=3 + free, joining=Joining.ANYONE)
    answers = people.at_once([partial(lobby.join, user=guest, code=game.code) for guest in guests])
    return game, faults_of_seats(game, answers)


@pytest.mark.parametrize("free", [1, 3])
def test_never_more_people_sit_down_than_there_are_seats(free: int) -> None:
    with crowd(20) as people:
        game, found = last_seats(people, free)

    assert found == []
    assert game.seats.count() == 3 + free


def test_without_the_lock_the_checker_finds_what_is_wrong_with_the_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    meeting = threading.Barrier(2)
    must_be_open = open_tables.must_be_open

    def must_be_open_together(game: Game) -> None:
        must_be_open(game)
        with_another(meeting)

    without_lock(monkeypatch)
    monkeypatch.setattr(open_tables, "must_be_open", must_be_open_together)
    with crowd(4) as people:
        _game, found = last_seats(people, free=1)
    assert found


def test_one_person_who_sits_down_many_times_at_once_has_one_seat() -> None:
    guest = UserFactory.create()
    game = open_game(3, wanted=6, joining=Joining.ANYONE)
    with crowd(8) as people:
        answers = people.at_once([partial(lobby.join, user=guest, code=game.code)] * 8)

    assert faults_of_seats(game, answers) == []
    assert game.seats.count() == 4


def test_seats_stay_numbered_while_people_come_go_and_are_removed() -> None:
    for _round in range(3):
        guests = [UserFactory.create() for _ in range(4)]
        game = open_game([UserFactory.create() for _ in range(5)], wanted=9, joining=Joining.ANYONE)
        host, *sitting = [seat.user for seat in seats_of(game)]
        with crowd(8) as people:
            answers = people.at_once(
                [
                    *(partial(lobby.join, user=guest, code=game.code) for guest in guests),
                    *(partial(lobby.leave, user=user, code=game.code) for user in sitting[:2]),
                    *(partial(lobby.remove, host=host, code=game.code, user=user) for user in sitting[2:]),
                ]
            )
        assert faults_of_seats(game, answers) == []
        assert {seat.user_id for seat in seats_of(game)} == {host.pk, *(guest.pk for guest in guests)}


def test_a_game_that_is_started_many_times_at_once_is_dealt_once() -> None:
    game = open_game(3, wanted=5, bots_fill=True)
    with crowd(12) as people:
        answers = people.at_once([partial(beginning.start, host=host_of(game), code=game.code)] * 12)

    assert faults_of_seats(game, answers) == []
    assert Deal.objects.filter(game=game).count() == Move.objects.filter(game=game).count() == 1
    assert (game.seats.count(), Game.objects.get(pk=game.pk).status) == (5, Status.RUNNING)


def test_player_at_the_start_is_dealt_in_or_not_there() -> None:
    for _round in range(4):
        guests = [UserFactory.create() for _ in range(3)]
        game = open_game([UserFactory.create() for _ in range(4)], wanted=8, joining=Joining.ANYONE)
        host, leaver, removed, _stays = [seat.user for seat in seats_of(game)]
        with crowd(6) as people:
            answers = people.at_once(
                [
                    partial(beginning.start, host=host, code=game.code),
                    *(partial(lobby.join, user=guest, code=game.code) for guest in guests),
                    partial(lobby.leave, user=leaver, code=game.code),
                    partial(lobby.remove, host=host, code=game.code, user=removed),
                ]
            )
        fresh = Game.objects.get(pk=game.pk)

        assert faults_of_seats(game, answers) == []
        assert fresh.status == (Status.RUNNING if isinstance(answers[0], Game) else Status.OPEN)
        if fresh.status == Status.RUNNING:
            assert store.public(fresh).seats == fresh.seats.count()
            assert all(seat.role for seat in seats_of(fresh))


@pytest.mark.parametrize("first", ["start", "call off"])
def test_a_table_is_called_off_or_begins_but_never_both(first: str) -> None:
    game = open_game(3, ruleset=Ruleset(rounds=1))
    start, call_off = (partial(deed, host=host_of(game), code=game.code) for deed in (beginning.start, lobby.call_off))
    if first == "start":
        begun, refused = one_after_the_other(start, call_off)
        assert (isinstance(begun, Game), refused) == (True, "TooLateError")
    else:
        assert one_after_the_other(call_off, start) == [None, "TooLateError"]
    fresh = Game.objects.get(pk=game.pk)
    expected = (Status.RUNNING, True) if first == "start" else (Status.CANCELLED, False)
    assert (fresh.status, bool(fresh.public)) == expected


@pytest.mark.parametrize("first", ["start", "join", "leave"])
def test_the_first_of_a_start_and_of_who_comes_or_goes_counts(first: str) -> None:
    guest, game = UserFactory.create(), open_game(4, wanted=8, joining=Joining.ANYONE)
    host, leaver, *_ = [seat.user for seat in seats_of(game)]
    start = partial(beginning.start, host=host, code=game.code)
    others: dict[str, Callable[[], object]] = {
        "join": partial(lobby.join, user=guest, code=game.code),
        "leave": partial(lobby.leave, user=leaver, code=game.code),
    }
    if first == "start":
        for other in others.values():
            refused = one_after_the_other(start, other)[1]
            assert refused == "TooLateError"
    else:
        assert isinstance(one_after_the_other(others[first], start)[1], Game)
    fresh = Game.objects.get(pk=game.pk)
    assert (fresh.status, store.public(fresh).seats) == (Status.RUNNING, {"start": 4, "join": 5, "leave": 3}[first])
    assert fresh.seats.count() == store.public(fresh).seats


def test_people_who_all_want_to_play_again_come_to_one_table() -> None:
    for _round in range(3):
        game = running_game([UserFactory.create() for _ in range(6)])
        do(game, "= end")
        with crowd(6) as people:
            answers = people.at_once(
                [partial(rematch.again, user=seat.user, code=game.code) for seat in seats_of(game)]
            )
        (after,) = set(answers)
        assert faults_of_seats(after, answers) == []
        assert {seat.user_id for seat in seats_of(after)} == {seat.user_id for seat in seats_of(game)}
