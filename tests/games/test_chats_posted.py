"""What happened at a table is posted to its chat: what all were told, once, in order, and not too often."""

from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils.translation import get_language, override

from accounts.channels.formats import all_kinds
from accounts.models import User
from games import tasks
from games.mail import chats, happened
from games.models import Game, TableChat
from games.rules.commands import End
from games.services import chats as services
from games.services import moves, talk
from saboteur_site.outgoing import outward
from tests.accounts.test_targets import GOOD
from tests.factories import TableChatFactory, UserFactory
from tests.games.chats import chat_at, game_of_three, posted, wake
from tests.games.clocks import pass_by, turnable
from tests.games.crowd import crowd
from tests.games.tables import do, open_game, play_on, play_to_the_end, running_game
from tests.hostile_addresses import INWARD
from tests.sinks import Sink

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite(soak=True)]


@pytest.fixture
def game() -> Game:
    return game_of_three()


@pytest.fixture
def row(game: Game, chat_server: Sink) -> TableChat:
    return chat_at(game, chat_server)


# -- what is posted


def test_public_events_are_posted_once(game: Game, row: TableChat, chat_server: Sink) -> None:
    do(game, "A lay EW 1,0")
    assert chats.post_due() == 1
    (said,) = posted(chat_server)
    assert said == {
        "version": 1,
        "types": ["table"],
        "language": "en",
        "subject": "Friday dwarves",
        "lead": "It’s Bo’s turn.",
        "lines": ["Ann laid the straight tunnel at M1."],
        "links": [],
        "more": 0,
        "link": f"http://localhost:8000/t/{game.code}/",
        "off": "",
        "notices": [f"table.{game.code}.0-1"],
    }
    wake()
    assert chats.post_due() == 0
    assert chat_server.calls == 1


def test_a_burst_is_one_message_oldest_first_and_the_next_waits_a_minute(
    game: Game, row: TableChat, chat_server: Sink
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
    first, second = posted(chat_server)
    assert [line[:3] for line in first["lines"]] == ["Ann", "Bo "]
    assert [line[:2] for line in second["lines"]] == ["Cy"]
    assert chat_server.heard[0].headers["webhook-id"] != chat_server.heard[1].headers["webhook-id"]


def test_events_before_the_chat_was_set_are_not_posted(game: Game, chat_server: Sink) -> None:
    do(game, "A lay EW 1,0")
    row = chat_at(game, chat_server)
    services.put(host=row.by, code=game.code, kind="webhook", name="", fields={"url": chat_server.url})
    assert chats.post_due() == 0
    do(game, "B lay EW 2,0")
    chats.post_due()
    assert [line[:2] for line in posted(chat_server)[0]["lines"]] == ["Bo"]


def test_chat_post_is_in_the_hosts_language(
    game: Game, row: TableChat, chat_server: Sink, monkeypatch: pytest.MonkeyPatch
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
    (said,) = posted(chat_server)
    assert (said["language"], languages) == ("es", ["es"])


def test_ends_of_rounds_and_of_the_game_are_posted_as_the_log_tells_them(chat_server: Sink) -> None:
    game = running_game(3)
    chat_at(game, chat_server)
    play_to_the_end(game)
    chats.post_due()
    (said,) = posted(chat_server)
    assert said["lead"] == ""
    assert "And " in said["lines"][0]
    assert any("over" in line for line in said["lines"])
    assert TableChat.objects.get().seq == game.seq


def test_game_that_ends_early_is_posted(game: Game, row: TableChat, chat_server: Sink) -> None:
    loaded_game = moves.locked(pk=game.pk)
    moves.carry_out(loaded_game, None, End(), user=None)
    chats.post_due()
    (said,) = posted(chat_server)
    assert said["lines"]
    assert said["lead"] == ""


def test_a_long_backlog_is_cut_and_its_newest_lines_come_last(chat_server: Sink) -> None:
    game = running_game(3)
    chat_at(game, chat_server)
    play_on(game, 40)
    chats.post_due()
    (said,) = posted(chat_server)
    more, *lines = said["lines"]
    assert more == f"And {40 - len(lines)} more before that."
    assert sum(map(len, lines)) <= chats.LONGEST
    assert len(lines) > 5


@pytest.mark.parametrize(("read", "left"), [(40, 0), (10, 30)])
def test_unwanted_chat_event_is_counted_as_unwanted(
    chat_server: Sink, monkeypatch: pytest.MonkeyPatch, read: int, left: int
) -> None:
    monkeypatch.setattr(chats, "MOST", read)
    monkeypatch.setattr(chats, "LONGEST", 100_000)
    game = running_game(3)
    chat_at(game, chat_server)
    play_on(game, 40)
    chats.post_due()
    (said,) = posted(chat_server)
    assert (said["lines"][0] == f"And {left} more before that.") == bool(left)


@pytest.mark.examples(2)
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


def test_table_chat_is_not_posted(game: Game, row: TableChat, chat_server: Sink) -> None:
    talk.say(user=row.by, code=game.code, text="Who has the gold?")
    assert chats.post_due() == 0
    assert chat_server.calls == 0


def test_a_table_that_has_not_begun_posts_nothing_and_then_how_it_begins(chat_server: Sink) -> None:
    game = open_game(3)
    chat_at(game, chat_server)
    assert chats.post_due() == 0
    rows = moves.locked_rows(pk=game.pk)
    moves.deal_first_round(rows)
    play_on(Game.objects.get(pk=game.pk), 1)
    chats.post_due()
    assert chat_server.calls == 1


# -- senders and costs


def test_the_sweep_of_the_queue_posts_it(game: Game, row: TableChat, chat_server: Sink) -> None:
    do(game, "A lay EW 1,0")
    tasks.send_notices()
    assert chat_server.calls == 1


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.xdist_group("many connections")
def test_workers_that_begin_at_the_same_moment_post_it_once(chat_server: Sink) -> None:
    for number in range(3):
        game = running_game(3, code=f"table{number}")
        chat_at(game, chat_server)
        play_on(game, 1)
    with crowd(4) as people:
        claimed = people.at_once([chats.post_due] * 4)
    assert sum(claimed) == 3
    assert sorted(said["link"][-7:-1] for said in posted(chat_server)) == ["table0", "table1", "table2"]


def test_chat_sweep_costs_one_statement_for_any_number_of_tables(game: Game, row: TableChat, chat_server: Sink) -> None:
    for number in range(5):
        play_on(running_game(3, code=f"none{number}"), 2)
    with CaptureQueriesContext(connection) as queries:
        assert chats.post_due() == 0
    asked = [query["sql"] for query in queries if "SAVEPOINT" not in query["sql"]]
    assert len(asked) == 1


def test_a_move_costs_no_statement_more(game: Game, chat_server: Sink) -> None:
    with CaptureQueriesContext(connection) as without:
        do(game, "A lay EW 1,0")
    chat_at(game, chat_server)
    with CaptureQueriesContext(connection) as with_one:
        do(game, "B lay EW 2,0")
    assert len(with_one) == len(without)


def test_names_that_lead_inside_are_refused_when_they_are_posted_to(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("socket.create_connection", partial(pytest.fail, "it was connected to"))
    row = TableChatFactory.create(game=game, by=game.host, seq=game.seq)
    do(game, "A lay EW 1,0")
    for address in INWARD.split():
        monkeypatch.setattr(outward, "resolve", lambda _host, _port, address=address: ["9.9.9.9", address])
        TableChat.objects.update(failures=0, paused_at=None)
        wake()
        chats.post_due()
        row.refresh_from_db()
        assert (row.failures, row.last_trouble, row.reply) == (1, "refused", "private"), address
