"""Lists of the admin, figures for Prometheus and the page of friends read few rows, however many there are.

The database is small here, so PostgreSQL is kept from reading whole tables, as it does where that is cheap: what then
reads few rows has an index for it. All of it reads as few with the settings of the server, before the
tables were analyzed.
"""

from collections.abc import Iterator

import pytest
from django.db import connection

from games.models import Game
from tools.bench import large, scale
from tools.bench.figures import Figure, missed, table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres, pytest.mark.soak]
FINISHED, RUNNING, PEOPLE = 3000, 700, 6500
MOST_ROWS = 6000
"""Fewer than there are moves, seats and people."""


@pytest.fixture
def as_if_large() -> Iterator[None]:
    """Plans as they are made for large tables."""
    avoided = ("seqscan", "hashjoin", "mergejoin")
    with connection.cursor() as cursor:
        for one in avoided:
            cursor.execute(f"SET enable_{one} = off")
        yield
        for one in avoided:
            cursor.execute(f"RESET enable_{one}")


@pytest.mark.usefixtures("as_if_large")
def test_lists_metrics_and_friends_read_few_of_many_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    found = measured(monkeypatch, with_statistics=True)
    assert missed(found) == [], table(found)
    assert sum(figure.counted for figure in found) > 15
    assert Game.objects.count() == FINISHED + RUNNING + 2


def test_lists_metrics_and_friends_read_few_rows_of_tables_never_analyzed(monkeypatch: pytest.MonkeyPatch) -> None:
    found = measured(monkeypatch, with_statistics=False)
    assert missed(found) == [], table(found)
    assert sum(figure.counted for figure in found) > 15


def measured(monkeypatch: pytest.MonkeyPatch, *, with_statistics: bool) -> list[Figure]:
    """The figures of a site that is small for a very large one."""
    monkeypatch.setattr(scale, "MOST_ROWS", MOST_ROWS)
    monkeypatch.setattr(scale, "IS_SAMPLE", True)
    monkeypatch.setattr(large, "WORDS_ONE_IN", 1)  # complaints, too, are more than may be read
    return list(scale.figures(FINISHED, RUNNING, PEOPLE, with_statistics=with_statistics))
