"""Vacation days that a running clock was set by stay until the turn is over (R90)."""

from datetime import date, timedelta
from functools import partial
from typing import Any

import pytest
from django.db import transaction
from django.urls import reverse

from accounts.models import User, VacationDay
from accounts.services import vacations
from accounts.services.vacations import NoVacationError
from games import clock
from games.clocks import deadlines
from games.models import Game, Seat
from games.services import moves
from tests.factories import UserFactory
from tests.games import tables
from tests.games.clocks import BANK, DAY, due, is_about, on_turn, pass_by, submit_something, timed_game
from tests.games.crowd import crowd
from tests.games.pages import Page
from tests.games.tables import browser_of

pytestmark = pytest.mark.django_db
PAGE, TAKE_BACK = reverse("accounts:vacation"), reverse("accounts:take-back")


def enter(user: User, first: int, last: int) -> list[date]:
    """A player enters days ahead, counted from today; which."""
    days = [clock.now().date() + number * DAY for number in range(first, last + 1)]
    vacations.enter(user=user, first=days[0], last=days[-1], now=clock.now())
    return days


def days_in_use(user: User) -> list[date]:
    return list(VacationDay.objects.filter(user=user).order_by("day").values_list("day", flat=True))


def give_back(user: User, days: list[date]) -> int:
    """A player takes days back; how many of them they cannot."""
    refused = 0
    for day in days:
        try:
            vacations.take_back(user=user, day=day, now=clock.now())
        except NoVacationError:
            refused += 1
    return refused


def away() -> tuple[Seat, list[date]]:
    """A seat whose clock runs over fourteen vacation days, and those days."""
    game = timed_game(vacations=True)
    seat = next(one for one in Seat.objects.select_related("user") if one.number == (on_turn(game).number + 1) % 3)
    days = enter(seat.user, 1, 14)
    assert submit_something(game, on_turn(game)) == "done"
    assert on_turn(game) == seat
    return seat, days


def test_r90_vacation_days_that_set_a_clock_cannot_be_withdrawn() -> None:
    seat, days = away()
    assert is_about(due(seat), clock.now() + BANK + 14 * DAY)
    assert give_back(seat.user, days) == 14
    assert (days_in_use(seat.user), vacations.left(seat.user, clock.now())) == (days, 0)
    pass_by(5 * DAY)
    assert give_back(seat.user, days) == 14
    assert submit_something(seat.game, seat) == "done"
    assert give_back(seat.user, days) == 0
    assert days_in_use(seat.user) == days[:5]


def test_a_day_after_the_end_of_the_clock_is_taken_back() -> None:
    game = timed_game(vacations=True)
    seat = on_turn(game)
    days = enter(seat.user, 1, 6)
    assert give_back(seat.user, days) == 3
    assert days_in_use(seat.user) == days[:3]


@pytest.mark.examples(2)
@pytest.mark.parametrize("why", ["no days", "window", "over", "other"])
def test_clocks_that_no_day_of_the_player_sets_keep_none(why: str) -> None:
    seat, days = away()
    if why == "window":
        Seat.objects.filter(pk=seat.pk).update(awaited_for=deadlines.WINDOW)
    else:
        changes: dict[str, dict[str, Any]] = {"no days": {"vacations": False}, "over": {"status": "over"}, "other": {}}
        Game.objects.update(**changes[why])
    user = seat.user
    if why == "other":
        user = next(one.user for one in Seat.objects.select_related("user") if one.number != seat.number)
        days = enter(user, 1, 2)
    assert give_back(user, days) == 0
    assert days_in_use(user) == []


def test_the_page_says_which_days_stay() -> None:
    seat, _days = away()
    VacationDay.objects.filter(user=seat.user, day__gt=clock.now().date() + 12 * DAY).delete()
    later = clock.now().date() + 40 * DAY
    VacationDay.objects.create(user=seat.user, day=later)
    browser = browser_of(seat.user.username)
    page = Page(browser.get(PAGE))
    assert page.words.count("One of your clocks is using this day.") == 12
    assert page.markup.count("Take back</button>") == 1
    tomorrow = clock.now().date() + DAY
    refused = Page(browser.post(TAKE_BACK, {"day": tomorrow.isoformat()}, follow=True))
    assert refused.words.count("One of your clocks is using this day.") == 13
    browser.post(TAKE_BACK, {"day": later.isoformat()})
    assert (tomorrow in days_in_use(seat.user), later in days_in_use(seat.user)) == (True, False)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.xdist_group("many connections")
def test_clock_start_and_vacation_withdrawal_serialize() -> None:
    for _round in range(6):
        game = timed_game(vacations=True)
        before = on_turn(game)
        user = tables.seats_of(game)[(before.number + 1) % 3].user
        (day,) = enter(user, 1, 1)
        with crowd(2) as people:
            moved, refused = people.at_once([partial(submit_something, game, before), partial(give_back, user, [day])])
        assert moved == "done"
        assert is_about(due(on_turn(game)), clock.now() + BANK + (DAY if refused else timedelta()))
        assert days_in_use(user) == ([day] if refused else [])
        VacationDay.objects.all().delete()


@transaction.atomic
def free(game: Game) -> str:
    """Check that a game is not locked; Http404 if it is."""
    moves.locked(pk=game.pk, skip_locked=True)
    return "free"


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.xdist_group("many connections")
@pytest.mark.parametrize(("hold", "found"), [(True, "Http404"), (False, "free")])
def test_no_clock_begins_while_a_day_is_taken_back(hold: bool, found: str) -> None:
    game = timed_game(vacations=True)
    user = on_turn(game).user
    with crowd(1) as people, transaction.atomic():
        assert vacations.last_day_in_use(user, hold=hold) is not None
        assert people.at_once([partial(free, game)]) == [found]


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.xdist_group("many connections")
def test_tables_of_others_do_not_wait_while_a_day_is_taken_back() -> None:
    user = on_turn(timed_game(vacations=True)).user
    others = timed_game([UserFactory.create(username=name) for name in ("Dee", "Eve", "Fay")], vacations=True)
    with crowd(1) as people, transaction.atomic():
        vacations.last_day_in_use(user, hold=True)
        assert people.at_once([partial(free, others)]) == ["free"]
