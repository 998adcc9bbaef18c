"""The questions about people cost the same however many people there are."""

from collections.abc import Callable

import pytest
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from accounts.selectors import friends as friends_selectors
from accounts.selectors import people as people_selectors
from accounts.services import friends
from tests.factories import FriendshipFactory, UserFactory

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("crowd", [1, 30])
@pytest.mark.parametrize(
    "ask",
    [
        friends_selectors.friends_of,
        friends_selectors.asks_for,
        friends_selectors.asked_by,
        friends_selectors.blocked_by,
    ],
)
def test_a_list_of_people_is_one_query(
    ann: User, crowd: int, ask: Callable[[User], object], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _number in range(crowd):
        FriendshipFactory.create(asked_by=ann)
        FriendshipFactory.create(other=ann)
        FriendshipFactory.create(asked_by=ann, open=True)
        FriendshipFactory.create(other=ann, open=True)
        friends.block(blocker=ann, other=UserFactory.create())
    with django_assert_num_queries(1):
        rows = list(ask(ann))  # type: ignore[call-overload]
        assert [str(getattr(row, "asked_by", row)) for row in rows]
    assert len(rows) == (2 * crowd if ask is friends_selectors.friends_of else crowd)


def test_friends_come_by_name_and_without_those_who_left(ann: User) -> None:
    for name, active in (("dee", True), ("Cy", True), ("Gone", False), ("bo", True)):
        FriendshipFactory.create(asked_by=ann, other=UserFactory.create(username=name, is_active=active))
    assert [person.username for person in friends_selectors.friends_of(ann)] == ["bo", "Cy", "dee"]


@pytest.mark.parametrize("typed", ["ann", " ANN ", "Ann", "ａｎｎ"])
def test_a_person_is_found_however_the_name_is_typed(ann: User, typed: str) -> None:
    assert people_selectors.person_named(typed) == ann


def test_unknown_name_finds_no_user(ann: User) -> None:
    assert people_selectors.person_named("Anna") is None
