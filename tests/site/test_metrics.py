"""The metrics for Prometheus, and that no other client gets them."""

import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import DatabaseError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from prometheus_client.parser import text_string_to_metric_families
from pytest_django.fixtures import Settings

from accounts.models import ChannelBreaker
from games import clock, tasks
from games.models import Heartbeat, Move, Notice, Outage, Seat
from tests.factories import UserFactory
from tests.games.comparing import without_address
from tests.games.tables import browser_of, finished_game, open_game, running_game

TOKEN = "a token of the tests"


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """A site on which Prometheus may ask."""
    settings.METRICS_TOKEN = TOKEN
    return settings


def asked(token: str = TOKEN, client: Client | None = None, method: str = "get", **more: Any) -> Any:
    return getattr(client or Client(), method)("/metrics", headers={"Authorization": f"Bearer {token}"}, **more)


def samples() -> dict[str, float]:
    """Each sample by its name and labels."""
    text = asked().content.decode()
    return {
        one.name + "".join(f" {value}" for value in one.labels.values()): one.value
        for family in text_string_to_metric_families(text)
        for one in family.samples
    }


@pytest.mark.django_db
def test_tables_seats_notices_and_time_are_counted(settings: Settings) -> None:
    before = samples()
    assert "saboteur_last_tick_timestamp_seconds" not in before
    assert (before["saboteur_channels_away"], before["saboteur_outages_within_a_day"]) == (0, 0)
    open_game(3)
    finished_game(3, seed=1)
    with_bots = running_game([UserFactory.create(is_bot=True) for _ in range(3)])
    game = running_game(3, seed=2, bank_hours=72, turn_hours=12)
    game.deadline = clock.now() - timedelta(minutes=1)
    game.stuck_at = clock.now()
    game.save()
    Notice.objects.update(done_at=clock.now(), outcome=Notice.Outcome.SENT)
    waits, given_up = Notice.objects.filter(game=game).first(), Notice.objects.exclude(game=game).first()
    assert waits is not None
    assert given_up is not None
    Notice.objects.filter(pk=waits.pk).update(done_at=None, outcome="")
    Notice.objects.filter(pk=given_up.pk).update(outcome=Notice.Outcome.DEAD)
    beat = Heartbeat.objects.create(name="tick", at=clock.now(), gaps="300 300 300 300")
    Outage.objects.create(began_at=clock.now() - timedelta(minutes=30), ended_at=clock.now())
    ChannelBreaker.objects.create(channel="email", since=clock.now(), open_until=clock.now())

    assert Seat.objects.filter(game=with_bots, awaited_since__isnull=False).count() == 1
    assert samples() == {
        "saboteur_tables open": 1,
        "saboteur_tables running": 2,
        "saboteur_tables over": 1,
        "saboteur_tables cancelled": 0,
        "saboteur_tables_stuck": 1,
        "saboteur_tables_paused": 0,
        "saboteur_tables_overdue": 1,
        "saboteur_seats_awaited person": 1,
        "saboteur_seats_awaited bot": 1,
        "saboteur_notices_waiting": 1,
        "saboteur_notices_due": 1,
        "saboteur_notices_dead": 1,
        "saboteur_table_chats_due": 0,
        "saboteur_table_chats_paused": 0,
        "saboteur_channels_away": 1,
        "saboteur_tick_rhythm_seconds": 300,
        "saboteur_outages_within_a_day": 1,
        "saboteur_last_tick_timestamp_seconds": pytest.approx(beat.at.timestamp(), abs=0.01),
        "saboteur_outages_total": Outage.objects.latest("pk").pk,
        "saboteur_moves_total": Move.objects.order_by("pk").values_list("pk", flat=True).last(),
    }


@pytest.mark.django_db
def test_counting_costs_the_same_with_few_tables_and_with_many(settings: Settings) -> None:
    def cost() -> int:
        with CaptureQueriesContext(connection) as queries:
            asked()
        return len(queries)

    running_game(3)
    tasks.tick()
    few = cost()
    for seed in range(5):
        running_game(5, seed)
    assert cost() == few <= 23


@pytest.mark.django_db
def test_metrics_name_no_person(settings: Settings) -> None:
    game = running_game(3, name="Ann's secret table")
    text = asked().content.decode()
    assert [name for name in ("Ann", "Bo", "Cy", game.name, game.code, TOKEN) if name in text] == []


@pytest.mark.django_db
@pytest.mark.parametrize("token", ["", "another", TOKEN[:-1], f"{TOKEN} ", "ключ"])
def test_without_the_token_there_is_no_such_page_for_anybody(settings: Settings, token: str) -> None:
    running_game(3)
    for client in (Client(), browser_of("Ann")):
        nothing = client.get("/nothing")
        answer = asked(token, client)
        assert answer.status_code == 404
        assert without_address(answer.content, "/metrics") == without_address(nothing.content, "/nothing")


@pytest.mark.django_db
def test_where_no_token_is_set_an_empty_one_opens_nothing(settings: Settings) -> None:
    settings.METRICS_TOKEN = ""
    assert asked("").status_code == 404
    assert Client().get("/metrics").status_code == 404


@pytest.mark.django_db
def test_prometheus_may_ask_past_the_proxy_and_only_ask(settings: Settings) -> None:
    settings.SECURE_SSL_REDIRECT = True
    answer = asked()
    assert (answer.status_code, answer["Cache-Control"]) == (200, "private, no-store")
    assert answer["Content-Type"].startswith("text/plain; version=")
    assert asked(method="post").status_code == 404


@pytest.mark.django_db
def test_a_database_that_is_away_makes_the_scrape_fail(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(accept: str) -> bytes:
        raise DatabaseError("away with saboteur:open-sesame")

    monkeypatch.setattr("games.views.watch.exposition", fail)
    answer = asked()
    assert answer.status_code == 503
    assert b"sesame" not in answer.content


@pytest.mark.django_db
def test_docs_name_all_metrics(settings: Settings) -> None:
    tasks.tick()
    docs = (Path(__file__).resolve().parents[2] / "docs/operating.md").read_text()
    assert {name.split()[0] for name in samples()} == set(re.findall(r"`(saboteur_\w+)`", docs))


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("accept", "kind", "end"),
    [
        ("", "text/plain; version=0.0.4; charset=utf-8", ""),
        ("text/plain", "text/plain; version=0.0.4; charset=utf-8", ""),
        ("application/openmetrics-text;version=1.0.0,text/plain;q=0.5", "application/openmetrics-text;", "# EOF\n"),
    ],
)
def test_scrape_gets_the_format_it_asks_for(accept: str, kind: str, end: str, settings: Settings) -> None:
    settings.METRICS_TOKEN = "a token"
    headers = {"Authorization": "Bearer a token", "Accept": accept}
    response = Client().get("/metrics", headers=headers)
    assert response["Content-Type"].startswith(kind)
    assert response.content.decode().endswith(end)
