"""Two worlds seen by the same people through pages: every byte, side by side."""

from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, closing
from functools import partial
from random import Random
from typing import NamedTuple

from django.core import mail
from django.db import transaction

from accounts.models import Device, FeedKey, User
from games.models import Coaching, Game, Seat
from games.rows.bot_people import bot_players
from tests.factories import UserFactory
from tests.games.tables import NAMES
from tests.secrecy.course import World
from tests.secrecy.pages.controlled_site import BEGIN, posted_to
from tests.secrecy.pages.furniture import bind, furnish, give_chat, give_device, give_pace, leave_a_link
from tests.secrecy.pages.look import Watcher, written
from tests.secrecy.pages.places import feed_of
from tests.secrecy.pages.seen import Seen, apart
from tests.secrecy.pages.stage import OffCourseError, Stage, staged
from tests.secrecy.pages.wardrobe import PLAIN, Outfit, put_on
from tests.secrecy.pages.who import Bystanders, bystanders, watcher
from tests.secrecy.worlds import Pair

OFF = "off the course"
STRAYED = f"the first world goes {OFF}"


class Company(NamedTuple):
    """Those who sit at the table, in order, and those who stand beside it."""

    seated: list[User]
    beside: Bystanders


class Plan(NamedTuple):
    """How two worlds are compared.

    ``watchers``: the kinds of those who look at the end (see `look.Watcher`). ``moments``: the steps at which they all
    glance, and the first of them looks. ``thorough``: how many of their choices are looked at each time. A `former`
    player sits after the viewer, and looks at the very end alone, when the seat is theirs no more. ``outfit``: what the
    viewer has chosen. ``then``: what happens after the last step. ``everywhere``: whether all the site is looked at in
    the end, when all is there to which its addresses could lead. ``reached``: whether others than the viewer can be
    written to. ``guests``: whether all who sit there are guests, at a practice
    table, and the viewer is coached. ``chat``: whether the table has a
    chat, which the viewer reads. ``order``: whether the order is compared in which messages leave for all people; then
    others do nothing in secret, for a look of theirs may make a message needless.
    """

    watchers: tuple[str, ...] = ("player",)
    moments: frozenset[int] = frozenset()
    thorough: int = 6
    outfit: Outfit = PLAIN
    then: Callable[[Stage], None] | None = None
    everywhere: bool = False
    reached: bool = True
    guests: bool = False
    chat: bool = False
    order: bool = False


def first_difference(pair: Pair, plan: Plan, seed: int | str = 0) -> str | None:
    """Where a visitor could tell the two worlds of a pair apart; None when nowhere. Nothing is left of them."""
    return next(differences(pair, plan, seed), None)


def differences(pair: Pair, plan: Plan, seed: int | str = 0) -> Iterator[str]:
    """All that tells the worlds apart, and before it whether the first one goes as it was thought out.

    In the second one other players do things in secret now and then, in the first they do not.
    """
    point = transaction.savepoint()
    try:
        people = company(pair, plan.outfit, reached=plan.reached)
        if plan.guests:
            make_guests(people)
        one = list(_seen(pair, pair.one, people, plan, None))
        if one[-1].way == OFF:
            yield f"{STRAYED}: {one[-1].what!r}"
        with closing(_seen(pair, pair.two, people, plan, Random(f"others {seed}"))) as two:
            yield from apart(one, two)
    finally:
        transaction.savepoint_rollback(point)


def company(pair: Pair, outfit: Outfit = PLAIN, *, reached: bool = True) -> Company:
    """People for a table, each but for the bots, or the viewer alone, with an address that can be written to, and a
    device. It is known of all people how soon they answer."""
    bots = bot_players(pair.players + 1)
    seated = []
    for seat, name in enumerate((*NAMES, "Kim", "Lou")[: pair.players]):
        address = f"{name}@example.org".lower() if reached or seat == pair.viewer else ""
        seated.append(bots[seat] if seat in pair.bots else UserFactory.create(username=name, email=address))
    for number, person in enumerate(seated):
        if person.email:
            give_device(person)
        if not person.is_bot:
            give_pace(person, number)
    viewer, beside = seated[pair.viewer], bystanders()
    for person in (viewer, beside.stranger):
        put_on(person, outfit)
    bind(viewer, seated, beside.stranger)
    people = [person for person in (*seated, *beside) if not person.is_bot]
    FeedKey.objects.bulk_create(FeedKey(user=person, key=feed_of(person), made_at=BEGIN) for person in people)
    return Company(seated, beside)


