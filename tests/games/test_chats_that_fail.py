"""What becomes of a post to the chat of a table that is refused, hangs, or is cut short."""

import time
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from pytest_django.fixtures import Settings

from accounts.channels import chat as channel
from accounts.models import User
from games import clock
from games.mail import chats
from games.models import Game, TableChat
from games.services import chats as services
from tests import sinks
from tests.factories import TableChatFactory
from tests.games.chats import chat_at, game_of_three, posted, wake
from tests.games.tables import do, play_on, running_game
from tests.services import free_port
from tests.sinks import Sink, says, sink

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite(soak=True)]


@pytest.fixture
def game() -> Game:
    return game_of_three()


@pytest.fixture
def row(game: Game, chat_server: Sink) -> TableChat:
    return chat_at(game, chat_server)


def test_five_refusals_pause_a_table_chat_and_resuming_posts_all(game: Game, row: TableChat, chat_server: Sink) -> None:
    chat_server.answers = says(404)
    do(game, "A lay EW 1,0")
    for number in range(1, 6):
        assert row.paused_at is None
        wake()
        chats.post_due()
        row.refresh_from_db()
        assert (row.failures, row.seq, row.last_trouble, row.reply) == (number, game.seq - 1, "refused", "404")
    assert row.paused_at is not None
    wake()
    assert (chats.post_due(), chat_server.calls) == (0, 5)
    chat_server.answers = says(204)
    do(game, "B lay EW 2,0")
    services.go_on(row)
    assert chats.post_due() == 1
    assert len(posted(chat_server)[-1]["lines"]) == 2
    row.refresh_from_db()
    fresh = TableChat.objects.get()
    assert (fresh.failures, fresh.paused_at, fresh.seq) == (0, None, game.seq)


@pytest.mark.examples(2)
@pytest.mark.parametrize("answers", [says(503), says(429), sinks.hangs, sinks.hangs_up, sinks.trickles])
def test_one_that_is_away_rests_and_gets_it_later(
    game: Game, row: TableChat, chat_server: Sink, answers: sinks.Answers
) -> None:
    chat_server.scripted = [answers]
    do(game, "A lay EW 1,0")
    chats.post_due()
    row.refresh_from_db()
    assert (row.failed_tries, row.failures, row.seq) == (1, 0, game.seq - 1)
    assert row.open_until is not None
    TableChat.objects.update(due_at=clock.now())
    assert (chats.post_due(), chat_server.calls) == (1, 1)  # it rests
    wake()
    chats.post_due()
    fresh = TableChat.objects.get()
    assert (fresh.failed_tries, fresh.open_until, fresh.seq, chat_server.calls) == (0, None, game.seq, 2)
    assert len({heard.headers["webhook-id"] for heard in chat_server.heard}) == 1


def test_a_redirect_is_not_followed_and_counts_as_a_refusal(game: Game, row: TableChat, chat_server: Sink) -> None:
    with sink() as elsewhere:
        chat_server.answers = says(307, f"Location: {elsewhere.url}")
        do(game, "A lay EW 1,0")
        chats.post_due()
        assert elsewhere.calls == 0
    row.refresh_from_db()
    assert (row.failures, row.reply) == (1, "307")


def test_one_that_is_away_for_days_is_paused(game: Game, row: TableChat, chat_server: Sink) -> None:
    chat_server.answers = says(503)
    TableChat.objects.update(failing_since=timezone.now() - channel.SILENT - timedelta(minutes=1))
    do(game, "A lay EW 1,0")
    chats.post_due()
    row.refresh_from_db()
    assert row.paused_at is not None


def test_a_server_without_a_connection_rests_for_all_tables_there(chat_server: Sink, settings: Settings) -> None:
    gone = f"127.0.0.1:{free_port()}"
    games = [running_game(3, code=f"table{number}") for number in range(3)]
    for game in games[:2]:
        TableChatFactory.create(game=game, by=game.host, seq=0, url=f"http://{gone}/")
    chat_at(games[2], chat_server, seq=0)
    for game in games:
        play_on(game, 1)
    chats.post_due()
    resting = TableChat.objects.filter(open_until__gt=timezone.now())
    assert set(resting.values_list("server", flat=True)) == {gone}
    assert (resting.count(), chat_server.calls) == (2, 1)


