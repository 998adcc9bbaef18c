"""Deleting an account: who may, what goes, what stays, and what becomes of tables."""

import re

import pytest
from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from django.http import Http404
from django.test import Client
from django.urls import reverse

from accounts import names
from accounts.forms.profile import ProfileForm
from accounts.models import Block, Friendship, Muted, User, VacationDay
from accounts.services import farewell, friends
from games import clock
from games.models import Game, Invitation, Joining, Move, Notice, Seat, Status
from games.rules import codec
from games.rules.announcements import SeatLeft, SeatTaken
from games.services import archive, leaving, lobby
from tests.factories import FriendshipFactory, UserFactory
from tests.games.clocks import timed_game
from tests.games.tables import (
    browser_of,
    finished_game,
    open_game,
    people,
    running_game,
    seat_of,
    seats_of,
)

pytestmark = pytest.mark.django_db

PASSWORD = "six dwarves dig deep"


@pytest.fixture
def ann() -> User:
    return UserFactory.create(username="Ann", password=PASSWORD, email="ann@example.org")


def delete(client: Client, typed: str) -> int:
    return client.post("/me/delete/", {"sign": typed}).status_code


def test_the_page_says_what_goes_and_nothing_happens_by_looking(ann: User) -> None:
    page = browser_of(ann).get("/me/delete/").content.decode()
    assert "You can’t undo this." in page
    assert User.objects.get(pk=ann.pk).is_active


def test_only_who_types_their_password_is_deleted(ann: User) -> None:
    client = browser_of(ann)
    assert delete(client, "seven dwarves dig deep") == 422
    assert delete(client, "Ann") == 422
    assert delete(client, "") == 422
    assert User.objects.get(pk=ann.pk).username == "Ann"
    assert delete(client, PASSWORD) == 302
    gone = User.objects.get(pk=ann.pk)
    assert (gone.is_active, gone.has_usable_password(), gone.email) == (False, False, "")
    names.check_name(gone.username)
    assert "Ann" not in gone.username
    assert client.get("/me/").status_code == 302


def test_user_without_a_password_confirms_with_their_name() -> None:
    client = browser_of(UserFactory.create(username="Zed"))
    assert delete(client, "Yve") == 422
    assert delete(client, "zed") == 302
    assert not User.objects.filter(username="Zed").exists()


def test_passwords_cannot_be_tried_without_end(ann: User) -> None:
    client = browser_of(ann)
    tries = [delete(client, f"guess {number}") for number in range(12)]
    assert tries == [422] * 10 + [429] * 2
    assert delete(client, PASSWORD) == 429
    assert User.objects.get(pk=ann.pk).is_active


def test_nothing_that_makes_the_row_a_person_is_left(ann: User) -> None:
    bo, cy = UserFactory.create(username="Bo"), UserFactory.create(username="Cy")
    FriendshipFactory.create(asked_by=ann, other=bo)
    friends.block(blocker=cy, other=ann)
    friends.block(blocker=ann, other=cy)
    Muted.objects.create(user=ann, channel="email", event="turn")
    VacationDay.objects.create(user=ann, day=clock.now().date())
    EmailAddress.objects.create(user=ann, email=ann.email, verified=True, primary=True)
    User.objects.filter(pk=ann.pk).update(is_staff=True, is_superuser=True, language="es", free_days="56")
    farewell.delete_account(ann)
    farewell.delete_account(ann)
    for model in (Friendship, Block, Muted, VacationDay, EmailAddress):
        assert not model.objects.exists()
    gone, fresh = User.objects.get(pk=ann.pk), User()
    assert gone.username == f"Former player {ann.pk}"
    retained = {"id", "password", "is_active", "date_joined", "username", "name_key", "look", "look_in_capitals"}
    fields = [field.attname for field in User._meta.concrete_fields if field.attname not in retained]
    assert [getattr(gone, name) for name in fields] == [getattr(fresh, name) for name in fields]
    assert UserFactory.create(username="Ann").pk != ann.pk


