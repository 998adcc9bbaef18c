"""What goes when the time of a guest is over, and what stays: the one case in which a log is deleted."""

from datetime import timedelta
from typing import Any
from unittest.mock import patch

import pytest
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.urls import reverse

from accounts.forms.signup import SignupForm
from accounts.models import User
from accounts.services import guests
from games import clock
from games.models import Game, Invitation, Move, Note, Peek, PrivateAct, Seat, Status
from games.rows import guest_tables
from games.rows.retention import BATCH, RETENTIONS
from games.services import guests as at_tables
from games.services import leaving
from tests.accounts.conftest import PASSWORD
from tests.factories import UserFactory
from tests.games.tables import people, play_to_the_end, running_game, seen_by_all

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite(soak=True)]


def begun() -> tuple[User, Game]:
    """A guest whose practice table has begun."""
    return at_tables.begin_at_once(place="here")


def grows_old(*who: User) -> None:
    """Thirty days and a bit go by for some guests."""
    User.objects.filter(pk__in=[one.pk for one in who]).update(date_joined=clock.now() - timedelta(days=30, minutes=1))


def tidied() -> dict[str, int]:
    """Remove what is kept no longer, of guests and their tables."""
    now = clock.now()
    return {keep.name: keep.remove(now - keep.lasts, BATCH) for keep in RETENTIONS if "guests" in keep.name}


def link_to_seat(game: Game, by: User) -> str:
    """A link to the first seat of a running table."""
    made = Invitation.objects.create(game=game, by=by, seat=0, expires_at=clock.now() + timedelta(days=1))
    return made.token


def test_guest_expires_after_thirty_days_with_the_table() -> None:
    guest, game = begun()
    name = guest.username
    Note.objects.create(game=game, user=UserFactory.create(username="Zed"), about=0, text="left behind")
    assert tidied() == {"guests": 0, "tables of guests": 0}
    grows_old(guest)
    assert tidied() == {"guests": 1, "tables of guests": 1}
    guest.refresh_from_db()
    assert (guest.username, guest.is_active, guest.is_guest) == (f"Former player {guest.pk}", False, True)
    assert not User.objects.filter(username=name).exists()
    assert not Game.objects.exists()
    for relation in Game._meta.related_objects:
        rows = relation.related_model._base_manager
        assert not rows.filter(**{f"{relation.field.name}_id": game.pk}).exists()
    connection.check_constraints()
    assert tidied() == {"guests": 0, "tables of guests": 0}


def test_a_game_that_is_over_goes_too_and_the_last_day_is_a_whole_one() -> None:
    guest, game = begun()
    play_to_the_end(game)
    User.objects.filter(pk=guest.pk).update(date_joined=clock.now() - timedelta(days=29, hours=23))
    assert tidied() == {"guests": 0, "tables of guests": 0}
    assert Game.objects.get().status == Status.OVER
    grows_old(guest)
    assert tidied() == {"guests": 1, "tables of guests": 1}


def test_the_table_of_a_guest_who_is_barred_stays_as_long_as_others() -> None:
    guest, game = begun()
    play_to_the_end(game)
    User.objects.filter(pk=guest.pk).update(is_active=False)
    assert tidied() == {"guests": 0, "tables of guests": 0}
    if connection.vendor == "postgresql":
        with pytest.raises(DatabaseError, match="append only"), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("DELETE FROM games_game WHERE id = %s", [game.pk])
    grows_old(guest)
    assert tidied() == {"guests": 1, "tables of guests": 1}
    assert tidied() == {"guests": 0, "tables of guests": 0}
    guest.refresh_from_db()
    assert guest.username == f"Former player {guest.pk}"


def test_a_guest_who_signed_up_keeps_the_table_for_good() -> None:
    client = Client()
    client.post(reverse("games:try"))
    guest = User.objects.get(pk=client.session["_auth_user_id"])
    client.post(reverse("account_signup"), {"username": "Rita", "password1": PASSWORD})
    grows_old(guest)
    play_to_the_end(Game.objects.get())
    assert tidied() == {"guests": 0, "tables of guests": 0}
    seen_by_all(Game.objects.get())
    assert client.get(reverse("games:table", args=[Game.objects.get().code])).status_code == 200


