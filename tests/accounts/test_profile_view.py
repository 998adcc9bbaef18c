"""The profile page."""

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import User

URL = reverse("accounts:profile")
GOOD = {
    "language": "es",
    "time_zone": "Europe/Madrid",
    "theme": "dark",
    "layout": "down",
    "confirm_tunnels": "on",
}


def test_a_stranger_is_sent_to_log_in_and_back(stranger: Client, db: None) -> None:
    for response in (stranger.get(URL), stranger.post(URL, GOOD)):
        assert (response.status_code, response["Location"]) == (302, "/accounts/login/?next=/me/")


def test_saving_changes_the_users_own_settings_alone(as_ann: Client, ann: User, bo: User, cy: User) -> None:
    response = as_ann.post(URL, GOOD | {"username": "Bo", "is_staff": "on", "is_bot": "on"}, follow=True)
    assert response.redirect_chain == [(URL, 302)]
    ann.refresh_from_db()
    assert (ann.language, ann.time_zone, ann.theme, ann.layout) == ("es", "Europe/Madrid", "dark", "down")
    assert (ann.single_keys, ann.confirm_tunnels) == (False, True)
    assert (ann.username, ann.is_staff, ann.is_bot) == ("Ann", False, False)
    for other in (bo, cy):
        other.refresh_from_db()
        assert (other.language, other.theme, other.single_keys) == ("", "", True)


def test_the_pages_follow_what_was_chosen(as_ann: Client, ann: User) -> None:
    before = as_ann.get(URL).content.decode()
    assert '<html lang="en">' in before
    assert "data-keys" not in before
    as_ann.post(URL, GOOD)
    after = as_ann.get(URL).content.decode()
    assert '<html lang="es" data-theme="dark" data-layout="down">' in after
    assert '<body data-keys="off">' in after
    assert '<meta name="color-scheme" content="dark">' in after


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("language", "xx"),
        ("language", "e\0s"),
        ("time_zone", "Mars/Phobos"),
        ("time_zone", "../../etc/passwd"),
        ("time_zone", "UTC\0"),
        ("time_zone", ""),
        ("theme", "neon"),
        ("layout", "9" * 1_000_000),
        ("layout", "\u202e"),
    ],
)
def test_a_choice_that_does_not_exist_gets_a_sentence_and_changes_nothing(
    as_ann: Client, ann: User, field: str, value: str
) -> None:
    response = as_ann.post(URL, GOOD | {field: value})
    assert response.status_code == 422
    assert response.context["form"].errors.keys() == {field}
    assert 'class="errorlist"' in response.content.decode()
    ann.refresh_from_db()
    assert (ann.language, ann.time_zone, ann.theme, ann.layout) == ("", "UTC", "", "")


def test_an_old_name_of_a_zone_stays_chosen(as_ann: Client, ann: User) -> None:
    User.objects.filter(pk=ann.pk).update(time_zone="US/Eastern")
    assert '<option value="US/Eastern" selected>' in as_ann.get(URL).content.decode()
    assert as_ann.post(URL, GOOD | {"time_zone": "US/Eastern"}).status_code == 302


def test_nothing_but_reading_and_posting_is_answered(as_ann: Client) -> None:
    assert [getattr(as_ann, method)(URL).status_code for method in ("put", "patch", "delete")] == [405] * 3


def test_profile_page_query_budget_holds(as_ann: Client, django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_max_num_queries(5):
        as_ann.get(URL)
