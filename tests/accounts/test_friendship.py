"""The services of friendship: asking, accepting, ending, blocking, and what they must not give away."""

import pytest

from accounts.models import Block, Friendship, User
from accounts.selectors import friends as friends_selectors
from accounts.services import friends
from accounts.services.friends import AskOutcome
from saboteur_site.web.declined import DeclinedError, TooManyError
from saboteur_site.web.rates import RATES
from tests.factories import FriendshipFactory, UserFactory

pytestmark = pytest.mark.django_db


def test_accepted_friend_request_makes_exactly_two_friends(ann: User, bo: User, cy: User) -> None:
    assert friends.ask(asker=ann, other=bo) is AskOutcome.ASKED
    assert not friends_selectors.are_friends(ann, bo)
    friends.accept(user=bo, asker=ann)
    assert friends_selectors.are_friends(ann, bo)
    assert friends_selectors.are_friends(bo, ann)
    assert [list(friends_selectors.friends_of(person)) for person in (ann, bo, cy)] == [[bo], [ann], []]


def test_mutual_friend_request_accepts(ann: User, bo: User) -> None:
    friends.ask(asker=ann, other=bo)
    assert friends.ask(asker=bo, other=ann) is AskOutcome.FRIENDS
    assert friends_selectors.are_friends(ann, bo)


def test_asking_twice_changes_nothing(ann: User, bo: User) -> None:
    friends.ask(asker=ann, other=bo)
    before = Friendship.objects.values().get()
    assert friends.ask(asker=ann, other=bo) is AskOutcome.ASKED_BEFORE
    assert Friendship.objects.values().get() == before


def test_asking_a_friend_says_so_and_changes_nothing(ann: User, bo: User) -> None:
    FriendshipFactory.create(asked_by=bo, other=ann)
    before = Friendship.objects.values().get()
    for asker, other in ((ann, bo), (bo, ann)):
        assert friends.ask(asker=asker, other=other) is AskOutcome.FRIENDS_BEFORE
    assert Friendship.objects.values().get() == before


def test_own_or_foreign_friend_request_cannot_be_accepted(ann: User, bo: User, cy: User) -> None:
    friends.ask(asker=ann, other=bo)
    for user, asker in ((ann, bo), (cy, ann), (ann, cy)):
        with pytest.raises(DeclinedError, match=f"The request from {asker.username} is gone"):
            friends.accept(user=user, asker=asker)
    assert not friends_selectors.are_friends(ann, bo)


def test_accepting_a_friend_again_changes_nothing(ann: User, bo: User) -> None:
    friends.ask(asker=ann, other=bo)
    friends.accept(user=bo, asker=ann)
    before = Friendship.objects.values().get()
    friends.accept(user=bo, asker=ann)
    friends.accept(user=ann, asker=bo)
    assert Friendship.objects.values().get() == before
    assert friends_selectors.are_friends(ann, bo)


def test_an_ask_can_be_declined_and_taken_back(ann: User, bo: User) -> None:
    for ender, other in ((bo, ann), (ann, bo)):
        friends.ask(asker=ann, other=bo)
        friends.remove(user=ender, other=other)
        assert not Friendship.objects.exists()


def test_removing_leaves_the_friendships_of_others_alone(ann: User, bo: User, cy: User) -> None:
    FriendshipFactory.create(asked_by=ann, other=cy)
    FriendshipFactory.create(asked_by=ann, other=bo)
    friends.remove(user=bo, other=ann)
    friends.remove(user=bo, other=cy)
    assert friends_selectors.are_friends(ann, cy)
    assert not friends_selectors.are_friends(ann, bo)


@pytest.mark.parametrize("deed", ["ask", "accept", "remove", "block", "unblock"])
def test_friend_actions_on_oneself_are_refused(ann: User, deed: str) -> None:
    service = getattr(friends, deed)
    first, second = {"ask": ("asker", "other"), "accept": ("user", "asker"), "remove": ("user", "other")}.get(
        deed, ("blocker", "other")
    )
    with pytest.raises(DeclinedError, match="That’s you"):
        service(**{first: ann, second: ann})
    assert not Block.objects.exists()


