"""No staff member can change a tablemate's account, and a new way into an account is told at its tables."""

import re
from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.core.management import call_command
from django.forms import model_to_dict
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Game, Joining, Move
from games.rules.announcements import WayInMade
from games.services import lobby, repairs
from tests.factories import UserFactory
from tests.games.clocks import events_of
from tests.games.staff import REASON
from tests.games.tables import browser_of, open_game, people, running_game

pytestmark = pytest.mark.django_db

LIST = reverse("admin:accounts_user_changelist")
NEW = "a wholly other sentence"


def superuser(user: User) -> User:
    User.objects.filter(pk=user.pk).update(is_staff=True, is_superuser=True)
    return User.objects.get(pk=user.pk)


def helper(user: User) -> User:
    """A staff member with every permission about players."""
    User.objects.filter(pk=user.pk).update(is_staff=True)
    user.user_permissions.set(Permission.objects.filter(content_type__app_label__in=("accounts", "account")))
    return User.objects.get(pk=user.pk)


def page(what: str, person: User) -> str:
    if what == "password":
        return reverse("admin:auth_user_password_change", args=[person.pk])
    return reverse(f"admin:accounts_user_{what}", args=[person.pk])


def change(browser: Client, person: User, **changed: object) -> int:
    """Send the form of a person with something else in it; how it is answered."""
    sent = {name: value for name, value in model_to_dict(person).items() if value not in (None, False, [])}
    return browser.post(page("change", person), {**sent, **changed}).status_code


def new_password(browser: Client, person: User) -> int:
    form = {"usable_password": "true", "password1": NEW, "password2": NEW}
    return browser.post(page("password", person), form).status_code


def reset_link(browser: Client, person: User) -> str:
    """The path of the link that the admin makes for a player; "" when it makes none."""
    form = {"action": "make_reset_link", "_selected_action": [str(person.pk)]}
    found = re.search(r"/accounts/password/reset/key/[^\s<]+/", browser.post(LIST, form, follow=True).content.decode())
    return found[0] if found else ""


def row(person: User) -> Any:
    return User.objects.filter(pk=person.pk).values().get()


def shared(kind: str, seats: list[User]) -> Game:
    if kind == "open":
        return open_game(seats, wanted=4, joining=Joining.ANYONE)
    return running_game(seats)


# -- not over tablemates


@pytest.mark.examples(1)
@pytest.mark.parametrize("rank", [superuser, helper])
@pytest.mark.parametrize("kind", ["open", "running"])
def test_tablemate_on_the_staff_cannot_change_an_account(kind: str, rank: Callable[[User], User]) -> None:
    ann, bo, cy = people(3)
    shared(kind, [ann, bo, cy])
    EmailAddress.objects.create(user=bo, email="bo@example.org")
    browser, before = browser_of(rank(ann)), row(bo)
    assert change(browser, bo, email="ann@example.org") == 403
    assert change(browser, bo, username="Zed") == 403
    assert change(browser, bo, is_active="") == 403
    assert new_password(browser, bo) == 403
    assert reset_link(browser, bo) == ""
    assert browser.post(page("delete", bo), {"post": "yes"}).status_code == 403
    browser.post(LIST, {"action": "delete_selected", "_selected_action": [str(bo.pk)], "post": "yes"})
    assert row(bo) == before
    assert not LogEntry.objects.exists()


def test_limited_staff_see_the_player_and_may_change_others() -> None:
    ann, bo, cy = people(3)
    running_game([ann, bo, cy])
    zed, browser = UserFactory.create(username="Zed"), browser_of(superuser(ann))
    text = browser.get(page("change", bo)).content.decode()
    assert "Bo" in text
    assert 'name="email"' not in text
    assert change(browser, zed, email="zed@example.org") == 302
    assert (
        change(browser, User.objects.get(pk=ann.pk), email="ann@example.org", is_staff="on", is_superuser="on") == 302
    )
    assert reset_link(browser, zed)


def test_when_the_last_shared_table_is_over_they_may_again() -> None:
    ann, bo, cy = people(3)
    games, host = [running_game([ann, bo, cy], seed) for seed in (1, 2)], superuser(UserFactory.create(username="Host"))
    browser = browser_of(superuser(ann))
    for game in games:
        assert reset_link(browser, bo) == ""
        repairs.end_table(game_id=game.pk, by=host, reason=REASON)
    assert reset_link(browser, bo)