def test_many_hanging_targets_delay_no_other(chat_server: Sink, settings: Settings) -> None:
    with sink(sinks.hangs) as slow:
        for number in range(8):
            game = running_game(3, code=f"slow{number}")
            chat_at(game, slow, seq=0)
            play_on(game, 1)
        game = running_game(3, code="good")
        chat_at(game, chat_server, seq=0)
        play_on(game, 1)
        begun = time.monotonic()
        chats.post_due()
        assert time.monotonic() - begun < 4
        assert (slow.calls, chat_server.calls) == (8, 1)


def test_a_crash_between_post_and_note_posts_twice_and_loses_nothing(
    game: Game, row: TableChat, chat_server: Sink, monkeypatch: pytest.MonkeyPatch
) -> None:
    do(game, "A lay EW 1,0")
    with monkeypatch.context() as dying:

        def die(_row: TableChat) -> None:
            raise SystemExit

        dying.setattr(chats, "_record_sent", die)
        with pytest.raises(SystemExit):
            chats.post_due()
    assert chats.post_due() == 0  # the claim of the dead worker
    wake()
    assert chats.post_due() == 1
    first, second = chat_server.heard
    assert first.headers["webhook-id"] == second.headers["webhook-id"]
    assert first.body == second.body


def test_a_chat_that_was_put_in_its_place_meanwhile_keeps_its_own_count(
    game: Game, row: TableChat, chat_server: Sink, monkeypatch: pytest.MonkeyPatch
) -> None:
    do(game, "A lay EW 1,0")
    real = channel.posting

    def posted_while_it_is_replaced(messages: Any) -> Any:
        services.put(host=row.by, code=game.code, kind="webhook", name="", fields={"url": chat_server.url})
        TableChat.objects.update(seq=0, due_at=clock.now() + chats.PACE)
        return real(messages)

    monkeypatch.setattr(channel, "posting", posted_while_it_is_replaced)
    chats.post_due()
    assert TableChat.objects.get().seq == 0


def test_corrupt_table_delays_no_other_and_is_retried_later(game: Game, row: TableChat, chat_server: Sink) -> None:
    other = running_game(3, code="other")
    chat_at(other, chat_server)
    play_on(other, 1)
    do(game, "A lay EW 1,0")
    Game.objects.filter(pk=game.pk).update(public="{")
    chats.post_due()
    assert [said["link"] for said in posted(chat_server)] == ["http://localhost:8000/t/other/"]
    row.refresh_from_db()
    assert row.due_at > clock.now() + timedelta(minutes=50)


def test_own_fault_is_logged_and_finally_pauses_the_chat(
    game: Game, row: TableChat, chat_server: Sink, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(chats, "sentences", lambda *_given: 1 // 0)
    do(game, "A lay EW 1,0")
    for _ in range(6):
        wake()
        chats.post_due()
    row.refresh_from_db()
    assert (row.last_trouble, row.paused_at is None, row.seq) == ("fault", False, game.seq - 1)
    assert caplog.text.count("cannot be put into words") == channel.MOST_REFUSALS
    assert row.fields["secret"] not in caplog.text


def test_a_clock_that_was_ahead_silences_no_table(game: Game, row: TableChat, chat_server: Sink) -> None:
    TableChat.objects.update(due_at=clock.now() + timedelta(hours=5))
    do(game, "A lay EW 1,0")
    assert chats.post_due() == 1


def test_chat_of_a_closed_account_gets_no_post(game: Game, row: TableChat, chat_server: Sink) -> None:
    User.objects.filter(username="Ann").update(is_active=False)
    do(game, "A lay EW 1,0")
    assert chats.post_due() == 0