def make_guests(people: Company) -> None:
    """Let all people who sit at the table be guests, without an address."""
    keys = [person.pk for person in people.seated if not person.is_bot]
    User.objects.filter(pk__in=keys).update(is_guest=True, email="")
    Device.objects.filter(user__in=keys).delete()
    for person in people.seated:
        person.refresh_from_db()


def _seen(pair: Pair, world: World, people: Company, plan: Plan, lots: Random | None) -> Generator[Seen, None, None]:
    """All that reaches the watchers while a world is played, up to where it goes off its course."""
    # The metrics count the letters that wait, and there are more while people plan and look.
    still = plan.order or "scraper" in plan.watchers
    with staged(pair, world, people.seated, lots=None if still else lots) as stage, ExitStack() as stack:
        leave_a_link(stage)
        if plan.chat:
            give_chat(stage)
            stack.enter_context(posted_to(stage.viewer.email))
        if plan.guests:
            Game.objects.filter(pk=stage.game.pk).update(practice=True, guests_welcome=True)
            Seat.objects.filter(game=stage.game, number=pair.viewer).update(coach=Coaching.ON)
        try:
            yield from _followed(stage, people, plan)
        except OffCourseError as off:
            yield Seen(OFF, str(off).encode())


def _followed(stage: Stage, people: Company, plan: Plan) -> Iterator[Seen]:
    watchers = [watcher_on(stage, kind, people, plan) for kind in plan.watchers]
    present = [one for one in watchers if one.kind != "former"]
    sender = next((one for one in present if one.kind == "player"), None)
    browser = sender.browser if sender else watcher_on(stage, "player", people, plan).browser
    if stage.others and len(present) < len(watchers):
        stage.others.apart_from.add(people.seated.index(stage.neighbour))
    yield from looked_at(stage, present, Watcher.glances, "at first")
    for number in range(len(stage.world.steps)):
        stage.private_acts(number)
        if number in plan.moments:
            yield from looked_at(stage, present, Watcher.glances, f"before step {number}")
        answer = stage.public_act(browser)
        if answer is not None and sender:
            yield Seen(f"answer to step {number}", written(answer))
        if number in plan.moments:
            yield from looked_at(stage, present[:1], partial(Watcher.looks, number=number), f"after step {number}")
    if plan.then is not None:
        if stage.others:
            stage.others.withdraw(stage.site)
        plan.then(stage)
    if plan.order:
        yield Seen("order of messages", repr([(one.to, one.subject == "notification") for one in mail.outbox]).encode())
    if plan.everywhere:
        furnish(stage)
    if len(present) < len(watchers):
        mail.outbox = []
    last = Watcher.looks_at_all if plan.everywhere else Watcher.looks
    yield from looked_at(stage, watchers, partial(last, number=0), "at the end")


def watcher_on(stage: Stage, kind: str, people: Company, plan: Plan) -> Watcher:
    """A visitor of a kind who looks at a world of a pair."""
    seated = (stage.viewer, stage.neighbour)
    return watcher(kind, stage.site, stage.game, seated, people.beside, thorough=plan.thorough, outfit=plan.outfit)


def looked_at(
    stage: Stage, watchers: list[Watcher], look: Callable[[Watcher], Iterator[Seen]], when: str
) -> Iterator[Seen]:
    """What was seen, and at last what the site wrote into its log, told its workers, and how long it slept."""
    for one in watchers:
        with one.in_their_place():
            for seen in look(one):
                yield Seen(f"{when}: {seen.way}", seen.what)
    yield from stage.site.heard(when)