def test_staff_member_seated_after_the_form_is_refused() -> None:
    ann, bo = people(2)
    browser = browser_of(superuser(ann))
    assert 'name="email"' in browser.get(page("change", bo)).content.decode()
    game = open_game([bo], wanted=4, joining=Joining.ANYONE)
    lobby.join(user=ann, code=game.code)
    assert change(browser, bo, email="ann@example.org") == 403


def test_staff_power_ends_when_they_leave_the_table() -> None:
    ann, bo, cy = people(3)
    game = open_game([ann, bo, cy], wanted=4, joining=Joining.ANYONE)
    lobby.leave(user=bo, code=game.code)
    assert reset_link(browser_of(superuser(ann)), bo)


# -- what is told at tables


def logged(game: Game) -> list[WayInMade]:
    return [event for event in events_of(game, WayInMade) if isinstance(event, WayInMade)]


WAYS: dict[str, Callable[[Client, User], object]] = {
    "link": reset_link,
    "password": new_password,
    "address": lambda browser, person: change(browser, person, email="host@example.org"),
}


@pytest.mark.examples(1)
@pytest.mark.parametrize("way", WAYS)
def test_account_access_is_logged_at_every_running_table(way: str) -> None:
    ann, bo, cy = people(3)
    dee, eve = UserFactory.create(username="Dee"), UserFactory.create(username="Eve")
    running = [running_game([ann, bo, cy], 1), running_game([dee, bo, eve], 2)]
    others = [running_game([ann, cy, dee], 3), open_game([bo, ann], 4)]
    browser = browser_of(superuser(UserFactory.create(username="Host")))
    assert WAYS[way](browser, bo)
    assert [logged(game) for game in running] == [[WayInMade(seat=1, by="Host")]] * 2
    assert [logged(game) for game in others] == [[], []]
    words = {name: browser_of(name).get(f"/t/{running[0].code}/").content.decode() for name in ("Ann", "Bo")}
    assert "Host, an administrator, made a link that resets Bo’s password." in words["Ann"]
    assert "Host, an administrator, made a link that resets your password." in words["Bo"]


def test_change_without_account_access_is_not_logged() -> None:
    ann, bo, cy = people(3)
    game = running_game([ann, bo, cy])
    browser = browser_of(superuser(UserFactory.create(username="Host")))
    assert change(browser, bo, theme="dark") == 302
    assert browser.get(page("password", bo)).status_code == 200
    assert browser.post(page("password", bo), {"usable_password": "true", "password1": "x"}).status_code == 200
    User.objects.filter(pk=bo.pk).update(is_active=False)
    assert reset_link(browser, bo) == ""
    own = superuser(cy)
    assert change(browser_of(own), own, email="cy@example.org", is_staff="on", is_superuser="on") == 302
    assert logged(game) == []


def test_link_made_at_the_server_is_logged_too() -> None:
    ann, bo, cy = people(3)
    games = [running_game([ann, bo, cy], 1), running_game([cy, bo, ann], 2)]
    out = StringIO()
    call_command("resetlink", "bo", stdout=out)
    assert [logged(game) for game in games] == [[WayInMade(seat=1)]] * 2
    assert Move.objects.filter(events__contains=out.getvalue().strip()[-20:]).count() == 0
    for name, words in (
        ("Ann", "The host of this site made a link that resets Bo’s password."),
        ("Bo", "The host of this site made a link that resets your password."),
    ):
        assert words in browser_of(name).get(f"/t/{games[0].code}/").content.decode()


def test_link_that_cannot_be_made_is_not_logged() -> None:
    ann, bo, cy = people(3)
    game = running_game([ann, bo, cy])
    User.objects.filter(pk=bo.pk).update(is_active=False)
    with pytest.raises(Exception, match="is deactivated"):
        call_command("resetlink", "bo")
    assert logged(game) == []


def test_the_game_goes_on_after_it_as_before() -> None:
    game = running_game(people(3))
    call_command("resetlink", "Bo", stdout=StringIO())
    assert repairs.recount(game_id=game.pk, by=superuser(UserFactory.create(username="Host"))) == []
