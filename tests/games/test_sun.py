"""Seats in the order of the sun: the order in which turns go round fastest, fixed before anybody says "ready"."""

from datetime import UTC, datetime, time
from itertools import permutations

import pytest
from django.urls import reverse

from accounts.clocks.quiet import ALWAYS_AWAKE, Quiet
from accounts.models import User
from games.clocks import sun
from games.models import Game, Joining, Notice, Status, TableOptions, Word
from games.rows import chance
from games.rules import fairness
from games.services import beginning, lobby, options, rematch
from saboteur_site.web.declined import DeclinedError, TooLateError
from tests.games import tables
from tests.games.clocks import HOUR

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite(soak=True)]

MONDAY = datetime(2026, 3, 2, tzinfo=UTC)


def awake(begins: int, ends: int, zone: str = "UTC") -> Quiet:
    """A player who is awake between two hours."""
    return Quiet(zone, time(ends), time(begins))


MORNING, NOON, EVENING = awake(4, 16), awake(10, 22), awake(16, 4)


# -- the order, counted by hand


def test_delay_is_counted_in_half_hours_from_the_question() -> None:
    delays = sun.delays_of(MORNING, HOUR, MONDAY)
    assert len(delays) == 7 * 48
    # At midnight one waits for four o'clock; at 15:30 half an hour is left of the day; at 16:00 twelve hours of night.
    assert [delays[slot] for slot in (0, 8, 30, 31, 32)] == [10, 2, 2, 26, 26]
    assert set(sun.delays_of(ALWAYS_AWAKE, HOUR, MONDAY)) == {2}


def test_a_free_day_is_waited_for_in_each_week() -> None:
    delays = sun.delays_of(Quiet("UTC", free_days=frozenset({6})), HOUR, MONDAY)
    assert delays[6 * 48] == 24 * 2 + 2
    assert delays[7 * 48 - 2] == 4


def test_a_cycle_goes_on_where_the_week_begins_again() -> None:
    quick, slow = (2,) * sun.SLOTS, (50,) * sun.SLOTS
    assert sun.cost((0, 1), [quick, slow]) == 28 * 2 * (2 + 50)


def test_turns_follow_the_sun() -> None:
    people = [MORNING, EVENING, NOON]
    assert sun.best_order(people, 4 * HOUR, MONDAY) == (0, 2, 1)
    assert sun.best_order([MORNING, NOON, EVENING], 4 * HOUR, MONDAY) == (0, 1, 2)


def test_people_who_are_alike_stay_where_they_are() -> None:
    for count in (3, 7, 12):
        assert sun.best_order([ALWAYS_AWAKE] * count, HOUR, MONDAY) == tuple(range(count))
        assert sun.best_order([MORNING] * count, HOUR, MONDAY) == tuple(range(count))


def test_no_order_of_few_people_is_faster() -> None:
    people = [MORNING, EVENING, NOON, awake(20, 8), awake(8, 20, "Asia/Tokyo")]
    delays = [sun.delays_of(quiet, 3 * HOUR, MONDAY) for quiet in people]
    best = sun.best_order(people, 3 * HOUR, MONDAY)
    assert best[0] == 0
    least = min(sun.cost((0, *rest), delays) for rest in permutations(range(1, 5)))
    assert sun.cost(best, delays) == least < sun.cost(range(5), delays)


def test_many_people_come_near_it_and_each_sits_once() -> None:
    people = [awake(hour, (hour + 12) % 24) for hour in (0, 12, 6, 18, 3, 15, 9, 21, 1, 13, 7, 19)]
    delays = [sun.delays_of(quiet, 3 * HOUR, MONDAY) for quiet in people]
    best = sun.best_order(people, 3 * HOUR, MONDAY)
    assert sorted(best) == list(range(12))
    assert sun.cost(best, delays) < 0.8 * sun.cost(range(12), delays)
    in_turn = sorted(range(12), key=lambda place: people[place].ends or time())
    assert sun.cost(best, delays) <= sun.cost(in_turn, delays)


def test_arrival_order_does_not_change_the_seat_order() -> None:
    people = {"m": MORNING, "n": NOON, "e": EVENING}
    for names in permutations(people):
        order = sun.best_order([people[name] for name in names], 4 * HOUR, MONDAY)
        seated = "".join(names[place] for place in order)
        assert "mnem".count(seated[0] + seated[1]) == 1
        assert "mnem".count(seated[1] + seated[2]) == 1


