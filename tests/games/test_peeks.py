"""Opening what is closed of a running game: who may, what is written down, what the table is told."""

import pytest
from django.contrib.auth.models import Permission
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError, connection, transaction
from django.http import Http404

from accounts.models import User
from games.models import Game, Move, Notice, Peek, PrivateAct, Seat, Status, StaysError
from games.rules import codec
from games.rules.announcements import TableOpened
from games.rules.commands import Pass
from games.rules.notation import letter
from games.selectors.table import Place, log_of
from games.services import moves, peeks
from games.wording import event_words
from tests.factories import UserFactory
from tests.games.tables import NAMES, awaited, do, finished_game, loaded, open_game, play_to_the_end, running_game

pytestmark = pytest.mark.django_db
REASON = "Bo says that a card is missing"


@pytest.fixture
def game() -> Game:
    return running_game(3)


@pytest.fixture
def host() -> User:
    return UserFactory.create(username="Host", is_staff=True, is_superuser=True)


def may_peek(user: User) -> User:
    user.is_staff = True
    user.save()
    user.user_permissions.add(Permission.objects.get(codename="open_closed_game"))
    return User.objects.get(pk=user.pk)


def opened(game: Game, by: User, reason: str = REASON) -> object:
    return peeks.open_table(game_id=game.pk, by=by, reason=reason)


def nothing_happened(game: Game) -> bool:
    seq, version = game.seq, game.version
    game.refresh_from_db()
    return not Peek.objects.exists() and (seq, version, game.moves.count()) == (game.seq, game.version, 1)


def test_a_peek_is_written_down_and_said_at_the_table_at_once(game: Game, host: User) -> None:
    before = loaded(game).state
    shown = opened(game, host)
    peek = Peek.objects.get()
    assert (peek.game, peek.by, peek.reason, peek.seq) == (game, host, REASON, 1)
    move = Move.objects.get(game=game, seq=1)
    assert (move.seat, move.user, move.command) == (None, None, "")
    assert codec.decode_events(move.events) == (TableOpened(by="Host"),)
    assert shown.state == before  # type: ignore[attr-defined]
    after = loaded(game).state
    assert (after.seats, after.table) == (before.seats, before.table)


def test_players_read_of_the_peek_in_their_log(game: Game, host: User) -> None:
    opened(game, host)
    (event,) = log_of(Place(game, None))[0].events
    assert event_words(event, NAMES[:3], 0) == "Host, an administrator, looked at this table’s hidden cards."


def test_open_pages_learn_of_a_peek(game: Game, host: User) -> None:
    version = game.version
    opened(game, host)
    game.refresh_from_db()
    assert (game.seq, game.version) == (1, version + 1)


def test_peek_restarts_no_clock(game: Game, host: User) -> None:
    since = awaited(game).awaited_since
    notices = Notice.objects.count()
    opened(game, host)
    assert awaited(game).awaited_since == since
    assert Notice.objects.count() == notices


def test_move_under_way_meets_a_conflict_and_the_next_succeeds(game: Game, host: User) -> None:
    seat = awaited(game)
    command = Pass((seat.hand.split()[0],))
    opened(game, host)
    stale = moves.submit(code=game.code, user=seat.user, seq=0, key="k", command=command)
    assert stale.result == "stale"
    assert moves.submit(code=game.code, user=seat.user, seq=1, key="k", command=command).result == "done"


@pytest.mark.parametrize("reason", ["", "   ", "too short", "x" * 501, "a reason\0with a null in it", " a  b  c  d   "])
def test_without_a_written_reason_nothing_is_opened(game: Game, host: User, reason: str) -> None:
    with pytest.raises(peeks.UnfitError, match="Write down why"):
        opened(game, host, reason)
    assert nothing_happened(game)


def test_a_person_with_the_permission_may(game: Game) -> None:
    opened(game, may_peek(UserFactory.create()))
    assert Peek.objects.count() == 1


def test_the_host_of_the_table_who_does_not_sit_there_may(game: Game) -> None:
    game.host = may_peek(UserFactory.create())
    game.save()
    opened(game, game.host)
    assert Peek.objects.count() == 1


def test_others_may_not(game: Game) -> None:
    for user in (
        UserFactory.create(),
        UserFactory.create(is_staff=True),
        UserFactory.create(is_superuser=True, is_active=False),
    ):
        with pytest.raises(PermissionDenied):
            opened(game, user)
    assert nothing_happened(game)


def test_staff_player_may_not_look_even_as_superuser(game: Game) -> None:
    ann, bo, cy = User.objects.filter(username__in=NAMES[:3]).order_by("username")
    bo.is_staff = bo.is_superuser = True
    bo.save()
    for user in (ann, bo, may_peek(cy)):
        with pytest.raises(PermissionDenied):
            opened(game, user)
    assert nothing_happened(game)


def test_staff_member_with_a_new_seat_may_not_look(game: Game, host: User) -> None:
    Seat.objects.filter(game=game, number=2).update(user=host)
    with pytest.raises(PermissionDenied):
        opened(game, host)
    assert nothing_happened(game)


def test_a_table_without_a_running_game_is_not_opened(host: User) -> None:
    for game in (open_game(3), finished_game(3)):
        with pytest.raises(peeks.UnfitError, match="There’s no game running at this table"):
            opened(game, host)
    assert not Peek.objects.exists()


def test_a_table_that_is_not_there_is_not_opened(host: User) -> None:
    with pytest.raises(Http404):
        peeks.open_table(game_id=10**9, by=host, reason=REASON)


def test_each_look_is_written_down(game: Game, host: User) -> None:
    opened(game, host)
    opened(game, host)
    assert list(Peek.objects.order_by("pk").values_list("seq", flat=True)) == [1, 2]


def test_peeks_are_not_changed_or_deleted_by_the_site(game: Game, host: User) -> None:
    opened(game, host)
    peek = Peek.objects.get()
    peek.reason = "Something else altogether"
    for change in (
        peek.save,
        peek.delete,
        Peek.objects.all().delete,
        lambda: Peek.objects.update(reason="Nothing to see"),
        lambda: Peek.objects.bulk_update([peek], ["reason"]),
    ):
        with pytest.raises(StaysError), transaction.atomic():
            change()
    assert Peek.objects.get().reason == REASON


@pytest.mark.postgres
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE games_peek SET reason = 'Nothing'",
        "DELETE FROM games_peek",
        "UPDATE games_move SET events = '[]' WHERE seq = 1",
        "DELETE FROM games_move",
        "UPDATE games_privateact SET command = 'A order'",
        "DELETE FROM games_privateact",
        "TRUNCATE games_peek",
        "TRUNCATE games_move",
        "TRUNCATE games_privateact",
        "TRUNCATE games_game CASCADE",
        "TRUNCATE accounts_user CASCADE",
    ],
)
def test_database_refuses_to_change_peeks_moves_and_private_acts(game: Game, host: User, statement: str) -> None:
    opened(game, host)
    do(game, f"{letter(awaited(game).number)} order turn pass {awaited(game).hand.split()[0]}")
    rows = [list(model.objects.order_by("pk").values()) for model in (Peek, Move, PrivateAct)]
    assert all(rows)
    connection.check_constraints()  # else what the test has written holds the tables
    with pytest.raises(DatabaseError, match="append only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
    assert [list(model.objects.order_by("pk").values()) for model in (Peek, Move, PrivateAct)] == rows


@pytest.mark.soak
def test_the_game_goes_on_to_its_end_after_peeks(game: Game, host: User) -> None:
    opened(game, host)
    play_to_the_end(game)
    assert game.status == Status.OVER
