"""Two people who act on each other in the same moment."""

from collections.abc import Callable
from functools import partial

import pytest
from django.core.exceptions import ValidationError

from accounts.models import Block, Friendship, ReservedName, User
from accounts.selectors import friends as friends_selectors
from accounts.services import friends, renaming
from saboteur_site.web.declined import DeclinedError
from tests.factories import UserFactory
from tests.games.crowd import crowd, one_after_the_other
from tests.games.tables import browser_of

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


@pytest.mark.parametrize("wishes", [("Lill", "Lill"), ("Lill", "LILL"), ("Lill", "LiIl")], ids=["same", "case", "look"])
def test_two_who_take_one_name_at_once_are_one_player_and_one_sentence(wishes: tuple[str, str]) -> None:
    for number in range(ROUNDS):
        pair = [UserFactory.create(username=f"{who} {number}") for who in ("Ann", "Bo")]
        taken = [f"{wish} {number}" for wish in wishes]
        refused = at_once(*(partial(renaming.set_name, user, wish) for user, wish in zip(pair, taken, strict=True)))
        assert [type(error) for error in refused] == [ValidationError]
        assert codes_of(refused[0]) == ["name_taken"]
        names = {User.objects.get(pk=user.pk).username for user in pair}
        assert len(names & set(taken)) == len(names & {user.username for user in pair}) == 1
        assert ReservedName.objects.filter(user__in=pair).count() == 1


def codes_of(error: BaseException) -> list[str]:
    """The codes of a refused name."""
    assert isinstance(error, ValidationError)
    return [str(one.code) for one in error.error_list]


def test_name_that_another_transaction_is_taking_is_refused_after_its_end(pair: tuple[User, User]) -> None:
    ann, bo = pair
    first, second = one_after_the_other(lambda: renaming.set_name(ann, "Lena"), lambda: renaming.set_name(bo, "LENA"))
    assert first.username == "Lena"
    assert codes_of(second) == ["name_taken"]
    assert User.objects.get(pk=bo.pk).username == "Bo"
    assert ReservedName.objects.get().name == "Ann"


def test_page_tells_the_second_of_two_that_the_name_was_just_taken(pair: tuple[User, User]) -> None:
    browsers = [browser_of(user) for user in pair]
    with crowd(2) as people:
        answers = people.at_once([partial(one.post, "/me/name/", {"name": "Lena"}) for one in browsers])
    assert sorted(answer.status_code for answer in answers) == [302, 422]
    said = next(answer for answer in answers if answer.status_code == 422).content.decode()
    assert "Choose another" in said
    assert User.objects.filter(username="Lena").count() == 1
