"""What waits for a person: one list, and its length on every page. Nothing of it tells what others did in secret."""

import re
from datetime import datetime, timedelta
from itertools import product

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.services import friends
from games import clock
from games.models import Game, Joining, Matter, Motion, Seat
from games.rules.table import Ruleset
from games.selectors import motions as motion_selectors
from games.selectors import waiting
from games.services import lobby
from games.services.motions import LASTS
from games.tableau.motions import motions_of
from tests.factories import FriendshipFactory, UserFactory
from tests.games.clocks import DAY, HOUR, timed_game
from tests.games.costs import statements
from tests.games.pages import HX, get
from tests.games.planning import plan
from tests.games.tables import browser_of, do, in_position, open_game, people, seat_of
from tests.games.voting import ask, vote

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite(soak=True)]


def kinds(name: str) -> list[str]:
    return [row["kind"] for row in waiting.rows_for(User.objects.get(username=name))]


def number(name: str) -> int:
    """How much waits for a user, as every statement says it."""
    user = User.objects.get(username=name)
    here = waiting.number_for(user)
    assert here == len(kinds(name))
    return here


def title(client: Client, address: str) -> str:
    found = re.search(r"<title>(.*?)</title>", client.get(address).content.decode(), re.DOTALL)
    return found.group(1).strip() if found else ""


def everything_for_ann() -> Game:
    """Ann is awaited at a table that votes on a pause, Cy invites her, and Dee asks to be a friend."""
    game = timed_game(3)
    ann, _bo, cy, dee = people(4)
    Seat.objects.filter(game=game).update(awaited_since=None, awaited_for="")
    Seat.objects.filter(game=game, user=ann).update(awaited_since=clock.now(), awaited_for="turn")
    ask(game, "Bo", "pause", days=1)
    FriendshipFactory.create(asked_by=cy, other=ann)
    lobby.invite(by=cy, code=open_game([cy], wanted=4, joining=Joining.LINK, name="Sunday").code, user=ann)
    friends.ask(asker=dee, other=ann)
    return game


def test_one_list_holds_all_of_it_the_most_urgent_first() -> None:
    everything_for_ann()
    assert kinds("Ann") == ["vote", "turn", "invitation", "ask"]
    page = get(browser_of("Ann"), "/")
    places = [page.words.index(one) for one in ("Bo proposes a 1-day pause.", "Cy invites you", "Wants to be your")]
    assert places == sorted(places)


def test_what_ends_first_is_on_top_whatever_its_kind() -> None:
    game = timed_game(3)
    ann, bo, _cy = people(3)
    ask(game, "Bo", "pause", days=1)
    closes = Motion.objects.get().closes_at
    Seat.objects.filter(game=game).update(awaited_since=None, awaited_for="")
    for name, hours in (("Before", -1), ("After", 1)):
        turn = open_game([ann, bo], name=name, status="running")
        due = closes + hours * HOUR
        Seat.objects.filter(game=turn, user=ann).update(awaited_since=clock.now(), awaited_for="turn", due_at=due)
    complete = open_game([ann, bo], wanted=2, name="Complete")
    Game.objects.filter(pk=complete.pk).update(start_open_at=closes + 2 * HOUR)
    rows = waiting.rows_for(ann)
    assert [row["kind"] for row in rows] == ["turn", "vote", "turn", "start"]
    assert [row["game__name"] for row in rows if row["kind"] != "vote"] == ["Before", "After", "Complete"]
    Game.objects.filter(pk=complete.pk).update(start_open_at=clock.now() - HOUR)
    assert kinds("Ann")[-1] == "start", "nothing ends there any more"


def test_turns_come_by_their_deadlines_and_those_without_a_clock_last() -> None:
    ann, bo = people(2)
    for name, hours in (("None", None), ("Late", 30), ("Soon", 2)):
        game = open_game([ann, bo], name=name, status="running")
        due = clock.now() + hours * HOUR if hours else None
        Seat.objects.filter(game=game, user=ann).update(awaited_since=clock.now(), awaited_for="turn", due_at=due)
    assert [row["game__name"] for row in waiting.rows_for(ann)] == ["Soon", "Late", "None"]


def test_the_number_stands_in_title_icon_and_navigation_of_every_page() -> None:
    game = everything_for_ann()
    ann = browser_of("Ann")
    for address in (
        "/",
        reverse("accounts:friends"),
        reverse("accounts:profile"),
        reverse("accounts:chats"),
    ):
        page = get(ann, address)
        assert title(ann, address).startswith("(4) "), address
        assert "favicon-4.svg" in page.markup
        assert "waiting for you: 4" in page.words
    for name in ("table", "words", "log"):
        assert title(ann, reverse(f"games:{name}", args=[game.code])).startswith("(4) ")
    part = ann.get(reverse("games:table", args=[game.code]), headers=HX).content.decode()
    assert "<title>(4) " in part


def test_where_nothing_waits_no_number_stands() -> None:
    ann = browser_of(UserFactory.create(username="Ann"))
    page = get(ann, reverse("accounts:friends"))
    assert title(ann, reverse("accounts:friends")).startswith("Friends")
    assert "favicon.svg" in page.markup
    assert 'class="count"' not in page.markup


