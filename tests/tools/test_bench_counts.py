"""The counted figures of the benchmark: statements and bytes, the same early and late, with few players and many."""

import json
import logging
import re
from typing import Any

import pytest
from django.conf import settings
from django.template import Template

from games.models import Game
from games.rows import nudge
from saboteur_site.celery import nudge as tell_worker
from tests.games.tables import in_position, loaded
from tools.bench import many, pages, parts, talk, turn
from tools.bench.figures import Figure, as_json, missed, table


@pytest.mark.soak
@pytest.mark.django_db
def test_a_visit_costs_no_more_bytes_in_any_language() -> None:
    found = list(pages.in_languages())

    assert missed(found) == [], table(found)
    assert len(found) == 4 * len(settings.LANGUAGES)
    assert len({figure.value for figure in found}) > len(settings.LANGUAGES)


@pytest.mark.soak
@pytest.mark.django_db
def test_a_table_at_which_very_much_was_said_costs_no_more() -> None:
    found = list(talk.figures(words=400, moves=60))

    assert missed(found) == [], table(found)
    assert sum(figure.counted for figure in found) == 7


@pytest.mark.django_db
def test_table_page_keeps_its_query_budget_for_any_size() -> None:
    costs: dict[str, set[float]] = {}
    found = [figure for size in pages.SIZES for figure in pages.of_table(*size)]
    assert missed(found) == [], table(found)
    assert {figure.unit for figure in found if figure.counted} == {"statements", "kB"}
    for figure in found:
        if figure.unit == "statements":
            costs.setdefault(re.sub(r", \d+ players.*", "", figure.name), set()).add(figure.value)

    assert {name: values for name, values in costs.items() if len(values) > 1} == {}
    assert len(costs) == 7


@pytest.mark.django_db(transaction=True)
@pytest.mark.postgres
def test_due_tables_are_found_by_index_at_constant_cost(
    caplog: pytest.LogCaptureFixture,
) -> None:
    found = list(many.figures(running=2000, due=20, of_a_person=100))

    assert missed(found) == [], table(found)
    assert sum(figure.counted for figure in found) == 6
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []


@pytest.mark.soak
@pytest.mark.django_db(transaction=True)
def test_a_move_sends_one_word_to_the_queue_and_two_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    assert many.words_to_the_queue().value == 1

    def tell_twice(task: str, *arguments: int) -> None:
        tell_worker(task, *arguments)
        tell_worker(task, *arguments)

    monkeypatch.setattr(nudge, "tell_worker", tell_twice)
    assert missed([many.words_to_the_queue()]) != []


@pytest.mark.soak
@pytest.mark.django_db(transaction=True)
def test_whole_turn_is_two_requests_within_its_bytes() -> None:
    as_tests_render = Template._render  # type: ignore[attr-defined]
    found = {(figure.name, figure.unit): figure for figure in turn.figures(turns=4)}

    assert missed(found.values()) == [], table(found.values())
    smallest = found["processor time of the smallest signed-in request", "ms"].value
    whole = found["a whole turn: processor time", "ms"].value
    ratio = found["a whole turn : smallest signed-in request", ""]
    assert ratio.value == pytest.approx(whole / smallest)
    assert (ratio.most, ratio.counted) == (turn.TIMES, False)
    assert found["a whole turn: requests, each a round trip", ""].value == 2
    assert Template._render is as_tests_render  # type: ignore[attr-defined]


@pytest.mark.soak
@pytest.mark.django_db(transaction=True)
def test_parts_of_a_move_are_reported_across_the_end_of_a_round(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hands = {"A": ["NS"], "B": ["EW"], "C": ["NESW"], "D": ["ESW"], "E": ["NE"]}
    short: dict[str, Any] = {"hands": hands, "pile": [], "pile_is_whole": True}
    monkeypatch.setattr(parts, "WARM", 1)
    monkeypatch.setattr(parts, "running_game", lambda players, **_seed: in_position(players, **short))
    found = {figure.name: figure.value for figure in parts.figures(moves=7)}

    assert len(loaded(Game.objects.get()).state.public.results) == 1
    for what in ("move", "page"):
        assert found[f"time of a {what}"] > found[f"  {what}: processor"] > 0


def test_a_first_visit_counts_everything_that_the_page_refers_to() -> None:
    markup = """<link rel="stylesheet" href="/static/css/site.css"><script src="/static/js/table.js" defer></script>
    <svg><use href="/static/cards.svg#NESW"/></svg><a href="/static/not-fetched.txt">"""

    assert {"/static/css/site.css", "/static/js/table.js", "/static/cards.svg"} == pages.parts_of(markup, "/t/x/")
    assert pages.static_bytes("/static/css/site.css") > 1000


def test_a_missed_target_is_named_and_a_time_never_fails() -> None:
    slow = Figure("apply, p50", 400, "us", most=300)
    many = Figure("page", 7, "statements", most=6, counted=True)
    few = Figure("page", 6, "statements", most=6, counted=True)
    fast = Figure("core", 12_345.6, "moves/s", least=10_000)

    assert missed([slow, many, few, fast]) == [many]
    assert table([slow, many, fast]).splitlines() == [
        "apply, p50     400 us          <= 300     MISS",
        "page             7 statements  <= 6       MISS",
        "core        12 346 moves/s     >= 10 000  pass",
    ]
    result = json.loads(as_json([many], seed=1))
    assert result == {"seed": 1, "figures": [{**many._asdict(), "met": False}]}