def test_concurrent_settings_revive_no_deleted_user(ann: User) -> None:
    form = ProfileForm({"time_zone": "UTC"}, instance=User.objects.get(pk=ann.pk))
    assert form.is_valid()
    farewell.delete_account(ann)
    form.save()
    gone = User.objects.get(pk=ann.pk)
    assert (gone.username, gone.is_active, gone.has_usable_password()) == (f"Former player {ann.pk}", False, False)


def test_password_change_race_revives_no_user(ann: User) -> None:
    before = User.objects.get(pk=ann.pk)
    farewell.delete_account(ann)
    get_adapter().set_password(before, "a new one that is long")
    gone = User.objects.get(pk=ann.pk)
    assert (gone.username, gone.is_active, gone.email) == (f"Former player {ann.pk}", False, "")


def test_taken_name_is_refused(ann: User) -> None:
    UserFactory.create(username=f"former PLAYER {ann.pk}")
    farewell.delete_account(ann)
    assert User.objects.get(pk=ann.pk).username == f"Former player {ann.pk}-2"


# -- tables


def names_of(page: str) -> set[str]:
    """The words of a page; what stands within a code or a token, as chance wills, is none."""
    return set(re.findall(r"(?<![\w-])[A-Z][a-z]+(?![\w-])", page))


def test_running_games_go_on_with_a_bot_on_the_seat_and_tell_no_name(ann: User) -> None:
    game = timed_game(3)
    farewell.delete_account(ann)
    game.refresh_from_db()
    first = seats_of(game)[0]
    assert (game.status, first.user.is_bot, game.host) == (Status.RUNNING, True, User.objects.get(username="Bo"))
    page = browser_of("Bo").get(f"/t/{game.code}/").content.decode()
    assert f"Former player {ann.pk} has left the game for good." in page
    assert not names_of(page) & {"Ann"}


def log_of(game: Game, name: str) -> str:
    """The whole log of a table as one player reads it."""
    return browser_of(name).get(f"/t/{game.code}/log/").content.decode()


def test_log_no_longer_names_a_player_who_left(ann: User) -> None:
    assert "no longer name you" in browser_of(ann).get("/me/delete/").content.decode()
    game = timed_game(3)
    leaving.leave(user=ann, code=game.code)
    assert "Ann has left the game for good." in log_of(game, "Bo")
    farewell.delete_account(ann)
    assert f"Former player {ann.pk} has left the game for good." in log_of(game, "Bo")
    assert not names_of(log_of(game, "Bo")) & {"Ann"}
    assert not Move.objects.filter(game=game, events__contains="Ann").exists()


def test_log_line_written_with_a_name_is_shown_without_it(ann: User) -> None:
    """Such lines were written once, and nothing changes a log."""
    game = running_game(3)
    said = codec.encode((SeatLeft(seat=0, name="Ann"), SeatTaken(seat=0, name="Ann")))
    Move.objects.create(game=game, seq=game.seq + 50, user=ann, events=said)
    assert "Ann has taken over a seat." in log_of(game, "Bo")
    farewell.delete_account(ann)
    assert f"Former player {ann.pk} has taken over a seat." in log_of(game, "Bo")
    assert not names_of(log_of(game, "Bo")) & {"Ann"}


def test_finished_games_keep_seat_and_host_under_the_new_name(ann: User) -> None:
    game = finished_game(3)
    farewell.delete_account(ann)
    assert Game.objects.get(pk=game.pk).host == ann
    assert archive.export(Game.objects.get(pk=game.pk))["seats"] == [f"Former player {ann.pk}", "Bo", "Cy"]
    assert not names_of(browser_of("Bo").get(f"/t/{game.code}/").content.decode()) & {"Ann"}


