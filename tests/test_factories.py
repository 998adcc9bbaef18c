"""What a test makes has the same names whatever ran before it."""

import pytest

from tests.factories import UserFactory

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("time", ["first", "second"])
def test_names_are_counted_afresh_in_each_test(time: str) -> None:
    assert [person.username for person in UserFactory.create_batch(2)] == ["Player 0", "Player 1"]