def test_spectator_sees_their_own_count() -> None:
    game = timed_game(3, joining=Joining.ANYONE)
    fay, bo = UserFactory.create(username="Fay"), people(2)[1]
    friends.ask(asker=bo, other=fay)
    watching = browser_of(fay)
    assert title(watching, reverse("games:table", args=[game.code])).startswith("(1) ")
    assert len(statements(watching, reverse("games:table", args=[game.code]))) <= 6


def test_each_kind_goes_when_it_is_answered() -> None:
    game = everything_for_ann()
    ann = User.objects.get(username="Ann")
    vote(game, "Ann", "no")
    assert kinds("Ann") == ["turn", "invitation", "ask"]
    lobby.decline(user=ann, code=Game.objects.get(name="Sunday").code)
    assert kinds("Ann") == ["turn", "ask"]
    friends.accept(user=ann, asker=User.objects.get(username="Dee"))
    assert kinds("Ann") == ["turn"]
    Seat.objects.filter(game=game, user=ann).update(answered=True)
    assert number("Ann") == 0


def test_a_vote_waits_for_those_alone_who_have_a_say_in_it() -> None:
    game = timed_game(4)
    Seat.objects.filter(game=game).update(awaited_since=None)
    do(game, "= sleep C")
    ask(game, "Ann", "absent", about=2)
    assert {name: number(name) for name in ("Ann", "Bo", "Cy", "Dee")} == {"Ann": 1, "Bo": 1, "Cy": 0, "Dee": 1}
    vote(game, "Bo", "bot", Matter.ABSENT)
    assert {name: number(name) for name in ("Ann", "Bo", "Cy", "Dee")} == {"Ann": 1, "Bo": 0, "Cy": 0, "Dee": 1}
    Motion.objects.update(closes_at=clock.now())
    assert [number(name) for name in ("Ann", "Dee")] == [0, 0]


STATES = list(product(("", "asleep", "bot"), (None, -4 * DAY, -DAY, HOUR), (None, -HOUR, HOUR), (False, True)))


@pytest.mark.examples(8)
@pytest.mark.parametrize(("resting", "since", "due", "paused"), STATES)
def test_a_vote_about_a_seat_waits_as_long_as_the_table_shows_it(
    resting: str, since: timedelta | None, due: timedelta | None, paused: bool
) -> None:
    game = timed_game(3)
    Seat.objects.filter(game=game).update(awaited_since=None)
    now = clock.now()
    opened = now - HOUR
    motion = Motion.objects.create(game=game, matter=Matter.ABSENT, seat=2, opened_at=opened, closes_at=opened + LASTS)

    def at(moment: timedelta | None) -> datetime | None:
        return None if moment is None else now + moment

    Seat.objects.filter(game=game, number=2).update(resting=resting, awaited_since=at(since), due_at=at(due))
    Game.objects.filter(pk=game.pk).update(paused_until=at(DAY if paused else None))
    game.refresh_from_db()
    seat = seat_of(game, "Ann")
    open_now = motion_selectors.open_motions_at(game, seat.number)
    shown = motions_of(open_now, game, {2: resting} if resting else {}, seat.number, now).waiting
    assert [one.pk for one in shown] == [motion.pk] * number("Ann")


def test_r93_r95_secret_acts_change_no_public_number() -> None:
    rules = Ruleset(modules=("veto",), veto_window=12)
    game = in_position(4, ruleset=rules, hands={"A": ["EW", "NS"], "B": ["NS"], "C": ["veto"], "D": ["map"]})
    do(game, "A lay EW 1,0")
    assert [number(name) for name in ("Ann", "Bo", "Cy", "Dee")] == [0, 1, 1, 1]
    do(game, "B choose none")
    plan(game, "Ann", "pass NS")
    assert [number(name) for name in ("Ann", "Bo", "Cy", "Dee")] == [0, 0, 1, 1]


def test_an_ask_is_answered_from_the_first_page_and_leads_back_there() -> None:
    ann, bo, cy = people(3)
    for asker in (bo, cy):
        friends.ask(asker=asker, other=ann)
    browser = browser_of("Ann")
    form = {"name": "Bo", "next": "/"}
    assert browser.post(reverse("accounts:accept"), form)["Location"] == "/"
    assert browser.post(reverse("accounts:remove"), {"name": "Cy", "next": "/"})["Location"] == "/"
    assert number("Ann") == 0
    assert "You and Bo are friends now." in get(browser, "/").words


@pytest.mark.parametrize("named", ["//evil.example/", "https://evil.example/", "javascript:alert(1)", "games:home", ""])
def test_no_form_leads_to_another_site(named: str) -> None:
    ann, bo = people(2)
    friends.ask(asker=bo, other=ann)
    answer = browser_of("Ann").post(reverse("accounts:accept"), {"name": "Bo", "next": named})
    assert answer["Location"] == reverse("accounts:friends")


def test_an_answer_for_htmx_brings_the_new_number_along() -> None:
    everything_for_ann()
    code = Game.objects.get(name="Sunday").code
    answer = browser_of("Ann").post(reverse("games:decline", args=[code]), headers={**HX, "HX-Target": "home"})
    part = answer.content.decode()
    assert "<title>(3) " in part
    assert re.search(
        r'<span id="waits" data-count="3" hx-swap-oob="true">\s*<span class="count" aria-hidden="true">3<', part
    )
