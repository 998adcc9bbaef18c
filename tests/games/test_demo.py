"""`manage.py demo`: what is there to look at after the first start."""

from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client

from accounts.models import User
from accounts.selectors.friends import friends_of
from games.management.commands import demo
from games.models import Game, Invitation, Seat, Status
from tests.factories import UserFactory
from tests.games import tables


def run() -> str:
    said = StringIO()
    call_command("demo", stdout=said)
    return said.getvalue()


@pytest.fixture
def said(db: None) -> str:
    return run()


@pytest.mark.soak
def test_demo_text_logs_in_and_leads_to_a_waiting_table(said: str) -> None:
    assert f"log in as Ann with the password {demo.PASSWORD}" in said
    browser = Client()
    landed = browser.post("/accounts/login/", {"login": "Ann", "password": demo.PASSWORD}, follow=True)
    page = landed.content.decode()
    assert "<title>(2) Your tables</title>" in page  # a turn and an invitation
    parts = ("Lunch break mine", "Bo invites you", "Sunday shift", "waits for Bo", "Open pit", "Old lode")
    assert not [part for part in parts if part not in page]


def test_one_table_has_just_begun_one_is_in_mid_game_one_is_over(said: str) -> None:
    fresh, middle, over = (Game.objects.get(name=name) for name in ("Lunch break mine", "Friday dwarves", "Old lode"))
    assert (fresh.status, fresh.seq <= 4) == (Status.RUNNING, True)
    assert (middle.status, middle.seq >= demo.MOVES_OF_A_TABLE_IN_MID_GAME) == (Status.RUNNING, True)
    assert over.status == Status.OVER
    for game, name in ((fresh, "Ann"), (middle, "Bo")):
        assert tables.awaited(game).user.username == name
    assert Seat.objects.filter(game=fresh, user__is_bot=True).count() == 4


@pytest.mark.soak
def test_ann_has_three_friends_and_an_invitation(said: str) -> None:
    ann = User.objects.get(username="Ann")
    assert [friend.username for friend in friends_of(ann)] == ["Bo", "Cy", "Dee"]
    assert [invitation.by.username for invitation in Invitation.objects.filter(to=ann)] == ["Bo"]


def test_keeper_alone_sees_the_admin_with_a_password_shown_once(said: str) -> None:
    keeper = User.objects.get(is_superuser=True)
    password = said.split("log in as warden with the password ")[1].split(" ")[0]
    assert keeper.check_password(password)
    assert password not in run()
    assert not User.objects.filter(is_staff=True).exclude(pk=keeper.pk).exists()


def test_doing_it_again_makes_nothing_and_says_how_to_log_in(said: str) -> None:
    before = (Game.objects.count(), User.objects.count())
    again = run()
    assert (Game.objects.count(), User.objects.count()) == before
    assert again.strip() == f"To play log in as Ann with the password {demo.PASSWORD}."


def test_a_site_where_people_live_stays_as_it_is(db: None) -> None:
    UserFactory.create(username="Ann", password="a password of her own")
    assert run() == ""
    assert (User.objects.count(), Game.objects.count()) == (1, 0)
