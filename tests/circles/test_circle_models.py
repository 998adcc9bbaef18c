"""What the database itself says about circles."""

import pytest
from django.db import IntegrityError, transaction

from circles.models import Answer, Reply, Role
from games import clock
from tests.circles.scene import circle_of, with_table
from tests.games.tables import open_game, people

pytestmark = pytest.mark.django_db


def test_circle_has_one_host() -> None:
    circle = circle_of(2)
    with pytest.raises(IntegrityError), transaction.atomic():
        circle.members.filter(role=Role.MEMBER).update(role=Role.HOST)


def test_host_of_a_circle_has_not_left_it() -> None:
    circle = circle_of(2)
    with pytest.raises(IntegrityError), transaction.atomic():
        circle.members.filter(role=Role.HOST).update(left_at=clock.now())


def test_yes_to_a_table_is_a_seat_and_no_row() -> None:
    table = with_table(circle_of(2), open_game(1, wanted=3))
    with pytest.raises(IntegrityError), transaction.atomic():
        Answer.objects.create(table=table, user=people(2)[1], reply=Reply.YES)
