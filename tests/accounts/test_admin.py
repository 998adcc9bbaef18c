"""People in the Django admin."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.selectors import people as people_selectors
from accounts.services import farewell, friends, renaming
from saboteur_site.database.planning import by_index
from tests.accounts.conftest import PASSWORD, signed_in_as
from tests.factories import FriendshipFactory, UserFactory

LIST, LOGIN = reverse("admin:accounts_user_changelist"), reverse("account_login")


def change(user: User) -> str:
    return reverse("admin:accounts_user_change", args=[user.pk])


@pytest.fixture
def as_host(db: None) -> Client:
    return signed_in_as(UserFactory.create(username="Host", is_staff=True, is_superuser=True))


@pytest.fixture
def as_helper(db: None) -> Client:
    helper = UserFactory.create(username="Helper", is_staff=True)
    helper.user_permissions.set(
        Permission.objects.filter(content_type__app_label="accounts", content_type__model="user")
    )
    return signed_in_as(helper)


def test_strangers_and_players_see_no_admin(stranger: Client, as_ann: Client, bo: User) -> None:
    for client in (stranger, as_ann):
        for address in (LIST, change(bo)):
            assert client.get(address)["Location"].startswith("/admin/login/")


def test_staff_log_in_by_the_page_of_the_site(db: None, stranger: Client) -> None:
    UserFactory.create(username="Host", is_staff=True, is_superuser=True, password=PASSWORD)
    UserFactory.create(username="Dee", password=PASSWORD)
    door = stranger.get(LIST)["Location"]
    assert stranger.get(door)["Location"] == f"{LOGIN}?next={LIST}"
    for form in ({"username": "Host", "password": PASSWORD}, {"login": "Host", "password": PASSWORD}):
        assert stranger.post(door, form)["Location"] == f"{LOGIN}?next={LIST}"
        assert "_auth_user_id" not in stranger.session
    assert stranger.post(LOGIN, {"login": "Host", "password": PASSWORD, "next": LIST})["Location"] == LIST
    assert stranger.get(door)["Location"] == LIST
    assert stranger.get("/admin/login/")["Location"] == "/admin/"
    assert stranger.post("/admin/login/", {"username": "Dee", "password": PASSWORD})["Location"] == "/admin/"
    assert stranger.get("/admin/password_change/")["Location"] == reverse("account_change_password")


@pytest.mark.parametrize(
    "there", ["https://evil.example/", "//evil.example", "javascript:alert(1)", "' OR 1=1 --", "x"]
)
def test_admin_log_in_redirects_to_no_other_site(stranger: Client, as_host: Client, there: str) -> None:
    assert as_host.get("/admin/login/", {"next": there})["Location"] == "/admin/"
    assert stranger.get("/admin/login/", {"next": there})["Location"] == f"{LOGIN}?next=/admin/"


def test_player_without_staff_rights_reads_a_refusal(as_ann: Client) -> None:
    response = as_ann.get(LIST, follow=True)
    assert response.status_code == 403
    assert "You can’t open this page" in response.content.decode()


@pytest.mark.parametrize("word", ["bo", "BO@example", "Bo"])
def test_players_are_found_by_name_and_address(as_host: Client, ann: User, word: str) -> None:
    UserFactory.create(username="Bo", email="bo@example.org")
    page = as_host.get(LIST, {"q": word}).content.decode()
    assert ">Bo</a>" in page
    assert ">Ann</a>" not in page


@pytest.mark.parametrize("word", ["Lena", "len", "LENA"])
def test_player_is_found_by_a_former_name_and_by_a_reserved_one(as_host: Client, ann: User, word: str) -> None:
    renamed, returned = UserFactory.create(username="Lena B"), UserFactory.create(username="Mia")
    renaming.set_name(renamed, "Kim")
    with time_machine.travel(timezone.now() - timedelta(days=20), tick=False):
        renaming.set_name(returned, "Lena C")
    renaming.set_name(returned, "Mia")
    page = as_host.get(LIST, {"q": word}).content.decode()
    assert ">Kim</a>" in page
    assert ">Mia</a>" in page
    assert ">Ann</a>" not in page
    User.objects.filter(pk=renamed.pk).update(former_name="")
    assert ">Kim</a>" in as_host.get(LIST, {"q": word}).content.decode()


def test_removed_names_and_names_of_deleted_accounts_find_no_player(as_host: Client) -> None:
    lena, mia = UserFactory.create(username="Lena"), UserFactory.create(username="Lenard")
    renaming.set_name(lena, "Kim", by_staff=True)
    renaming.set_name(mia, "Mia")
    farewell.delete_account(mia)
    assert people_selectors.formerly_named("Len", 10) == []


def test_search_by_a_former_name_costs_two_queries_for_any_number(
    ann: User, django_assert_num_queries: Callable[[int], object]
) -> None:
    for number in range(5):
        renaming.set_name(UserFactory.create(username=f"Lena {number}"), f"Kim {number}")
    with django_assert_num_queries(2):  # type: ignore[attr-defined]
        assert len(people_selectors.formerly_named("Lena", 3)) == 3


@pytest.mark.postgres
def test_former_names_are_found_by_indexes(ann: User) -> None:
    renaming.set_name(ann, "Lena")
    with CaptureQueriesContext(connection) as captured:
        assert people_selectors.formerly_named("An", 10) == [ann.pk]
    with by_index(), connection.cursor() as cursor:
        for query, index in zip(captured, ("people_by_former_name", "reserved_names_by_name"), strict=True):
            cursor.execute(f"EXPLAIN {query['sql']}")
            assert index in "".join(row for (row,) in cursor.fetchall())


def test_the_password_is_not_shown_not_even_scrambled(as_host: Client) -> None:
    dee = UserFactory.create(username="Dee", password="six dwarves dig deep")
    page = as_host.get(change(dee)).content.decode()
    assert "argon2" not in page
    assert dee.password[-12:] not in page


@pytest.mark.parametrize(
    ("add", "name", "good"),
    [(True, "Dee", True), (True, "ann", False), (True, "D\u202ee", False), (True, "\u0410nn", False)],
)
def test_new_names_are_held_to_the_same_rules(as_host: Client, ann: User, add: bool, name: str, good: bool) -> None:
    form = {"username": name, "usable_password": "false"}
    response = as_host.post(reverse("admin:accounts_user_add"), form)
    assert response.status_code == (302 if good else 200)
    assert User.objects.filter(username=name).exists() is good


def test_a_helper_deactivates_players_but_gives_no_powers(as_helper: Client, ann: User) -> None:
    form = {
        "username": "Ann",
        "email": "",
        "time_zone": "UTC",
        "is_superuser": "on",
        "is_staff": "on",
        "user_permissions": "1",
    }
    assert as_helper.post(change(ann), form).status_code == 302
    ann.refresh_from_db()
    assert (ann.is_active, ann.is_staff, ann.is_superuser) == (False, False, False)
    assert not ann.user_permissions.exists()


def test_a_helper_cannot_touch_those_with_powers(as_helper: Client, as_host: Client) -> None:
    host = User.objects.get(username="Host")
    assert as_helper.post(change(host), {"username": "Host"}).status_code == 403
    assert as_helper.get(reverse("admin:auth_user_password_change", args=[host.pk])).status_code == 403
    page = make_link(as_helper, host)
    assert "/password/reset/key/" not in page


def make_link(client: Client, *people: User) -> str:
    form = {"action": "make_reset_link", "_selected_action": [str(person.pk) for person in people]}
    return client.post(LIST, form, follow=True).content.decode()


def test_the_host_makes_a_link_for_one_player_and_it_is_written_down(as_host: Client, ann: User, bo: User) -> None:
    assert "Choose one player" in make_link(as_host, ann, bo)
    assert not LogEntry.objects.exists()
    page = make_link(as_host, ann)
    link = re.search(r"/accounts/password/reset/key/[^\s<]+/", page)
    assert link
    assert Client().get(link[0], follow=True).context["form"]
    entry = LogEntry.objects.get()
    assert (entry.object_id, entry.user.username) == (str(ann.pk), "Host")
    assert link[0].split("-", 1)[1] not in entry.change_message


def test_there_is_no_link_for_a_bot(as_host: Client) -> None:
    assert "is a bot" in make_link(as_host, UserFactory.create(username="Rusty", is_bot=True))


def test_chat_bridge_writes_no_addresses(as_host: Client, bo: User) -> None:
    row = EmailAddress.objects.create(user=bo, email="bo@example.org")
    listed = reverse("admin:account_emailaddress_changelist")
    assert "bo@example.org" in as_host.get(listed, {"q": "bo"}).content.decode()
    as_host.post(listed, {"action": "make_verified", "_selected_action": [row.pk]})
    form = {"user": bo.pk, "email": "host@example.org", "verified": "on", "primary": "on"}
    for what, args in (("add", []), ("change", [row.pk]), ("delete", [row.pk])):
        address = reverse(f"admin:account_emailaddress_{what}", args=args)
        assert as_host.post(address, form | {"post": "yes"}).status_code == 403
    assert EmailAddress.objects.values_list("email", "verified").get() == ("bo@example.org", False)


@pytest.mark.parametrize("model", ["friendship", "block"])
def test_external_text_is_displayed_and_never_interpreted(
    as_host: Client, ann: User, bo: User, cy: User, model: str
) -> None:
    row = FriendshipFactory.create(asked_by=ann, other=bo) if model == "friendship" else None
    friends.block(blocker=bo, other=cy)
    page = as_host.get(reverse(f"admin:accounts_{model}_changelist"), {"q": "bo"}).content.decode()
    assert "Bo" in page
    assert as_host.get(reverse(f"admin:accounts_{model}_add")).status_code == 403
    if row:
        address = reverse("admin:accounts_friendship_change", args=[row.pk])
        assert as_host.post(address, {"state": "asked"}).status_code == 403


@pytest.mark.parametrize("make", [lambda: UserFactory.create(), lambda: FriendshipFactory.create()])
def test_lists_cost_the_same_for_few_and_for_many(
    as_host: Client, make: Callable[[], object], django_assert_max_num_queries: Callable[[int], object]
) -> None:
    for _number in range(20):
        make()
    for model in ("user", "friendship", "block"):
        with django_assert_max_num_queries(12):  # type: ignore[attr-defined]
            as_host.get(reverse(f"admin:accounts_{model}_changelist"))
