"""What becomes of guests: an account of theirs, or a seat that another takes because they lost the session."""

from datetime import timedelta
from unittest.mock import patch

import pytest
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.services import guests
from games import clock
from games.clocks import deadlines
from games.models import Game, Invitation, Seat
from games.rows import pulse
from games.services import guests as at_tables
from saboteur_site.web import rates
from saboteur_site.web.declined import DeclinedError, TooLateError, TooManyError
from tests.accounts.conftest import PASSWORD
from tests.factories import UserFactory
from tests.games.guests import tries, who
from tests.games.pages import go_on
from tests.games.tables import people, running_game

SIGN_UP = reverse("account_signup")

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite(soak=True)]


# -- an account of it


def test_signing_up_keeps_everything_and_the_session() -> None:
    client = tries()
    guest, game = who(client), Game.objects.get()
    page = client.get(SIGN_UP).content.decode()
    assert f'value="{guest.username}"' in page
    assert "You keep all the games you play as a guest" in page
    answer = client.post(SIGN_UP, {"username": guest.username, "password1": PASSWORD, "email": "r@example.org"})
    assert answer.status_code == 302
    account = who(client)
    assert (account.pk, account.username, account.is_guest) == (guest.pk, guest.username, False)
    assert account.check_password(PASSWORD)
    assert account.emailaddress_set.get().email == "r@example.org"
    assert go_on(client, game.code).status == 200
    assert client.get(reverse("accounts:friends")).status_code == 200
    assert Client().post(reverse("account_login"), {"login": guest.username, "password": PASSWORD}).status_code == 302


def test_signing_up_with_another_name_renames_and_frees_the_old_one() -> None:
    client = tries()
    old = who(client).username
    client.post(SIGN_UP, {"username": "Rita", "password1": PASSWORD})
    assert who(client).username == "Rita"
    assert not User.objects.filter(username=old).exists()


def test_taken_name_is_refused_at_sign_up_and_the_guest_stays() -> None:
    people(1)
    client = tries()
    for name in ("Ann", "\u0410nn"):
        assert client.post(SIGN_UP, {"username": name, "password1": PASSWORD}).status_code == 200
    assert who(client).is_guest


def test_signing_up_twice_makes_one_account() -> None:
    client = tries()
    guest = who(client)
    form = {"username": guest.username, "password1": PASSWORD}
    assert client.post(SIGN_UP, form).status_code == 302
    assert client.post(SIGN_UP, {"username": "Petra", "password1": PASSWORD})["Location"] == "/"
    assert who(client).username == guest.username
    assert User.objects.filter(is_bot=False).count() == 1
    with pytest.raises(TooLateError, match="You’ve already signed up"):
        guests.to_settle(guest)


def test_two_sign_ups_at_the_same_moment_make_one_account() -> None:
    client = tries()
    guest = who(client)

    def sooner(row: User) -> User:
        User.objects.filter(pk=row.pk).update(is_guest=False, username="Petra", name_key="petra")
        return real(row)

    real = guests.to_settle
    with patch("accounts.forms.signup.guests.to_settle", sooner):
        assert client.post(SIGN_UP, {"username": "Olga", "password1": PASSWORD}).status_code == 302
    assert not User.objects.filter(username="Olga").exists()
    assert not User.objects.get(pk=guest.pk).has_usable_password()


def test_a_guest_may_log_in_to_an_account_that_they_have() -> None:
    UserFactory.create(username="Ann", password=PASSWORD)
    client = tries()
    assert "can’t come back" in client.get(reverse("account_login")).content.decode()
    assert client.post(reverse("account_login"), {"login": "Ann", "password": PASSWORD}).status_code == 302
    assert who(client).username == "Ann"


# -- the seat that a guest has lost


def lost_seat() -> tuple[Game, User, User]:
    """A running table of a host and a guest who has been awaited for two hours and is not there."""
    ann, guest = people(1)[0], guests.come(name="Rita")
    game = running_game([ann, guest, UserFactory.create()], guests_welcome=True, bank_hours=72, turn_hours=12)
    Seat.objects.filter(game=game).update(awaited_since=None)
    Seat.objects.filter(game=game, user=guest).update(awaited_since=clock.now() - timedelta(hours=2))
    return game, ann, guest


