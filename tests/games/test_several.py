"""Several messages that are due together become one; a way that can wait leaves a faster one alone for an hour."""

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from accounts.channels import NotSentError, Trouble, email, registry
from accounts.models import Event, User
from games import clock
from games.mail import entries, letters, outbox
from games.models import Delivery, Game, Notice, Seat
from saboteur_site.outgoing import outward
from tests.accounts.unwanted import unwanted
from tests.factories import TargetFactory
from tests.games import tables
from tests.games.post import give_addresses, receivers
from tests.games.tables import browser_of, running_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Turns the clock on."""

    def turn(**ahead: float) -> None:
        monkeypatch.setattr(clock, "offset", clock.offset + timedelta(**ahead))

    return turn


@pytest.fixture
def three() -> list[Game]:
    """Three tables at which Ann begins; all have addresses."""
    found = [running_game(3, 8, code=code) for code in ("first", "second", "third")]
    for game, name in zip(found, ("Friday dwarves", "Monday dwarves", "Sunday dwarves"), strict=True):
        Game.objects.filter(pk=game.pk).update(name=name)
    give_addresses()
    return found


def to_ann() -> list[Any]:
    return [one for one in mail.outbox if one.to == ["ann@mail.example"]]


def test_simultaneous_events_share_one_letter_with_all_links(three: list[Game]) -> None:
    outbox.send_due()
    (letter,) = to_ann()
    assert letter.subject == "3 messages for you"
    for game in Game.objects.all():
        assert f"It’s your turn at the table “{game.name}”." in letter.body
        assert f"/t/{game.code}/asked/turn/" in letter.body
    assert len(letter.extra_headers["X-Notices"].split()) == 3
    assert set(Notice.objects.values_list("outcome", flat=True)) == {"sent"}


def test_a_program_and_the_log_of_a_mail_server_have_the_same_names(
    three: list[Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    posted: list[bytes] = []

    def post(_url: str, body: bytes, *_about: Any, **_how: Any) -> outward.Reply:
        posted.append(body)
        return outward.Reply(204)

    monkeypatch.setattr(outward, "post", post)
    TargetFactory.create(user=User.objects.get(username="Ann"))
    outbox.send_due()
    (letter,), (body,) = to_ann(), posted
    said = json.loads(body)
    assert said["notices"] == letter.extra_headers["X-Notices"].split()
    assert said["lines"] == [f"It’s your turn at the table “{game.name}”." for game in Game.objects.order_by("pk")]
    assert said["links"] == [f"http://localhost:8000/t/{game.code}/asked/turn/" for game in three]


def test_a_single_one_keeps_its_own_subject_and_thread(three: list[Game]) -> None:
    Notice.objects.exclude(game=three[0]).delete()
    outbox.send_due()
    (letter,) = to_ann()
    assert letter.subject == "Your turn: Friday dwarves"
    assert letter.extra_headers["In-Reply-To"]


def test_off_link_of_a_combined_letter_covers_all_its_events(three: list[Game]) -> None:
    Notice.objects.filter(game=three[1]).update(kind=Event.REMINDER)
    Notice.objects.filter(game=three[1]).update(dedupe=_reminder_of(three[1]))
    outbox.send_due()
    (letter,) = to_ann()
    link = letter.extra_headers["List-Unsubscribe"].strip("<>").removeprefix("http://localhost:8000")
    assert Client().post(link).status_code == 200
    assert unwanted(User.objects.get(username="Ann"), email.NAME) == {"turn", "reminder", "addressed"}


def _reminder_of(game: Game) -> str:
    due = clock.now() + timedelta(hours=5)
    Seat.objects.filter(game=game, user__username="Ann").update(due_at=due)
    return f"reminder:{game.pk}:0:hour:{due.timestamp():.0f}"


def test_one_that_is_no_news_any_more_is_left_out(three: list[Game]) -> None:
    Seat.objects.filter(game=three[0], user__username="Ann").update(awaited_for="")
    outbox.send_due()
    (letter,) = to_ann()
    assert letter.subject == "2 messages for you"
    assert Notice.objects.get(game=three[0]).outcome == "obsolete"


def test_one_that_cannot_be_written_spoils_no_other(three: list[Game], monkeypatch: pytest.MonkeyPatch) -> None:
    real = letters.letter_of

    def poisoned(contents: list[letters.LetterContent], *about: Any) -> Any:
        return 1 / 0 if any("Monday" in news.subject for news in contents) else real(contents, *about)

    monkeypatch.setattr(letters, "letter_of", poisoned)
    outbox.send_due()
    assert sorted(one.subject for one in to_ann()) == ["Your turn: Friday dwarves", "Your turn: Sunday dwarves"]
    assert Notice.objects.get(game=three[1]).outcome == ""


def test_refused_letter_is_retried_under_the_same_message_id(
    three: list[Game], monkeypatch: pytest.MonkeyPatch, later: Callable[..., None]
) -> None:
    names: list[str] = []
    monkeypatch.setattr(letters, "letter_of", _noting(names, letters.letter_of))
    outbox.send_due()
    Notice.objects.update(done_at=None, outcome="")
    for notice in Notice.objects.all():
        notice.deliveries.update(done_at=None, outcome="", due_at=clock.now())
    outbox.send_due()
    assert len(names) == 2
    assert len(set(names)) == 1


def _noting(names: list[str], real: Callable[..., Any]) -> Callable[..., Any]:
    def note(*given: Any) -> Any:
        letter = real(*given)
        names.append(letter.id)
        return letter

    return note


def test_not_more_than_some_are_joined_and_none_is_left(three: list[Game], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbox, "JOINED", 2)
    outbox.send_due()
    assert sorted(one.subject for one in to_ann()) == [
        "2 messages for you",
        f"Your turn: {Game.objects.order_by('-pk')[0].name}",
    ]


def test_letters_to_others_are_their_own(three: list[Game]) -> None:
    tables.play_on(three[0], 1)
    outbox.send_due()
    assert sorted(receivers()) == ["ann", "bo"] or len(receivers()) == 2


# -- an hour later


@pytest.fixture
def patient(three: list[Game], monkeypatch: pytest.MonkeyPatch) -> None:
    """Ann wants mail an hour later, and has a faster way."""
    User.objects.update(patient=True)
    fast = registry.registered()["email"]._replace(name="fast", can_wait=False, joins=False, send=lambda _letter: None)
    ways = {"email": registry.registered()["email"], "fast": fast}
    monkeypatch.setattr(registry, "registered", lambda: ways)


@pytest.mark.usefixtures("patient")
def test_mail_waits_for_an_hour_where_a_faster_way_tells(three: list[Game], later: Callable[..., None]) -> None:
    outbox.send_due()
    assert to_ann() == []
    assert set(Notice.objects.values_list("outcome", flat=True)) == {"sent"}
    later(minutes=59)
    outbox.send_due()
    assert to_ann() == []
    later(minutes=2)
    outbox.send_due()
    assert len(to_ann()) == 1


@pytest.mark.usefixtures("patient")
def test_mail_is_not_sent_after_a_look_at_the_table(three: list[Game], later: Callable[..., None]) -> None:
    """At the first deal too, which is move 0."""
    outbox.send_due()
    for game in three:
        browser_of("Ann").get(reverse("games:table", args=[game.code]))
    later(minutes=61)
    cache.clear()  # no one has looked within the last minutes
    outbox.send_due()
    assert to_ann() == []
    assert set(Delivery.objects.filter(channel="email").values_list("outcome", flat=True)) == {"seen"}


def told_fast_and_by_mail() -> tuple[int, int]:
    """How many turns a run tells Ann of by the faster way, and how many mails it sends her."""
    mail.outbox.clear()
    before = Delivery.objects.filter(channel="fast", outcome="sent", notice__user__username="Ann").count()
    outbox.send_due()
    after = Delivery.objects.filter(channel="fast", outcome="sent", notice__user__username="Ann").count()
    return after - before, len(to_ann())


@pytest.mark.usefixtures("patient")
def test_after_a_quiet_night_mail_waits_for_an_hour_too(later: Callable[..., None]) -> None:
    now = clock.now()
    quiet = {"quiet_from": (now - timedelta(hours=1)).time(), "quiet_until": (now + timedelta(hours=8)).time()}
    User.objects.update(time_zone="UTC", **quiet)
    assert told_fast_and_by_mail() == (0, 0)
    later(hours=8, minutes=1)
    assert told_fast_and_by_mail() == (3, 0)
    later(minutes=59)
    assert told_fast_and_by_mail() == (0, 0)
    later(minutes=2)
    assert told_fast_and_by_mail() == (0, 1)


@pytest.mark.examples(2)
@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize("order", ["pk", "-pk"])
@pytest.mark.parametrize(("row", "then"), [("plan", "a plan is dropped"), ("live_since", "a table is live no more")])
def test_late_event_is_mailed_an_hour_later(
    three: list[Game], later: Callable[..., None], row: str, then: str, order: str
) -> None:
    """Whichever way is tried first."""
    Notice.objects.exclude(game=three[0]).delete()
    if row == "plan":
        Seat.objects.filter(game=three[0], user__username="Ann").update(plan="discard map")
    else:
        live = {"live_since": clock.now(), "paused_until": clock.now() + timedelta(hours=2)}
        Game.objects.filter(pk=three[0].pk).update(**live)
    assert told_fast_and_by_mail() == (0, 0)
    later(hours=2, minutes=3)
    Seat.objects.update(plan="")
    for late, delivery in enumerate(Delivery.objects.order_by(order)):
        Delivery.objects.filter(pk=delivery.pk).update(due_at=clock.now() - timedelta(seconds=60 - late))
    assert told_fast_and_by_mail() == (1, 0), then
    later(minutes=59)
    assert told_fast_and_by_mail() == (0, 0)
    later(minutes=2)
    assert told_fast_and_by_mail() == (0, 1)


@pytest.mark.usefixtures("patient")
def test_mail_waits_for_an_hour_and_no_longer_where_the_faster_way_is_away(
    later: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(_letter: Any) -> None:
        raise NotSentError(Trouble.AWAY, away=True)

    ways = registry.registered()
    ways["fast"] = ways["fast"]._replace(send=away)
    monkeypatch.setattr(registry, "registered", lambda: ways)
    assert told_fast_and_by_mail() == (0, 0)
    later(minutes=61)
    assert told_fast_and_by_mail() == (0, 1)


@pytest.mark.usefixtures("patient")
def test_mail_does_not_wait_once_the_faster_way_is_given_up(three: list[Game], later: Callable[..., None]) -> None:
    assert told_fast_and_by_mail() == (3, 0)
    Delivery.objects.filter(channel="fast").update(outcome="dead")
    Delivery.objects.filter(channel="email").update(due_at=clock.now())
    assert told_fast_and_by_mail() == (0, 1)


@pytest.mark.usefixtures("patient")
def test_mail_does_not_wait_where_the_faster_way_is_not_wanted(three: list[Game]) -> None:
    ann = User.objects.get(username="Ann")
    ann.muted.create(channel="fast", event=Event.TURN)
    outbox.send_due()
    assert len(to_ann()) == 1


@pytest.mark.usefixtures("patient")
def test_reminders_do_not_wait(three: list[Game]) -> None:
    Notice.objects.exclude(game=three[0]).delete()
    Notice.objects.update(kind=Event.REMINDER, dedupe=_reminder_of(three[0]))
    outbox.send_due()
    assert len(to_ann()) == 1


def test_other_players_never_wait(three: list[Game]) -> None:
    assert entries.news_of(Notice.objects.filter(game=three[0]).get(), "email").subject == "Your turn: Friday dwarves"
