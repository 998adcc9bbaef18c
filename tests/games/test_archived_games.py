"""Archived games: their log is packed into one row, and everyone reads the same as before."""

import json
import re
import signal
import subprocess
from collections.abc import Iterator
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django.fixtures import Settings

from accounts.models import User
from games import clock
from games.models import ArchivedGame, Complaint, Game, Move, PrivateAct, Seat, Whisper, Word
from games.rows import archived, retention
from games.rules.table import Ruleset
from games.services import archive, talk
from personal import packing
from results.services import recount
from tests.factories import UserFactory
from tests.games import tables
from tests.migrated import address_of_ours
from tests.processes import said
from tests.rules.playout import WHOLE_BOX

pytestmark = pytest.mark.django_db

RULESETS = {
    "base": Ruleset(rounds=2),
    "saboteur2": Ruleset(rules="saboteur2", modules=("treasure-chests",), rounds=2),
    "whole box": WHOLE_BOX[2],
}
LONG = timedelta(days=400)
SECRET = re.compile(rb"csrf[^>]*>|<!--.*?-->", re.S)


@pytest.fixture(params=list(RULESETS))
def over(request: pytest.FixtureRequest, settings: Settings) -> Game:
    """A finished game with a message, which ended long ago."""
    settings.ARCHIVE_AFTER = 366
    game = tables.running_game(5, ruleset=RULESETS[request.param])
    talk.say(user=tables.seats_of(game)[0].user, code=game.code, text="Who broke my lamp?")
    return ended(tables.play_to_the_end(game))


@pytest.fixture
def short(settings: Settings) -> Game:
    """A finished game of one round, which ended long ago."""
    settings.ARCHIVE_AFTER = 366
    return ended(tables.finished_game(3))


def ended(game: Game) -> Game:
    """Let a game have ended long ago."""
    Game.objects.filter(pk=game.pk).update(over_at=clock.now() - LONG, shared=f"{game.pk:022}")
    Seat.objects.filter(game=game).update(shares=True)
    tables.seen_by_all(game)
    return again(game)


def again(game: Game) -> Game:
    """The game as its row is now."""
    return Game.objects.select_related("secret").get(pk=game.pk)


def rows_of(game: Game) -> list[list[tuple[Any, ...]]]:
    """All rows that an archive holds."""
    return [
        list(kind._default_manager.filter(game=game).order_by("pk").values_list())
        for kind in (Move, Whisper, PrivateAct)
    ]


def read(game: Game) -> dict[str, Any]:
    """What is read of a game without putting its rows back."""
    printed = StringIO()
    call_command("verify", game.code, stdout=printed)
    exported = archive.export(again(game))
    return {
        "export": json.dumps(exported),
        "verify": printed.getvalue(),
        "personal": [packing.pack(seat.user) for seat in tables.seats_of(game)[:2]],
        "results": recount.differences(),
    }


def pages(game: Game, client: Client) -> Iterator[tuple[str, int, bytes]]:
    """The pages of a game, as a browser gets them."""
    round_of = f"/t/{game.code}/round/1/"
    for path in (
        *(f"/t/{game.code}/", f"/t/{game.code}/log/?show=all", f"/t/{game.code}/words/", f"/t/{game.code}/book/"),
        *(round_of, f"{round_of}3", f"{round_of}9", f"/t/{game.code}/fairness/", f"/t/{game.code}/export.json"),
        *(f"/replay/{game.shared}/", f"/replay/{game.shared}/1/9"),
    ):
        answer = client.get(path)
        yield path, answer.status_code, SECRET.sub(b"", answer.content)


def test_archived_game_reads_the_same_as_a_live_one(over: Game) -> None:
    recount.recount()
    rows, before = rows_of(over), read(over)
    assert before["results"] == []
    assert archived.archive_due(clock.now(), 10) == 1
    assert Move.objects.filter(game=over).count() == 1
    assert not Whisper.objects.filter(game=over).exists()
    assert read(over) == before
    assert again(over).archived_at is not None
    assert recount.recount() == 1
    assert recount.differences() == []
    archived.restore(over.pk)
    assert rows_of(over) == rows
    assert read(over) == before


