"""Many at once at votes and seats that change hands, on a real PostgreSQL: each thing happens once, and fully."""

import threading
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.db import connection, transaction

from accounts.models import User
from accounts.services import farewell
from games import clock
from games.models import Ballot, Game, Invitation, Joining, Matter, Motion, Move, Seat, Status, TableOptions
from games.rows.bot_people import NAMES, bot_players
from games.rules.announcements import MotionDecided, MotionOpened, SeatLeft, SeatTaken
from games.rules.commands import Pass
from games.rules.events import TableEnded
from games.services import beginning, leaving, lobby, motions, moves, repairs
from games.sheets.motions import VoteChoice
from tests.conftest import SOAK
from tests.factories import UserFactory
from tests.games import tables
from tests.games.clocks import DAY, HOUR, events_of, pass_by, timed_game
from tests.games.crowd import PATIENCE, crowd, one_after_the_other, with_another, without_lock
from tests.games.tables import seat_of
from tests.games.voting import ask, outcome

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.postgres,
    pytest.mark.xdist_group("many connections"),
]
ROUNDS = 12 if SOAK else 3


def ballot(game: Game, name: str, choice: str, matter: str = Matter.PAUSE) -> "partial[Motion]":
    motion = Motion.objects.filter(game=game, matter=matter).latest("pk").pk
    return partial(motions.vote, user=seat_of(game, name).user, code=game.code, motion=motion, choice=choice)


def logged_once(game: Game) -> bool:
    """Whether the log has each number once, and leads to the state that is kept."""
    numbers = list(Move.objects.filter(game=game).order_by("seq").values_list("seq", flat=True))
    return numbers == [*range(Game.objects.get(pk=game.pk).seq + 1)] and repairs.faults(tables.loaded(game)) == []


def test_two_last_votes_at_once_decide_once() -> None:
    for _round in range(ROUNDS):
        game = timed_game(4)
        ask(game, "Ann", "pause", days=2)
        with crowd(3) as people:
            people.at_once([ballot(game, name, "yes") for name in ("Bo", "Cy", "Dee")])
        game.refresh_from_db()
        assert (outcome(game), game.pause_days) == ("yes", 12)
        assert len(events_of(game, MotionDecided)) == 1
        assert not Ballot.objects.filter(motion__game=game).exists()
        assert logged_once(game)


def test_an_end_is_decided_once_and_nothing_is_voted_on_after_it() -> None:
    for _round in range(ROUNDS):
        game = timed_game(4)
        ask(game, "Ann", "end")
        ask(game, "Bo", "pause", days=1)
        votes = [ballot(game, name, "yes", Matter.END) for name in ("Bo", "Cy", "Dee")]
        with crowd(5) as people:
            people.at_once([*votes, ballot(game, "Cy", "yes"), ballot(game, "Dee", "yes")])
        game.refresh_from_db()
        assert game.status == Status.OVER
        assert len(events_of(game, TableEnded)) == 1
        assert not Motion.objects.filter(game=game, decided_at=None).exists()
        assert logged_once(game)


@pytest.mark.parametrize("first", ["vote", "close"])
def test_of_a_vote_and_the_close_the_first_counts(first: str) -> None:
    game = timed_game(3)
    ask(game, "Ann", "pause", days=1)
    pass_by(2 * DAY - HOUR)
    vote, close = ballot(game, "Bo", "yes"), partial(motions.decide_due, clock.now() + 2 * HOUR)
    answers = one_after_the_other(vote, close) if first == "vote" else one_after_the_other(close, vote)
    game.refresh_from_db()
    decided = Motion.objects.get(game=game)
    expected = (decided, "yes", True) if first == "vote" else ("TooLateError", "none", False)
    assert (answers[first == "close"], outcome(game), game.paused_until is not None) == expected
    assert len(events_of(game, MotionDecided)) == 1
    assert logged_once(game)


def test_all_who_ask_at_once_open_one_vote() -> None:
    game = timed_game(4)
    asks = [partial(ask, game, name, "pause", days=days) for days, name in enumerate(tables.NAMES[:4], 1)]
    with crowd(4) as people:
        answers = people.at_once(asks)
    assert answers == [None] * 4
    assert (Motion.objects.count(), Ballot.objects.count(), len(events_of(game, MotionOpened))) == (1, 1, 1)


def free_seat() -> tuple[Game, User, "Callable[[str], partial[Game]]"]:
    """A table at which Cy sleeps, Cy, and the act of a named user who takes the seat."""
    game = timed_game(3)
    tables.do(game, "= sleep C")
    host, before = seat_of(game, "Ann").user, seat_of(game, "Cy").user
    link = Invitation.objects.create(game=game, by=host, seat=2, expires_at=clock.now() + DAY)

    def take(name: str) -> "partial[Game]":
        return partial(leaving.take_over, user=UserFactory.create(username=name), token=link.token)

    return game, before, take


