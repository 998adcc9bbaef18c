"""Ways to be told: a letter by a real mail server, and what a person chooses to be told of."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from accounts.channels import Letter, NotSentError, Trouble, breakers, email, reach, registry, troubles
from accounts.channels.off import off_link
from accounts.models import ChannelBreaker, Event, Muted, User
from tests import replaced_migrations
from tests.accounts.unwanted import unwanted
from tests.games.post import closed_office, no_post_office, parts_of, post_office

URL = "/me/notices/"


@pytest.fixture
def letter(ann: User) -> Letter:
    ann.email = "ann@mail.example"
    ann.save()
    return Letter(
        *(ann, (Event.TURN,), "Your turn: Ärger", "Words.\n", "<p>Words.</p>\n", "turn.1", "table.1"),
        off=off_link(ann, email.NAME, Event.TURN),
    )


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
def test_mail_server_answer_is_reported_by_its_codes_alone(
    letter: Letter, settings: Settings, answer: str, trouble: Trouble, reply: str, lasting: bool, at_the_end: bool
) -> None:
    with post_office(settings) as office:
        office.at_the_end = answer if at_the_end else ""
        office.recipients = {} if at_the_end else {"ann@mail.example": answer}
        with pytest.raises(NotSentError) as refused:
            email.send(letter)
    found = refused.value
    assert (found.trouble, found.reply, found.lasting) == (trouble, reply, lasting)
    assert (found.away, found.received) == (False, True)


def test_a_server_is_left_as_soon_as_it_has_answered(letter: Letter, settings: Settings) -> None:
    with post_office(settings) as office:
        email.greet()
        email.send(letter)
        office.recipients = {"ann@mail.example": "550 unknown"}
        failure(letter)
        assert office.left == 3


def failure(letter: Letter) -> NotSentError:
    """Why a letter was not taken."""
    with pytest.raises(NotSentError) as found:
        email.send(letter)
    return found.value


def test_request_never_waits_for_a_hanging_server(letter: Letter, settings: Settings) -> None:
    with post_office(settings, patience=0.3) as office:
        office.hangs = True
        hung = failure(letter)  # the server still says nothing
    assert (hung.trouble, hung.away, hung.received, hung.lasting) == (Trouble.AWAY, True, True, False)


@pytest.mark.parametrize(
    ("says", "reply"), [(b"", ""), (b"220 ", ""), (b"421 4.3.2 closing\r\n", "421"), (b"554 no\r\n", "554")]
)
def test_server_without_a_greeting_received_no_letter(
    letter: Letter, settings: Settings, says: bytes, reply: str
) -> None:
    with closed_office(settings, says):
        found = failure(letter)
    assert (found.trouble, found.reply, found.away, found.received) == (Trouble.AWAY, reply, True, False)


def test_a_server_that_trickles_is_left_after_the_time_of_a_message(letter: Letter, settings: Settings) -> None:
    with closed_office(settings, trickles=0.05) as office:
        found = failure(letter)
    assert (found.trouble, found.away, found.received, office.calls) == (Trouble.AWAY, True, False, 1)


def test_a_server_that_is_not_there_is_away(letter: Letter, settings: Settings) -> None:
    no_post_office(settings)
    found = failure(letter)
    assert (found.trouble, found.away, found.received, found.lasting) == (Trouble.AWAY, True, False, False)


def test_a_server_that_does_not_want_this_site_is_away_for_every_letter(letter: Letter, settings: Settings) -> None:
    with post_office(settings) as office:
        office.senders = "550 5.7.1 who are you"
        found = failure(letter)
    assert (found.trouble, found.reply, found.away, found.received) == (Trouble.AWAY, "550", True, False)


@pytest.mark.parametrize("at_the_end", [False, True])
def test_server_that_closes_during_a_letter_received_it(letter: Letter, settings: Settings, at_the_end: bool) -> None:
    with post_office(settings) as office:
        closes = "421 4.3.2 closing"
        office.at_the_end = closes if at_the_end else ""
        office.recipients = {} if at_the_end else {"ann@mail.example": closes}
        found = failure(letter)
    assert (found.trouble, found.reply, found.away, found.received) == (Trouble.AWAY, "421 4.3.2", True, True)


def test_a_server_that_takes_a_letter_and_hangs_up_may_have_taken_it(letter: Letter, settings: Settings) -> None:
    with post_office(settings) as office:
        office.drops = True
        found = failure(letter)
    assert len(office.mails) == 1
    assert (found.trouble, found.away, found.received) == (Trouble.AWAY, True, True)


def test_letter_counts_as_taken_without_a_goodbye(letter: Letter, settings: Settings) -> None:
    with post_office(settings, patience=0.3) as office:
        office.leaves_politely = False
        email.send(letter)
    assert len(office.mails) == 1


# -- a channel that is away

NOON = datetime(2027, 5, 5, 12, tzinfo=UTC)
SECOND = timedelta(seconds=1)


@pytest.fixture
def ten_seconds(settings: Settings, db: None) -> None:
    settings.EMAIL_TIMEOUT = 10


def must_wait(now: datetime) -> datetime:
    """Until when the channel may not be tried."""
    with pytest.raises(breakers.CircuitOpenError) as resting:
        breakers.acquire_trial("email", now)
    return resting.value.until


def test_a_channel_that_works_leaves_no_trace(ten_seconds: None) -> None:
    for _letter in range(2):
        breakers.record_success(breakers.acquire_trial("email", NOON))
    assert not ChannelBreaker.objects.exists()


def test_pauses_grow_from_half_a_minute_to_five(ten_seconds: None) -> None:
    now, pauses = NOON, []
    for _try in range(7):
        until = breakers.record_failure(breakers.acquire_trial("email", now), now)
        assert must_wait(now) == must_wait(until - SECOND) == until
        pauses.append((until - now).total_seconds())
        now = until
    assert pauses == [30, 60, 120, 240, 300, 300, 300]
    assert ChannelBreaker.objects.get().since == NOON


def test_after_a_pause_one_tries_and_the_others_wait_a_little(ten_seconds: None) -> None:
    until = breakers.record_failure(breakers.acquire_trial("email", NOON), NOON)
    probe = breakers.acquire_trial("email", until)
    assert must_wait(until) == until + 30 * SECOND
    breakers.record_success(probe)
    assert breakers.acquire_trial("email", until) == breakers.Trial("email", 0)


def test_dead_worker_leaves_its_trial_to_the_next(ten_seconds: None) -> None:
    until = breakers.record_failure(breakers.acquire_trial("email", NOON), NOON)
    breakers.acquire_trial("email", until)
    assert breakers.acquire_trial("email", until + 30 * SECOND).failures == 1


def test_many_who_fail_together_make_one_pause_and_one_line_of_the_log(
    ten_seconds: None, caplog: pytest.LogCaptureFixture
) -> None:
    leaves = [breakers.acquire_trial("email", NOON) for _letter in range(3)]
    ends = {breakers.record_failure(leave, NOON + number * SECOND) for number, leave in enumerate(leaves)}
    assert len(ends) == 3
    assert caplog.messages == ["email is away; what it is to carry waits"]
    assert must_wait(NOON) == NOON + 30 * SECOND
    breakers.record_success(breakers.Trial("email", 0))  # a letter that was on its way before
    assert must_wait(NOON) == NOON + 30 * SECOND


def test_a_clock_that_was_ahead_makes_no_pause_longer(ten_seconds: None) -> None:
    ahead = NOON + timedelta(days=9)
    breakers.record_failure(breakers.acquire_trial("email", ahead), ahead)
    assert breakers.acquire_trial("email", NOON).failures == 1


def test_channels_rest_apart(ten_seconds: None) -> None:
    breakers.record_failure(breakers.acquire_trial("email", NOON), NOON)
    assert breakers.acquire_trial("post", NOON).failures == 0


# -- what to be told of


def test_default_events_are_all_but_those_a_channel_leaves_out(as_ann: Client, ann: User) -> None:
    page = as_ann.get(URL).content.decode()
    ticked = re.findall(r'name="email" value="(\w+)"[^>]* checked', page)
    assert ticked == [event for event in Event.values if event != "addressed"]
    assert unwanted(ann, email.NAME) == {"addressed"}
    assert unwanted(ann, "push") == set()


def test_each_event_is_switched_off_and_on_by_itself(as_ann: Client, ann: User, bo: User) -> None:
    assert as_ann.post(URL, {"email": ["turn", "friend"]}).status_code == 302
    assert unwanted(ann, email.NAME) == set(Event.values) - {"turn", "friend"}
    as_ann.post(URL, {"email": ["round"]})
    assert unwanted(ann, email.NAME) == set(Event.values) - {"round"}
    assert not Muted.objects.filter(user=bo).exists()


def test_an_event_that_is_off_by_default_is_switched_on_and_off(as_ann: Client, ann: User) -> None:
    User.objects.filter(pk=ann.pk).update(email="ann@mail.example")
    ann.refresh_from_db()
    as_ann.post(URL, {"email": ["turn", "addressed"]})
    assert unwanted(ann, email.NAME) == set(Event.values) - {"turn", "addressed"}
    assert registry.notifies(ann, Event.ADDRESSED)
    assert User.objects.annotate(notified=reach.is_notified(Event.ADDRESSED)).get(pk=ann.pk).notified

    as_ann.post(path_of(ann, Event.ADDRESSED))
    assert unwanted(ann, email.NAME) == set(Event.values) - {"turn"}
    assert not registry.notifies(ann, Event.ADDRESSED)
    assert not User.objects.annotate(notified=reach.is_notified(Event.ADDRESSED)).get(pk=ann.pk).notified


def test_an_event_that_does_not_exist_changes_nothing(as_ann: Client, ann: User) -> None:
    assert as_ann.post(URL, {"email": ["turn", "everything"]}).status_code == 422
    assert unwanted(ann, email.NAME) == {"addressed"}


def test_the_page_says_when_there_is_no_address_to_write_to(as_ann: Client, letter: Letter) -> None:
    assert "E-mail: add an address for reminders and password resets. No other" not in as_ann.get(URL).content.decode()
    User.objects.update(email="")
    assert "E-mail: add an address for reminders and password resets. No other" in as_ann.get(URL).content.decode()


def test_a_stranger_is_led_to_log_in(stranger: Client) -> None:
    assert stranger.get(URL).status_code == 302


def path_of(user: User, event: Event) -> str:
    return off_link(user, email.NAME, event).removeprefix("http://localhost:8000")


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
    assert unwanted(ann, email.NAME) == set(Event.values)


@pytest.mark.parametrize("token", ["x", "WzFd:x", "%00", "a" * 3000])
def test_a_forged_link_leads_nowhere(ann: User, token: str) -> None:
    assert Client().post(f"/me/off/{token}/").status_code == 404
    assert not Muted.objects.exists()


def test_link_of_another_user_cannot_be_derived(ann: User, bo: User) -> None:
    value, _, signature = path_of(ann, Event.TURN).split("/")[-2].rpartition(":")
    other, _, _ = path_of(bo, Event.TURN).split("/")[-2].rpartition(":")
    assert re.fullmatch(r"[\w-]+", value)
    assert Client().post(reverse("accounts:off", args=[f"{other}:{signature}"])).status_code == 404


def test_trouble_with_mail_is_shown_with_its_reason_until_a_letter_arrives(as_ann: Client, ann: User) -> None:
    for trouble, words in email.TROUBLES.items():
        troubles.note(ann.pk, email.NAME, trouble)
        for address in ("/", "/me/", URL):
            page = as_ann.get(address).content.decode()
            assert f"Our mail doesn’t reach you: {words}." in page
    troubles.forget(ann.pk, email.NAME)
    assert "Our mail" not in as_ann.get("/").content.decode()


def test_every_channel_has_a_name_that_fits_and_words_for_every_trouble() -> None:
    for name, channel in registry.registered().items():
        assert 0 < len(name) <= 10
        assert {trouble for trouble in Trouble if channel.troubles[trouble]} == set(Trouble)


def test_troubles_of_channels_and_people_are_separate(ann: User, bo: User) -> None:
    troubles.note(ann.pk, "email", Trouble.BUSY)
    troubles.note(ann.pk, "gone", Trouble.REFUSED)
    troubles.note(ann.pk, "email", Trouble.AWAY)
    troubles.note(bo.pk, "email", Trouble.FAULT)
    troubles.forget(bo.pk, "gone")
    assert [person.troubles for person in User.objects.order_by("pk")] == [
        {"email": "away", "gone": "refused"},
        {"email": "fault"},
    ]
    assert len(troubles.hints_for(User.objects.get(pk=ann.pk))) == 1
    troubles.forget(ann.pk, "email")
    assert User.objects.get(pk=ann.pk).troubles == {"gone": "refused"}


def test_trouble_of_a_deleted_user_is_ignored(ann: User) -> None:
    troubles.note(ann.pk + 1, "email", Trouble.BUSY)
    troubles.forget(ann.pk + 1, "email")
    assert User.objects.get(pk=ann.pk).troubles == {}


@pytest.mark.soak
def test_mail_trouble_migrates_to_channel_trouble_and_back(ann: User, bo: User) -> None:
    troubles.note(ann.pk, "email", Trouble.BUSY)
    replaced_migrations.executor().migrate([("accounts", "0008_channels_that_rest")])
    with connection.cursor() as cursor:
        cursor.execute("SELECT username, mail_trouble FROM accounts_user ORDER BY id")
        assert cursor.fetchall() == [("Ann", "busy"), ("Bo", "")]
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())
    assert [person.troubles for person in User.objects.order_by("pk")] == [{"email": "busy"}, {}]
