"""The policy of a site: who may sign up and play, the operator's texts, and the word list."""

import os
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django.fixtures import Settings

from accounts.models import User
from accounts.names import word_list
from accounts.services import friends, guests
from circles.services import membership
from games.forms.lobby import SetupForm, shown_name
from games.models import Game, Joining, Status, TableOptions
from games.services import lobby, talk
from saboteur_site import policy
from saboteur_site.operation import doctor
from saboteur_site.web.declined import DeclinedError, TooManyError
from tests.accounts.conftest import PASSWORD, signed_in_as
from tests.factories import FriendshipFactory, UserFactory
from tests.games.tables import open_game, running_game

SIGN_UP, ABOUT, TERMS = reverse("account_signup"), reverse("site:about"), reverse("site:terms")
OPTIONS = TableOptions(name="Mine")
GOOD = {"username": "Dee", "password1": PASSWORD}

pytestmark = pytest.mark.django_db


@pytest.fixture
def folder(settings: Settings, tmp_path: Path) -> Path:
    settings.POLICY_DIR = str(tmp_path)
    return tmp_path


def put(folder: Path, name: str, text: str, *, later: int = 0) -> None:
    """Write a text of the operator; another time makes it another file to the site."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    os.utime(path, ns=(later * 10**9, later * 10**9))


def names_after(client: Client, data: dict[str, str]) -> bool:
    """Whether a sign-up has made an account."""
    client.post(SIGN_UP, data)
    return User.objects.filter(username="Dee").exists()


# -- who may sign up


def test_closed_sign_up_makes_no_account(stranger: Client, settings: Settings) -> None:
    settings.SIGN_UP = "closed"
    assert "Sign-up is closed right now." in stranger.get(SIGN_UP).content.decode()
    assert not names_after(stranger, GOOD)


def test_sign_up_by_invitation_takes_a_valid_link(ann: User, settings: Settings) -> None:
    settings.SIGN_UP = "invitation"
    game = open_game([ann], wanted=3)
    link = lobby.make_link(host=ann, code=game.code)
    table, friend = reverse("games:door", args=[link.token]), reverse("accounts:friend-link", args=["x"])
    for wrong in ("", "/", "/nowhere/", reverse("games:door", args=["no-such-link"]), friend, f"//evil.example{table}"):
        assert not names_after(Client(), GOOD | {"next": wrong}), wrong
    lobby.revoke_link(host=ann, code=game.code)
    assert not names_after(Client(), GOOD | {"next": table})
    fresh = lobby.make_link(host=ann, code=game.code)
    assert names_after(Client(), GOOD | {"next": reverse("games:door", args=[fresh.token])})


def test_link_of_a_friend_is_an_invitation(ann: User, settings: Settings) -> None:
    settings.SIGN_UP = "invitation"
    link = friends.make_link(ann)
    there = reverse("accounts:friend-link", args=[link.token])
    page = Client().get(SIGN_UP, {"next": there}).content.decode()
    assert 'name="password1"' in page
    assert names_after(Client(), GOOD | {"next": there})


def test_guest_signs_up_where_it_takes_an_invitation(settings: Settings) -> None:
    settings.SIGN_UP = "invitation"
    assert names_after(signed_in_as(guests.come(name="Guest One")), GOOD)


def test_site_without_guests_makes_none(settings: Settings, stranger: Client) -> None:
    settings.GUESTS = False
    with pytest.raises(DeclinedError):
        guests.come(name="Dee")
    assert stranger.post(reverse("games:try")).status_code >= 400
    assert not User.objects.filter(is_guest=True).exists()
    assert reverse("games:try") not in stranger.get("/").content.decode()


# -- tables and messages


def test_tables_open_to_all_are_neither_offered_nor_joined(ann: User, bo: User, settings: Settings) -> None:
    game = open_game([ann], wanted=3)
    Game.objects.filter(pk=game.pk).update(joining=Joining.ANYONE)
    game.refresh_from_db()
    assert lobby.may_join(user=bo, game=game)
    settings.OPEN_TABLES = False
    assert not lobby.may_join(user=bo, game=game)
    assert Joining.ANYONE not in dict(SetupForm(host=ann).fields["joining"].choices)  # type: ignore[attr-defined]
    FriendshipFactory.create(asked_by=ann, other=bo)
    assert lobby.may_join(user=bo, game=game)


def test_person_has_no_more_open_tables_than_allowed(ann: User, settings: Settings) -> None:
    settings.TABLES_A_PERSON = 1
    first = lobby.set_up(host=ann, options=OPTIONS)
    with pytest.raises(DeclinedError, match="You already have a table"):
        lobby.set_up(host=ann, options=OPTIONS)
    Game.objects.filter(pk=first.pk).update(status=Status.CANCELLED)
    lobby.set_up(host=ann, options=OPTIONS)


def test_person_is_in_no_more_circles_than_allowed(ann: User, settings: Settings) -> None:
    settings.CIRCLES_A_PERSON = 1
    membership.make(host=ann, name="First")
    with pytest.raises(DeclinedError, match="You’re in a lot of circles"):
        membership.make(host=ann, name="Second")


def test_person_sends_no_more_invitations_a_day_than_allowed(ann: User, settings: Settings) -> None:
    settings.INVITATIONS_A_DAY = 2
    lobby.count_invitations(ann, 2)
    with pytest.raises(TooManyError, match="today"):
        lobby.count_invitations(ann, 1)


def test_new_account_writes_to_friends_only(settings: Settings) -> None:
    settings.NEWCOMER_HOURS = 24
    ann, bo = UserFactory.create(username="Ann"), UserFactory.create(username="Bo")
    game = running_game([ann, bo, UserFactory.create(username="Cy", is_bot=True)])
    with pytest.raises(DeclinedError, match="Your account is new"):
        talk.say(user=ann, code=game.code, text="Hello!")
    talk.say_quick(user=ann, code=game.code, word="hello")
    FriendshipFactory.create(asked_by=ann, other=bo)
    talk.say(user=ann, code=game.code, text="Hello!")
    User.objects.filter(pk=bo.pk).update(date_joined=timezone.now() - timedelta(hours=25))
    talk.say(user=User.objects.get(pk=bo.pk), code=game.code, text="Hello, Ann!")


# -- the operator's texts


def test_terms_are_accepted_at_sign_up(folder: Path) -> None:
    put(folder, "terms.en.txt", "Be kind.\n\nNo <b>bold</b> words.")
    assert not names_after(Client(), GOOD)
    client = Client()
    assert names_after(client, GOOD | {"terms": "on"})
    assert client.get("/").status_code == 200
    page = client.get(TERMS).content.decode()
    assert "No &lt;b&gt;bold&lt;/b&gt; words." in page
    assert "Accept the terms" not in page


def test_changed_terms_are_asked_again_and_moves_go_through(folder: Path, as_ann: Client, ann: User) -> None:
    put(folder, "terms.en.txt", "Be kind.")
    assert as_ann.get("/me/")["Location"] == f"{TERMS}?next=%2Fme%2F"
    assert as_ann.post(reverse("accounts:language"), {"language": "en"}).status_code == 302
    assert as_ann.post(TERMS, {"next": "/me/"})["Location"] == "/me/"
    assert as_ann.get("/me/").status_code == 200
    put(folder, "terms.es.txt", "Sé amable.")
    assert as_ann.get("/me/").status_code == 200
    put(folder, "terms.en.txt", "Be very kind.", later=9)
    assert "The terms have changed." in as_ann.get("/me/", follow=True).content.decode()
    assert as_ann.post(TERMS, {"next": "//evil.example"})["Location"] == "/"


def test_site_without_texts_asks_for_nothing(as_ann: Client, stranger: Client) -> None:
    assert as_ann.get("/me/").status_code == 200
    assert stranger.get(TERMS).status_code == 404
    assert 'name="terms"' not in stranger.get(SIGN_UP).content.decode()


def test_players_read_the_policy(settings: Settings, stranger: Client) -> None:
    settings.SIGN_UP, settings.GUESTS, settings.OPEN_TABLES = "invitation", False, False
    settings.TABLES_A_PERSON, settings.CONTACT = 3, "Ada, ada@example.org"
    page = stranger.get(ABOUT).content.decode()
    for line in ("sign up with an invitation", "You need an account", "3 tables waiting", "mailto:ada@example.org"):
        assert line in page
    assert ABOUT in stranger.get(SIGN_UP).content.decode()


def test_doctor_tells_the_policy_and_its_faults(settings: Settings, folder: Path) -> None:
    settings.SIGN_UP, settings.TABLES_A_PERSON = "closed", 4
    [found] = doctor.policy_of_site()
    assert (found.verdict, found.text) == ("ok", "sign-up closed, guests, tables open to all, 4 open tables a person")
    (folder / "terms.en.txt").write_bytes(b"\xff\xfe\xff")
    assert [one.verdict for one in doctor.policy_of_site()] == ["wrong"]
    settings.POLICY_DIR = str(folder / "nowhere")
    assert [one.verdict for one in doctor.policy_of_site()] == ["wrong"]


def test_staff_see_the_policy_on_the_first_page() -> None:
    page = signed_in_as(UserFactory.create(is_staff=True, is_superuser=True)).get("/admin/").content.decode()
    assert all(str(line) in page for line in policy.lines())


# -- the word list


@pytest.mark.parametrize(
    "name",
    ["Muck", "MUCK", "The muck", "mück", "mu\u0441k", "\u041c\u0421K muck", "muck-raker", "muck_raker", "grey  slime"],
)
def test_listed_word_is_found_in_names(folder: Path, name: str) -> None:
    put(folder, "names.txt", "# rude\nmuck # dirt\n\nGrey slime\n")
    assert word_list.has_listed_word(name)
    with pytest.raises(ValidationError):
        shown_name(name, empty="empty")


@pytest.mark.parametrize("name", ["Mucker", "grey", "slime", "Grey Ann slime", "rude", "dirt", "Ann"])
def test_other_names_are_free(folder: Path, name: str) -> None:
    put(folder, "names.txt", "# rude\nmuck # dirt\n\nGrey slime\n")
    assert not word_list.has_listed_word(name)


def test_listed_word_is_no_name_at_sign_up(folder: Path) -> None:
    put(folder, "names.txt", "dee\n")
    assert not names_after(Client(), GOOD)
