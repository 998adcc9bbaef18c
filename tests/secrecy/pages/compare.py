"""Two worlds seen by the same person through pages: every byte, side by side."""

from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from random import Random
from typing import NamedTuple

from django.core import mail
from django.db import transaction

from accounts.models import User
from games.bot_people import bot_players
from games.models import Joining
from tests.factories import UserFactory
from tests.games import staff
from tests.games.tables import NAMES
from tests.secrecy.course import World
from tests.secrecy.pages.look import Seen, Watcher, leave_a_link, written
from tests.secrecy.pages.stage import Stage, staged
from tests.secrecy.worlds import Pair

LOOKED_AT = ("staff", "former")
"""Watchers to whom it may be known who has looked at the table."""


class Company(NamedTuple):
    """Those who sit at the table, in order, somebody who does not, and somebody of the staff who does not."""

    seated: list[User]
    stranger: User
    staff: User


class Plan(NamedTuple):
    """How two worlds are compared: by whom, at which steps and at the end all is looked at, and how many choices.

    ``watcher``: `player`, `stranger`, `spectator` (of a table that anybody may watch), `staff`, `anonymous`, or
    `former`: the player after the viewer, who looks at the very end alone, when the seat is theirs no more. What they
    have chosen for themselves: the ``language``, and whether tunnels are laid ``at_once``. ``then`` is what happens
    after the last step.
    """

    watcher: str = "player"
    moments: frozenset[int] = frozenset()
    thorough: int = 6
    language: str = ""
    at_once: bool = False
    then: Callable[[Stage], None] = lambda _stage: None


def company(pair: Pair, plan: Plan) -> Company:
    """People for a table, each with an address that can be written to; bots, and Mia, who may sit down later."""
    names = (*NAMES, "Kim", "Lou")[: pair.players]
    seated = [UserFactory.create(username=name, email=f"{name}@example.org".lower()) for name in names]
    viewer = seated[pair.viewer]
    viewer.language, viewer.confirm_tunnels = plan.language, not plan.at_once
    viewer.save()
    bot_players(pair.players + 1)
    UserFactory.create(username="Mia", email="mia@example.org")
    stranger = UserFactory.create(username="Zoe", email="zoe@example.org", language=plan.language)
    return Company(seated, stranger, staff.viewer(UserFactory.create(username="Ivy", email="ivy@example.org")))


def first_difference(pair: Pair, plan: Plan, seed: int | str = 0) -> str | None:
    """Where somebody could tell the two worlds of a pair apart; None when nowhere. Nothing is left of them.

    In the second world other players look at the table now and then, in the first they do not. They do in neither where
    that may be seen: the admin shows who was not written to because they had looked, and a former player was one of
    them.
    """
    point = transaction.savepoint()
    try:
        people = company(pair, plan)
        one = list(_seen(pair, pair.one, people, plan, None))
        two = _seen(pair, pair.two, people, plan, None if plan.watcher in LOOKED_AT else Random(f"eyes {seed}"))
        with closing(two):
            return next((_apart(*both) for both in zip(one, two, strict=True) if both[0] != both[1]), None)
    finally:
        transaction.savepoint_rollback(point)


def _seen(pair: Pair, world: World, people: Company, plan: Plan, lots: Random | None) -> Generator[Seen, None, None]:
    """All that reaches somebody while a world is played."""
    joining = Joining.ANYONE if plan.watcher == "spectator" else Joining.FRIENDS
    with staged(pair, world, people.seated, joining=joining, lots=lots) as stage:
        leave_a_link(stage)
        watcher = Watcher(stage, _person(plan.watcher, stage, people), thorough=plan.thorough)
        sender = watcher if watcher.seated else Watcher(stage, stage.viewer)
        if plan.watcher != "former":
            yield from _all(stage, watcher.glances())
        for number in range(len(world.steps)):
            stage.private_acts(number)
            if number in plan.moments:
                yield from _all(stage, watcher.glances(), f"before step {number}: ")
            answer = stage.public_act(sender.browser)
            if answer is not None and watcher is sender:
                yield Seen(f"answer to step {number}", written(answer))
            if number in plan.moments:
                yield from _all(stage, watcher.looks(number), f"after step {number}: ")
        plan.then(stage)
        if plan.watcher == "former":
            mail.outbox = []
        yield from _all(stage, watcher.looks(0), "at the end: ")


def _person(watcher: str, stage: Stage, people: Company) -> User | None:
    known = {"player": stage.viewer, "anonymous": None, "staff": people.staff, "former": stage.neighbour}
    return known.get(watcher, people.stranger)


def _all(stage: Stage, seen: Iterator[Seen], when: str = "at first: ") -> Iterator[Seen]:
    """What was seen, and at last what the site wrote into its log and told its workers."""
    for one in seen:
        yield Seen(when + one.way, one.what)
    yield Seen(f"{when}log", "\n".join(stage.ear.heard).encode())
    yield Seen(f"{when}tasks", "\n".join(stage.told_workers).encode())


def _apart(one: Seen, two: Seen) -> str:
    """Where two things that were seen begin to differ."""
    if one.way != two.way:
        return f"{one.way} is not {two.way}"
    pairs = enumerate(zip(one.what, two.what, strict=False))
    place = next((place for place, pair in pairs if pair[0] != pair[1]), min(len(one.what), len(two.what)))
    body = max(one.what.find(b"\n\n"), 0)  # headers tell of a length at most
    pairs = enumerate(zip(one.what[body:], two.what[body:], strict=False), body)
    place = next((place for place, pair in pairs if pair[0] != pair[1]), place)
    start = max(place - 80, 0)
    return f"{one.way}: ...{one.what[start : place + 80]!r}... is not ...{two.what[start : place + 80]!r}..."
