"""The link to the next waiting table: repeated taps visit all of them in order, then the first again; their count."""

from datetime import timedelta
from http.cookies import SimpleCookie

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.services import friends
from games import clock
from games.models import Game, Seat, Status
from games.services import lobby
from tests.factories import FriendshipFactory, UserFactory
from tests.games.costs import statements
from tests.games.pages import get
from tests.games.tables import browser_of, do, in_position, open_game, people, seat_of
from tests.games.voting import ask

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite(soak=True)]

NEXT, WAITS = "/next", "/waits"


def waiting_table(name: str, hours: int | None, code: str = "") -> Game:
    """A table of Ann and Bo that waits for Ann, for so many hours yet; None where there is no clock."""
    game = open_game(people(2), name=name, status=Status.RUNNING, code=code or name.lower())
    due = clock.now() + timedelta(hours=hours) if hours else None
    Seat.objects.filter(game=game, user__username="Ann").update(
        awaited_since=clock.now(), awaited_for="turn", due_at=due
    )
    return game


def answered(game: Game) -> None:
    Seat.objects.filter(game=game).update(awaited_since=None, awaited_for="", due_at=None)


def tap(browser: Client, after: str = "") -> str:
    """Where the link to the next table redirects to."""
    answer = browser.get(NEXT, {"after": after} if after else {})
    assert answer.status_code == 302
    return str(answer["Location"])


def taps(browser: Client, number: int, after: str = "") -> list[str]:
    """The codes of the tables that so many taps visit."""
    visited: list[str] = []
    for _ in range(number):
        after = tap(browser, after).split("/")[2]
        visited.append(after)
    return visited


def test_next_visits_tables_by_urgency_and_then_starts_over() -> None:
    for name, hours in (("Never", None), ("Late", 30), ("Soon", 2), ("Next-day", 20)):
        waiting_table(name, hours)
    ann = browser_of("Ann")
    assert taps(ann, 5) == ["soon", "next-day", "late", "never", "soon"]
    assert taps(ann, 2, after="late") == ["never", "soon"]


def test_tables_with_the_same_urgency_are_all_visited() -> None:
    names = [f"t{number}" for number in range(12)]
    for name in names:
        waiting_table(name, None)
    moment = clock.now()
    Seat.objects.filter(user__username="Ann").update(awaited_since=moment)
    assert sorted(taps(browser_of("Ann"), 12)) == sorted(names)


def test_after_a_move_next_goes_on_from_the_place_of_that_table() -> None:
    games = {name: waiting_table(name, hours) for name, hours in (("a", 1), ("b", 2), ("c", 3), ("d", 4))}
    ann = browser_of("Ann")
    assert taps(ann, 3) == ["a", "b", "c"]
    answered(games["c"])
    assert taps(ann, 3, after="c") == ["d", "a", "b"]
    answered(games["a"])
    assert taps(ann, 1, after="a") == ["b"], "what another table left behind is not taken for this one"


def test_visitor_from_elsewhere_starts_with_the_most_urgent() -> None:
    waiting_table("a", 1)
    waiting_table("b", 2)
    ann = browser_of("Ann")
    assert taps(ann, 1) == taps(ann, 1) == ["a"]
    assert taps(ann, 1, after="unknown") == ["a"]


def test_next_leads_home_with_a_message_when_nothing_waits() -> None:
    ann = browser_of(people(1)[0])
    answer = ann.get(NEXT, follow=True)
    assert answer.redirect_chain == [("/", 302)]
    assert "Nothing is waiting for you." in answer.content.decode()


def test_stops_include_all_that_waits_besides_turns() -> None:
    ann, bo, cy = people(3)
    FriendshipFactory.create(asked_by=ann, other=bo)
    sunday = open_game([bo], wanted=3, name="Sunday", code="sunday")
    lobby.invite(by=bo, code=sunday.code, user=ann)
    for asker in (cy, UserFactory.create(username="Dee")):
        friends.ask(asker=asker, other=ann)
    game = in_position(3, code="votes", hands={"A": ["EW"], "B": ["NS"]})
    do(game, "A lay EW 1,0")
    ask(game, "Bo", "end")
    browser = browser_of("Ann")
    assert tap(browser) == "/t/votes/#votes"
    assert tap(browser, "votes") == "/t/sunday/"
    assert tap(browser, "sunday") == reverse("accounts:friends")


