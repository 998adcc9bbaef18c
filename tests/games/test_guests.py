"""Guests: a round at once without a name, a seat by a link, an account of it later, and what guests cannot do."""

from collections.abc import Iterator
from itertools import islice
from typing import Any
from unittest.mock import patch

import pytest
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse
from django.utils import translation

from accounts import names
from accounts.models import User
from accounts.names.made_up import PLAIN, made_up, plain_names
from accounts.services import friends, guests, resets
from games import clock
from games.models import Game, Seat, Status, TableOptions
from games.rows import notices
from games.services import guests as at_tables
from games.services import leaving, lobby
from saboteur_site.web import rates
from saboteur_site.web.declined import DeclinedError
from tests.accounts.conftest import PASSWORD
from tests.factories import UserFactory
from tests.games.guests import TRY, link_to, tries, who
from tests.games.pages import go_on
from tests.games.tables import open_game, people, running_game

SIGN_UP = reverse("account_signup")

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite(soak=True)]


# -- a round at once


def test_one_tap_on_the_front_page_leads_to_a_running_table_with_four_bots() -> None:
    client = Client()
    front = client.get("/").content.decode()
    assert f'action="{TRY}"' in front
    assert "Play a first round" in front
    answer = client.post(TRY)
    guest, game = who(client), Game.objects.get()
    assert answer["Location"] == reverse("games:table", args=[game.code])
    seats = list(Seat.objects.filter(game=game).order_by("number").select_related("user"))
    assert [seat.user.is_bot for seat in seats] == [False, True, True, True, True]
    assert (seats[0].user, game.status, game.host) == (guest, Status.RUNNING, guest)
    assert (game.practice, game.of_guests, game.bank_hours) == (True, True, 0)
    assert client.get(answer["Location"])["Location"] == reverse("games:deal", args=[game.code])
    assert go_on(client, game.code).status == 200


def test_a_guest_has_a_friendly_name_and_no_way_in_but_the_session() -> None:
    guest = who(tries())
    names.check_name(guest.username)
    assert (guest.is_guest, guest.email, guest.has_usable_password()) == (True, "", False)
    guest.set_password(PASSWORD)
    guest.save()
    assert not guest.check_password(PASSWORD)
    assert Client().post(reverse("account_login"), {"login": guest.username, "password": PASSWORD}).status_code == 200
    with pytest.raises(resets.NoLinkError):
        resets.link(guest)


def test_made_up_names_are_valid_and_resemble_no_taken_one() -> None:
    source = made_up()
    for _number in range(200):
        names.check_name(next(source))
    UserFactory.create(username="Merry Mo1e")  # looks like the first that comes up
    with patch("accounts.services.guests.made_up", lambda: iter(["Merry Mole", "Calm Wren"])):
        assert guests.come().username == "Calm Wren"


@pytest.mark.parametrize("language", [language for language, _ in settings.LANGUAGES])
def test_all_made_up_names_of_a_language_may_be_names_and_look_different(language: str) -> None:
    known = plain_names(language)
    for name in known:
        names.check_name(f"{name} 9999")
    assert len({names.looks(name) for name in known}) == len(known) >= 500
    assert language == settings.LANGUAGE_CODE or known != plain_names(settings.LANGUAGE_CODE)


@pytest.mark.parametrize("language", [language for language, _ in settings.LANGUAGES])
def test_a_guest_has_a_name_in_the_language_of_the_page(language: str) -> None:
    with translation.override(language):
        assert guests.come().username in plain_names(language)
        numbered = list(islice(made_up(), PLAIN + 1))[-1]
    assert numbered.rpartition(" ")[0] in plain_names(language)


def test_a_language_without_a_list_makes_up_names_in_english() -> None:
    assert plain_names("nl") == plain_names(settings.LANGUAGE_CODE)