def test_pages_of_an_archived_game_are_those_of_a_live_one(over: Game) -> None:
    for client in (tables.browser_of(tables.seats_of(over)[0].user), Client()):
        before = list(pages(over, client))
        assert [path for path, status, _text in before if status == 200 and "replay" in path]
        for path, status, text in before:
            archived.archive(over.pk)
            answer = client.get(path)
            assert (path, answer.status_code) == (path, status)
            assert SECRET.sub(b"", answer.content) == text, path


def test_open_page_keeps_the_rows_for_a_week(short: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    archived.archive_due(clock.now(), 10)
    tables.browser_of(tables.seats_of(short)[0].user).get(f"/t/{short.code}/")
    assert again(short).archived_at is None
    assert archived.archive_due(clock.now(), 10) == 0
    monkeypatch.setattr(clock, "offset", timedelta(days=8))
    assert archived.archive_due(clock.now(), 10) == 1
    assert ArchivedGame.objects.get().packed


def test_stranger_neither_sees_nor_restores_an_archived_game(short: Game) -> None:
    Game.objects.filter(pk=short.pk).update(shared="")
    archived.archive(short.pk)
    client = tables.browser_of(UserFactory.create())
    for path in ("", "log/", "words/", "round/1/", "fairness/", "export.json"):
        assert client.get(f"/t/{short.code}/{path}").status_code == 404
    assert again(short).archived_at is not None


@pytest.mark.parametrize("point", ["_unpacked", "_values"])
def test_end_between_writing_and_deleting_loses_nothing(
    short: Game, point: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = rows_of(short)
    monkeypatch.setattr(archived, point, lambda *_: 1 / 0)
    assert archived.archive_due(clock.now(), 10) == 0
    monkeypatch.undo()
    assert rows_of(short) == rows
    assert not ArchivedGame.objects.exists()
    assert again(short).archived_at is None


def test_game_that_differs_after_packing_keeps_its_rows(short: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    rows, whole = rows_of(short), archived._unpacked

    def lossy(row: ArchivedGame) -> Any:
        found = whole(row)
        found[Move][0].events = "[]"
        return found

    monkeypatch.setattr(archived, "_unpacked", lossy)
    with pytest.raises(archived.ArchiveError):
        archived.archive(short.pk)
    assert rows_of(short) == rows


def test_failing_game_does_not_keep_others_from_the_archive(short: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    other, whole = ended(tables.finished_game(UserFactory.create_batch(3))), archived._packed
    monkeypatch.setattr(archived, "_packed", lambda rows: 1 / 0 if rows[Move][0].game_id == short.pk else whole(rows))
    assert archived.archive_due(clock.now(), 1) == 1
    assert again(other).archived_at is not None
    assert again(short).archived_at is None


def test_nothing_is_archived_unless_the_operator_asks(short: Game, settings: Settings) -> None:
    settings.ARCHIVE_AFTER = 0
    assert retention.tidy(rest=lambda _seconds: None)["logs of games"] == 0
    settings.ARCHIVE_AFTER = 365
    with pytest.raises(ImproperlyConfigured):
        archived.archive_due(clock.now(), 1)
    settings.ARCHIVE_AFTER = 366
    assert retention.tidy(rest=lambda _seconds: None)["logs of games"] == 1


def test_running_recent_and_guest_games_stay_in_their_rows(short: Game) -> None:
    tables.running_game(UserFactory.create_batch(3))
    Game.objects.filter(pk=short.pk).update(over_at=clock.now() - timedelta(days=365))
    ended(tables.finished_game(UserFactory.create_batch(3), of_guests=True))
    assert archived.archive_due(clock.now(), 10) == 0


def test_messages_of_an_archived_game_are_reported_and_removed(over: Game) -> None:
    archived.archive(over.pk)
    word = Word.objects.get(game=over, text="Who broke my lamp?")
    talk.complain(user=tables.seats_of(over)[1].user, code=over.code, number=word.number, reason="Rude")
    talk.take_away(complaint=Complaint.objects.get().pk)
    text = tables.browser_of(tables.seats_of(over)[1].user).get(f"/t/{over.code}/words/").content.decode()
    assert "Who broke my lamp?" not in text
    assert again(over).archived_at is None


def test_removed_account_is_gone_from_an_archived_log(short: Game) -> None:
    user = UserFactory.create()
    with connection.cursor() as cursor:
        cursor.execute("UPDATE games_move SET user_id = %s WHERE game_id = %s", [user.pk, short.pk])
    archived.archive(short.pk)
    Move.objects.filter(game=short).update(user=None)
    User.objects.filter(pk=user.pk).delete()
    assert {row[0] for row in archived.moves_of(again(short), "user")} == {None}
    archived.restore(short.pk)
    assert set(Move.objects.filter(game=short).values_list("user", flat=True)) == {None}


def test_reader_that_the_sweep_overtakes_reads_the_archive(short: Game) -> None:
    before, stale = archive.export(short), again(short)
    archived.archive(short.pk)
    assert archive.export(stale) == before


def test_unarchive_puts_one_game_or_all_back(short: Game) -> None:
    other = ended(tables.finished_game(UserFactory.create_batch(3)))
    archived.archive_due(clock.now(), 10)
    printed = StringIO()
    call_command("unarchive", short.code, stdout=printed)
    assert again(short).archived_at is None
    assert again(other).archived_at is not None
    call_command("unarchive", "--all", stdout=printed)
    assert printed.getvalue().splitlines() == ["games put back: 1", "games put back: 1"]


def test_live_game_costs_no_query_for_the_archive(short: Game) -> None:
    with CaptureQueriesContext(
        connection,
    ) as queries:
        archived.at_hand(short)
    assert not queries.captured_queries


@pytest.mark.postgres
def test_database_lets_a_log_go_only_while_its_archive_holds_it(short: Game) -> None:
    def refused(change: Any) -> None:
        with pytest.raises(DatabaseError), transaction.atomic():
            change()

    refused(Move.objects.filter(game=short).delete)
    archived.archive(short.pk)
    refused(ArchivedGame.objects.filter(pk=short.pk).delete)
    refused(lambda: ArchivedGame.objects.filter(pk=short.pk).update(packed=b""))
    archived.restore(short.pk)
    refused(Move.objects.filter(game=short).delete)


KILLED = """
import os, signal, sys
import django
django.setup()
from django.db import models
from games.rows import archived

key, deed, point = int(sys.argv[1]), getattr(archived, sys.argv[2]), sys.argv[3]
owner, name = (models.QuerySet, point) if point in ("delete", "bulk_create") else (archived, point)
whole = getattr(owner, name)

def killed(*args, **options):
    whole(*args, **options)
    os.kill(os.getpid(), signal.SIGKILL)

setattr(owner, name, killed)
deed(key)
"""
"""A process that ends by SIGKILL right after one step of packing a game, or of putting it back."""


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("deed", "point"),
    [("archive", "_packed"), ("archive", "_values"), ("archive", "delete"), ("restore", "bulk_create")],
)
def test_killed_process_leaves_the_log_whole(short: Game, tmp_path: Path, deed: str, point: str) -> None:
    rows = rows_of(short)
    if deed == "restore":
        archived.archive(short.pk)
    packed = again(short).archived_at
    with pytest.raises(subprocess.CalledProcessError) as ended_by:
        said(tmp_path, "-c", KILLED, str(short.pk), deed, point, DATABASE_URL=address_of_ours())
    assert ended_by.value.returncode == -signal.SIGKILL
    assert again(short).archived_at == packed
    if deed == "archive":
        assert rows_of(short) == rows
        assert archived.archive(short.pk)
    archived.restore(short.pk)
    assert rows_of(short) == rows