def test_a_table_with_a_turn_and_a_vote_is_one_stop() -> None:
    game = in_position(3, code="both", hands={"A": ["EW"]})
    ask(game, "Bo", "end")
    waiting_table("other", None)
    assert sorted(taps(browser_of("Ann"), 3)[:2]) == ["both", "other"]


@pytest.mark.examples(3)
@pytest.mark.parametrize(
    "cookie", ["", "b", "b.1", "b.x.1.1.1", f"b.{'9' * 40}.1.1.1", "b.0.1.1.1.1", "\x00", "b.0.-1.1.1"]
)
def test_forged_cookie_names_no_next_stop(cookie: str) -> None:
    waiting_table("a", 1)
    ann = browser_of("Ann")
    ann.cookies = SimpleCookie({**{key: morsel.value for key, morsel in ann.cookies.items()}, "stop": cookie})
    assert tap(ann, "b") == "/t/a/"


def test_the_cookie_goes_to_this_address_alone() -> None:
    waiting_table("a", 1)
    ann = browser_of("Ann")
    tap(ann)
    cookie = ann.cookies["stop"]
    assert (cookie["path"], cookie["httponly"], cookie["samesite"]) == (NEXT, True, "Lax")


def test_a_visit_costs_few_statements_however_much_waits() -> None:
    for number in range(40):
        waiting_table(f"t{number}", number + 1)
    ann = browser_of("Ann")
    tap(ann)
    with pytest.raises(ValueError, match="302"):
        statements(ann, NEXT)
    assert len(statements(ann, WAITS)) <= 3


def test_open_page_gets_the_number_and_the_icon() -> None:
    ann = people(1)[0]
    browser = browser_of(ann)
    none = browser.get(WAITS).content.decode()
    assert 'data-count="0"' in none
    assert "favicon.svg" in none
    waiting_table("a", 1)
    one = browser.get(WAITS).content.decode()
    assert 'data-count="1"' in one
    assert "favicon-1.svg" in one
    assert "waiting for you: 1" in one
    for number in range(9):
        waiting_table(f"t{number}", 1)
    assert "favicon-more.svg" in browser.get(WAITS).content.decode()


def test_next_is_silent_for_an_anonymous_visitor() -> None:
    waiting_table("a", 1)
    answer = Client().get(WAITS)
    assert (answer.status_code, answer.content) == (204, b"")
    assert Client().get(NEXT)["Location"].startswith(reverse("account_login"))


def offers(name: str, code: str) -> list[str]:
    page = get(browser_of(name), f"/t/{code}/")
    return [" ".join(link.text.split()) for link in page.links if link["href"] == f"/next?after={code}"]


def test_table_links_to_the_next_one_if_another_waits() -> None:
    game = in_position(3, code="here", hands={"A": ["EW"], "B": ["NS"]})
    assert offers("Ann", "here") == []
    waiting_table("a", 1)
    assert offers("Ann", "here") == ["Next table (1)"]
    do(game, "A lay EW 1,0")
    waiting_table("b", 1)
    assert offers("Ann", "here") == ["Next table (2)"]
    assert offers("Bo", "here") == []
    ask(game, "Bo", "end")
    assert offers("Ann", "here") == ["Next table (2)"], "the vote here is no reason to go on"


def test_table_with_a_secret_answer_does_not_wait() -> None:
    game = in_position(3, code="here", hands={"A": ["EW"]})
    waiting_table("a", 1)
    Seat.objects.filter(game=game).update(awaited_since=clock.now(), awaited_for="veto")
    Seat.objects.filter(game=game, user=User.objects.get(username="Ann")).update(answered=True)
    assert seat_of(game, "Ann").answered
    assert taps(browser_of("Ann"), 2) == ["a", "a"]
