"""Many at once in one circle, on a real PostgreSQL: one start, no seat too many, one host, no member too many."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from accounts.models import Event, User
from circles.models import Circle, CircleMember, Role
from circles.services import membership, tables
from games import clock
from games.models import Deal, Game, Notice, Seat, Status
from games.services import scheduled
from tests.circles.scene import circle_of
from tests.factories import UserFactory
from tests.games.crowd import crowd
from tests.games.tables import people

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.postgres,
    pytest.mark.xdist_group("many connections"),
]


def test_last_seats_and_the_hour_start_one_game(monkeypatch: pytest.MonkeyPatch) -> None:
    everybody = people(9)
    circle = circle_of(everybody, bots_fill=True)
    eight = clock.now() + timedelta(hours=1)
    game = tables.announce(by=everybody[0], code=circle.code, name="Friday", seats=4, starts_at=eight)
    monkeypatch.setattr(clock, "offset", timedelta(hours=2))

    def says(user: User) -> Callable[[], object]:
        return lambda: tables.answer(user=user, code=circle.code, table=game.code, reply="yes")

    hours = [lambda: scheduled.work_off(clock.now())] * 3
    with crowd(11) as many:
        answers = many.at_once([*(says(user) for user in everybody[1:]), *hours])
    while Game.objects.get(pk=game.pk).status == Status.OPEN:
        scheduled.work_off(clock.now())
    assert [answer for answer in answers if isinstance(answer, Exception)] == []
    seats = list(Seat.objects.filter(game=game).order_by("number").values_list("number", flat=True))
    assert seats == list(range(len(seats)))
    assert 3 <= len(seats) <= 4
    assert Deal.objects.filter(game=game).count() == 1
    started = Notice.objects.filter(game=game, kind=Event.STARTED).values_list("user", flat=True)
    assert len(started) == len(set(started))


def test_many_who_join_at_once_are_no_more_than_a_circle_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(membership, "MOST_MEMBERS", 4)
    circle = circle_of(2)
    token = membership.make_link(by=people(1)[0], code=circle.code).token
    comers = [UserFactory.create() for _number in range(8)]
    with crowd(8) as many:
        many.at_once([lambda user=user: membership.join(user=user, token=token) for user in comers])  # type: ignore[misc]
    assert CircleMember.objects.filter(circle=circle, left_at=None).count() == 4


def test_all_who_leave_at_once_leave_one_host_or_no_circle() -> None:
    everybody = people(6)
    circle = circle_of(everybody)
    with crowd(5) as many:
        answers = many.at_once(
            [lambda user=user: membership.leave(user=user, code=circle.code) for user in everybody[:5]]  # type: ignore[misc]
        )
    assert [answer for answer in answers if isinstance(answer, Exception)] == []
    assert CircleMember.objects.get(circle=circle, role=Role.HOST).user == everybody[5]
    membership.leave(user=everybody[5], code=circle.code)
    assert not Circle.objects.exists()
