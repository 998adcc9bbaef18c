"""What happened at a table is posted to its chat: what all were told, once, in order, and not too often."""

import time
from collections.abc import Iterator
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.utils.translation import get_language, override
from pytest_django.fixtures import Settings

from accounts.channels import chat as channel
from accounts.channels.formats import all_kinds
from accounts.models import User
from games import clock, tasks
from games.mail import chats, happened
from games.models import Game, TableChat
from games.rules.commands import End
from games.services import chats as services
from games.services import moves, talk
from saboteur_site import outward
from tests import sinks
from tests.accounts.test_targets import GOOD
from tests.factories import TableChatFactory, UserFactory
from tests.games.chats import chat_at, game_of_three, posted, wake
from tests.games.clocks import pass_by, turnable
from tests.games.crowd import crowd
from tests.games.tables import do, open_game, play_on, play_to_the_end, running_game
from tests.hostile_addresses import INWARD
from tests.services import free_port
from tests.sinks import Sink, says, sink

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture
def server(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Sink]:
    """A program that a host has named; nobody waits long for it."""
    monkeypatch.setattr(channel, "PATIENCE", 0.5)
    with sink() as found:
        settings.OUTWARD_HTTP_HOSTS = ["127.0.0.1"]
        yield found


@pytest.fixture
def game() -> Game:
    return game_of_three()


@pytest.fixture
def row(game: Game, server: Sink) -> TableChat:
    return chat_at(game, server)


# -- what is posted


def test_what_all_were_told_is_posted_once(game: Game, row: TableChat, server: Sink) -> None:
    do(game, "A lay EW 1,0")
    assert chats.post_due() == 1
    (said,) = posted(server)
    assert said == {
        "version": 1,
        "types": ["table"],
        "language": "en",
        "subject": "Friday dwarves",
        "lead": "It is Bo’s turn.",
        "lines": ["Ann laid the straight tunnel at M1."],
        "link": f"http://localhost:8000/t/{game.code}/",
        "off": "",
        "notices": [f"table.{game.code}.0-1"],
    }
    wake()
    assert chats.post_due() == 0
    assert server.calls == 1


def test_a_burst_is_one_message_oldest_first_and_the_next_waits_a_minute(
    game: Game, row: TableChat, server: Sink
) -> None:
    with turnable():
        do(game, "A lay EW 1,0", "B lay EW 2,0")
        chats.post_due()
        do(game, "C pass map")
        assert chats.post_due() == 0
        pass_by(chats.PACE - timedelta(seconds=5))
        assert chats.post_due() == 0
        pass_by(timedelta(seconds=5))
        assert chats.post_due() == 1
    first, second = posted(server)
    assert [line[:3] for line in first["lines"]] == ["Ann", "Bo "]
    assert [line[:2] for line in second["lines"]] == ["Cy"]
    assert server.heard[0].headers["webhook-id"] != server.heard[1].headers["webhook-id"]


def test_what_happened_before_the_chat_was_named_is_not_posted(game: Game, server: Sink) -> None:
    do(game, "A lay EW 1,0")
    row = chat_at(game, server)
    services.put(host=row.by, code=game.code, kind="webhook", name="", fields={"url": server.url})
    assert chats.post_due() == 0
    do(game, "B lay EW 2,0")
    chats.post_due()
    assert [line[:2] for line in posted(server)[0]["lines"]] == ["Bo"]