def test_bots_and_people_who_left_cannot_be_asked(ann: User) -> None:
    bot, gone = UserFactory.create(username="Rusty", is_bot=True), UserFactory.create(username="Gone", is_active=False)
    for other, why in ((bot, "Bots play with anyone"), (gone, "There’s no player called Gone")):
        with pytest.raises(DeclinedError, match=why):
            friends.ask(asker=ann, other=other)
    assert not Friendship.objects.exists()


def what_the_asker_sees(asker: User) -> tuple[list[str], list[str], list[str]]:
    return (
        [person.username for person in friends_selectors.friends_of(asker)],
        [ask.asked_by.username for ask in friends_selectors.asks_for(asker)],
        [person.username for person in friends_selectors.asked_by(asker)],
    )


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_blocked_asker_sees_what_any_unanswered_asker_sees(ann: User, bo: User, cy: User, when: str) -> None:
    if when == "before":
        friends.block(blocker=bo, other=ann)
    answers = [friends.ask(asker=ann, other=bo), friends.ask(asker=ann, other=bo)]
    if when == "after":
        friends.block(blocker=bo, other=ann)
    assert what_the_asker_sees(ann) == ([], [], ["Bo"])
    friends.ask(asker=cy, other=bo)
    assert answers == [AskOutcome.ASKED, AskOutcome.ASKED_BEFORE]
    assert [ask.asked_by for ask in friends_selectors.asks_for(bo)] == [cy]


def test_blocker_neither_sees_nor_accepts_a_blocked_request(ann: User, bo: User) -> None:
    friends.ask(asker=ann, other=bo)
    friends.block(blocker=bo, other=ann)
    with pytest.raises(DeclinedError, match="The request from Ann is gone"):
        friends.accept(user=bo, asker=ann)
    with pytest.raises(DeclinedError, match="You’ve blocked Ann"):
        friends.ask(asker=bo, other=ann)
    assert not friends_selectors.are_friends(ann, bo)


def test_unblocking_lets_the_ask_through(ann: User, bo: User) -> None:
    friends.block(blocker=bo, other=ann)
    friends.ask(asker=ann, other=bo)
    friends.unblock(blocker=bo, other=ann)
    assert [ask.asked_by for ask in friends_selectors.asks_for(bo)] == [ann]


def test_blocking_ends_a_friendship_and_ones_own_ask(ann: User, bo: User, cy: User) -> None:
    FriendshipFactory.create(asked_by=ann, other=bo)
    friends.ask(asker=ann, other=cy)
    friends.block(blocker=ann, other=bo)
    friends.block(blocker=ann, other=cy)
    assert not Friendship.objects.exists()
    assert list(friends_selectors.blocked_by(ann)) == [bo, cy]
    assert friends_selectors.is_blocked(blocker=ann, other=bo)
    assert not friends_selectors.is_blocked(blocker=bo, other=ann)


def test_double_block_and_unblock_of_a_stranger_do_no_harm(ann: User, bo: User) -> None:
    friends.unblock(blocker=ann, other=bo)
    friends.block(blocker=ann, other=bo)
    friends.block(blocker=ann, other=bo)
    assert Block.objects.count() == 1


def test_one_cannot_take_another_ones_block_back(ann: User, bo: User, cy: User) -> None:
    friends.block(blocker=bo, other=ann)
    friends.unblock(blocker=ann, other=bo)
    friends.unblock(blocker=cy, other=ann)
    assert friends_selectors.is_blocked(blocker=bo, other=ann)


def test_friend_request_limit_is_twenty_an_hour(ann: User, bo: User) -> None:
    for _attempt in range(RATES["asks"].most):
        friends.ask(asker=ann, other=bo)
        friends.remove(user=ann, other=bo)
    with pytest.raises(TooManyError) as refused:
        friends.ask(asker=ann, other=bo)
    assert 3500 < (refused.value.retry_after or 0) <= 3600
    assert not Friendship.objects.exists()


def test_repeated_friend_request_is_not_counted(ann: User, bo: User, cy: User) -> None:
    for _attempt in range(2 * RATES["asks"].most):
        friends.ask(asker=ann, other=bo)
    assert friends.ask(asker=ann, other=cy) is AskOutcome.ASKED


def test_the_limit_of_one_is_no_limit_for_another(ann: User, bo: User, cy: User) -> None:
    for _attempt in range(RATES["asks"].most):
        friends.ask(asker=ann, other=bo)
        friends.remove(user=ann, other=bo)
    assert friends.ask(asker=cy, other=bo) is AskOutcome.ASKED