def test_a_name_that_is_taken_at_the_same_moment_makes_room_for_the_next() -> None:
    UserFactory.create(username="Merry Mole")
    with (
        patch("accounts.services.guests.made_up", lambda: iter(["Merry Mole", "Calm Wren"])),
        patch("accounts.services.guests.people_selectors.is_taken", return_value=False),
    ):
        assert guests.come().username == "Calm Wren"


def test_another_tap_leads_back_to_the_round_that_runs() -> None:
    client = tries()
    assert client.post(TRY)["Location"] == reverse("games:table", args=[Game.objects.get().code])
    Game.objects.update(status=Status.OVER)
    client.post(TRY)
    assert Game.objects.count() == 2
    assert User.objects.filter(is_guest=True).count() == 1


def test_account_practice_table_does_not_count_as_a_guest_table() -> None:
    ann, client = people(1)[0], Client()
    client.force_login(ann)
    assert client.post(TRY).status_code == 302
    game = Game.objects.get()
    assert (game.host, game.practice, game.of_guests) == (ann, True, False)


def test_a_look_at_the_address_makes_nothing() -> None:
    assert Client().get(TRY)["Location"] == "/"
    assert not User.objects.exists()


def test_a_form_of_another_site_makes_nothing() -> None:
    assert Client(enforce_csrf_checks=True).post(TRY).status_code == 403
    assert not User.objects.exists()


# -- limits


@pytest.fixture
def few() -> Iterator[None]:
    """Two tables from one place, three on the site, two guests by links from one place."""
    less = {"practice": rates.Rate(2, 600), "practice-of-all": rates.Rate(3, 600), "guests": rates.Rate(2, 600)}
    with patch.dict(rates.RATES, less):
        yield


def test_one_place_gets_so_many_tables_and_then_a_kind_sentence(few: None) -> None:
    tries()
    tries()
    refused = Client().post(TRY)
    assert refused.status_code == 429
    assert 0 < int(refused["Retry-After"]) <= 600
    assert "Many people are trying the game right now" in refused.content.decode()
    assert "sessionid" not in refused.cookies
    assert (Game.objects.count(), User.objects.filter(is_guest=True).count()) == (2, 2)
    tries(REMOTE_ADDR="192.0.2.7")
    assert Client(REMOTE_ADDR="192.0.2.8").post(TRY).status_code == 429  # the site has had its three


@pytest.mark.examples(2)
@pytest.mark.parametrize(
    "evasion",
    [
        {"HTTP_X_FORWARDED_FOR": "192.0.2.99"},
        {"HTTP_X_REAL_IP": "192.0.2.99"},
        {"HTTP_FORWARDED": "for=192.0.2.99"},
        {"HTTP_ACCEPT_LANGUAGE": "lv"},
        {"HTTP_HX_REQUEST": "true"},
    ],
)
def test_network_place_ignores_forged_headers(few: None, evasion: dict[str, Any]) -> None:
    tries()
    tries()
    assert Client().post(TRY, **evasion).status_code == 429


def test_a_household_with_many_addresses_is_one_place(few: None) -> None:
    for end in (1, 2):
        tries(REMOTE_ADDR=f"2001:db8:1:1::{end}")
    assert Client(REMOTE_ADDR="2001:db8:1:1:ffff::3").post(TRY).status_code == 429
    assert Client(REMOTE_ADDR="2001:db8:1:2::3").post(TRY).status_code == 302


def test_a_guest_does_not_get_around_the_limit_by_finishing_rounds(few: None) -> None:
    client = tries()
    for status in (302, 429):
        Game.objects.update(status=Status.OVER)
        assert client.post(TRY).status_code == status


def test_guests_by_links_are_limited_too(few: None) -> None:
    game = open_game(1, wanted=6, guests_welcome=True)
    door = reverse("games:door", args=[link_to(game).token])
    assert [Client().post(door, {"name": name}).status_code for name in ("Rita", "Petra", "Olga")] == [302, 302, 429]
    assert game.seats.count() == 3
    assert not User.objects.filter(username="Olga").exists()


