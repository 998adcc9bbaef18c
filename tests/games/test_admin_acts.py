"""What the staff sees of running games does not depend on what players do in secret; notices least of all."""

from collections.abc import Callable, Iterator
from random import Random

import pytest
import time_machine
from django.db import transaction
from django.db.models import Value
from django.db.models.functions import Concat
from django.test import Client
from django.urls import reverse

from accounts.channels import NotSentError, Trouble, email
from accounts.models import ChannelBreaker, User
from games import clock, tasks
from games.admin import desk
from games.models import Ballot, Delivery, Game, Notice, PrivateAct, Seat
from games.rules.table import Ruleset
from games.services import repairs
from games.watch.greetings import Greeting
from tests.conftest import SOAK
from tests.factories import UserFactory
from tests.games.admin_worlds import compared, fetched
from tests.games.clocks import DAY, HOUR, pass_by, tick, turnable
from tests.games.planning import plan
from tests.games.staff import REASON, deed, lists, page, pages_of_rows, table, viewer
from tests.games.tables import browser_of, do, in_position, people, running_game
from tests.games.voting import ask, vote

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def one_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """The database's clock cannot be held still; two worlds are compared by the clock that can."""
    monkeypatch.setattr(clock, "turned", lambda _moment: clock.now())


@pytest.fixture
def host() -> Client:
    return browser_of(UserFactory.create(username="Host", is_staff=True, is_superuser=True))


def addresses_of_acts(game: Game) -> Iterator[str]:
    """Those that could tell what became of notices, and who waits for what."""
    yield from pages_of_rows(game)
    yield from lists()
    outbox, seats = reverse("admin:games_notice_changelist"), reverse("admin:games_seat_changelist")
    yield from (f"{outbox}?delivery={what}" for what in ("waiting", "failing", *Notice.Outcome.values))
    yield from (f"{outbox}?o={order}{column}" for column in range(1, 12) for order in ("", "-")[: 1 + SOAK])
    yield from (f"{outbox}?kind={kind}" for kind in ("turn", "reminder", "vote"))
    yield from (f"{seats}?awaited_since__isempty={empty}" for empty in (0, 1))
    yield from (f"{reverse('admin:games_game_changelist')}?stuck={kind}" for kind in ("person", "bot", "failing"))
    yield from (reverse("admin:index"), f"{reverse('admin:accounts_user_changelist')}?told=no")


def window(*answers: str) -> Callable[[], Game]:
    """A table that asks whether a card is vetoed, some answers, and all the time that reminders take."""

    def make() -> Game:
        hands = {"A": ["EW", "NS"], "B": ["NS", "NW"], "C": ["NS", "ESW"]}
        game = table("NS", hands=hands, ruleset=Ruleset(modules=("veto",), veto_window=12))
        Game.objects.filter(pk=game.pk).update(bank_hours=72, turn_hours=12)
        do(game, "B lay NS 0,1")
        tick()
        for answer in answers:
            do(game, answer)
        for _ in range(11):
            pass_by(HOUR)
            tick()
        return game

    return make


