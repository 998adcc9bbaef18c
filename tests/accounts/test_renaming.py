"""Players change their names: how often, who sees the old one, and who may take it."""

from collections.abc import Callable
from datetime import timedelta
from unittest.mock import patch

import pytest
import time_machine
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils import timezone

from accounts.models import ReservedName, User
from accounts.selectors import people as people_selectors
from accounts.services import farewell, renaming
from games.rows import retention
from tests.accounts.conftest import PASSWORD
from tests.factories import FriendshipFactory, UserFactory

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)


def renamed(user: User, name: str, ago: timedelta = timedelta()) -> User:
    """The player after they changed their name some time ago."""
    with time_machine.travel(timezone.now() - ago, tick=False):
        return renaming.set_name(user, name)


def refusal(user: User, name: str, *, by_staff: bool = False) -> str:
    """The code with which a name is refused."""
    with pytest.raises(ValidationError) as refused:
        renaming.set_name(user, name, by_staff=by_staff)
    return str(refused.value.error_list[0].code)


def test_new_name_is_shown_with_the_former_one_for_a_week(ann: User) -> None:
    assert renamed(ann, "Anna").formerly == "Ann"
    with time_machine.travel(timezone.now() + 7 * DAY):
        assert User.objects.get(pk=ann.pk).formerly == ""


def test_name_changes_once_a_week(ann: User) -> None:
    renamed(ann, "Anna", 6 * DAY)
    assert refusal(ann, "Annie") == "name_week"
    User.objects.update(renamed_at=timezone.now() - 7 * DAY)
    assert renaming.set_name(ann, "Annie").username == "Annie"


@pytest.mark.parametrize("wish", ["Ann", "ANN", "Аnn"])
def test_former_name_is_refused_to_others_for_a_month(ann: User, bo: User, stranger: Client, wish: str) -> None:
    renamed(ann, "Lena", 29 * DAY)
    assert people_selectors.is_taken("Ann", but_for=bo)
    assert refusal(bo, wish) in ("name_taken", "name_mixed")
    answer = stranger.post("/accounts/signup/", {"username": "Ann", "password1": PASSWORD})
    assert answer.status_code in (200, 422)
    assert not User.objects.filter(username="Ann").exists()
    ReservedName.objects.update(until=timezone.now() - DAY)
    assert renaming.set_name(bo, "Ann").username == "Ann"


def test_player_may_return_to_their_former_name(ann: User) -> None:
    renamed(ann, "Anna", 8 * DAY)
    assert renaming.set_name(ann, "Ann").formerly == "Anna"


def test_name_that_staff_took_away_is_refused_to_its_player_and_hidden(ann: User) -> None:
    row = renaming.set_name(ann, "Anna", by_staff=True)
    assert row.formerly == ""
    assert refusal(ann, "Annie") == "name_week"
    assert refusal(ann, "Ann", by_staff=True) == "name_taken"


@pytest.mark.parametrize(("wish", "code"), [("Ann", "name_same"), ("A", "name_length"), ("a/b", "name_reserved")])
def test_refused_name_changes_nothing(ann: User, wish: str, code: str) -> None:
    assert refusal(ann, wish) == code
    assert (User.objects.get(pk=ann.pk).username, ReservedName.objects.count()) == ("Ann", 0)


def test_name_taken_at_the_same_moment_is_refused_and_changes_nothing(ann: User, bo: User) -> None:
    with patch("accounts.services.renaming.people_selectors.is_taken", return_value=False):
        assert refusal(ann, "BO") == "name_taken"
    assert (User.objects.get(pk=ann.pk).username, ReservedName.objects.count()) == ("Ann", 0)


def test_page_changes_the_name_and_then_says_when_again(as_ann: Client, ann: User) -> None:
    assert as_ann.post("/me/name/", {"name": "B"}).status_code == 422
    answer = as_ann.post("/me/name/", {"name": " Anna  Lee "}, follow=True)
    assert "You’re now Anna Lee." in answer.content.decode()
    page = as_ann.get("/me/name/").content.decode()
    assert "You can change it again on" in page
    assert '<form method="post">' not in page


def test_guest_changes_a_made_up_name_on_the_page(client: Client) -> None:
    guest = UserFactory.create(username="Merry Mole", is_guest=True, name_is_made_up=True)
    client.force_login(guest, backend="accounts.backends.NameBackend")
    client.post("/me/name/", {"name": "Lena"})
    guest.refresh_from_db()
    assert (guest.username, guest.name_is_made_up) == ("Lena", False)


def test_friends_see_the_former_name(ann: User, bo: User, as_bo: Client) -> None:
    FriendshipFactory.create(low=ann, high=bo, asked_by=bo)
    renamed(ann, "Lena")
    assert "formerly Ann" in as_bo.get("/me/friends/").content.decode()


def test_log_in_by_the_former_name_is_refused_as_any_other(stranger: Client, ann: User) -> None:
    renamed(ann, "Lena")
    unknown, former = (
        stranger.post("/accounts/login/", {"login": name, "password": PASSWORD}) for name in ("Zed", "Ann")
    )
    assert former.status_code == unknown.status_code != 302


def test_deleted_account_frees_its_names(ann: User) -> None:
    renamed(ann, "Lena")
    farewell.delete_account(ann)
    assert not people_selectors.is_taken("Ann")
    assert User.objects.get(pk=ann.pk).former_name == ""


def test_reservation_is_removed_after_its_end(ann: User) -> None:
    renamed(ann, "Lena", 33 * DAY)
    removed = retention.tidy(rest=lambda _: None)
    assert removed["reserved names"] == 1


def test_whether_a_name_is_taken_costs_one_query(ann: User, django_assert_num_queries: Callable[[int], object]) -> None:
    with django_assert_num_queries(1):  # type: ignore[attr-defined]
        people_selectors.is_taken("Lena", but_for=ann)