# -- a seat by a link


def test_a_name_is_enough_where_the_host_welcomes_guests() -> None:
    game = open_game(1, wanted=3, guests_welcome=True)
    door, client = reverse("games:door", args=[link_to(game).token]), Client()
    assert "Sit down" in client.get(door).content.decode()
    answer = client.post(door, {"name": " Rita ", "time_zone": "Europe/Riga", "lucky_word": "gold"})
    assert answer["Location"] == reverse("games:seated", args=[game.code])
    answer = client.get(answer["Location"], follow=True)
    assert "You’re in, Rita." in answer.content.decode()
    rita = who(client)
    assert (rita.username, rita.is_guest, rita.time_zone, rita.confirm_tunnels) == ("Rita", True, "Europe/Riga", True)
    assert Seat.objects.get(user=rita).word_place == 1
    table = client.get(reverse("games:table", args=[game.code]))
    assert ">guest<" in "".join(table.content.decode().split())


@pytest.mark.examples(4)
@pytest.mark.parametrize("name", ["", "R", "x" * 25, "R\u0435ta", "<b>", "Ann", "ANN", "\u0410nn", "r\u200bita"])
def test_invalid_name_gets_a_sentence_and_creates_no_user(name: str) -> None:
    game = open_game(1, wanted=3, guests_welcome=True)
    answer = Client().post(reverse("games:door", args=[link_to(game).token]), {"name": name})
    assert answer.status_code == 422
    assert answer.context["guest_form"].errors.keys() == {"name"}
    assert not User.objects.filter(is_guest=True).exists()


def test_where_guests_are_not_welcome_a_name_opens_nothing() -> None:
    game = open_game(1, wanted=3)
    link, client = link_to(game), Client()
    door = reverse("games:door", args=[link.token])
    shown = client.get(door).content.decode()
    assert "Sign up to sit down" in shown
    assert "Sit down<" not in shown
    assert 'name="name"' not in shown
    assert client.post(door, {"name": "Rita"}).status_code == 404
    assert not User.objects.filter(is_guest=True).exists()
    guest = tries()
    assert guest.get(door).status_code == 410
    assert guest.post(door).status_code == 409
    assert game.seats.count() == 1


def test_a_link_that_is_dead_or_a_table_that_is_full_makes_no_guest() -> None:
    full = open_game(2, guests_welcome=True)
    assert Client().post(reverse("games:door", args=[link_to(full).token]), {"name": "Rita"}).status_code == 409
    game = open_game(1, wanted=3, guests_welcome=True)
    dead = link_to(game, revoked_at=clock.now())
    assert Client().post(reverse("games:door", args=[dead.token]), {"name": "Rita"}).status_code == 409
    assert not User.objects.filter(is_guest=True).exists()


def test_the_host_alone_says_whether_guests_may_sit_down() -> None:
    game = open_game(2, wanted=4)
    ann, bo = (seat.user for seat in game.seats.select_related("user").order_by("number"))
    host, other = Client(), Client()
    host.force_login(ann)
    other.force_login(bo)
    url, lobby_page = reverse("games:guests", args=[game.code]), reverse("games:table", args=[game.code])
    assert other.post(url, {"welcome": "yes"}).status_code == 403
    host.post(url, {"welcome": "yes"})
    game.refresh_from_db()
    assert game.guests_welcome
    assert "With the link, a name is enough" in host.get(lobby_page).content.decode()
    assert "With the link, a name is enough" not in other.get(lobby_page).content.decode()
    host.post(url, {"welcome": "no"})
    assert not Game.objects.get().guests_welcome


