"""Ways to be told: a letter by a real mail server, and what a person chooses to be told of."""

import re
import time

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from accounts import muting
from accounts.channels import Letter, NotSentError, email
from accounts.events import Event, Trouble
from accounts.models import Muted, User
from tests.games.post import no_post_office, parts_of, post_office

URL = "/me/notices/"


@pytest.fixture
def letter(ann: User) -> Letter:
    ann.email = "ann@mail.example"
    ann.save()
    return Letter(ann, Event.TURN, "Your turn: Ärger", "Words.\n", "<p>Words.</p>\n", "turn.1", "table.1")


# -- the mail server


def test_a_letter_arrives_as_text_and_html(letter: Letter, settings: Settings) -> None:
    with post_office(settings) as office:
        email.send(letter)
    (mail,) = office.mails
    assert office.to == ["ann@mail.example"]
    assert (mail["Subject"], mail["Message-ID"]) == ("Your turn: Ärger", "<turn.1@localhost>")
    assert [part.strip() for part in parts_of(mail)] == ["Words.", "<p>Words.</p>"]


@pytest.mark.parametrize(
    ("answer", "trouble", "reply", "lasting"),
    [
        ("550 5.1.1 ann@mail.example is unknown", Trouble.REFUSED, "550 5.1.1", True),
        ("554 go away", Trouble.REFUSED, "554", True),
        ("451 4.7.1 later", Trouble.BUSY, "451 4.7.1", False),
        ("450 ünïcode", Trouble.BUSY, "450", False),
    ],
)
@pytest.mark.parametrize("at_the_end", [False, True])
def test_what_a_server_answers_is_told_by_its_codes_alone(
    letter: Letter, settings: Settings, answer: str, trouble: Trouble, reply: str, lasting: bool, at_the_end: bool
) -> None:
    with post_office(settings) as office:
        office.at_the_end = answer if at_the_end else ""
        office.recipients = {} if at_the_end else {"ann@mail.example": answer}
        with pytest.raises(NotSentError) as refused:
            email.send(letter)
    found = refused.value
    assert (found.trouble, found.reply, found.lasting, found.away) == (trouble, reply, lasting, False)


def test_nobody_waits_long_for_a_server_that_hangs(letter: Letter, settings: Settings) -> None:
    begun = time.monotonic()
    with post_office(settings, patience=0.3) as office:
        office.hangs = 3
        with pytest.raises(NotSentError) as hung:
            email.send(letter)
    assert hung.value.away
    assert time.monotonic() - begun < 2.5


def test_a_server_that_is_not_there_is_away(letter: Letter, settings: Settings) -> None:
    no_post_office(settings)
    with pytest.raises(NotSentError) as away:
        email.send(letter)
    assert (away.value.trouble, away.value.away, away.value.lasting) == (Trouble.AWAY, True, False)


# -- what to be told of


def test_at_first_everything_is_told(as_ann: Client, ann: User) -> None:
    page = as_ann.get(URL).content.decode()
    assert re.findall(r'name="email" value="(\w+)"[^>]* checked', page) == Event.values
    assert muting.muted_by(ann, email.NAME) == set()


def test_each_event_is_switched_off_and_on_by_itself(as_ann: Client, ann: User, bo: User) -> None:
    assert as_ann.post(URL, {"email": ["turn", "friend"]}).status_code == 302
    assert muting.muted_by(ann, email.NAME) == set(Event.values) - {"turn", "friend"}
    as_ann.post(URL, {"email": ["round"]})
    assert muting.muted_by(ann, email.NAME) == set(Event.values) - {"round"}
    assert not Muted.objects.filter(user=bo).exists()


def test_an_event_that_does_not_exist_changes_nothing(as_ann: Client, ann: User) -> None:
    assert as_ann.post(URL, {"email": ["turn", "everything"]}).status_code == 422
    assert muting.muted_by(ann, email.NAME) == set()


def test_the_page_says_when_there_is_no_address_to_write_to(as_ann: Client, letter: Letter) -> None:
    assert "We have no address of yours" not in as_ann.get(URL).content.decode()
    User.objects.update(email="")
    assert "We have no address of yours" in as_ann.get(URL).content.decode()


def test_a_stranger_is_led_to_log_in(stranger: Client) -> None:
    assert stranger.get(URL).status_code == 302


def path_of(user: User, event: Event) -> str:
    return muting.off_link(user, email.NAME, event).removeprefix("http://localhost:8000")


def test_a_link_switches_off_by_post_alone_and_without_logging_in(ann: User, bo: User) -> None:
    browser = Client(enforce_csrf_checks=True)
    address = path_of(ann, Event.ROUND)
    assert browser.get(address).status_code == browser.head(address).status_code == 200
    assert not Muted.objects.exists()

    for _ in range(2):
        assert browser.post(address, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert list(Muted.objects.values_list("user", "channel", "event")) == [(ann.pk, "email", "round")]


def test_the_page_of_a_link_stops_all_mail_too(ann: User) -> None:
    Client().post(path_of(ann, Event.ROUND), {"everything": "1"})
    assert muting.muted_by(ann, email.NAME) == set(Event.values)


@pytest.mark.parametrize("token", ["x", "WzFd:x", "%00", "a" * 3000])
def test_a_forged_link_leads_nowhere(ann: User, token: str) -> None:
    assert Client().post(f"/me/off/{token}/").status_code == 404
    assert not Muted.objects.exists()


def test_a_link_of_somebody_else_cannot_be_made_from_ones_own(ann: User, bo: User) -> None:
    value, _, signature = path_of(ann, Event.TURN).split("/")[-2].rpartition(":")
    other, _, _ = path_of(bo, Event.TURN).split("/")[-2].rpartition(":")
    assert re.fullmatch(r"[\w-]+", value)
    assert Client().post(reverse("accounts:off", args=[f"{other}:{signature}"])).status_code == 404


def test_trouble_with_mail_is_shown_with_its_reason_until_a_letter_arrives(as_ann: Client, ann: User) -> None:
    for trouble in Trouble:
        User.objects.filter(pk=ann.pk).update(mail_trouble=trouble)
        for address in ("/", "/me/", URL):
            page = as_ann.get(address).content.decode()
            assert f"Our mail does not reach you: {trouble.label}." in page
    User.objects.filter(pk=ann.pk).update(mail_trouble="")
    assert "Our mail" not in as_ann.get("/").content.decode()
