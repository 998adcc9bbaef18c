"""Membership of circles: made of a table or of friends, joining by a link, leaving, removal, succession of hosts."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404

from accounts.models import Block
from accounts.services import farewell
from circles.forms.circles import NameForm
from circles.models import Answer, Circle, CircleLink, CircleMember, CircleTable, Reply, Role
from circles.services import membership
from circles.services.entering import entered
from games import clock
from games.models import Invitation, Seat, Status
from saboteur_site.web import rates
from saboteur_site.web.declined import DeclinedError, TooLateError, TooManyError
from tests.circles.scene import circle_of, with_table
from tests.factories import FriendshipFactory, UserFactory
from tests.games.tables import open_game, people

pytestmark = pytest.mark.django_db


def names_in(circle: Circle) -> list[str]:
    """The members, the host first."""
    rows = circle.members.filter(left_at=None).order_by("role", "joined_at", "pk")
    return list(rows.values_list("user__username", flat=True))


def test_finished_table_becomes_a_circle_of_its_people_and_its_first_table() -> None:
    ann, bo, cy = people(3)
    game = open_game([ann, bo, cy, UserFactory.create(username="Bot", is_bot=True)], status=Status.OVER)
    circle = membership.keep(user=bo, code=game.code)
    assert names_in(circle) == ["Bo", "Ann", "Cy"]
    assert circle.name == game.name
    assert circle.options["seats_wanted"] == game.seats_wanted
    assert list(circle.tables.values_list("game", flat=True)) == [game.pk]
    assert membership.keep(user=cy, code=game.code) == circle


def test_user_who_left_the_circle_of_a_table_makes_another_one() -> None:
    ann, bo = people(2)
    game = open_game([ann, bo], status=Status.OVER)
    first = membership.keep(user=ann, code=game.code)
    membership.leave(user=bo, code=first.code)
    second = membership.keep(user=bo, code=game.code)
    assert second != first
    assert CircleTable.objects.get().circle == first


@pytest.mark.parametrize("status", [Status.OPEN, Status.RUNNING, Status.CANCELLED])
def test_circle_is_not_made_from_a_running_table(status: str) -> None:
    game = open_game(2, status=status)
    with pytest.raises(TooLateError):
        membership.keep(user=people(1)[0], code=game.code)
    assert not Circle.objects.exists()


def test_only_players_of_a_table_make_a_circle_of_it() -> None:
    with pytest.raises(Http404):
        membership.keep(user=people(3)[2], code=open_game(2, status=Status.OVER).code)


def test_players_who_block_each_other_share_no_circle() -> None:
    ann, _bo, cy = people(3)
    Block.objects.create(blocker=cy, blocked=ann)
    assert names_in(membership.keep(user=ann, code=open_game(3, status=Status.OVER).code)) == ["Ann", "Bo"]


def test_circle_of_friends_leaves_strangers_out() -> None:
    ann, bo, cy = people(3)
    FriendshipFactory.create(asked_by=ann, other=bo)
    assert names_in(membership.make(host=ann, name="Lunch", friends=[bo, cy])) == ["Ann", "Bo"]


def test_guest_becomes_a_member_but_makes_no_circle() -> None:
    ann, guest = people(1)[0], UserFactory.create(username="Gus", is_guest=True)
    game = open_game([ann, guest], status=Status.OVER)
    with pytest.raises(PermissionDenied):
        membership.keep(user=guest, code=game.code)
    assert names_in(membership.keep(user=ann, code=game.code)) == ["Ann", "Gus"]


def test_circles_are_limited_by_the_hour_and_in_all(monkeypatch: pytest.MonkeyPatch) -> None:
    ann = people(1)[0]
    monkeypatch.setitem(rates.RATES, "circles", rates.Rate(1, rates.HOUR))
    membership.make(host=ann, name="One")
    with pytest.raises(TooManyError):
        membership.make(host=ann, name="Two")
    monkeypatch.setattr(membership, "MOST_CIRCLES", 1)
    with pytest.raises(DeclinedError):
        membership.make(host=ann, name="Two")
    assert Circle.objects.count() == 1


# -- the link


def test_link_lets_in_once_and_again_changes_nothing() -> None:
    circle, dee = circle_of(2), people(4)[3]
    token = membership.make_link(by=people(2)[1], code=circle.code).token
    for _time in range(2):
        assert membership.join(user=dee, token=token) == circle
    assert names_in(circle) == ["Ann", "Bo", "Dee"]


def test_link_ends_when_it_expires_is_replaced_or_switched_off() -> None:
    circle, (ann, _bo, cy) = circle_of(2), people(3)
    first = membership.make_link(by=ann, code=circle.code).token
    second = membership.make_link(by=ann, code=circle.code).token
    membership.revoke_link(by=ann, code=circle.code)
    third = membership.make_link(by=ann, code=circle.code).token
    CircleLink.objects.update(expires_at=clock.now() - timedelta(seconds=1))
    for token in (first, second, third, "nothing"):
        with pytest.raises(Http404):
            membership.join(user=cy, token=token)


def test_host_may_end_the_link_of_another_member() -> None:
    circle, (ann, bo, cy) = circle_of(3), people(3)
    membership.make_link(by=bo, code=circle.code)
    with pytest.raises(PermissionDenied):
        membership.make_link(by=cy, code=circle.code)
    with pytest.raises(PermissionDenied):
        membership.revoke_link(by=cy, code=circle.code)
    membership.revoke_link(by=ann, code=circle.code)
    assert not CircleLink.objects.exists()


def test_guests_full_circles_and_unwanted_people_stay_out(monkeypatch: pytest.MonkeyPatch) -> None:
    circle, (ann, bo, cy, dee, eve) = circle_of(3), people(5)
    membership.remove(host=ann, code=circle.code, user=bo)
    Block.objects.create(blocker=ann, blocked=dee)
    token = membership.make_link(by=cy, code=circle.code).token
    for unwanted in (bo, dee):
        with pytest.raises(Http404):
            membership.join(user=unwanted, token=token)
    with pytest.raises(DeclinedError):
        membership.join(user=UserFactory.create(is_guest=True), token=token)
    monkeypatch.setattr(membership, "MOST_MEMBERS", 2)
    with pytest.raises(DeclinedError):
        membership.join(user=eve, token=token)
    assert names_in(circle) == ["Ann", "Cy"]


# -- leaving


def test_longest_member_becomes_host_guests_last() -> None:
    ann, bo, cy = people(3)
    guest = UserFactory.create(username="Gus", is_guest=True)
    circle = circle_of([ann, guest, bo, cy])
    membership.leave(user=ann, code=circle.code)
    assert names_in(circle) == ["Bo", "Gus", "Cy"]


def test_member_who_comes_back_keeps_the_row_and_waits_behind() -> None:
    circle, (ann, bo, _cy) = circle_of(3), people(3)
    key = circle.members.get(user=bo).pk
    membership.leave(user=bo, code=circle.code)
    membership.join(user=bo, token=membership.make_link(by=ann, code=circle.code).token)
    assert circle.members.get(user=bo).pk == key
    membership.leave(user=ann, code=circle.code)
    assert names_in(circle) == ["Cy", "Bo"]


def test_circle_ends_with_its_last_account() -> None:
    ann, guest = people(1)[0], UserFactory.create(is_guest=True)
    circle = circle_of([ann, guest])
    membership.leave(user=ann, code=circle.code)
    assert not Circle.objects.exists()


def test_deleted_account_leaves_a_nameless_row_and_a_host() -> None:
    circle, (ann, bo, _cy) = circle_of(3), people(3)
    membership.make_link(by=ann, code=circle.code)
    farewell.delete_account(ann)
    assert names_in(circle) == ["Bo", "Cy"]
    row = circle.members.select_related("user").get(user=ann)
    assert row.left_at is not None
    assert row.user.username.startswith("Former player")
    assert not CircleLink.objects.exists()
    assert circle.members.get(role=Role.HOST).user == bo


def test_removed_member_loses_invitations_and_the_link_ends() -> None:
    circle, (ann, bo, cy) = circle_of(3), people(3)
    game = open_game([ann], wanted=3)
    with_table(circle, game)
    later = clock.now() + timedelta(days=1)
    for user in (bo, cy):
        Invitation.objects.create(game=game, by=ann, to=user, expires_at=later)
    Answer.objects.create(table=circle.tables.get(), user=bo, reply=Reply.MAYBE)
    membership.make_link(by=cy, code=circle.code)
    membership.remove(host=ann, code=circle.code, user=bo)
    assert not Answer.objects.exists()
    assert [row.to for row in Invitation.objects.all()] == [cy]
    assert not CircleLink.objects.exists()
    with pytest.raises(Http404):
        entered(circle.code, bo)


def test_leaving_keeps_seats_and_results() -> None:
    circle, (_ann, bo) = circle_of(2), people(2)
    game = open_game(2, status=Status.OVER)
    with_table(circle, game)
    membership.leave(user=bo, code=circle.code)
    assert Seat.objects.filter(game=game, user=bo).exists()
    assert circle.tables.count() == 1
    assert CircleMember.objects.filter(circle=circle, user=bo).exists()


def test_removed_member_is_brought_back_by_the_host_alone() -> None:
    circle, (ann, bo, cy) = circle_of(3), people(3)
    for friend in (ann, bo):
        FriendshipFactory.create(asked_by=friend, other=cy)
    membership.remove(host=ann, code=circle.code, user=cy)
    assert membership.add(by=bo, code=circle.code, friends=[cy]) == 0
    assert membership.add(by=ann, code=circle.code, friends=[cy]) == 1
    assert names_in(circle) == ["Ann", "Bo", "Cy"]


def test_stranger_cannot_act_in_a_circle() -> None:
    circle, dee = circle_of(3), people(4)[3]
    acts: list[Callable[[], object]] = [
        lambda: membership.rename(host=dee, code=circle.code, name="Mine"),
        lambda: membership.make_link(by=dee, code=circle.code),
        lambda: membership.revoke_link(by=dee, code=circle.code),
        lambda: membership.remove(host=dee, code=circle.code, user=people(1)[0]),
        lambda: membership.add(by=dee, code=circle.code, friends=[dee]),
        lambda: membership.leave(user=dee, code=circle.code),
    ]
    for act in acts:
        with pytest.raises(Http404):
            act()


def test_member_cannot_act_as_host() -> None:
    circle, (ann, bo) = circle_of(2), people(2)
    acts: list[Callable[[], object]] = [
        lambda: membership.rename(host=bo, code=circle.code, name="Mine"),
        lambda: membership.remove(host=bo, code=circle.code, user=ann),
    ]
    for act in acts:
        with pytest.raises(PermissionDenied):
            act()


def test_names_of_circles_are_checked_as_those_of_tables() -> None:
    assert [NameForm({"name": name}).is_valid() for name in ("", " ", "\u200b", "x\u202e", "x" * 41)] == [False] * 5
    form = NameForm({"name": "  Friday   dwarves "})
    assert form.is_valid()
    assert form.cleaned_data["name"] == "Friday dwarves"