def test_a_new_table_welcomes_guests_unless_its_host_says_otherwise() -> None:
    client = Client()
    client.force_login(people(1)[0])
    page = client.get(reverse("games:new"))
    assert page.context["form"]["guests_welcome"].value()
    form = {"name": "Mine", "seats": 4, "rounds": 3, "joining": "link", "rules": "base", "pace": "days"}
    client.post(reverse("games:new"), form)
    client.post(reverse("games:new"), form | {"guests_welcome": "on"})
    assert list(Game.objects.order_by("pk").values_list("guests_welcome", flat=True)) == [False, True]


# -- what guests cannot do


def test_clock_treats_a_guest_like_an_unreachable_player() -> None:
    ann, guest = people(1)[0], guests.come(name="Rita")
    game = running_game([guest, ann, UserFactory.create()], bank_hours=12, turn_hours=2)
    seat = Seat.objects.filter(game=game).exclude(awaited_since=None).select_related("user", "game").first()
    assert seat is not None
    User.objects.filter(pk=seat.user_id).update(is_guest=True)
    seat.user.refresh_from_db()
    assert notices.notified_at(seat, clock.now()) == seat.awaited_since


CLOSED = (
    "games:new",
    "games:summary",
    "account_change_password",
    "account_set_password",
    "account_reauthenticate",
    "accounts:friends",
    "accounts:ask",
    "accounts:accept",
    "accounts:remove",
    "accounts:block",
    "accounts:unblock",
)


@pytest.mark.examples(4)
@pytest.mark.parametrize("name", CLOSED)
def test_account_feature_tells_guests_so_and_does_nothing(name: str) -> None:
    ann, client = people(1)[0], tries()
    friends.block(blocker=ann, other=UserFactory.create())
    forms = {"name": "Ann", "email": "me@example.org", "action_add": "1", "password1": PASSWORD, "seats": "4"}
    for answer in (client.get(reverse(name)), client.post(reverse(name), forms)):
        assert answer.status_code in (403, 405)
        if answer.status_code == 403:
            words = answer.content.decode()
            assert "You’re a guest here" in words
            assert f'href="{SIGN_UP}"' in words
    guest = who(client)
    assert not guest.has_usable_password()
    assert not guest.emailaddress_set.exists()
    assert Game.objects.count() == 1


def test_a_guest_makes_no_table_by_the_service_either() -> None:
    guest = guests.come(name="Rita")
    with pytest.raises(PermissionDenied):
        lobby.set_up(host=guest, options=TableOptions(name="Mine", ruleset=at_tables.ROUND, seats=5, joining="anyone"))


def test_public_tables_are_not_there_for_a_guest() -> None:
    game = open_game(1, wanted=3, joining="anyone", guests_welcome=True)
    client = tries()
    assert game.name not in client.get("/").content.decode()
    assert client.get(reverse("games:table", args=[game.code])).status_code == 404
    client.post(reverse("games:join", args=[game.code]))
    assert game.seats.count() == 1


def test_friends_are_for_people_with_an_account() -> None:
    ann, guest = people(1)[0], guests.come(name="Rita")
    for asker, other in ((guest, ann), (ann, guest)):
        with pytest.raises(DeclinedError, match="Guests can’t have friends here yet"):
            friends.ask(asker=asker, other=other)


def test_seated_guest_sends_no_invitation_and_makes_no_link() -> None:
    ann, bo = people(2)
    guest = guests.come(name="Rita")
    game = open_game([ann, guest], wanted=4, guests_welcome=True)
    with pytest.raises(DeclinedError):
        lobby.invite(by=guest, code=game.code, user=bo)
    with pytest.raises(PermissionDenied):
        lobby.make_link(host=guest, code=game.code)


def test_table_passes_to_an_account_before_a_guest() -> None:
    ann, bo = people(2)
    game = open_game([ann, guests.come(name="Rita"), bo], wanted=4)
    lobby.pass_on(host=ann, code=game.code)
    assert Game.objects.get().host == bo
    running = running_game([ann, guests.come(name="Petra"), bo])
    leaving.leave(user=ann, code=running.code)
    assert Game.objects.get(pk=running.pk).host == bo
