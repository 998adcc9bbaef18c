"""The first page: what waits for a person, what they wait for, what they may join."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from accounts.services import friends
from games import clock
from games.models import Game, Joining, Seat, Status, TableSecret
from games.selectors.home import PAGES
from games.selectors.lobby import MOST_TO_JOIN
from games.services import lobby
from tests.factories import FriendshipFactory, UserFactory
from tests.games import tables
from tests.games.comparing import TOKENS

URL = "/"
HX = {"HX-Request": "true"}
RULES = "{}"


@pytest.fixture
def ann(db: None) -> User:
    return tables.people(1)[0]


def table(name: str, *people: User, status: str = Status.RUNNING, **fields: object) -> Game:
    game = Game.objects.create(
        **{"name": name, "host": people[0], "status": status, "ruleset": RULES, "commitment": "0" * 64, **fields}
    )
    TableSecret.objects.create(game=game, seed="00")
    for number, user in enumerate(people):
        Seat.objects.create(game=game, number=number, user=user, share="00")
    return game


def wait_for(game: Game, user: User, minutes: int) -> None:
    since = clock.now() - timedelta(minutes=minutes)
    Seat.objects.filter(game=game, user=user).update(awaited_for="turn", awaited_since=since)


def page_of(user: User, query: str = "") -> str:
    """The page without its tokens, in which any short name may stand by chance."""
    return TOKENS.sub(rb"\1", tables.browser_of(user).get(URL + query).content).decode()


def in_order(page: str, *pieces: str) -> bool:
    places = [page.index(piece) for piece in pieces]
    return places == sorted(places)


def test_strangers_learn_what_this_is_and_how_to_come_in(db: None) -> None:
    page = Client().get(URL).content.decode()
    assert "Dig for gold with your friends" in page
    assert f'action="{reverse("games:try")}"' in page
    assert f'href="{reverse("account_login")}"' in page
    assert f'href="{reverse("account_signup")}' in Client().get(reverse("account_login")).content.decode()


def test_user_without_tables_reads_what_to_do(ann: User) -> None:
    page = page_of(ann)
    assert "No table yet" in page
    ways = ("games:new", "games:by-link", "handbook:rules", "accounts:friends")
    assert all(f'href="{reverse(way)}"' in page for way in ways)
    assert f'action="{reverse("games:try")}"' in page
    assert "<title>Your tables</title>" in page


def test_user_whose_games_are_over_finds_them(ann: User) -> None:
    table("Long over", ann, status=Status.OVER, over_at=clock.now())
    page = page_of(ann)
    assert "No game is running" in page
    assert "No table yet" not in page
    assert "Long over" not in page
    assert 'href="?over=1#over"' in page
    assert in_order(page_of(ann, "?over=1"), "Finished games", "Long over")


def test_next_button_names_the_most_urgent_table(ann: User) -> None:
    bo = UserFactory.create(username="Bo")
    for name, hours in (("Slow", 40), ("Quick", 2)):
        game = table(name, ann, bo, bank_hours=48)
        wait_for(game, ann, 5)
        Seat.objects.filter(game=game, user=ann).update(due_at=clock.now() + timedelta(hours=hours))
    page = page_of(ann)
    assert "Next: Quick" in page
    assert f'href="{reverse("games:next")}"' in page
    Seat.objects.update(awaited_since=None, awaited_for="", due_at=None)
    assert "Next:" not in page_of(ann)


@pytest.mark.parametrize(
    ("minutes", "words", "look"),
    [(-5, "Time’s up", "soon"), (9, "9 min", "soon"), (75, "75 min", ""), (5 * 60 + 5, "5 h", ""), (3000, "50 h", "")],
)
def test_row_shows_the_time_left_and_marks_less_than_an_hour(ann: User, minutes: int, words: str, look: str) -> None:
    wait_for(table("Friday", ann, bank_hours=48), ann, 5)
    Seat.objects.update(due_at=clock.now() + timedelta(minutes=minutes))
    assert f'<span class="left {look}">{words}</span>' in page_of(ann).replace("\xa0", " ")


def test_rules_link_is_on_every_page_and_log_out_in_the_profile(ann: User) -> None:
    for page in (page_of(ann), Client().get(URL).content.decode()):
        assert f'href="{reverse("handbook:rules")}"' in page
        assert "Log out" not in page
    profile = tables.browser_of(ann).get(reverse("accounts:profile")).content.decode()
    assert f'action="{reverse("account_logout")}"' in profile


def test_my_turn_comes_first_and_who_has_waited_longest_on_top(ann: User) -> None:
    bo = UserFactory.create(username="Bo")
    for name, minutes in (("Young", 3), ("Old", 600), ("Middle", 90)):
        wait_for(table(name, ann, bo), ann, minutes)
    wait_for(table("Elsewhere", ann, bo), bo, 9000)
    page = page_of(ann)
    assert in_order(page, ">3<", "Old", "Middle", "Young", "Waiting for others", "Elsewhere")


def test_waiting_count_shows_in_the_title_and_changes_the_icon(ann: User) -> None:
    for name in ("One", "Two"):
        wait_for(table(name, ann), ann, 1)
    page = page_of(ann)
    assert "<title>(2) Your tables</title>" in page
    assert "favicon-2.svg" in page


def test_a_window_asks_for_a_veto_until_it_is_answered(ann: User) -> None:
    bo = UserFactory.create(username="Bo")
    asked = table("Asked", ann, bo)
    for user in (ann, bo):
        wait_for(asked, user, 30)
    Seat.objects.update(awaited_for="veto")
    assert in_order(page_of(ann), "Next: Asked", "Waiting for you", "Veto it?")
    Seat.objects.filter(user=ann).update(answered=True)
    page = page_of(ann)
    assert "Waiting for you" not in page
    assert "Veto it?" not in page
    assert in_order(page, "Asked", "Waiting for Bo")
    assert "Ann, Bo" not in page
    assert "Ann and Bo" not in page
    assert "Veto it?" in page_of(bo)


def test_other_peoples_turns_say_whose(ann: User) -> None:
    bo = UserFactory.create(username="Bo")
    wait_for(table("Friday", ann, bo), bo, 125)
    page = page_of(ann)
    assert "Waiting for Bo" in page
    assert "no clock" in page
    assert "<title>Your tables</title>" in page
    assert "favicon.svg" in page


def test_first_deadline_of_several_awaited_players_is_shown(ann: User) -> None:
    bo, cy = UserFactory.create(username="Bo"), UserFactory.create(username="Cy")
    asked = table("Asked", ann, bo, cy)
    for user, days in ((bo, 3), (cy, 2)):
        wait_for(asked, user, 30)
        Seat.objects.filter(user=user).update(due_at=clock.now() + timedelta(days=days))
    page = page_of(ann)
    assert "2 days</span>" in page.replace("\xa0", " ")
    assert "3 days" not in page.replace("\xa0", " ")


def test_open_finished_and_called_off_tables_have_their_places(ann: User) -> None:
    bo = UserFactory.create(username="Bo")
    table("Seats free", ann, status=Status.OPEN)
    table("Of Bo", bo, ann, status=Status.OPEN)
    table("Long over", ann, bo, status=Status.OVER, over_at=clock.now() - timedelta(days=2))
    table("Gone", ann, status=Status.CANCELLED, over_at=clock.now() - timedelta(days=3))
    page = page_of(ann, "?over=1")
    assert in_order(page, "Waiting for others", "Finished games", "Long over", "2 days ago", "Gone", "Cancelled")
    assert "1 of 5 seats is taken" in page
    assert "2 of 5 seats are taken" in page


def test_invitation_leads_to_its_table_and_declining_leads_home(ann: User) -> None:
    bo = UserFactory.create(username="Bo")
    FriendshipFactory.create(asked_by=bo, other=ann)
    game = tables.open_game([bo], wanted=4, joining=Joining.LINK, name="Sunday")
    lobby.invite(by=bo, code=game.code, user=ann)
    page = page_of(ann)
    assert in_order(page, "Next: Sunday", f'href="{reverse("games:table", args=[game.code])}"', "Bo invites you · Base")
    answer = tables.browser_of(ann).post(reverse("games:decline", args=[game.code]), headers=HX)
    assert answer["HX-Redirect"] == URL
    assert "Sunday" not in page_of(ann)


def test_invitation_is_hidden_if_either_side_blocks_the_other(ann: User) -> None:
    bo, cy = UserFactory.create(username="Bo"), UserFactory.create(username="Cy")
    for one, other in ((bo, ann), (cy, ann), (cy, bo)):
        FriendshipFactory.create(asked_by=one, other=other)
    by_bo = tables.open_game([bo, cy], wanted=4, joining=Joining.LINK, name="By Bo")
    lobby.invite(by=cy, code=by_bo.code, user=ann)
    assert "By Bo" in page_of(ann)
    friends.block(blocker=bo, other=ann)
    assert "By Bo" not in page_of(ann)
    friends.unblock(blocker=bo, other=ann)
    assert "By Bo" in page_of(ann)
    friends.block(blocker=ann, other=cy)
    assert "By Bo" not in page_of(ann)


def test_tables_to_join_are_those_of_friends_and_those_for_everybody(ann: User) -> None:
    bo, cy, dee = (UserFactory.create(username=name) for name in ("Bo", "Cy", "Dee"))
    FriendshipFactory.create(asked_by=bo, other=ann)
    table("Friendly", bo, status=Status.OPEN, joining=Joining.FRIENDS)
    table("For all", cy, status=Status.OPEN, joining=Joining.ANYONE)
    table("Private", cy, status=Status.OPEN, joining=Joining.FRIENDS)
    table("By link", bo, status=Status.OPEN, joining=Joining.LINK)
    table("Full", cy, dee, status=Status.OPEN, joining=Joining.ANYONE, seats_wanted=2)
    table("Begun", cy, joining=Joining.ANYONE)
    page = page_of(ann)
    assert in_order(page, "Tables you can join", "Friendly", "For all")
    assert "Your friend Bo is the host · Base game" in page
    assert not [name for name in ("Private", "By link", "Full", "Begun") if name in page]


@pytest.mark.parametrize("blocker", ["Ann", "Cy"])
def test_tables_of_people_who_block_or_are_blocked_are_not_offered(ann: User, blocker: str) -> None:
    cy, dee = UserFactory.create(username="Cy"), UserFactory.create(username="Dee")
    table("For all", cy, status=Status.OPEN, joining=Joining.ANYONE)
    table("By somebody else", dee, status=Status.OPEN, joining=Joining.ANYONE)
    assert "For all" in page_of(ann)
    one, other = (ann, cy) if blocker == "Ann" else (cy, ann)
    friends.block(blocker=one, other=other)
    assert "For all" not in page_of(ann)
    assert "By somebody else" in page_of(ann)


def test_everybody_sees_their_own_tables_alone(ann: User) -> None:
    bo, cy = UserFactory.create(username="Bo"), UserFactory.create(username="Cy")
    table("Of two", ann, bo)
    assert ["Of two" in page_of(user) for user in (ann, bo, cy)] == [True, True, False]


def test_finished_tables_come_in_pages(ann: User) -> None:
    now = clock.now()
    for number in range(23):
        table(f"Game {number:02}.", ann, status=Status.OVER, over_at=now - timedelta(days=number))
    first, last = page_of(ann, "?over=1"), page_of(ann, "?over=3")
    assert "Game 00." in first
    assert "Game 10." not in first
    assert "Page 1 of 3" in first
    assert "?over=2#over" in first
    assert "?over=0#over" not in first
    assert "Game 22." in last
    assert "?over=2#over" in last
    assert "?over=4#over" not in last


def test_each_part_has_pages_of_its_own(ann: User) -> None:
    now, bo = clock.now(), UserFactory.create(username="Bo")
    for number in range(50):
        wait_for(table(f"Running {number:02}.", ann, bo, moved_at=now), bo, number)
    table("Long over.", ann, status=Status.OVER, over_at=now - timedelta(days=9))
    page = page_of(ann, "?over=1")
    assert "Long over." in page
    assert "Page 1 of" in page


def test_home_pages_waiting_tables_by_urgency(ann: User) -> None:
    for number in range(41):
        wait_for(table(f"Table no {number}", ann), ann, minutes=1000 - number)
    first, second, last = page_of(ann), page_of(ann, "?mine=2"), page_of(ann, "?mine=3")
    assert in_order(first, "Table no 0<", "Table no 19<", "Page 1 of 3", "?mine=2#mine")
    assert "Table no 20<" not in first
    assert in_order(second, "Table no 20<", "Table no 39<", "?mine=1#mine", "Page 2 of 3")
    assert "Table no 19<" not in second
    assert "Table no 40<" not in second
    assert in_order(last, "Table no 40<", "?mine=2#mine", "Page 3 of 3")


def test_a_page_of_what_waits_that_is_not_there_any_more_shows_the_first(ann: User) -> None:
    for number in range(21):
        wait_for(table(f"Table no {number}", ann), ann, minutes=1000 - number)
    assert "Table no 20<" in page_of(ann, "?mine=2")
    for asked in (3, 9):
        assert in_order(page_of(ann, f"?mine={asked}"), "Table no 0<", "Table no 19<", "Page 1 of 2")


@pytest.mark.parametrize("asked", ["0", "-1", "x", "9" * 400, "4", "²", "%00", ""])
def test_a_page_that_is_not_there_shows_the_first(ann: User, asked: str) -> None:
    table("Only one", ann, status=Status.OVER, over_at=clock.now())
    assert "Only one" in page_of(ann, f"?over={asked}")


def test_htmx_gets_the_lists_alone_but_history_gets_the_page(ann: User) -> None:
    browser = tables.browser_of(ann)
    fragment = browser.get(URL, headers=HX).content.decode()
    assert fragment.lstrip().startswith("<title>")
    assert '<div id="home"' in fragment
    assert "<html" in browser.get(URL, headers={**HX, "HX-History-Restore-Request": "true"}).content.decode()


def test_names_are_escaped_wherever_they_stand(ann: User) -> None:
    sly = User.objects.create(username="<i>Sly</i>")
    FriendshipFactory.create(asked_by=sly, other=ann)
    wait_for(table("<b>1</b>", sly, ann), sly, 5)
    table("<b>2</b>", sly, status=Status.OPEN)
    table("<b>3</b>", sly, ann, status=Status.OPEN)
    game = table("<b>4</b>", sly, status=Status.OPEN, joining=Joining.LINK)
    lobby.invite(by=sly, code=game.code, user=ann)
    page = page_of(ann)
    assert "<i>Sly" not in page
    assert not [number for number in (1, 2, 3, 4) if f"<b>{number}</b>" in page]
    assert page.count("&lt;i&gt;Sly&lt;/i&gt;") == 3
    assert all(f"&lt;b&gt;{number}&lt;/b&gt;" in page for number in (1, 2, 3, 4))


def many_tables(user: User, count: int) -> None:
    """A number of tables of a player and a friend, some in each part of the page."""
    other = UserFactory.create()
    FriendshipFactory.create(asked_by=user, other=other)
    now = clock.now()
    statuses = (Status.RUNNING, Status.RUNNING, Status.OPEN, Status.OVER)
    common = {"ruleset": RULES, "commitment": "0" * 64, "host": other, "public": "x" * 4000, "moved_at": now}
    games = Game.objects.bulk_create(
        Game(name=f"Game {number}", status=statuses[number % 4], **common) for number in range(count)
    )
    seats = []
    for number, game in enumerate(games):
        for place, person in enumerate((user, other)):
            since = now - timedelta(minutes=number) if number % 4 == place else None
            awaited = "turn" if since else ""
            seats.append(
                Seat(game=game, number=place, user=person, share="00", awaited_for=awaited, awaited_since=since)
            )
    Seat.objects.bulk_create(seats)
    for number in range(min(count, 30)):
        table(f"To join {number}", other, status=Status.OPEN)
        invited = table(f"Invited {number}", other, status=Status.OPEN)
        lobby.invite(by=other, code=invited.code, user=user)


@pytest.mark.parametrize("count", [1, 200])
def test_the_page_costs_seven_statements_however_many_tables(
    ann: User, count: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    many_tables(ann, count)
    browser = tables.browser_of(ann)
    browser.get(URL)
    # The user and five more, six with more items than a page holds. The session stands in a cache; where it does not,
    # it is one more.
    with django_assert_num_queries(6 if count == 1 else 7):
        browser.get(URL)


@pytest.mark.soak
def test_a_thousand_tables_fit_on_one_page_of_each_part(ann: User) -> None:
    many_tables(ann, 1000)
    page = page_of(ann)
    assert "<title>(280) Your tables</title>" in page
    assert page.count('href="/t/') <= sum(PAGES.values()) + MOST_TO_JOIN
    assert "Page 1 of 14" in page
    assert len(page) < 100_000
