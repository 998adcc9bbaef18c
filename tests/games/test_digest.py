"""The summary of a day: once, at its hour, what waits and what happened, and nothing that its reader may not know."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core import mail
from django.test import Client

from accounts.channels import chat, push
from accounts.models import Digest, Event, User
from games import clock
from games.clocks import digests
from games.mail import outbox
from games.models import Game, Notice, Seat, Wanted
from games.rows import notices
from tests.factories import FriendshipFactory, TargetFactory
from tests.games import tables
from tests.games.post import give_addresses, letter_about, send_again
from tests.games.tables import do, in_position, running_game, seat_of
from tests.games.voting import ask

pytestmark = pytest.mark.django_db

HANDS = {"A": ["EW", "NS", "map"], "B": ["NESW", "EW"], "C": ["NESW", "map"]}


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Turns the clock on."""

    def turn(**ahead: float) -> None:
        monkeypatch.setattr(clock, "offset", clock.offset + timedelta(**ahead))

    return turn


@pytest.fixture
def game() -> Game:
    """Ann has laid a tunnel, it is Bo's turn, and what was to be told before is forgotten."""
    game = in_position(3, hands=HANDS)
    give_addresses()
    Notice.objects.all().delete()
    Game.objects.filter(pk=game.pk).update(bank_hours=72, turn_hours=24)
    do(game, "A lay EW 1,0")
    return game


def summary(name: str = "Bo", digest: str = Digest.ALONE) -> list[Any]:
    """The mails to a user once their digest is due."""
    User.objects.filter(username=name).update(digest=digest, digest_at=clock.now())
    mail.outbox.clear()
    digests.write_due(clock.now())
    outbox.send_due()
    return [one for one in mail.outbox if one.to == [f"{name.lower()}@mail.example"]]


def test_digest_lists_waiting_tables_first_by_urgency(game: Game) -> None:
    other = running_game(tables.people(3)[1:] + tables.people(3)[:1], 8, code="another")
    Game.objects.filter(pk=other.pk).update(name="Monday dwarves")
    Seat.objects.filter(game=other, user__username="Bo").update(due_at=clock.now() + timedelta(hours=1))
    ask(game, "Ann", "pause", days=2)
    FriendshipFactory.create(asked_by=User.objects.get(username="Cy"), other=User.objects.get(username="Bo"), open=True)
    (letter,) = summary()

    assert letter.subject == "Your daily summary"
    assert letter.body.startswith("4 things are waiting for you.")
    expected = [
        "turn at the table “Monday dwarves”",
        "vote at the",
        "turn at the table “Friday dwarves”",
        "be your friend",
    ]
    places = [letter.body.index(words) for words in expected]
    assert places == sorted(places)
    assert "What happened\n- Round 1 begins. Ann has the first turn.\n- Ann laid" in letter.body


def test_digest_instead_of_messages_makes_the_clock_not_wait(game: Game) -> None:
    (letter,) = summary()
    assert letter.subject == "Your daily summary"
    turn = Notice.objects.get(kind=Event.TURN, user__username="Bo")
    assert turn.outcome == Notice.Outcome.UNWANTED
    seat = seat_of(game, "Bo")
    assert notices.notified_at(seat, clock.now()) == seat.awaited_since


def test_before_a_worker_looks_the_clock_does_not_wait_either(game: Game) -> None:
    User.objects.filter(username="Bo").update(digest=Digest.ALONE)
    seat = seat_of(game, "Bo")
    assert notices.notified_at(seat, clock.now()) == seat.awaited_since
    User.objects.filter(username="Bo").update(digest=Digest.BESIDE)
    assert notices.notified_at(seat_of(game, "Bo"), clock.now()) is None


def test_beside_single_messages_both_are_sent(game: Game) -> None:
    subjects = {letter.subject for letter in summary(digest=Digest.BESIDE)}
    assert subjects == {"Your daily summary", "Your turn: Friday dwarves"}


def test_digest_comes_once_a_day_however_often_the_clock_runs(game: Game, later: Callable[..., None]) -> None:
    assert len(summary()) == 1
    for _ in range(3):
        digests.write_due(clock.now())
    outbox.send_due()
    assert Notice.objects.filter(kind=Event.DIGEST).count() == 1
    later(days=3)
    digests.write_due(clock.now())
    assert Notice.objects.filter(kind=Event.DIGEST).count() == 2
    assert User.objects.filter(username="Bo", digest_at__gt=clock.now()).exists()


def test_where_nothing_waits_and_nothing_happened_no_letter_is_written(game: Game) -> None:
    Seat.objects.filter(user__username="Cy").update(seen_seq=game.seq + 1)
    assert summary("Cy") == []
    assert Notice.objects.get(kind=Event.DIGEST).outcome == Notice.Outcome.OBSOLETE


def test_digest_tells_events_until_they_were_seen(game: Game) -> None:
    (letter,) = summary("Cy")
    assert letter.body.startswith("Nothing is waiting for you. Here’s what happened.")
    assert "The game goes on at the table “Friday dwarves”." in letter.body
    assert "- Ann" in letter.body


