"""The archive of a person: request, packing, download by its owner alone, expiry, and contents."""

import json
import zipfile
from datetime import timedelta
from io import BytesIO
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import Block, Unheard, User
from accounts.services import farewell
from games import clock
from games.models import Note, Notice, Seat, TableSecret, Word
from games.rules import record
from games.services import talk
from personal import packing, services
from personal.models import Archive
from tests.accounts.methods import SECRET, with_app
from tests.factories import DeviceFactory, FriendshipFactory, TargetFactory
from tests.games.tables import browser_of, finished_game, in_position, people, play_on

pytestmark = pytest.mark.django_db

PAGE, FILE = "/me/data/", "/me/data/my-data.zip"


def packed(user: User) -> dict[str, Any]:
    """The files of a user's archive by name."""
    with zipfile.ZipFile(BytesIO(packing.pack(user))) as found:
        texts = {name: found.read(name).decode() for name in found.namelist()}
    return {name: json.loads(text) if name.endswith(".json") else text for name, text in texts.items()}


@pytest.fixture
def ann() -> User:
    return people(1)[0]


def test_archive_is_asked_for_made_and_fetched_by_its_owner_alone(ann: User) -> None:
    client, bo = browser_of(ann), people(2)[1]
    assert client.get(FILE).status_code == 404
    assert client.post(PAGE)["Location"] == PAGE
    page = client.get(PAGE).content.decode()
    assert "We’re packing your data" in page
    assert "Pack my data" not in page
    services.work_off()
    assert "Download my data" in client.get(PAGE).content.decode()
    answer = client.get(FILE)
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/zip")
    assert "attachment" in answer["Content-Disposition"]
    with zipfile.ZipFile(BytesIO(answer.content)) as found:
        assert json.loads(found.read("account.json"))["username"] == "Ann"
    assert browser_of(bo).get(FILE).status_code == 404


def test_archive_is_gone_after_a_week(ann: User) -> None:
    services.ask(ann)
    services.work_off()
    Archive.objects.update(asked_at=clock.now() - timedelta(days=7, seconds=1))
    assert browser_of(ann).get(FILE).status_code == 404
    services.chores_due()
    assert not Archive.objects.exists()


def test_chores_pack_an_archive_whose_task_was_lost(ann: User) -> None:
    services.ask(ann)
    services.chores_due()
    assert services.data_of(ann)


def test_second_click_does_not_begin_again(ann: User) -> None:
    services.ask(ann)
    Archive.objects.update(done=3, of=9)
    services.ask(ann)
    assert Archive.objects.get().done == 3
    assert "3 of 9 tables" in browser_of(ann).get(PAGE).content.decode()


def test_failing_archive_is_given_up_and_stops_no_other(ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
    bo, whole = people(2)[1], packing.pack
    monkeypatch.setattr(packing, "pack", lambda user, goes_on: 1 / 0 if user == ann else whole(user, goes_on))
    services.ask(ann)
    services.ask(bo)
    for _ in range(services.TRIES):
        Archive.objects.update(due_at=clock.now())
        services.work_off()
    assert services.data_of(bo)
    assert "Something went wrong" in browser_of(ann).get(PAGE).content.decode()
    monkeypatch.undo()
    browser_of(ann).post(PAGE)
    services.work_off()
    assert services.data_of(ann)


def test_archive_of_a_superseded_request_is_dropped(ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
    services.ask(ann)

    def slow(user: User, goes_on: Any) -> bytes:
        Archive.objects.update(asked_at=clock.now() + timedelta(seconds=1))
        return b"old"

    monkeypatch.setattr(packing, "pack", slow)
    services.work_off()
    assert Archive.objects.get().data is None


def test_deleted_account_leaves_no_archive(ann: User) -> None:
    services.ask(ann)
    services.work_off()
    farewell.delete_account(ann)
    assert not Archive.objects.exists()


# -- what is in it


def test_archive_names_friends_messages_and_notes_and_no_secret(ann: User) -> None:
    bo = people(2)[1]
    FriendshipFactory.create(asked_by=ann, other=bo)
    with_app(ann)
    target, device = TargetFactory.create(user=ann), DeviceFactory.create(user=ann)
    game = in_position([ann, bo, people(3)[2]], code="runs")
    talk.say(user=ann, code="runs", text="I dig.")
    Note.objects.create(game=game, user=ann, about=1, text="Bo is odd")
    files = packed(ann)
    assert "Your name" in files["README.txt"]
    assert files["friends.json"]["friendships"][0]["asked_by"] == "Ann"
    assert [one["text"] for one in files["messages.json"]["messages"]] == ["I dig."]
    assert files["notes.json"]["notes"][0]["text"] == "Bo is odd"
    assert files["account.json"]["devices"][0]["name"] == device.name
    text = json.dumps(files)
    for secret in (SECRET, device.endpoint, device.auth, *(value for value in target.fields.values() if value)):
        assert secret not in text
    assert ann.password not in text


def test_finished_game_is_a_record_that_can_be_verified() -> None:
    game = finished_game(3)
    packed_file = packed(User.objects.get(username="Ann"))[f"games/{game.code}.json"]
    assert packed_file.pop("you") == "A"
    assert record.check(json.dumps(packed_file)) is None


def test_running_game_shows_my_hand_and_the_log(ann: User) -> None:
    game = in_position([ann, *people(3)[1:]], code="runs")
    play_on(game, 2)
    packed_file = packed(ann)["games/runs.json"]
    assert sorted(packed_file["own"]["hand"]) == sorted(Seat.objects.get(game=game, user=ann).hand.split())
    assert [entry["seq"] for entry in packed_file["log"]] == sorted(entry["seq"] for entry in packed_file["log"])
    assert packed_file["log"]


def test_secrets_of_others_change_no_byte_of_an_archive() -> None:
    ann, bo, cy = people(3)
    game = in_position([ann, bo, cy], code="runs")
    before = packing.pack(ann)
    one, other = Seat.objects.get(game=game, user=bo), Seat.objects.get(game=game, user=cy)
    assert (one.hand, one.role) != (other.hand, other.role)
    one.hand, other.hand, one.role, other.role = other.hand, one.hand, other.role, one.role
    for seat in (one, other):
        seat.plan, seat.choice, seat.wants = "", "", "turn"
        seat.save()
    TableSecret.objects.filter(game=game).update(seed="f" * 64)
    Note.objects.create(game=game, user=bo, about=1, text="Ann is odd")
    Notice.objects.create(game=game, user=bo, by=ann, kind="turn", dedupe="x", done_at=clock.now())
    Block.objects.create(blocker=bo, blocked=ann)
    Unheard.objects.create(user=cy, other=ann)
    services.ask(bo)
    assert packing.pack(ann) == before


def test_packing_takes_equal_queries_for_any_amount(ann: User) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as found:
            packing.pack(ann)
        return len(found)

    few = queries()
    for number in range(20):
        FriendshipFactory.create(asked_by=ann, other=User.objects.create(username=f"Friend {number}"))
    assert queries() == few


def test_unreadable_table_is_named_in_the_archive(ann: User) -> None:
    game = in_position([ann, *people(3)[1:]], code="runs")
    type(game).objects.filter(pk=game.pk).update(public="{")
    assert packed(ann)["games/runs.json"] == {"code": "runs", "unreadable": True}
    assert Word.objects.count() == 0