# -- at a table


def sleeps(name: str, quiet: Quiet) -> User:
    """A player whose clock sleeps then."""
    user = User.objects.get(username=name)
    user.quiet_from, user.quiet_until, user.time_zone = quiet.begins, quiet.ends, quiet.zone
    user.save()
    return user


@pytest.fixture
def game() -> Game:
    """A table by the sun with three seats. Ann is awake in the morning and Bo in the evening; they sit there."""
    tables.people(3)
    ann, bo = sleeps("Ann", MORNING), sleeps("Bo", EVENING)
    sleeps("Cy", NOON)
    made = lobby.set_up(host=ann, options=TableOptions(name="Sunday", seats=3, joining=Joining.ANYONE, by_sun=True))
    lobby.join(user=bo, code=made.code, lucky_word="left boots")
    return made


def person(name: str) -> User:
    return User.objects.get(username=name)


def seated(game: Game) -> list[str]:
    """Who sits there, in order."""
    return [seat.user.username for seat in tables.seats_of(game)]


def not_ready(game: Game) -> list[str]:
    game.refresh_from_db()
    return [seat.user.username for seat in chance.not_ready(game, tables.seats_of(game))]


def ready(game: Game, *names: str) -> None:
    game.refresh_from_db()
    for name in names:
        options.agree(user=person(name), code=game.code, options_version=game.options_version)


def test_the_last_one_who_sits_down_fixes_the_order_and_everybody_is_asked(game: Game) -> None:
    before = game.commitment
    assert (seated(game), not_ready(game)) == (["Ann", "Bo"], [])
    lobby.join(user=person("Cy"), code=game.code, lucky_word="right boots")
    assert seated(game) == ["Ann", "Cy", "Bo"]
    assert not_ready(game) == ["Ann", "Cy", "Bo"]
    assert game.ordered
    assert game.commitment != before
    assert [seat.word_place for seat in tables.seats_of(game)] == [None] * 3
    notified = Notice.objects.filter(kind="options").values_list("user__username", flat=True)
    assert sorted(notified) == ["Ann", "Bo"]


def test_another_secret_is_drawn_with_the_order(game: Game) -> None:
    before = Game.objects.select_related("secret").get(pk=game.pk).secret.seed
    lobby.join(user=person("Cy"), code=game.code)
    after = Game.objects.select_related("secret").get(pk=game.pk)
    assert after.secret.seed != before
    assert after.commitment == fairness.commitment(bytes.fromhex(after.secret.seed))
    assert after.options_version == 1


def test_game_starts_after_the_order_is_fixed_and_all_are_ready(game: Game) -> None:
    with pytest.raises(DeclinedError, match="The seats don’t follow the sun yet"):
        beginning.start(host=person("Ann"), code=game.code)
    lobby.join(user=person("Cy"), code=game.code)
    with pytest.raises(DeclinedError, match="The options have changed"):
        beginning.start(host=person("Ann"), code=game.code)
    ready(game, "Ann", "Bo", "Cy")
    assert beginning.start(host=person("Ann"), code=game.code).status == Status.RUNNING
    assert seated(game) == ["Ann", "Cy", "Bo"]


def test_the_host_can_have_it_fixed_before_bots_take_the_free_seats(game: Game) -> None:
    options.order_seats(host=person("Ann"), code=game.code, options_version=0)
    assert not_ready(game) == ["Ann", "Bo"]
    ready(game, "Ann", "Bo")
    beginning.start(host=person("Ann"), code=game.code)
    assert seated(game)[:2] == ["Ann", "Bo"]
    assert tables.seats_of(game)[2].user.is_bot


def test_fixed_seat_order_is_not_ordered_again(game: Game) -> None:
    options.order_seats(host=person("Ann"), code=game.code, options_version=0)
    game.refresh_from_db()
    before = (game.options_version, game.commitment)
    sleeps("Bo", ALWAYS_AWAKE)
    options.order_seats(host=person("Ann"), code=game.code, options_version=game.options_version)
    game.refresh_from_db()
    assert (game.options_version, game.commitment) == before


