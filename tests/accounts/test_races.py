"""Two people who act on each other in the same moment."""

from collections.abc import Callable
from functools import partial

import pytest

from accounts.models import Block, Friendship, User
from accounts.selectors import friends as friends_selectors
from accounts.services import friends
from saboteur_site.web.declined import DeclinedError
from tests.factories import UserFactory
from tests.games.crowd import crowd, one_after_the_other

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]

ROUNDS = 20


def at_once(*deeds: Callable[[], object]) -> list[BaseException]:
    """Do the deeds in the same moment; return what was raised, but for refusals."""
    with crowd(len(deeds)) as people:
        answers = people.at_once(deeds)
    return [answer for answer in answers if isinstance(answer, Exception) and not isinstance(answer, DeclinedError)]


@pytest.fixture
def pair(transactional_db: None) -> tuple[User, User]:
    return UserFactory.create(username="Ann"), UserFactory.create(username="Bo")


def test_two_who_ask_each_other_at_once_become_friends(pair: tuple[User, User]) -> None:
    ann, bo = pair
    for _round in range(ROUNDS):
        assert at_once(lambda: friends.ask(asker=ann, other=bo), lambda: friends.ask(asker=bo, other=ann)) == []
        assert friends_selectors.are_friends(ann, bo)
        friends.remove(user=ann, other=bo)


def test_an_ask_sent_many_times_at_once_is_one(pair: tuple[User, User]) -> None:
    ann, bo = pair
    assert at_once(*[lambda: friends.ask(asker=ann, other=bo)] * 8) == []
    assert Friendship.objects.count() == 1


@pytest.mark.parametrize("first", ["accept", "block"])
def test_blocked_player_cannot_become_a_friend(pair: tuple[User, User], first: str) -> None:
    ann, bo = pair
    friends.ask(asker=ann, other=bo)
    accept, block = partial(friends.accept, user=bo, asker=ann), partial(friends.block, blocker=bo, other=ann)
    if first == "accept":
        assert one_after_the_other(accept, block) == [None, None]
    else:
        blocked, refused = one_after_the_other(block, accept)
        assert (blocked, refused) == (None, DeclinedError.__name__)
    assert Block.objects.exists()
    assert not friends_selectors.are_friends(ann, bo)