def test_a_sweep_that_comes_a_moment_after_the_sign_up_does_nothing() -> None:
    guest, _game = begun()
    grows_old(guest)
    found = list(guests.expired(clock.now() - timedelta(days=30)))
    User.objects.filter(pk=guest.pk).update(is_guest=False)
    assert not any(guests.send_away(row.pk) for row in found)
    guest.refresh_from_db()
    assert found == [guest]
    assert guest.is_active


def test_a_sign_up_that_comes_a_moment_after_the_sweep_gets_a_sentence() -> None:
    client = Client()
    client.post(reverse("games:try"))
    guest = User.objects.get(pk=client.session["_auth_user_id"])
    real = SignupForm.try_save

    def later(form: SignupForm, request: Any) -> Any:
        grows_old(guest)
        tidied()
        return real(form, request)

    with patch.object(SignupForm, "try_save", later):
        answer = client.post(reverse("account_signup"), {"username": "Rita", "password1": PASSWORD}, follow=True)
    assert "Your time as a guest has run out" in answer.content.decode()
    guest.refresh_from_db()
    assert (guest.is_active, guest.username) == (False, f"Former player {guest.pk}")
    assert not User.objects.filter(username="Rita").exists()


def test_an_account_that_once_sat_there_keeps_the_table() -> None:
    guest, game = begun()
    ann = people(1)[0]
    token = link_to_seat(game, guest)
    leaving.take_over(user=ann, token=token)
    leaving.leave(user=ann, code=game.code)
    assert not Seat.objects.filter(game=game, user=ann).exists()
    assert Game.objects.get().status == Status.OVER
    grows_old(guest)
    assert tidied() == {"guests": 1, "tables of guests": 0}
    assert Move.objects.filter(game=game).exists()


def test_other_guest_in_the_seat_keeps_the_table_for_their_time() -> None:
    guest, game = begun()
    Game.objects.update(guests_welcome=True)
    other, _game = at_tables.take_over(token=link_to_seat(game, guest), name="Petra", place="here")
    grows_old(guest)
    assert tidied() == {"guests": 1, "tables of guests": 0}
    grows_old(guest, other)
    assert tidied() == {"guests": 1, "tables of guests": 1}


def test_a_table_into_which_an_administrator_looked_stays() -> None:
    guest, game = begun()
    Peek.objects.create(game=game, by=UserFactory.create(), reason="Somebody complained about it")
    grows_old(guest)
    assert tidied() == {"guests": 1, "tables of guests": 0}


def test_table_hosted_by_an_account_outlives_its_guests() -> None:
    ann, rita = people(1)[0], guests.come(name="Rita")
    game = running_game([ann, rita, UserFactory.create()])
    Seat.objects.filter(game=game, user=rita).update(resting="asleep")
    grows_old(rita)
    assert tidied() == {"guests": 1, "tables of guests": 0}
    game.refresh_from_db()
    assert game.status == Status.RUNNING
    assert Seat.objects.get(game=game, number=1).user.is_bot


def test_a_guest_who_cannot_be_sent_away_hinders_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = (guests.come(name=name) for name in ("Rita", "Petra"))
    grows_old(first, second)
    real = guests.send_away

    def fails_once(key: int, **more: Any) -> bool:
        if key == first.pk:
            raise DatabaseError
        return real(key, **more)

    monkeypatch.setattr("games.rows.retention.guests.send_away", fails_once)
    assert tidied()["guests"] == 1
    assert list(User.objects.filter(is_guest=True, is_active=True)) == [first]


def test_guest_deletion_is_immediate_and_takes_the_table_next_sweep() -> None:
    client = Client()
    client.post(reverse("games:try"))
    guest = User.objects.get(pk=client.session["_auth_user_id"])
    assert client.post(reverse("accounts:delete"), {"sign": guest.username}).status_code == 302
    guest.refresh_from_db()
    assert not guest.is_active
    assert tidied() == {"guests": 0, "tables of guests": 1}


# -- the trigger allows exactly that


def gone_but_for(game: Game, guest: User) -> None:
    """Make a table one that may go, as far as guests and game are concerned."""
    grows_old(guest)
    guests.send_away(guest.pk)
    assert list(guest_tables.gone()) == [game]


