"""Notification set-up: asked once, after sitting down, unless a channel works or the user declined."""

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.channels import reach, registry
from accounts.models import Event, Muted, User
from accounts.services.farewell import delete_account
from accounts.services.notices import decline, is_to_be_asked
from tests.accounts.conftest import signed_in_as

URL, HOME = reverse("accounts:told"), reverse("games:home")
ASKED = "How should we notify you when it’s your turn?"

pytestmark = pytest.mark.django_db


def page_of(client: Client, address: str = HOME) -> str:
    return client.get(address).content.decode()


def way_of(user: User, way: str) -> None:
    """Give a user no address, an unconfirmed one, a confirmed one, or one that the host of the site gave."""
    EmailAddress.objects.filter(user=user).delete()
    user.email = "" if way in ("none", "claimed") else "ann@mail.example"
    user.save()
    if way not in ("none", "given"):
        EmailAddress.objects.create(user=user, email="ANN@mail.example", verified=way == "confirmed")


WAYS = [("none", False), ("claimed", False), ("unconfirmed", False), ("confirmed", True), ("given", True)]


@pytest.mark.sqlite(soak=True)
@pytest.mark.parametrize(("way", "works"), WAYS)
def test_channel_says_the_same_of_one_person_and_of_many(ann: User, bo: User, way: str, works: bool) -> None:
    way_of(ann, way)
    for channel in registry.personal():
        found = User.objects.filter(channel.reachable(""))
        assert {user.pk for user in User.objects.all() if channel.reaches(user)} == {user.pk for user in found}
    reached = User.objects.annotate(reached=reach.is_reached(), notified=reach.is_notified(Event.TURN))
    assert set(reached.values_list("username", "reached", "notified")) == {("Ann", works, works), ("Bo", False, False)}


@pytest.mark.parametrize(("way", "works"), WAYS)
def test_user_is_to_be_asked_only_without_any_address(as_ann: Client, ann: User, way: str, works: bool) -> None:
    way_of(ann, way)
    assert is_to_be_asked(ann) is (way == "none")
    assert not (works and is_to_be_asked(ann))
    assert ASKED not in page_of(as_ann)


@pytest.mark.sqlite(soak=True)
def test_player_with_turn_messages_off_is_not_notified_or_asked(as_ann: Client, ann: User) -> None:
    way_of(ann, "confirmed")
    Muted.objects.create(user=ann, channel="email", event=Event.VOTE)
    notified = User.objects.annotate(notified=reach.is_notified(Event.TURN)).values_list("notified", flat=True)
    assert list(notified) == [True]
    Muted.objects.create(user=ann, channel="email", event=Event.TURN)
    assert list(notified.all()) == [False]
    assert not is_to_be_asked(ann)


def test_bounced_letters_are_not_shown_to_others(ann: User) -> None:
    """Whether one was written at all may depend on a plan or an answered window (R95)."""
    way_of(ann, "confirmed")
    User.objects.update(troubles={"email": "refused"})
    notified = User.objects.annotate(notified=reach.is_notified(Event.TURN))
    assert notified.get().notified is True


def test_the_page_says_what_is_missing_in_the_words_of_each_way(as_ann: Client, ann: User) -> None:
    page = page_of(as_ann, URL)
    assert "for reminders and password resets" in page
    assert f'<a class="pick" href="{reverse("account_email")}">' in page
    assert "<b>Add an address</b>" in page
    way_of(ann, "claimed")
    page = page_of(as_ann, URL)
    assert "open the link in the mail we sent you" in page
    assert "E-mail: add an address for reminders and password resets. No other" not in page


def test_reachable_user_is_led_to_the_event_settings(as_ann: Client, ann: User) -> None:
    way_of(ann, "confirmed")
    assert as_ann.get(URL)["Location"] == reverse("accounts:notices")


def test_user_who_declined_messages_is_not_asked_again(as_ann: Client, ann: User) -> None:
    before = timezone.now()
    answer = as_ann.post(URL, {"next": "/me/"}, follow=True)
    assert answer.redirect_chain == [("/me/", 302)]
    assert "All right, look in whenever you like" in answer.content.decode()
    ann.refresh_from_db()
    assert not is_to_be_asked(ann)
    assert ann.declined_at is not None
    assert before <= ann.declined_at <= timezone.now()
    assert "for reminders" in page_of(as_ann, URL)


def test_the_moment_is_that_of_the_first_time(ann: User, bo: User) -> None:
    first = timezone.now()
    decline(user=ann, now=first)
    decline(user=ann, now=first + timedelta(hours=1))
    assert set(User.objects.values_list("username", "declined_at")) == {("Ann", first), ("Bo", None)}


@pytest.mark.parametrize("there", ["", "//evil.example/", "https://evil.example/", "javascript:alert(1)", "me"])
def test_log_in_redirects_to_no_other_site(as_ann: Client, there: str) -> None:
    assert as_ann.post(URL, {"next": there})["Location"] == HOME


def test_strangers_are_led_to_log_in_and_not_asked(stranger: Client) -> None:
    assert stranger.get(URL)["Location"] == f"{reverse('account_login')}?next={URL}"
    assert ASKED not in page_of(stranger)


def test_nothing_of_it_stays_with_a_deleted_account(ann: User) -> None:
    decline(user=ann, now=timezone.now())
    delete_account(ann)
    assert User.objects.get(pk=ann.pk).declined_at is None


def test_a_newcomer_is_asked_in_plain_words_and_may_leave_it_empty(stranger: Client) -> None:
    page = page_of(stranger, reverse("account_signup"))
    assert page.index('name="password1"') < page.index(ASKED) < page.index('name="email"')
    assert "For reminders and password resets." in page
    assert "There are more choices once you’re in. Or just look in." in page
    stranger.post(reverse("account_signup"), {"username": "Dee", "password1": "six dwarves dig deep"})
    dee = User.objects.get(username="Dee")
    assert is_to_be_asked(dee)
    assert ASKED in page_of(signed_in_as(dee), URL)