def turn(*secrets: Callable[[Game], None], hours: int = 12) -> Callable[[], Game]:
    """A table at which Bo is on turn for some hours, after a secret act; reminders come meanwhile."""

    def make() -> Game:
        hands = {"A": ["NS", "map"], "B": ["NS", "NW", "map"], "C": ["NS", "ESW", "map"]}
        game = in_position(3, code="the-code-of-one", first="A", hands=hands, bank_hours=3 * hours // 2, turn_hours=1)
        tick()
        for secret in secrets:
            secret(game)
        do(game, "A pass map")
        for _ in range(hours):
            pass_by(HOUR)
            tick()
        return game

    return make


def plans(name: str) -> Callable[[Game], None]:
    return lambda game: plan(game, name, "lay NS 0,1", minutes=4 * 60)


def orders(line: str) -> Callable[[Game], None]:
    return lambda game: do(game, line)


def votes(name: str) -> Callable[[Game], None]:
    return lambda game: vote(game, name, "yes", "end")


def asks(name: str) -> Callable[[Game], None]:
    return lambda game: ask(game, name, "end")


WORLDS: dict[str, tuple[Callable[[], Game], ...]] = {
    "an answer in a window": (window(), window("C choose none"), window("A choose none")),
    "a plan of who is on turn": (turn(hours=2), turn(plans("Bo"), hours=2)),
    "a plan of who comes next": (turn(), turn(plans("Cy"))),
    "an order": (turn(), turn(orders("C order turn lay NS 0,1"))),
    "a ballot": (turn(asks("Cy")), turn(asks("Cy"), votes("Ann"))),
}


def lookers() -> dict[str, Client]:
    """Everybody on the staff, at the table and apart from it; all players can be written to."""
    ann, bo, _cy = people(3)
    superuser = UserFactory.create(username="Root", is_staff=True, is_superuser=True)
    UserFactory.create(username="Looker", is_superuser=True)
    User.objects.filter(pk=ann.pk).update(is_staff=True, is_superuser=True)
    found = {
        "staff": browser_of(viewer(UserFactory.create(username="Staff"))),
        "superuser seated": browser_of(ann),
    }
    if SOAK:
        found["superuser"] = browser_of(superuser)
        found["staff seated"] = browser_of(viewer(bo, "open_closed_game", "repair_game"))
    User.objects.update(email=Concat("username", Value("@mail.example")), reminders="half,most,hour")
    return found


@time_machine.travel("2026-03-01T12:00:00Z", tick=False)
@pytest.mark.examples(1)
@pytest.mark.parametrize("secret", WORLDS)
def test_staff_pages_do_not_depend_on_secret_acts(secret: str, chance: Random) -> None:
    """One of those who look is drawn, and one of the other worlds."""
    first, *others = WORLDS[secret]
    looking = list(lookers().items())
    if not SOAK:
        looking, others = [chance.choice(looking)], [chance.choice(others)]
    for kind, client in looking:
        one = fetched(client, first, addresses_of_acts)
        assert len(one) > 45
        for number, other in enumerate(others):
            assert (kind, number, compared(one, fetched(client, other, addresses_of_acts))) == (kind, number, [])


@pytest.mark.examples(1)
@time_machine.travel("2026-03-01T12:00:00Z", tick=False)
@pytest.mark.parametrize("secret", WORLDS)
def test_these_worlds_differ_in_what_was_done_and_have_the_same_notices(secret: str) -> None:
    lookers()
    acts, notices = set(), set()
    for make in WORLDS[secret]:
        with transaction.atomic(), turnable():
            make()
            said = PrivateAct.objects.order_by("pk").values_list("command", flat=True)
            acts.add(str([*said, *Ballot.objects.values_list("seat"), *Seat.objects.values_list("plan")]))
            rows = Notice.objects.order_by("pk")
            notices.add(str(list(rows.values_list("user__username", "kind", "created_at"))))
            transaction.set_rollback(True)
    assert len(acts) == len(WORLDS[secret])
    assert len(notices) == 1


class Shut:
    """A mail server that is away, or takes no mail for anybody."""

    def __init__(self, fault: Exception) -> None:
        self.fault = fault

    def __call__(self, _letter: object) -> None:
        raise self.fault


AWAY = NotSentError(Trouble.AWAY, away=True, received=False)
REFUSED = NotSentError(Trouble.REFUSED, "550 5.1.1", lasting=True)


def written(make: Callable[[], Game], *, days: int) -> Callable[[], Game]:
    """A table at which the letters of these days were tried, too."""

    def tried() -> Game:
        game = make()
        tasks.send_notices()
        pass_by(days * DAY)
        tasks.send_notices()
        return game

    return tried


def resting() -> list[ChannelBreaker]:
    """The channels that letters found away."""
    return list(ChannelBreaker.objects.all())


def first_pages(client: Client, *, days: int) -> list[dict[str, tuple[int, int, str]]]:
    """The first page in two worlds: a player gets a letter, or has a plan and gets none."""
    worlds = (turn(hours=2), turn(plans("Bo"), hours=2))
    return [fetched(client, written(make, days=days), lambda _game: [reverse("admin:index")]) for make in worlds]


@time_machine.travel("2026-03-01T12:00:00Z", tick=False)
@pytest.mark.examples(1)
@pytest.mark.parametrize("fault", [AWAY, REFUSED], ids=["away", "refused"])
@pytest.mark.parametrize("days", [0, 9])
def test_home_hides_whether_a_letter_was_sent(fault: NotSentError, days: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(email, "CHANNEL", email.CHANNEL._replace(send=Shut(fault), greet=lambda: None))
    for kind, client in lookers().items():
        assert (kind, compared(*first_pages(client, days=days))) == (kind, [])


@time_machine.travel("2026-03-01T12:00:00Z", tick=False)
def test_that_comparison_notices_what_letters_met(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(email, "CHANNEL", email.CHANNEL._replace(send=Shut(AWAY), greet=lambda: None))
    monkeypatch.setattr(desk, "_silent", lambda: [Greeting(one.channel, one.since, None) for one in resting()])
    (client, *_others) = lookers().values()
    assert compared(*first_pages(client, days=0)) == [reverse("admin:index")]


def test_outcomes_of_notices_open_with_the_finished_game(host: Client) -> None:
    game = running_game(3)
    Notice.objects.update(outcome="no-channel", done_at=clock.now())
    Delivery.objects.create(notice=game.notices.get(), channel="email", tries=7, trouble="busy", reply="550 5.1.1")
    listed, no_way = reverse("admin:games_notice_changelist"), "no channel</td>"
    assert no_way not in host.get(page(game)).content.decode()
    assert no_way not in host.get(listed).content.decode()
    assert "550" not in host.get(reverse("admin:games_notice_change", args=[game.notices.get().pk])).content.decode()
    assert no_way in host.post(deed("open", game), {"reason": REASON}).content.decode()
    repairs.end_table(game_id=game.pk, by=User.objects.get(username="Host"), reason=REASON)
    assert no_way in host.get(page(game)).content.decode()
    text = host.get(listed, {"delivery": "no-channel"}).content.decode()
    assert "no channel</td>" in text
    assert "550 5.1.1" in text
    assert "your mail server kept putting it off" in text
    assert ">7</td>" in text


def test_notices_are_listed_and_asked_for_in_words(host: Client) -> None:
    running_game(3)
    listed = reverse("admin:games_notice_changelist")
    text = host.get(listed).content.decode()
    assert ">your turn</td>" in text
    assert ">turn</td>" not in text
    assert ">your turn</a>" in text
    found = {kind: host.get(listed, {"kind": kind}).context["cl"].result_count for kind in ("turn", "vote")}
    assert found == {"turn": 1, "vote": 0}


def test_page_of_a_table_names_kinds_of_notices_in_words(host: Client) -> None:
    game = running_game(3)
    address = page(game)
    assert "<td>your turn</td>" in host.get(address).content.decode()
    Notice.objects.update(kind="next-kind")  # of the next release, while the site is upgraded
    assert "<td>next-kind</td>" in host.get(address).content.decode()
    assert host.get(reverse("admin:games_notice_changelist")).status_code == 200


def test_staff_player_sees_no_notices_of_their_running_game() -> None:
    ann, *_ = people(3)
    mine, other = running_game(3), running_game(UserFactory.create_batch(3), 8)
    User.objects.filter(pk=ann.pk).update(is_staff=True, is_superuser=True)
    browser, listed = browser_of("Ann"), reverse("admin:games_notice_changelist")
    addresses = {game: reverse("admin:games_notice_change", args=[game.notices.get().pk]) for game in (mine, other)}
    assert [browser.get(addresses[game]).status_code for game in (mine, other)] == [302, 200]
    assert [addresses[game] in browser.get(listed).content.decode() for game in (mine, other)] == [False, True]
    text = browser.get(page(mine)).content.decode()
    assert "You’re playing at this table, so its notifications stay hidden from" in text
    assert "The last notices" not in text
    repairs.end_table(game_id=mine.pk, by=UserFactory.create(username="Host", is_superuser=True), reason=REASON)
    assert browser.get(addresses[mine]).status_code == 200
