"""Two people who act on each other in the same moment."""

from collections.abc import Callable
from threading import Barrier, Thread

import pytest
from django.db import connection

from accounts import friends, selectors
from accounts.friends import RefusedError
from accounts.models import Block, Friendship, User
from saboteur_site import rates
from tests.factories import UserFactory

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]

ROUNDS = 20


def at_once(*deeds: Callable[[], object]) -> list[BaseException]:
    """Do the deeds in threads that start together; return what was raised, but for refusals."""
    start, raised = Barrier(len(deeds)), list[BaseException]()

    def do(deed: Callable[[], object]) -> None:
        start.wait()
        try:
            deed()
        except RefusedError:
            pass
        except BaseException as error:
            raised.append(error)
        finally:
            connection.close()

    threads = [Thread(target=do, args=[deed]) for deed in deeds]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return raised


@pytest.fixture
def pair(transactional_db: None) -> tuple[User, User]:
    return UserFactory.create(username="Ann"), UserFactory.create(username="Bo")


def test_two_who_ask_each_other_at_once_become_friends(pair: tuple[User, User]) -> None:
    ann, bo = pair
    for _round in range(ROUNDS):
        assert at_once(lambda: friends.ask(asker=ann, other=bo), lambda: friends.ask(asker=bo, other=ann)) == []
        assert selectors.are_friends(ann, bo)
        friends.remove(user=ann, other=bo)


def test_an_ask_sent_many_times_at_once_is_one(pair: tuple[User, User]) -> None:
    ann, bo = pair
    assert at_once(*[lambda: friends.ask(asker=ann, other=bo)] * 8) == []
    assert Friendship.objects.count() == 1


def test_nobody_becomes_the_friend_of_whom_they_block(pair: tuple[User, User]) -> None:
    ann, bo = pair
    for _round in range(ROUNDS):
        friends.ask(asker=ann, other=bo)
        assert at_once(lambda: friends.accept(user=bo, asker=ann), lambda: friends.block(blocker=bo, other=ann)) == []
        assert Block.objects.exists()
        assert not selectors.are_friends(ann, bo)
        friends.unblock(blocker=bo, other=ann)
        friends.remove(user=bo, other=ann)
        rates.give_back("asks", ann.pk)