@pytest.mark.examples(2)
@pytest.mark.postgres
@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM games_move",
        "DELETE FROM games_privateact",
        "DELETE FROM games_move WHERE seq = 1",
        "UPDATE games_move SET events = '[]' WHERE seq = 1",
        "UPDATE games_privateact SET command = 'A order'",
    ],
)
def test_even_the_log_of_a_table_that_may_go_does_not_go_without_it(statement: str) -> None:
    guest, game = begun()
    PrivateAct.objects.create(game=game, seat=0, seq=1, command="A order turn")
    gone_but_for(game, guest)
    rows = [list(model.objects.order_by("pk").values()) for model in (Move, PrivateAct)]
    connection.check_constraints()
    with pytest.raises(DatabaseError, match="append only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
    assert [list(model.objects.order_by("pk").values()) for model in (Move, PrivateAct)] == rows


def still_runs(game: Game, guest: User) -> None:
    """The game goes on."""


def over_but_its_guest_is_here(game: Game, guest: User) -> None:
    """It is over, and the guest may still look at it."""
    Game.objects.filter(pk=game.pk).update(status=Status.OVER)


def an_account_has_the_seat(game: Game, guest: User) -> None:
    """The guest signed up."""
    Game.objects.filter(pk=game.pk).update(status=Status.OVER)
    User.objects.filter(pk=guest.pk).update(is_guest=False)


def an_account_left(game: Game, guest: User) -> None:
    """A user with an account sat there for a while."""
    ann = people(1)[0]
    leaving.take_over(user=ann, token=link_to_seat(game, guest))
    leaving.leave(user=ann, code=game.code)
    guests.send_away(guest.pk)


def a_deleted_account_left(game: Game, guest: User) -> None:
    """They have deleted that account since."""
    an_account_left(game, guest)
    User.objects.filter(username="Ann").update(is_active=False)


def an_administrator_looked(game: Game, guest: User) -> None:
    """A staff member opened what is closed."""
    guests.send_away(guest.pk)
    Peek.objects.create(game=game, by=UserFactory.create(), reason="Somebody complained about it")


def not_of_guests(game: Game, guest: User) -> None:
    """An account had it made."""
    Game.objects.filter(pk=game.pk).update(of_guests=False)
    guests.send_away(guest.pk)


@pytest.mark.postgres
@pytest.mark.parametrize(
    "why",
    [
        still_runs,
        over_but_its_guest_is_here,
        an_account_has_the_seat,
        an_account_left,
        a_deleted_account_left,
        an_administrator_looked,
        not_of_guests,
    ],
)
def test_the_database_lets_no_other_table_go(why) -> None:  # type: ignore[no-untyped-def]
    guest, game = begun()
    why(game, guest)
    assert game not in guest_tables.gone()
    connection.check_constraints()
    with pytest.raises(DatabaseError, match="append only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("DELETE FROM games_game WHERE id = %s", [game.pk])
    assert Move.objects.filter(game=Game.objects.get(pk=game.pk)).exists()


@pytest.mark.postgres
def test_no_table_becomes_one_of_guests_later() -> None:
    game = running_game(3)
    with pytest.raises(DatabaseError, match="append only"), transaction.atomic():
        Game.objects.filter(pk=game.pk).update(of_guests=True)
    Game.objects.filter(pk=game.pk).update(of_guests=False)


def _delete_the_row_alone(game: Game) -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM games_game WHERE id = %s", [game.pk])
    connection.check_constraints()


@pytest.mark.postgres
def test_a_table_does_not_go_while_something_of_it_stays() -> None:
    guest, game = begun()
    gone_but_for(game, guest)
    with pytest.raises(DatabaseError, match="foreign key"), transaction.atomic():
        _delete_the_row_alone(game)
    assert Move.objects.filter(game=Game.objects.get(pk=game.pk)).exists()


@pytest.mark.postgres
def test_the_moves_of_another_table_do_not_go_with_it() -> None:
    guest, game = begun()
    other = running_game(3)
    gone_but_for(game, guest)
    assert guest_tables.remove(9) == 1
    assert Move.objects.filter(game=other).exists()
    with pytest.raises(DatabaseError, match="append only"), transaction.atomic():
        Move.objects.filter(game=other).delete()


def test_a_table_whose_game_never_began_may_be_deleted_as_before() -> None:
    game = Game.objects.create(name="Never begun", ruleset="{}", commitment="")
    _delete_the_row_alone(game)
    assert not Game.objects.exists()