def test_of_all_who_take_the_one_seat_exactly_one_has_it() -> None:
    for number in range(3):
        game, before, take = free_seat()
        with crowd(3) as people:
            answers = people.at_once([take(f"{name} {number}") for name in ("Zed", "Yve", "Xan")])
        assert sorted(str(type(answer)) for answer in answers) == sorted(map(str, (Game, str, str)))
        seat = Seat.objects.get(game=game, number=2)
        assert seat.user != before
        assert len(events_of(game, SeatTaken)) == 1
        assert Seat.objects.filter(game=game).count() == 3
        assert logged_once(game)


@pytest.mark.parametrize("first", ["newcomer", "player"])
def test_of_who_takes_a_seat_and_who_comes_back_to_it_the_first_has_it(first: str) -> None:
    game, before, take = free_seat()
    comes_back = partial(motions.come_back, code=game.code, user=before)
    if first == "newcomer":
        answers: list[Any] = one_after_the_other(take("Zed"), comes_back)
        assert (isinstance(answers[0], Game), answers[1]) == (True, "Http404")
    else:
        assert one_after_the_other(comes_back, take("Zed")) == [None, "TooLateError"]
    seat = Seat.objects.select_related("user").get(game=game, number=2)
    assert (seat.user.username, seat.resting) == ("Zed" if first == "newcomer" else "Cy", "")
    assert len(events_of(game, SeatTaken)) == (first == "newcomer")
    assert logged_once(game)


@pytest.mark.parametrize("first", ["move", "leave"])
def test_concurrent_leave_and_move_end_as_move_and_bot_or_bot(first: str) -> None:
    game = timed_game(3)
    seat = tables.awaited(game)
    card = tables.loaded(game).state.seats[seat.number].hand[0]
    move = partial(moves.submit, code=game.code, user=seat.user, seq=game.seq, key="k", command=Pass((card,)))
    leave = partial(leaving.leave, user=seat.user, code=game.code)
    if first == "move":
        moved, left = one_after_the_other(move, leave)
        assert (moved.result, left) == ("done", None)
    else:
        assert one_after_the_other(leave, move) == [None, "Http404"]
    assert Seat.objects.select_related("user").get(pk=seat.pk).user.is_bot
    assert len(events_of(game, SeatLeft)) == 1
    assert Move.objects.filter(game=game, key="k").count() == (first == "move")
    assert logged_once(game)


def test_leaving_twice_at_once_is_leaving_once() -> None:
    game = timed_game(3)
    leave = partial(leaving.leave, user=tables.awaited(game).user, code=game.code)
    assert one_after_the_other(leave, leave) == [None, "Http404"]
    assert len(events_of(game, SeatLeft)) == 1
    assert logged_once(game)


def test_all_who_leave_at_once_end_the_game_once() -> None:
    for _round in range(3):
        game = timed_game(3)
        leavers = [seat.user for seat in tables.seats_of(game)]
        with crowd(3) as people:
            answers = people.at_once([partial(leaving.leave, user=user, code=game.code) for user in leavers])
        game.refresh_from_db()
        assert answers == [None] * 3
        assert (game.status, len(events_of(game, TableEnded))) == (Status.OVER, 1)
        assert logged_once(game)


def test_tables_that_need_their_first_bots_at_once_share_them() -> None:
    games = [tables.running_game([UserFactory.create() for _ in range(3)], seed) for seed in range(4)]
    leavers = [(tables.seats_of(game)[0].user, game.code) for game in games]
    with crowd(4) as people:
        answers = people.at_once([partial(leaving.leave, user=user, code=code) for user, code in leavers])
    assert answers == [None] * 4
    assert names_of_bots() == sorted(NAMES[:4])


def names_of_bots() -> list[str]:
    return list(User.objects.filter(is_bot=True).order_by("username").values_list("username", flat=True))


