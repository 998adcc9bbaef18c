"""What was there before a migration is there after it, and back again."""

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from games import clock
from games.mail import outbox
from games.models import Delivery, Notice, Seat
from games.rules.table import Ruleset
from tests import replaced_migrations
from tests.games import tables
from tests.games.post import give_addresses, receivers

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.sqlite(soak=True)]

BEFORE = "0017_what_is_usual"
COLUMNS = ("dedupe", "due_at", "done_at", "outcome", "tries", "trouble", "reply")


def go_to(name: str) -> Any:
    """Bring the tables of games to where they are after a migration; the model of notices of then."""
    executor = replaced_migrations.executor()
    executor.migrate([("games", name)])
    return executor.loader.project_state(("games", name)).apps.get_model("games", "Notice")


def go_on() -> None:
    """Bring all tables to where the models want them, unless they are there."""
    executor = MigrationExecutor(connection)
    if plan := executor.migration_plan(targets := executor.loader.graph.leaf_nodes()):
        executor.migrate(targets, plan)


@pytest.fixture(autouse=True)
def up_to_date() -> Iterator[None]:
    """Whatever happens, the tables are as the models want them."""
    yield
    go_on()


def rows_of_before(model: Any, game: int, user: int, now: datetime) -> list[Any]:
    """Notices in all their states, as they were kept before there were deliveries."""
    common = {"game_id": game, "user_id": user, "kind": "turn"}
    states: dict[str, dict[str, Any]] = {
        "fresh": {},
        "put off": {"due_at": now + timedelta(hours=1), "tries": 3, "trouble": "busy", "reply": "451 4.7.1"},
        "sent": {"done_at": now, "outcome": "sent", "tries": 1},
        "given up": {"done_at": now, "outcome": "dead", "tries": 24, "trouble": "refused", "reply": "550"},
    }
    for name, state in states.items():
        model.objects.create(dedupe=name, **{"due_at": now, **common, **state})
    return list(model.objects.order_by("pk").values_list(*COLUMNS))


def what_is_known_of_notices_moves_to_their_deliveries_by_email_and_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("games.migrations.0019_deliveries_by_email"), "BATCH", 3)
    game = tables.running_game(3)
    seat = tables.awaited(game)
    give_addresses()
    Notice.objects.all().delete()
    before = rows_of_before(go_to(BEFORE), game.pk, seat.user_id, clock.now())

    go_on()
    found = Delivery.objects.filter(channel="email").order_by("notice")
    names = [f"notice__{name}" if name == "dedupe" else name for name in COLUMNS]
    assert list(found.values_list(*names)) == before
    assert list(Notice.objects.order_by("pk").values_list("outcome", "done_at")) == [(row[3], row[2]) for row in before]
    assert set(Notice.objects.filter(done_at=None).values_list("due_at")) == {(None,)}

    assert list(go_to(BEFORE).objects.order_by("pk").values_list(*COLUMNS)) == before


def what_waited_before_is_sent_once_after(_: pytest.MonkeyPatch) -> None:
    game = tables.running_game(3)
    seat = tables.awaited(game)
    give_addresses()
    Notice.objects.all().delete()
    before = go_to(BEFORE)
    rows_of_before(before, game.pk, seat.user_id, clock.now())
    before.objects.update(seq=game.seq)
    go_on()
    for _sweep in range(2):
        outbox.send_due()
    assert receivers() == [seat.user.username.lower()]
    assert dict(Notice.objects.values_list("dedupe", "outcome")) == {
        "fresh": "sent",
        "put off": "",
        "sent": "sent",
        "given up": "dead",
    }


def an_interrupted_run_starts_over(_: pytest.MonkeyPatch) -> None:
    game = tables.running_game(3)
    seat = tables.awaited(game)
    Notice.objects.all().delete()
    before = rows_of_before(go_to(BEFORE), game.pk, seat.user_id, clock.now())
    go_to("0018_deliveries")
    move = import_module("games.migrations.0019_deliveries_by_email").Migration.operations[0]
    for _run in range(2):
        with connection.schema_editor(atomic=False) as editor:
            move.code(apps, editor)
    go_on()
    assert Delivery.objects.count() == len(before)


def no_player_is_led_back_to_rounds_that_ended_long_ago(_: pytest.MonkeyPatch) -> None:
    ends = {"A": ["NESW"], "B": ["map"], "C": ["map"]}
    way = {f"{x},0": "EW" if x % 2 else "NESW" for x in range(1, 7)}
    for code, rules, lines in (
        ("first", Ruleset(), ()),
        ("second", Ruleset(), ("A lay NESW 7,0",)),
        ("thief", Ruleset("saboteur2"), ("A lay NESW 7,0",)),
        ("over", Ruleset(rounds=1), ("A lay NESW 7,0",)),
        ("ended", Ruleset(), ("A lay NESW 7,0", "= end")),
    ):
        thief: dict[str, Any] = {"before": {"B": ["theft"]}, "roles": {"A": "blue", "B": "saboteur", "C": "blue"}}
        game = tables.in_position(
            3,
            ruleset=rules,
            code=code,
            goals={"8,0": "gold"},
            mine=way,
            hands=ends,
            **(thief if code == "thief" else {}),
        )
        tables.do(game, *lines)
    tables.open_game(3, code="open")
    go_to("0021_words")
    go_on()
    shown = dict(Seat.objects.values_list("game__code", "seen_round").distinct())
    assert shown == {"first": 0, "second": 1, "thief": 0, "over": 1, "ended": 2, "open": 0}


def seat_without_a_known_move_has_seen_none(_: pytest.MonkeyPatch) -> None:
    looked, other = tables.running_game(3, code="looked"), tables.running_game(3, code="other")
    Seat.objects.filter(game=looked).update(seen_seq=5)
    go_to("0034_bot_level")
    go_on()
    found = dict(Seat.objects.values_list("game__code", "seen_seq").distinct())
    assert found == {looked.code: 5, other.code: -1}


JOURNEYS = [
    seat_without_a_known_move_has_seen_none,
    no_player_is_led_back_to_rounds_that_ended_long_ago,
    an_interrupted_run_starts_over,
    what_waited_before_is_sent_once_after,
    what_is_known_of_notices_moves_to_their_deliveries_by_email_and_back,
]
"""Each goes back by many migrations and on again, which takes seconds; the shortest way comes first."""


@pytest.mark.examples(1)
@pytest.mark.parametrize("journey", JOURNEYS, ids=lambda journey: journey.__name__)
def test_back_and_on_again(journey: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch) -> None:
    journey(monkeypatch)


def test_every_change_of_a_model_has_its_migration() -> None:
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)