def test_in_a_chat_and_on_a_device_it_says_what_waits_and_where(game: Game) -> None:
    over = tables.finished_game(3, 8, code="another")
    Game.objects.filter(pk=over.pk).update(name="Monday dwarves")
    summary()
    letter = letter_about(Notice.objects.get(kind=Event.DIGEST), "chat")
    message = chat.message_of(letter)
    waits, happened = message.lines
    assert waits.startswith("It’s your turn at the table “Friday dwarves”. You have until")
    assert happened == "The game is over at the table “Monday dwarves”."
    site = "http://localhost:8000"
    assert message.links == (f"{site}/t/{game.code}/asked/turn/", f"{site}/t/another/")
    assert push.message_of(letter).body == (
        "1 thing is waiting for you. It’s your turn at the table “Friday dwarves”. "
        "The game is over at the table “Monday dwarves”."
    )


def test_a_summary_of_one_thing_leads_to_it(game: Game) -> None:
    summary()
    letter = letter_about(Notice.objects.get(kind=Event.DIGEST), "push")
    assert push.message_of(letter).link == f"/t/{game.code}/asked/turn/"


def test_finished_game_and_round_letters_only_link_to_the_result(game: Game) -> None:
    over = tables.finished_game(3, 8, code="another")
    Notice.objects.all().delete()
    (letter,) = summary("Cy")
    assert f"The game is over at the table “{over.name}”." in letter.body
    for secret in ("gold", "Saboteur win", "won", "points"):
        assert secret not in letter.body.split("Here’s what happened.")[1].split("Stop messages")[0]


def test_tables_of_which_nothing_is_wanted_are_left_out(game: Game) -> None:
    Seat.objects.filter(game=game, user__username="Bo").update(wants=Wanted.NOTHING)
    assert summary() == []


def test_in_another_world_the_letter_is_the_same(game: Game) -> None:
    first = summary("Bo")[0].body
    Notice.objects.all().delete()
    others = {"A": ["NS", "map", "NESW"], "C": ["EW", "rockfall"]}
    for name, hand in zip(("Ann", "Cy"), others.values(), strict=True):
        seat = seat_of(game, name)
        Seat.objects.filter(pk=seat.pk).update(hand=seat.hand.replace("map", "EW"), role="saboteur")
        assert hand
    assert summary("Bo")[0].body == first


def test_unreadable_table_breaks_no_digest(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(public="{")
    (letter,) = summary()
    assert "1 thing is waiting for you." in letter.body


def test_a_summary_can_be_switched_off_by_its_own_link(game: Game) -> None:
    link = off_link_in(summary()[0])
    assert Client().post(link).status_code == 200
    outcome = [(row.channel, row.event) for row in User.objects.get(username="Bo").muted.all()]
    assert outcome == [("email", "digest")]


AGAIN = "You’ll get single messages again, as you chose them."


def off_link_in(letter: Any) -> str:
    """The address in a letter that switches it off."""
    link: str = letter.message()["List-Unsubscribe"].strip("<>").removeprefix("http://localhost:8000")
    return link


def test_digest_switched_off_restores_single_messages(game: Game) -> None:
    link = off_link_in(summary()[0])
    assert "Without it, you’ll get single messages again" in Client().get(link).content.decode()
    assert AGAIN in Client().post(link).content.decode()
    bo = User.objects.get(username="Bo")
    assert (bo.digest, bo.digest_at) == (Digest.NONE, None)
    Notice.objects.filter(kind=Event.DIGEST).delete()
    send_again()
    mail.outbox.clear()
    assert notices.notified_at(seat_of(game, "Bo"), clock.now()) is None
    outbox.send_due()
    assert "Your turn: Friday dwarves" in [one.subject for one in mail.outbox if one.to == ["bo@mail.example"]]


def test_a_summary_that_another_way_still_brings_goes_on_instead(game: Game) -> None:
    link = off_link_in(summary()[0])
    TargetFactory.create(user=User.objects.get(username="Bo"))
    assert "Without it" not in Client().get(link).content.decode()
    assert AGAIN not in Client().post(link).content.decode()
    bo = User.objects.get(username="Bo")
    assert (bo.digest, bo.digest_at is None) == (Digest.ALONE, False)


def test_last_channel_switched_off_promises_no_more_messages(game: Game) -> None:
    link = off_link_in(summary()[0])
    assert AGAIN not in Client().post(link, {"everything": "1"}).content.decode()
    assert User.objects.get(username="Bo").digest == Digest.NONE


def test_switching_off_single_messages_leaves_the_summary(game: Game) -> None:
    letters = summary(digest=Digest.BESIDE)
    (turn,) = [letter for letter in letters if letter.subject.startswith("Your turn")]
    assert "Without it" not in Client().get(off_link_in(turn)).content.decode()
    Client().post(off_link_in(turn))
    assert User.objects.get(username="Bo").digest == Digest.BESIDE


def test_at_its_hour_in_the_quiet_of_the_night_it_waits_for_the_morning(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    night = datetime(2026, 11, 23, 23, tzinfo=UTC)
    monkeypatch.setattr(clock, "offset", night - datetime.now(UTC))
    User.objects.filter(username="Bo").update(quiet_from="22:00", quiet_until="07:00")
    assert summary() == []
    monkeypatch.setattr(clock, "offset", clock.offset + timedelta(hours=9))
    outbox.send_due()
    assert [one.subject for one in mail.outbox if one.to == ["bo@mail.example"]] == ["Your daily summary"]