def test_seat_order_is_fixed_again_when_players_change(game: Game) -> None:
    lobby.join(user=person("Cy"), code=game.code)
    lobby.leave(user=person("Cy"), code=game.code)
    game.refresh_from_db()
    assert not game.ordered
    assert seated(game) == ["Ann", "Bo"]
    lobby.join(user=person("Cy"), code=game.code)
    assert (seated(game), not_ready(game)) == (["Ann", "Cy", "Bo"], ["Ann", "Cy", "Bo"])
    assert game.options_version == 2


def test_a_page_from_before_changes_nothing(game: Game) -> None:
    with pytest.raises(TooLateError):
        options.order_seats(host=person("Ann"), code=game.code, options_version=5)
    game.refresh_from_db()
    assert (game.ordered, game.options_version) == (False, 0)


def test_sun_order_is_fixed_at_once_at_a_full_table() -> None:
    game = tables.open_game(3)
    for name, quiet in (("Ann", MORNING), ("Bo", EVENING), ("Cy", NOON)):
        sleeps(name, quiet)
    assert options.change(host=person("Ann"), code=game.code, **tables.options_of(game, by_sun=True))
    assert (seated(game), not_ready(game)) == (["Ann", "Cy", "Bo"], ["Ann", "Cy", "Bo"])
    game.refresh_from_db()
    assert (game.options_version, game.ordered) == (1, True)


def test_another_option_leaves_the_order_as_it_is(game: Game) -> None:
    lobby.join(user=person("Cy"), code=game.code)
    game.refresh_from_db()
    options.change(host=person("Ann"), code=game.code, **tables.options_of(game, name="Monday"))
    game.refresh_from_db()
    assert (seated(game), game.ordered, game.options_version) == (["Ann", "Cy", "Bo"], True, 2)
    assert not_ready(game) == ["Cy", "Bo"]


def test_without_the_option_people_sit_as_they_came() -> None:
    game = tables.open_game(2, wanted=3, joining=Joining.ANYONE)
    sleeps(tables.people(3)[2].username, NOON)
    lobby.join(user=person("Cy"), code=game.code)
    assert (seated(game), not_ready(game)) == (["Ann", "Bo", "Cy"], [])
    options.order_seats(host=person("Ann"), code=game.code, options_version=0)
    game.refresh_from_db()
    assert game.options_version == 0


def test_the_same_people_again_play_by_the_sun_too(game: Game) -> None:
    lobby.join(user=person("Cy"), code=game.code)
    ready(game, "Ann", "Bo", "Cy")
    beginning.start(host=person("Ann"), code=game.code)
    tables.do(game, "= end")
    tables.seen_by_all(game)
    assert rematch.again(user=person("Bo"), code=game.code).by_sun


def test_message_stays_with_its_writer(game: Game) -> None:
    page = tables.browser_of("Bo")
    page.post(reverse("games:say", args=[game.code]), {"text": "Good evening", "after": "0"})
    lobby.join(user=person("Cy"), code=game.code)
    assert [word.user.username for word in Word.objects.select_related("user") if word.user] == ["Bo"]


# -- on pages


def page_of(game: Game, name: str) -> str:
    return str(tables.browser_of(name).get(reverse("games:table", args=[game.code])).content.decode())


BUTTON, FIXED = "Put the seats in order now", "The seats below now follow the sun"


def test_host_alone_has_the_button_and_all_read_the_options(game: Game) -> None:
    assert BUTTON in page_of(game, "Ann")
    assert BUTTON not in page_of(game, "Bo")
    for name in ("Ann", "Bo"):
        assert "Seats follow the sun, so that turns go round fastest" in page_of(game, name)
    url = reverse("games:order", args=[game.code])
    assert tables.browser_of("Bo").post(url, {"terms": "0"}).status_code == 403
    assert tables.browser_of("Cy").post(url, {"terms": "0"}).status_code == 404
    assert tables.browser_of("Ann").post(url, {"terms": "0"}).status_code == 302
    for name in ("Ann", "Bo"):
        page = page_of(game, name)
        assert FIXED in page
        assert BUTTON not in page


def test_the_form_offers_it_and_keeps_what_was_chosen(game: Game) -> None:
    client = tables.browser_of("Ann")
    page = client.get(reverse("games:options", args=[game.code]))
    assert page.context["form"]["by_sun"].value() is True
    assert client.get(reverse("games:new")).context["form"]["by_sun"].value() is True, "as at the last table"
    assert client.get(reverse("games:new"), {"preset": "classic"}).context["form"]["by_sun"].value() is False