def test_host_gives_an_absent_guests_seat_away_by_a_link() -> None:
    game, ann, guest = lost_seat()
    client = Client()
    client.force_login(ann)
    table = reverse("games:table", args=[game.code])
    assert "Make a link to guest Rita’s seat" in " ".join(client.get(table).content.decode().split())
    assert client.post(reverse("games:offer", args=[game.code]), {"seat": 1}).status_code == 303
    link = Invitation.objects.get(game=game, seat=1)
    seat, newcomer = reverse("games:seat", args=[link.token]), Client()
    assert seat in client.get(table).content.decode()
    assert "Sit down as a guest" in newcomer.get(seat).content.decode()
    assert newcomer.post(seat, {"name": "Petra"})["Location"] == reverse("games:seated", args=[game.code])
    assert Seat.objects.get(game=game, number=1).user.username == "Petra"
    assert go_on(newcomer, game.code).status == 200
    before = Client()
    before.force_login(guest)
    assert before.get(table).status_code == 404


def test_a_guest_who_comes_back_first_keeps_the_seat_and_the_link_is_dead() -> None:
    game, ann, guest = lost_seat()
    at_tables.offer_seat(host=ann, code=game.code, seat=1)
    assert Seat.objects.get(game=game, user=guest).resting == "asleep"
    client = Client()
    client.force_login(guest)
    client.get(reverse("games:table", args=[game.code]))
    assert Seat.objects.get(game=game, user=guest).resting == ""
    link = Invitation.objects.get(game=game, seat=1)
    assert Client().post(reverse("games:seat", args=[link.token]), {"name": "Petra"}).status_code == 409


def test_a_second_link_ends_the_first() -> None:
    game, ann, _guest = lost_seat()
    for _time in range(2):
        at_tables.offer_seat(host=ann, code=game.code, seat=1)
    first, second = Invitation.objects.filter(game=game, seat=1).order_by("pk")
    assert first.revoked_at is not None
    assert second.revoked_at is None


def test_present_guest_or_other_player_gets_no_seat_link() -> None:
    game, ann, guest = lost_seat()
    with pytest.raises(DeclinedError, match="This isn’t a guest’s seat"):
        at_tables.offer_seat(host=ann, code=game.code, seat=2)
    with pytest.raises(DeclinedError, match="This isn’t a guest’s seat"):
        at_tables.offer_seat(host=ann, code=game.code, seat=9)
    pulse.mark_present(game.pk, guest.pk)
    with pytest.raises(DeclinedError, match="has been here within the last hour"):
        at_tables.offer_seat(host=ann, code=game.code, seat=1)
    cache.clear()
    Seat.objects.filter(user=guest).update(awaited_for=deadlines.WINDOW)
    with pytest.raises(DeclinedError, match="has been here within the last hour"):
        at_tables.offer_seat(host=ann, code=game.code, seat=1)
    Seat.objects.filter(user=guest).update(awaited_for="turn", awaited_since=clock.now() - timedelta(minutes=59))
    with pytest.raises(DeclinedError, match="has been here within the last hour"):
        at_tables.offer_seat(host=ann, code=game.code, seat=1)
    with pytest.raises(PermissionDenied):
        at_tables.offer_seat(host=guest, code=game.code, seat=0)
    with pytest.raises(Http404):
        at_tables.offer_seat(host=UserFactory.create(), code=game.code, seat=1)
    assert not Invitation.objects.exists()


def test_no_link_leads_to_the_seat_of_a_guest_in_a_pause() -> None:
    game, ann, guest = lost_seat()
    now = clock.now()
    Game.objects.filter(pk=game.pk).update(paused_at=now, paused_until=now + timedelta(days=2))
    client = Client()
    client.force_login(ann)
    page = client.get(reverse("games:table", args=[game.code])).content.decode()
    assert reverse("games:offer", args=[game.code]) not in page
    with pytest.raises(DeclinedError, match="During a pause, players can’t be late"):
        at_tables.offer_seat(host=ann, code=game.code, seat=1)
    assert Seat.objects.get(game=game, user=guest).resting == ""


def test_a_taken_seat_is_no_way_around_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    game, ann, _guest = lost_seat()
    at_tables.offer_seat(host=ann, code=game.code, seat=1)
    token = Invitation.objects.get(game=game).token
    monkeypatch.setitem(rates.RATES, "guests", rates.Rate(2, 600))
    for _time in range(2):
        rates.wait("guests", "here")
    with pytest.raises(TooManyError):
        at_tables.take_over(token=token, name="Petra", place="here")
    assert not User.objects.filter(username="Petra").exists()
