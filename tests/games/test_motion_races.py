"""Many at once at votes and seats that change hands, on a real PostgreSQL: each thing happens once, and fully."""

import threading
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from django.db import transaction

from accounts import farewell
from accounts.models import User
from games import clock, leaving, lobby, motions, repairs, services
from games.models import Ballot, Game, Invitation, Joining, Matter, Motion, Move, Seat, Status
from games.rules.announcements import MotionDecided, MotionOpened, SeatLeft, SeatTaken
from games.rules.commands import Pass
from games.rules.events import TableEnded
from games.rules.table import Ruleset
from tests.factories import UserFactory
from tests.games import tables
from tests.games.clocks import DAY, HOUR, events_of, pass_by, timed_game, turnable
from tests.games.crowd import PATIENCE, crowd, with_another, without_lock
from tests.games.tables import seat_of
from tests.games.voting import ask, outcome

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.postgres,
    pytest.mark.xdist_group("many connections"),
]
ROUNDS = 6


@pytest.fixture(autouse=True)
def clock_put_back() -> Iterator[None]:
    with turnable():
        yield


def ballot(game: Game, name: str, choice: str, matter: str = Matter.PAUSE) -> "partial[None]":
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


def test_of_a_vote_and_the_close_exactly_one_comes_first() -> None:
    for _round in range(ROUNDS):
        game = timed_game(3)
        ask(game, "Ann", "pause", days=1)
        pass_by(2 * DAY - HOUR)
        moment = clock.now() + 2 * HOUR
        with crowd(3) as people:
            vote, *_ticks = people.at_once([ballot(game, "Bo", "yes"), *[partial(motions.decide_due, moment)] * 2])
        game.refresh_from_db()
        expected = ("yes", True) if vote is None else ("none", False)
        assert vote in (None, "TooLateError")
        assert (outcome(game), game.paused_until is not None) == expected
        assert len(events_of(game, MotionDecided)) == 1
        assert logged_once(game)


def test_all_who_ask_at_once_open_one_vote() -> None:
    game = timed_game(4)
    asks = [partial(ask, game, name, "pause", days=days) for days, name in enumerate(tables.NAMES[:4], 1)]
    with crowd(4) as people:
        answers = people.at_once(asks)
    assert answers == [None] * 4
    assert (Motion.objects.count(), Ballot.objects.count(), len(events_of(game, MotionOpened))) == (1, 1, 1)


def test_of_two_who_take_the_one_seat_exactly_one_has_it() -> None:
    for number in range(ROUNDS):
        game = timed_game(3)
        tables.do(game, "= sleep C")
        host, before = seat_of(game, "Ann").user, seat_of(game, "Cy").user
        link = Invitation.objects.create(game=game, by=host, seat=2, expires_at=clock.now() + DAY)
        wanting = [UserFactory.create(username=f"{name} {number}") for name in ("Zed", "Yve", "Xan")]
        comes_back = partial(services.come_back, code=game.code, user=before)
        with crowd(4) as people:
            answers = people.at_once(
                [*(partial(leaving.take_over, user=user, token=link.token) for user in wanting), comes_back]
            )
        taken = sum(isinstance(answer, Game) for answer in answers)
        assert not [answer for answer in answers if isinstance(answer, Exception)]
        seat = Seat.objects.get(game=game, number=2)
        assert taken == len(events_of(game, SeatTaken)) == (seat.user_id != before.pk)
        assert seat.resting == ""
        assert Seat.objects.filter(game=game).count() == 3
        assert logged_once(game)


def test_leaving_and_moving_at_once_is_a_move_and_then_a_bot_or_a_bot_alone() -> None:
    results = set()
    for seed in range(ROUNDS):
        game = timed_game(3, seed=seed)
        seat = tables.awaited(game)
        card = tables.loaded(game).state.seats[seat.number].hand[0]
        move = partial(services.submit, code=game.code, user=seat.user, seq=game.seq, key="k", command=Pass((card,)))
        with crowd(3) as people:
            moved, left, again = people.at_once([move, *[partial(leaving.leave, user=seat.user, code=game.code)] * 2])
        result = getattr(moved, "result", moved)
        results.add(result)
        assert result in ("done", "Http404"), result
        assert sorted(map(str, (left, again))) == ["Http404", "None"]
        assert Seat.objects.select_related("user").get(pk=seat.pk).user.is_bot
        assert len(events_of(game, SeatLeft)) == 1
        assert logged_once(game)
    assert results <= {"done", "Http404"}


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
    assert User.objects.filter(is_bot=True, seats__isnull=False).distinct().count() == 1


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
def test_whoever_deletes_their_account_while_something_happens_at_their_table_is_gone(meanwhile: str) -> None:
    bo, ann, cy = tables.people(3)
    game = tables.open_game([bo, ann, cy])
    deeds: dict[str, Callable[[], object]] = {
        "begun": partial(lobby.start, host=bo, code=game.code),
        "removed": partial(lobby.remove, host=bo, code=game.code, user=ann),
        "called off": partial(lobby.call_off, host=bo, code=game.code),
    }

    has_happened = threading.Event()

    def slowly() -> None:
        with transaction.atomic():
            deeds[meanwhile]()
            has_happened.set()
            with_another(threading.Barrier(2))  # nobody: by now the other has looked and waits for the table

    def delete() -> None:
        assert has_happened.wait(PATIENCE)
        farewell.delete_account(ann)

    with crowd(2) as people:
        assert people.at_once([slowly, delete]) == [None, None]
    assert not User.objects.get(pk=ann.pk).is_active
    assert not Seat.objects.filter(user=ann).exclude(game__status=Status.CANCELLED).exists()


@pytest.mark.parametrize("where", ["table of others", "table of their own", "seat"])
def test_whoever_deletes_their_account_sits_down_nowhere_in_the_same_moment(where: str) -> None:
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
        table: dict[str, Any] = {"name": "Mine", "seats": 4, "joining": Joining.ANYONE, "bots_fill": True}
        deed = partial(lobby.set_up, host=zed, ruleset=Ruleset(), **table)
    gone = threading.Event()

    def go_slowly() -> None:
        with transaction.atomic():
            farewell.delete_account(zed)
            gone.set()
            with_another(threading.Barrier(2))  # nobody: by now the other wants to sit down, and waits

    def sit_down() -> object:
        gone.wait(PATIENCE)
        return deed()

    with crowd(2) as people:
        assert people.at_once([go_slowly, sit_down]) == [None, "Http404"]
    assert not Seat.objects.filter(user=zed).exists()


def test_without_the_lock_the_checker_finds_what_is_wrong_with_a_vote(monkeypatch: pytest.MonkeyPatch) -> None:
    game = timed_game(4)
    ask(game, "Ann", "pause", days=2)
    meeting, settled = threading.Barrier(3), motions.settled

    def settled_together(*counted: Any) -> str:
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
