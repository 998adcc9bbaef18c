"""Leaks planted into pages, letters, logs and play: the comparison of two worlds catches each (R94, R95)."""

from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager
from random import Random

import pytest
from django.db import transaction

from tests.fixed_set import SOAK, chosen
from tests.secrecy.course import World
from tests.secrecy.pages import (
    leaks,
    leaks_elsewhere,
    leaks_of_books,
    leaks_of_bots,
    leaks_of_feeds,
    leaks_of_modules,
    leaks_of_play,
    leaks_of_steps,
    leaks_of_stories,
    leaks_of_talk,
)
from tests.secrecy.pages.compare import STRAYED, Company, Plan, company, differences, watcher_on
from tests.secrecy.pages.controlled_site import undone
from tests.secrecy.pages.furniture import furnish, leave_a_link
from tests.secrecy.pages.pairs import rich_pair
from tests.secrecy.pages.planting import LEAKS, Leak, Make, looks
from tests.secrecy.pages.seen import Seen, apart
from tests.secrecy.pages.stage import Stage, staged
from tests.secrecy.worlds import Pair

assert all([leaks, leaks_elsewhere, leaks_of_books, leaks_of_bots, leaks_of_modules, leaks_of_play])
assert all([leaks_of_steps, leaks_of_stories])

pytestmark = pytest.mark.django_db

SHOWN = [name for name, leak in LEAKS.items() if leak.look]
PLAYED = [name for name, leak in LEAKS.items() if not leak.look]
FEW = 3
"""Leaks of what is shown that `./run test` plants."""
TOPICS = {"talk": (leaks_of_talk, 6), "calendars and feeds": (leaks_of_feeds, 5), "stories": (leaks_of_stories, 8)}
"""What has leaks of its own in a module, and how many there are at least."""
TRIES = 10
"""Pairs in which a leak is looked for, before it counts as missed."""


ONCE_UNSEEN = {
    "roles_on_the_page_of_a_free_seat",
    "roles_in_the_letter_about_a_vote",
    "waiting_plan_in_the_admin",
    "plan_that_moves_the_table",
    "tunnels_in_the_dark",
    "pulse_slower_for_each_veto",
    "friends_sorted_by_role",
    "bot_that_sleeps_by_its_hand",
    "bot_that_waits_by_its_role",
    "bots_that_accuse_by_their_role",
    "saboteurs_that_talk_of_their_hand",
    "pushes_that_wait_by_roles",
    "pushes_as_long_as_roles_are",
    "header_of_pushes_by_roles",
    "chat_posts_with_a_header_by_roles",
    "chat_posts_as_long_as_roles_are",
    "messages_in_the_order_of_gold",
}
"""Leaks of kinds that these tests did not look for once."""


def test_leaks_of_every_kind_are_planted() -> None:
    assert set(LEAKS) >= ONCE_UNSEEN
    assert len(LEAKS) >= 96


def test_r94_every_leak_that_is_planted_into_what_is_shown_is_caught(chance: Random) -> None:
    planted = chosen(SHOWN, FEW)
    for make in dict.fromkeys(LEAKS[name].pairs for name in planted):
        assert missed_by(make, [name for name in planted if LEAKS[name].pairs is make], chance) == []


@pytest.mark.parametrize("topic", TOPICS)
def test_each_topic_has_leaks_of_its_own_among_those_that_are_shown(topic: str) -> None:
    assert len(leaks_of(topic)) >= TOPICS[topic][1]
    assert set(leaks_of(topic)) <= set(SHOWN)


def leaks_of(topic: str) -> list[str]:
    """The leaks of a topic."""
    module, _least = TOPICS[topic]
    return [name for name, leak in LEAKS.items() if leak.plant.__module__ == module.__name__]


def missed_by(make: Make | None, names: list[str], chance: Random) -> list[str]:
    """Which of the leaks that show in the pairs of a maker are not caught; their worlds are played together."""
    for number in range(TRIES):
        if names:
            pair = make(chance) if make else rich_pair(chance, 5, 8 + number)
            names = [name for name, caught in looked_at_with(pair, names).items() if not caught]
    return names


def looked_at_with(pair: Pair, names: list[str]) -> dict[str, bool]:
    """Whether the worlds of a pair, played once, look different with each of some leaks; they are alike without any."""
    point = transaction.savepoint()
    try:
        people = company(pair, reached=False)
        with at_the_end(pair, pair.one, people, None) as stage:
            one = {name: list(look_with(name, stage, people)) for name in ["", *names]}
        with at_the_end(pair, pair.two, people, Random("others")) as stage:
            apart_with = {name: is_apart(one[name], look_with(name, stage, people)) for name in ["", *names]}
    finally:
        transaction.savepoint_rollback(point)
    assert not apart_with.pop("")
    return apart_with


def is_apart(one: list[Seen], two: Generator[Seen, None, None]) -> bool:
    """Whether two looks differ; no more is looked at than that takes."""
    with closing(two):
        return any(apart(one, two))


@contextmanager
def at_the_end(pair: Pair, world: World, people: Company, lots: Random | None) -> Iterator[Stage]:
    """A world that was played, with all around the table to which addresses could lead."""
    with staged(pair, world, people.seated, lots=lots) as stage:
        leave_a_link(stage)
        browser = watcher_on(stage, "player", people, Plan()).browser
        for number in range(len(world.steps)):
            stage.private_acts(number)
            stage.public_act(browser)
        furnish(stage)
        yield stage


def look_with(name: str, stage: Stage, people: Company) -> Generator[Seen, None, None]:
    """What is looked at while a leak is planted; by the name of "" what a player looks at without one."""
    leak = LEAKS.get(name, Leak("player", lambda _leak: None, looks))
    assert leak.look is not None
    with pytest.MonkeyPatch.context() as planted, undone():
        leak.plant(planted)
        watcher = watcher_on(stage, leak.watcher, people, Plan(thorough=1))
        with watcher.in_their_place():
            yield from leak.look(watcher)


@pytest.mark.examples(2)
@pytest.mark.parametrize("name", PLAYED)
def test_r94_a_leak_that_is_planted_into_what_happens_is_caught(name: str, chance: Random) -> None:
    assert any(is_caught(LEAKS[name], number, chance) for number in range(TRIES))


def is_caught(leak: Leak, number: int, chance: Random) -> bool:
    """Whether worlds that were thought out without a leak look different with it."""
    pair = leak.pairs(chance) if leak.pairs else rich_pair(chance, 5, 7 + number)
    with pytest.MonkeyPatch.context() as planted:
        leak.plant(planted)
        if leak.worlds:
            return leak.worlds() != []
        return any(not way.startswith(STRAYED) for way in differences(pair, plan_for(leak)))


def plan_for(leak: Leak) -> Plan:
    """How worlds are compared that were played with a leak."""
    plan = Plan((leak.watcher,), thorough=0, reached="reached" in leak.watch, then=leak.then)
    return plan._replace(chat="chat" in leak.watch, order="order" in leak.watch)


def test_without_a_leak_the_same_worlds_look_the_same(chance: Random) -> None:
    played = [LEAKS[name] for name in PLAYED if not LEAKS[name].worlds]
    alike = {(leak.watcher, leak.pairs, leak.then, leak.watch): leak for leak in played}
    for leak in alike.values() if SOAK else chance.sample(list(alike.values()), 1):
        pair = leak.pairs(chance) if leak.pairs else rich_pair(chance, 5, 7)
        assert list(differences(pair, plan_for(leak))) == [], leak.plant.__name__