def test_a_bot_that_another_table_makes_after_one_has_looked_is_the_same() -> None:
    def look_and_be_late(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        answer = execute(sql, params, many, context)
        if sql.startswith("SELECT") and not has_looked.is_set():
            has_looked.set()
            assert is_made.wait(PATIENCE)
        return answer

    has_looked, is_made = threading.Event(), threading.Event()

    def slowly() -> list[User]:
        with connection.execute_wrapper(look_and_be_late):
            return bot_players(2)

    def meanwhile() -> list[User]:
        assert has_looked.wait(PATIENCE)
        made = bot_players(2)
        is_made.set()
        return made

    with crowd(2) as people:
        one, other = people.at_once([slowly, meanwhile])
    assert one == other
    assert names_of_bots() == ["Bot Amber", "Bot Flint"]


def test_a_bot_that_another_table_is_just_making_is_waited_for() -> None:
    one, other = one_after_the_other(partial(bot_players, 1), partial(bot_players, 1))
    assert one == other
    assert names_of_bots() == ["Bot Flint"]


@pytest.mark.parametrize("name", ["Bot Flint", "BOT FLINT", "Bot FIint"])
def test_a_bot_whose_name_a_person_has_taken_gets_a_number_once(name: str) -> None:
    UserFactory.create(username=name)
    assert bot_players(1) == bot_players(1)
    assert names_of_bots() == ["Bot Flint 2"]


def test_two_who_share_tables_delete_their_accounts_at_once() -> None:
    for number in range(3):
        users = [UserFactory.create(username=f"{name} {number}") for name in ("Ann", "Bo", "Cy")]
        games = [tables.running_game(order, seed) for seed, order in enumerate((users, users[::-1], users))]
        with crowd(2) as people:
            answers = people.at_once([partial(farewell.delete_account, user) for user in users[:2]])
        assert answers == [None, None]
        for game in games:
            seats = tables.seats_of(game)
            assert sum(seat.user.is_bot for seat in seats) == 2
            assert Game.objects.get(pk=game.pk).host == users[2]
            assert logged_once(game)


@pytest.mark.parametrize("meanwhile", ["begun", "removed", "called off"])
def test_account_deletion_during_a_move_completes(meanwhile: str) -> None:
    bo, ann, cy = tables.people(3)
    game = tables.open_game([bo, ann, cy])
    deeds: dict[str, Callable[[], object]] = {
        "begun": partial(beginning.start, host=bo, code=game.code),
        "removed": partial(lobby.remove, host=bo, code=game.code, user=ann),
        "called off": partial(lobby.call_off, host=bo, code=game.code),
    }

    has_happened = threading.Event()

    def slowly() -> None:
        with transaction.atomic():
            deeds[meanwhile]()
            has_happened.set()
            with_another(threading.Barrier(2))  # no one: by now the other has looked and waits for the table

    def delete() -> None:
        assert has_happened.wait(PATIENCE)
        farewell.delete_account(ann)

    with crowd(2) as people:
        assert people.at_once([slowly, delete]) == [None, None]
    assert not User.objects.get(pk=ann.pk).is_active
    assert not Seat.objects.filter(user=ann).exclude(game__status=Status.CANCELLED).exists()


@pytest.mark.parametrize("where", ["table of others", "table of their own", "seat"])
def test_account_deletion_race_leaves_no_seat(where: str) -> None:
    zed, (ann, bo, cy) = UserFactory.create(username="Zed"), tables.people(3)
    if where == "seat":
        game = timed_game(3)
        tables.do(game, "= sleep C")
        link = Invitation.objects.create(game=game, by=ann, seat=2, expires_at=clock.now() + DAY)
        deed: Callable[[], object] = partial(leaving.take_over, user=zed, token=link.token)
    elif where == "table of others":
        game = tables.open_game([ann, bo, cy], wanted=4, joining=Joining.ANYONE)
        deed = partial(lobby.join, user=zed, code=game.code)
    else:
        deed = partial(lobby.set_up, host=zed, options=TableOptions(name="Mine", joining=Joining.ANYONE))
    gone = threading.Event()

    def go_slowly() -> None:
        with transaction.atomic():
            farewell.delete_account(zed)
            gone.set()
            with_another(threading.Barrier(2))  # no one: by now the other wants to sit down, and waits

    def sit_down() -> object:
        gone.wait(PATIENCE)
        return deed()

    with crowd(2) as people:
        assert people.at_once([go_slowly, sit_down]) == [None, "Http404"]
    assert not Seat.objects.filter(user=zed).exists()


def test_player_joining_during_account_deletion_leaves_too() -> None:
    zed, game = UserFactory.create(username="Zed"), tables.open_game(tables.people(3), wanted=4, joining=Joining.ANYONE)
    one_after_the_other(partial(lobby.join, user=zed, code=game.code), partial(farewell.delete_account, zed))
    assert not User.objects.get(pk=zed.pk).is_active
    assert not Seat.objects.filter(user=zed).exists()


def test_without_the_lock_the_checker_finds_what_is_wrong_with_a_vote(monkeypatch: pytest.MonkeyPatch) -> None:
    game = timed_game(4)
    ask(game, "Ann", "pause", days=2)
    meeting, settled = threading.Barrier(3), motions.settled

    def settled_together(*counted: Any) -> VoteChoice | None:
        with_another(meeting)
        return settled(*counted)

    votes = [ballot(game, name, "yes") for name in ("Bo", "Cy", "Dee")]
    without_lock(monkeypatch)
    monkeypatch.setattr(motions, "settled", settled_together)
    with crowd(3) as people:
        answers = people.at_once(votes)
    monkeypatch.undo()
    fine = answers.count(None) + answers.count("TooLateError") == 3
    assert not (fine and logged_once(game) and len(events_of(game, MotionDecided)) == 1)
