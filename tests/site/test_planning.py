"""What PostgreSQL is told about a plan holds for a block and for no statement after it."""

from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest
from django.db import connection, transaction

from saboteur_site.database.planning import by_index, in_index_order

NAMES = ("enable_seqscan", "enable_hashjoin", "enable_sort")
ON = dict.fromkeys(NAMES, "on")
BY_INDEX = {**ON, "enable_seqscan": "off", "enable_hashjoin": "off"}
IN_ORDER = {**ON, "enable_seqscan": "off", "enable_sort": "off"}

Block = Callable[[], AbstractContextManager[None]]
blocks = pytest.mark.parametrize(("block", "inside"), [(by_index, BY_INDEX), (in_index_order, IN_ORDER)])


def settings() -> dict[str, str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT " + ", ".join(f"current_setting('{name}')" for name in NAMES))
        return dict(zip(NAMES, cursor.fetchone(), strict=True))


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@blocks
def test_a_block_changes_no_setting_after_it(block: Block, inside: dict[str, str]) -> None:
    with block():
        assert settings() == inside
    assert settings() == ON


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@blocks
def test_a_block_in_a_transaction_changes_no_setting_after_it(block: Block, inside: dict[str, str]) -> None:
    with transaction.atomic():
        with block():
            assert settings() == inside
        assert settings() == ON


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_block_inside_of_another_leaves_its_settings() -> None:
    with by_index():
        with in_index_order():
            assert settings() == dict.fromkeys(NAMES, "off")
        assert settings() == BY_INDEX


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@blocks
def test_an_error_in_a_block_leaves_no_setting_behind(block: Block, inside: dict[str, str]) -> None:
    found = {}

    def read() -> None:
        with block():
            found.update(settings())
            raise KeyError

    with pytest.raises(KeyError):
        read()
    assert (found, settings()) == (inside, ON)