def test_open_tables_pass_to_who_has_sat_there_longest_or_are_called_off(ann: User) -> None:
    bo, cy = people(3)[1:]
    shared, alone = open_game([ann, bo, cy], wanted=4), open_game([ann], 8, wanted=4)
    guest = open_game([bo, ann], 9, wanted=4)
    lobby.make_link(host=ann, code=shared.code)
    farewell.delete_account(ann)
    for game in (shared, alone, guest):
        game.refresh_from_db()
    assert (shared.host, shared.status, alone.status, guest.host) == (bo, Status.OPEN, Status.CANCELLED, bo)
    assert [seat.number for seat in seats_of(shared)] == [0, 1]
    assert not Invitation.objects.filter(revoked_at=None).exists()
    assert not Seat.objects.filter(user=ann).exclude(game=alone).exists()


def test_invitations_and_pending_notifications_are_deleted(ann: User) -> None:
    bo, cy = people(3)[1:]
    FriendshipFactory.create(asked_by=bo, other=ann)
    game = open_game([bo, cy], wanted=4)
    lobby.invite(by=bo, code=game.code, user=ann)
    farewell.delete_account(ann)
    assert not Invitation.objects.filter(to=ann).exists()
    assert not Notice.objects.filter(user=ann).exists()


def test_removed_player_stays_away_when_the_table_changes_hosts(ann: User) -> None:
    bo, cy = people(3)[1:]
    game = open_game([ann, bo, cy], wanted=4, joining=Joining.ANYONE)
    lobby.remove(host=ann, code=game.code, user=cy)
    farewell.delete_account(ann)
    with pytest.raises(Http404):
        lobby.join(user=cy, code=game.code)


def test_the_last_person_who_deletes_their_account_ends_the_game() -> None:
    game = timed_game(3)
    for name in ("Ann", "Bo", "Cy"):
        farewell.delete_account(seat_of(game, name).user)
    game.refresh_from_db()
    assert (game.status, game.host) == (Status.OVER, None)


# -- by an administrator


@pytest.fixture
def host() -> Client:
    """The browser of a superuser."""
    return browser_of(UserFactory.create(username="Host", is_staff=True, is_superuser=True))


def removed(host: Client, *who: User) -> None:
    """Let an administrator delete people: one on their page, several from the list."""
    sent = {"post": "yes", "action": "delete_selected", "_selected_action": [person.pk for person in who]}
    name = "delete" if len(who) == 1 else "changelist"
    answer = host.post(reverse(f"admin:accounts_user_{name}", args=[who[0].pk] if len(who) == 1 else []), sent)
    assert answer.status_code == 302


@pytest.mark.parametrize("count", [1, 2])
def test_deletion_by_an_administrator_leaves_tables_properly(host: Client, count: int) -> None:
    seated = people(4)
    running, over = running_game(seated), finished_game(seated)
    removed(host, *seated[:count])
    for person in seated[:count]:
        gone = User.objects.get(pk=person.pk)
        assert (gone.is_active, gone.has_usable_password(), gone.username) == (False, False, f"Former player {gone.pk}")
    assert [seat.user.is_bot for seat in seats_of(running)] == [number < count for number in range(4)]
    assert running.status == Status.RUNNING
    assert [seat.user_id for seat in seats_of(over)] == [person.pk for person in seated]
    left = [move for move in Move.objects.filter(game=running) if "seat-left" in move.events]
    assert len(left) == count


def test_inactive_user_is_deleted_too(host: Client, ann: User) -> None:
    User.objects.filter(pk=ann.pk).update(is_active=False)
    removed(host, ann)
    assert User.objects.get(pk=ann.pk).username == f"Former player {ann.pk}"


def test_bots_cannot_be_deleted(host: Client) -> None:
    bot = UserFactory.create(username="Bot Flint", is_bot=True)
    assert host.post(reverse("admin:accounts_user_delete", args=[bot.pk]), {"post": "yes"}).status_code == 403
    sent = {"post": "yes", "action": "delete_selected", "_selected_action": [bot.pk]}
    host.post(reverse("admin:accounts_user_changelist"), sent)
    assert User.objects.get(pk=bot.pk).is_active
