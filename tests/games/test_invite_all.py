"""All friends are invited with one tap. Ann is the host, Bo sits there; Cy, Dee and Eve are friends of Ann."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from games import clock
from games.models import Game, Invitation, Joining, Notice, Status
from games.services import lobby
from saboteur_site.web.rates import RATES
from tests.factories import FriendshipFactory, UserFactory
from tests.games import tables

pytestmark = pytest.mark.django_db
HX = {"HX-Request": "true", "HX-Target": "lobby"}


@pytest.fixture
def game() -> Game:
    game = tables.open_game(2, wanted=6, joining=Joining.LINK)
    ann = tables.seat_of(game, "Ann").user
    for name in ("Cy", "Dee", "Eve"):
        befriend(ann, name)
    return game


def befriend(ann: User, name: str) -> User:
    friend: User = UserFactory.create(username=name)
    FriendshipFactory.create(asked_by=ann, other=friend)
    return friend


def press(who: str, game: Game, headers: dict[str, str] | None = None) -> Any:
    address = reverse("games:invite-all", args=[game.code])
    return tables.browser_of(who).post(address, headers=headers or {})


def invited() -> set[str]:
    """Who has an invitation that is good."""
    good = Invitation.objects.filter(revoked_at=None, expires_at__gt=clock.now())
    return set(good.exclude(to=None).values_list("to__username", flat=True))


def notified() -> list[str]:
    return sorted(Notice.objects.filter(kind="invitation").values_list("user__username", flat=True))


def test_all_friends_are_invited_and_notified(game: Game) -> None:
    page = tables.browser_of("Ann").get(reverse("games:table", args=[game.code]), {"ask": "invite"}).content.decode()
    assert "Invite all 3 friends" in " ".join(page.split())
    fragment = press("Ann", game, HX).content.decode()
    assert "You’ve invited 3 friends." in fragment
    assert "Invite all" not in fragment
    assert invited() == {"Cy", "Dee", "Eve"}
    assert notified() == ["Cy", "Dee", "Eve"]
    assert all("invites you" in tables.browser_of(name).get("/").content.decode() for name in invited())


def test_without_javascript_it_leads_back_to_the_table(game: Game) -> None:
    answer = press("Ann", game)
    assert (answer.status_code, answer["Location"]) == (302, reverse("games:table", args=[game.code]))


def test_a_second_tap_does_no_more(game: Game) -> None:
    press("Ann", game)
    made = set(Invitation.objects.values_list("pk", "created_at"))
    assert "All your friends are already here or invited." in press("Ann", game, HX).content.decode()
    assert set(Invitation.objects.values_list("pk", "created_at")) == made
    assert notified() == ["Cy", "Dee", "Eve"]


def test_invite_all_skips_players_removed_users_and_strangers(game: Game) -> None:
    ann = tables.seat_of(game, "Ann").user
    bo, cy, dee = (User.objects.get(username=name) for name in ("Bo", "Cy", "Dee"))
    for person in (cy, dee):
        lobby.invite(by=ann, code=game.code, user=person)
        lobby.join(user=person, code=game.code)
    lobby.remove(host=ann, code=game.code, user=dee)
    FriendshipFactory.create(asked_by=bo, other=dee)
    fay = befriend(bo, "Fay")
    press("Bo", game)
    assert invited() == {"Cy", "Fay"}
    assert Invitation.objects.get(to=fay).by == bo
    press("Ann", game)
    assert invited() == {"Cy", "Eve", "Fay"}


def test_expired_invitation_is_renewed(game: Game) -> None:
    press("Ann", game)
    Invitation.objects.filter(to__username="Cy").update(expires_at=clock.now() - timedelta(days=1))
    assert invited() == {"Dee", "Eve"}
    press("Ann", game)
    assert invited() == {"Cy", "Dee", "Eve"}
    assert Invitation.objects.filter(to__username="Cy").count() == 1


def test_with_too_many_friends_the_rest_is_left_for_later(game: Game) -> None:
    ann, most = tables.seat_of(game, "Ann").user, RATES["invitations"].most
    for number in range(most):
        befriend(ann, f"Friend {number}")
    assert f"You’ve invited {most} friends." in press("Ann", game, HX).content.decode()
    assert len(invited()) == most
    answer = press("Ann", game, HX)
    assert (answer.status_code, 3400 < int(answer["Retry-After"]) <= 3600) == (429, True)
    assert "You’ve invited a lot of people within an hour" in answer.content.decode()
    assert len(invited()) == most


def test_it_costs_the_same_for_few_and_for_many(game: Game) -> None:
    ann, costs = tables.seat_of(game, "Ann").user, []
    for names in ((), ("Gus", "Hal", "Ida", "Joe", "Kim", "Leo")):
        for name in names:
            befriend(ann, name)
        Invitation.objects.all().delete()
        Notice.objects.all().delete()
        with CaptureQueriesContext(connection) as queries:
            lobby.invite_all(by=ann, code=game.code)
        costs.append(len(queries))
    assert costs[0] == costs[1]


@pytest.mark.parametrize("status", [Status.RUNNING, Status.CANCELLED])
def test_it_is_too_late_once_the_game_runs(game: Game, status: Status) -> None:
    Game.objects.update(status=status)
    assert press("Ann", game).status_code == 409
    assert not invited()


def test_stranger_to_a_table_cannot_invite(game: Game) -> None:
    befriend(User.objects.get(username="Cy"), "Kim")
    assert press("Cy", game).status_code == 404
    assert not invited()
