"""Arrays of texts, by which many rows are inserted, reach PostgreSQL as they are."""

from time import process_time

import pytest
from django.db import connection
from hypothesis import given
from hypothesis import strategies as st
from psycopg.types.array import ListDumper

from saboteur_site.database.postgresql.base import ArrayDumper

TEXTS = ['say "gold"', "a\\b", '\\"', "{1,2}", "NULL", "", " ", "a,b", "Złoto", None]
JSON = '{"all":{"games":12,"role":{"digger":{"n":3,"won":1}}}}' * 60


@given(st.lists(st.one_of(st.none(), st.text(st.characters(exclude_characters="\0")))))
def test_array_is_escaped_as_psycopg_escapes_it(texts: list[str | None]) -> None:
    assert ArrayDumper(list).dump(texts) == ListDumper(list).dump(texts)


@pytest.mark.postgres
@pytest.mark.django_db
def test_texts_of_an_array_come_back_from_postgresql_unchanged() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM UNNEST((%s)::text[])", [TEXTS])
        assert [text for (text,) in cursor.fetchall()] == TEXTS


def test_array_of_json_is_written_much_faster_than_by_psycopg() -> None:
    def spent(dumper: ListDumper) -> float:
        began = process_time()
        for _ in range(20):
            dumper.dump([JSON] * 50)
        return process_time() - began

    assert min(spent(ArrayDumper(list)) for _ in range(3)) * 4 < min(spent(ListDumper(list)) for _ in range(3))