def test_it_is_written_in_the_language_of_the_host_whoever_asks(
    game: Game, row: TableChat, server: Sink, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, languages = happened.sentences, []

    def heard(*given: Any) -> list[str]:
        languages.append(get_language())
        return real(*given)

    monkeypatch.setattr(chats, "sentences", heard)
    User.objects.filter(username="Ann").update(language="es")
    do(game, "A lay EW 1,0")
    with override("bg"):
        chats.post_due()
    (said,) = posted(server)
    assert (said["language"], languages) == ("es", ["es"])


def test_ends_of_rounds_and_of_the_game_are_posted_as_the_log_tells_them(server: Sink) -> None:
    game = running_game(3)
    chat_at(game, server)
    play_to_the_end(game)
    chats.post_due()
    (said,) = posted(server)
    assert said["lead"] == ""
    assert "And " in said["lines"][0]
    assert any("over" in line for line in said["lines"])
    assert TableChat.objects.get().seq == game.seq


def test_a_game_that_is_ended_early_is_told_of(game: Game, row: TableChat, server: Sink) -> None:
    loaded_game = moves.locked(pk=game.pk)
    moves.carry_out(loaded_game, None, End(), user=None)
    chats.post_due()
    (said,) = posted(server)
    assert said["lines"]
    assert said["lead"] == ""


def test_a_long_backlog_is_cut_and_its_newest_lines_come_last(server: Sink) -> None:
    game = running_game(3)
    chat_at(game, server)
    play_on(game, 40)
    chats.post_due()
    (said,) = posted(server)
    more, *lines = said["lines"]
    assert more == f"And {40 - len(lines)} more before that."
    assert sum(map(len, lines)) <= chats.LONGEST
    assert len(lines) > 5


@pytest.mark.parametrize(("read", "left"), [(40, 0), (10, 30)])
def test_what_is_not_even_read_is_counted(server: Sink, monkeypatch: pytest.MonkeyPatch, read: int, left: int) -> None:
    monkeypatch.setattr(chats, "MOST", read)
    monkeypatch.setattr(chats, "LONGEST", 100_000)
    game = running_game(3)
    chat_at(game, server)
    play_on(game, 40)
    chats.post_due()
    (said,) = posted(server)
    assert (said["lines"][0] == f"And {left} more before that.") == bool(left)


@pytest.mark.parametrize("kind", GOOD)
def test_the_longest_message_has_room_in_every_kind_of_chat(kind: str) -> None:
    people = [UserFactory.create(username="*" * (22 + number)) for number in range(3)]
    game = running_game(people, name="*" * 40)
    row = TableChatFactory.create(game=game, by=people[0], kind=kind, fields=GOOD[kind])
    play_on(game, 40)
    fresh = TableChat.objects.select_related("game", "by").get(pk=row.pk)
    message = chats.message_of(fresh)
    assert message is not None
    fields = {**all_kinds()[kind].read(GOOD[kind]), **all_kinds()[kind].makes()}
    body = all_kinds()[kind].write(fields, message).body
    assert len(body.decode()) < 2000
    assert "more before that" in body.decode()


def test_what_is_said_at_the_table_is_not_posted(game: Game, row: TableChat, server: Sink) -> None:
    talk.say(user=row.by, code=game.code, text="Who has the gold?")
    assert chats.post_due() == 0
    assert server.calls == 0


def test_a_table_that_has_not_begun_posts_nothing_and_then_how_it_begins(server: Sink) -> None:
    game = open_game(3)
    chat_at(game, server)
    assert chats.post_due() == 0
    rows = moves.locked_rows(pk=game.pk)
    moves.deal_first_round(rows)
    play_on(Game.objects.get(pk=game.pk), 1)
    chats.post_due()
    assert server.calls == 1


# -- what becomes of a post


def test_five_refusals_pause_it_and_go_on_posts_all_that_happened_meanwhile(
    game: Game, row: TableChat, server: Sink
) -> None:
    server.answers = says(404)
    do(game, "A lay EW 1,0")
    for number in range(1, 6):
        assert row.paused_at is None
        wake()
        chats.post_due()
        row.refresh_from_db()
        assert (row.failures, row.seq, row.last_trouble, row.reply) == (number, game.seq - 1, "refused", "404")
    assert row.paused_at is not None
    wake()
    assert (chats.post_due(), server.calls) == (0, 5)
    server.answers = says(204)
    do(game, "B lay EW 2,0")
    services.go_on(row)
    assert chats.post_due() == 1
    assert len(posted(server)[-1]["lines"]) == 2
    row.refresh_from_db()
    fresh = TableChat.objects.get()
    assert (fresh.failures, fresh.paused_at, fresh.seq) == (0, None, game.seq)


@pytest.mark.parametrize("answers", [says(503), says(429), sinks.hangs, sinks.hangs_up, sinks.trickles])
def test_one_that_is_away_rests_and_gets_it_later(
    game: Game, row: TableChat, server: Sink, answers: sinks.Answers
) -> None:
    server.scripted = [answers]
    do(game, "A lay EW 1,0")
    chats.post_due()
    row.refresh_from_db()
    assert (row.vain, row.failures, row.seq) == (1, 0, game.seq - 1)
    assert row.rests_until is not None
    TableChat.objects.update(due_at=clock.now())
    assert (chats.post_due(), server.calls) == (1, 1)  # it rests
    wake()
    chats.post_due()
    fresh = TableChat.objects.get()
    assert (fresh.vain, fresh.rests_until, fresh.seq, server.calls) == (0, None, game.seq, 2)
    assert len({heard.headers["webhook-id"] for heard in server.heard}) == 1


def test_a_redirect_is_not_followed_and_counts_as_a_refusal(game: Game, row: TableChat, server: Sink) -> None:
    with sink() as elsewhere:
        server.answers = says(307, f"Location: {elsewhere.url}")
        do(game, "A lay EW 1,0")
        chats.post_due()
        assert elsewhere.calls == 0
    row.refresh_from_db()
    assert (row.failures, row.reply) == (1, "307")


def test_one_that_is_away_for_days_is_paused(game: Game, row: TableChat, server: Sink) -> None:
    server.answers = says(503)
    TableChat.objects.update(failing_since=timezone.now() - channel.SILENT - timedelta(minutes=1))
    do(game, "A lay EW 1,0")
    chats.post_due()
    row.refresh_from_db()
    assert row.paused_at is not None


def test_a_server_without_a_connection_rests_for_all_tables_there(server: Sink, settings: Settings) -> None:
    gone = f"127.0.0.1:{free_port()}"
    games = [running_game(3, code=f"table{number}") for number in range(3)]
    for game in games[:2]:
        TableChatFactory.create(game=game, by=game.host, seq=0, url=f"http://{gone}/")
    chat_at(games[2], server, seq=0)
    for game in games:
        play_on(game, 1)
    chats.post_due()
    resting = TableChat.objects.filter(rests_until__gt=timezone.now())
    assert set(resting.values_list("server", flat=True)) == {gone}
    assert (resting.count(), server.calls) == (2, 1)


def test_many_that_hang_hold_up_nobody(server: Sink, settings: Settings) -> None:
    with sink(sinks.hangs) as slow:
        for number in range(8):
            game = running_game(3, code=f"slow{number}")
            chat_at(game, slow, seq=0)
            play_on(game, 1)
        game = running_game(3, code="good")
        chat_at(game, server, seq=0)
        play_on(game, 1)
        begun = time.monotonic()
        chats.post_due()
        assert time.monotonic() - begun < 4
        assert (slow.calls, server.calls) == (8, 1)


def test_a_crash_between_post_and_note_posts_twice_and_loses_nothing(
    game: Game, row: TableChat, server: Sink, monkeypatch: pytest.MonkeyPatch
) -> None:
    do(game, "A lay EW 1,0")
    with monkeypatch.context() as dying:

        def die(_row: TableChat) -> None:
            raise SystemExit

        dying.setattr(chats, "_note_told", die)
        with pytest.raises(SystemExit):
            chats.post_due()
    assert chats.post_due() == 0  # the claim of whoever died
    wake()
    assert chats.post_due() == 1
    first, second = server.heard
    assert first.headers["webhook-id"] == second.headers["webhook-id"]
    assert first.body == second.body


def test_a_chat_that_was_put_in_its_place_meanwhile_keeps_its_own_count(
    game: Game, row: TableChat, server: Sink, monkeypatch: pytest.MonkeyPatch
) -> None:
    do(game, "A lay EW 1,0")
    real = channel.posted

    def posted_while_it_is_replaced(messages: Any) -> Any:
        services.put(host=row.by, code=game.code, kind="webhook", name="", fields={"url": server.url})
        TableChat.objects.update(seq=0, due_at=clock.now() + chats.PACE)
        return real(messages)

    monkeypatch.setattr(channel, "posted", posted_while_it_is_replaced)
    chats.post_due()
    assert TableChat.objects.get().seq == 0


def test_a_table_out_of_order_hinders_no_other_and_is_looked_at_again_later(
    game: Game, row: TableChat, server: Sink
) -> None:
    other = running_game(3, code="other")
    chat_at(other, server)
    play_on(other, 1)
    do(game, "A lay EW 1,0")
    Game.objects.filter(pk=game.pk).update(public="{")
    chats.post_due()
    assert [said["link"] for said in posted(server)] == ["http://localhost:8000/t/other/"]
    row.refresh_from_db()
    assert row.due_at > clock.now() + timedelta(minutes=50)


def test_a_fault_here_is_told_in_the_log_and_pauses_it_in_the_end(
    game: Game, row: TableChat, server: Sink, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
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


def test_a_clock_that_was_ahead_silences_no_table(game: Game, row: TableChat, server: Sink) -> None:
    TableChat.objects.update(due_at=clock.now() + timedelta(hours=5))
    do(game, "A lay EW 1,0")
    assert chats.post_due() == 1


def test_the_chat_of_somebody_whose_account_is_closed_is_posted_nothing(
    game: Game, row: TableChat, server: Sink
) -> None:
    User.objects.filter(username="Ann").update(is_active=False)
    do(game, "A lay EW 1,0")
    assert chats.post_due() == 0


# -- by whom and at what cost


def test_the_sweep_of_the_queue_posts_it(game: Game, row: TableChat, server: Sink) -> None:
    do(game, "A lay EW 1,0")
    tasks.send_notices()
    assert server.calls == 1


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.xdist_group("many connections")
def test_workers_that_begin_at_the_same_moment_post_it_once(server: Sink) -> None:
    for number in range(3):
        game = running_game(3, code=f"table{number}")
        chat_at(game, server)
        play_on(game, 1)
    with crowd(4) as people:
        claimed = people.at_once([chats.post_due] * 4)
    assert sum(claimed) == 3
    assert sorted(said["link"][-7:-1] for said in posted(server)) == ["table0", "table1", "table2"]


def test_a_sweep_costs_one_statement_however_many_tables_have_none_or_nothing_new(
    game: Game, row: TableChat, server: Sink
) -> None:
    for number in range(5):
        play_on(running_game(3, code=f"none{number}"), 2)
    with CaptureQueriesContext(connection) as queries:
        assert chats.post_due() == 0
    asked = [query["sql"] for query in queries if "SAVEPOINT" not in query["sql"]]
    assert len(asked) == 1


def test_a_move_costs_no_statement_more(game: Game, server: Sink) -> None:
    with CaptureQueriesContext(connection) as without:
        do(game, "A lay EW 1,0")
    chat_at(game, server)
    with CaptureQueriesContext(connection) as with_one:
        do(game, "B lay EW 2,0")
    assert len(with_one) == len(without)


def test_names_that_lead_inside_are_refused_when_they_are_posted_to(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("saboteur_site.outward.socket.create_connection", partial(pytest.fail, "it was connected to"))
    row = TableChatFactory.create(game=game, by=game.host, seq=game.seq)
    do(game, "A lay EW 1,0")
    for address in INWARD.split():
        monkeypatch.setattr(outward, "resolve", lambda _host, _port, address=address: ["9.9.9.9", address])
        TableChat.objects.update(failures=0, paused_at=None)
        wake()
        chats.post_due()
        row.refresh_from_db()
        assert (row.failures, row.last_trouble, row.reply) == (1, "refused", "private"), address
