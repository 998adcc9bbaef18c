"""What is on a clock, until when it runs, and how pages show it: what is shown is what is used."""

import re
from datetime import UTC, datetime, time, timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.clocks.quiet import Quiet
from accounts.models import User
from games import clock
from games.clocks import deadlines
from games.clocks.deadlines import Clock, on_clock, outage_shift
from games.clocks.words import asleep, changes_at, in_short, left, left_in_short, until
from games.models import Game
from games.rules.table import Ruleset
from tests.games import tables
from tests.games.clocks import BANK, DAY, HOUR, TURN, due, is_about, on_turn, pass_by, timed_game, turnable

NOON = datetime(2026, 5, 6, 12, tzinfo=UTC)


@pytest.mark.parametrize(("spent", "hours"), [(0, 72), (6, 72), (12, 72), (13, 71), (60, 24), (72, 12)])
def test_a_decision_adds_twelve_hours_but_never_above_three_days(spent: int, hours: int) -> None:
    assert on_clock(Clock(BANK, TURN), spent * HOUR) == hours * HOUR


@pytest.mark.parametrize(("since", "hours"), [(-20, 3), (0, 3), (1, 2), (3, 0), (4, 0)])
def test_outage_gives_back_the_awaited_part(since: int, hours: int) -> None:
    assert outage_shift(NOON + since * HOUR, NOON, NOON + 3 * HOUR) == hours * HOUR


def test_time_left_leaves_quiet_hours_out() -> None:
    night = Quiet("UTC", time(22), time(8))
    assert deadlines.left(NOON + DAY, NOON, night) == 14 * HOUR
    assert deadlines.left(NOON, NOON + DAY, night) == timedelta()


@pytest.mark.django_db
def test_deadline_leaves_out_the_awaited_players_quiet_hours() -> None:
    users = tables.people(3)
    User.objects.update(time_zone="Europe/Riga", quiet_from=time(22), quiet_until=time(8))
    game = tables.running_game(list(User.objects.filter(pk__in=[user.pk for user in users]).order_by("pk")),
                               bank_hours=72, turn_hours=12)  # fmt: skip
    seat = on_turn(game)
    # Three days of time are five days and something of fourteen waking hours each.
    assert 4 * DAY < due(seat) - clock.now() < 6 * DAY
    assert is_about(clock.now() + deadlines.left(due(seat), clock.now(), seat.user.quiet), clock.now() + BANK)


@pytest.mark.django_db
def test_quiet_hours_that_change_are_for_turns_to_come() -> None:
    game = timed_game()
    seat = on_turn(game)
    before = due(seat)
    User.objects.filter(pk=seat.user_id).update(quiet_from=time(22), quiet_until=time(8))
    assert due(seat) == before


@pytest.mark.django_db
def test_a_window_for_vetoes_asks_all_alike_and_takes_nothing_from_a_bank() -> None:
    game = tables.in_position(
        3, ruleset=Ruleset(modules=("veto",), veto_window=12), hands={"A": ["EW", "NS"], "B": ["NS"], "C": ["NS"]}
    )
    Game.objects.filter(pk=game.pk).update(bank_hours=72, turn_hours=12)
    User.objects.filter(username="Bo").update(quiet_from=time(0), quiet_until=time(12))
    tables.do(game, "A lay EW 1,0")
    asked = [seat for seat in tables.seats_of(game) if seat.awaited_for]
    assert [seat.user.username for seat in asked] == ["Bo", "Cy"]
    assert {seat.due_at for seat in asked} == {Game.objects.get(pk=game.pk).deadline}
    assert is_about(due(asked[0]), clock.now() + 12 * HOUR)
    assert [seat.spent for seat in asked] == [0, 0]


@pytest.mark.django_db
def test_r92_both_cards_of_a_guide_have_one_deadline() -> None:
    game = tables.in_position(
        3, ruleset=Ruleset(modules=("guide",)), hands={"A": ["guide", "EW", "NESW", "NS"], "B": ["NS"], "C": ["NS"]}
    )
    Game.objects.filter(pk=game.pk).update(bank_hours=72, turn_hours=12)
    tables.do(game, "A guide")
    with turnable():
        ann = tables.seat_of(game, "Ann")
        pass_by(5 * HOUR)
        tables.do(game, "A lay EW 1,0")
        second = tables.seat_of(game, "Ann")
        assert (second.due_at, second.awaited_since, second.spent) == (ann.due_at, ann.awaited_since, ann.spent)
        tables.do(game, "A lay NESW 2,0")
        assert tables.seat_of(game, "Ann").due_at is None
        assert tables.seat_of(game, "Bo").due_at is not None


@pytest.mark.django_db
@pytest.mark.parametrize("laid", [(), ("A lay EW 1,0",)])
def test_r92_timed_out_guide_asks_no_seat_again(laid: tuple[str, ...]) -> None:
    hands = {"A": ["guide", "EW", "NESW", "NS"], "B": ["NS"], "C": ["NS"]}
    game = tables.in_position(3, ruleset=Ruleset(modules=("guide",)), hands=hands)
    tables.do(game, "A guide", *laid, "= timeout A")
    state = tables.loaded(game).state
    assert (tables.awaited(game).number, len(state.seats[0].hand)) == (1, 3)


@pytest.mark.django_db
def test_a_bot_has_no_clock() -> None:
    game = timed_game()
    seat = on_turn(game)
    tables.do(game, f"= bot {'ABC'[seat.number]}")
    seat.refresh_from_db()
    assert seat.due_at is None
    assert Game.objects.get(pk=game.pk).deadline is None


# -- pages


def test_deadline_is_in_the_time_zone_of_its_reader(db: None) -> None:
    with timezone.override("Europe/Riga"):
        clock.offset = NOON - timezone.now()
        assert until(NOON + 2 * DAY + HOUR) == "until Fri 16:00 your time, 49 hours left"
        assert until(NOON + 9 * DAY) == "until 15 May, 15:00 your time, 9 days left"
        assert until(NOON) == "time’s up"
        assert until(NOON - HOUR) == "overdue since Wed 14:00"
        assert until(NOON - 9 * DAY) == "overdue since 27 Apr, 15:00"


@pytest.mark.parametrize(
    ("rest", "words"),
    [
        (3 * DAY, "3 days left"),
        (3 * DAY - timedelta(seconds=50), "3 days left"),
        (3 * DAY - HOUR, "71 hours left"),
        (2 * DAY + 13 * HOUR, "61 hours left"),
        (4 * DAY - HOUR, "3 days left"),
        (2 * DAY, "2 days left"),
        (36 * HOUR, "36 hours left"),
        (DAY, "1 day left"),
        (2 * HOUR - timedelta(minutes=1), "1 hour left"),
        (timedelta(minutes=89), "89 minutes left"),
        (HOUR, "60 minutes left"),
        (timedelta(minutes=1, seconds=1), "2 minutes left"),
        (timedelta(seconds=59), "1 minute left"),
        (timedelta(), ""),
    ],
)
def test_no_more_is_said_to_be_left_than_there_is(rest: timedelta, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "now", lambda: NOON)
    assert left(NOON + rest) == words


@pytest.mark.parametrize("counted", [True, False])
def test_words_about_a_deadline_stay_true_until_they_are_said_to_change(
    counted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, due, steps = NOON - 100 * HOUR, NOON, 0
    say = until if counted else in_short
    monkeypatch.setattr(clock, "now", lambda: now)
    while (change := changes_at(due, now, counted=counted)) is not None:
        words = say(due)
        assert change > now
        for early in (change - timedelta(microseconds=1), now + (change - now) / 2):
            monkeypatch.setattr(clock, "now", lambda at=early: at)
            assert say(due) == words
        monkeypatch.setattr(clock, "now", lambda at=change: at)
        assert say(due) != words
        now, steps = change, steps + 1
    assert say(due + timedelta()).startswith("overdue since")
    # Four days and a bit, 47 + 22 hours, the days in between, ninety minutes, time is up, overdue.
    assert steps == (163 if counted else 2)


def test_hours_left_out_before_a_deadline_are_explained() -> None:
    night = Quiet("Europe/Riga", time(22), time(7))
    clock.offset = NOON - timezone.now()
    assert asleep(NOON + DAY, night) == "your clock sleeps 22:00–07:00"
    assert asleep(NOON + 2 * HOUR, night) == asleep(NOON - DAY, night) == asleep(NOON + DAY, Quiet()) == ""
    weekend = night._replace(free_days=frozenset({5, 6}))
    assert asleep(NOON + 2 * DAY, weekend) == "your clock sleeps 22:00–07:00"
    both = "your clock sleeps in your quiet hours and on your free days"
    assert asleep(NOON + 9 * DAY, weekend) == both


def shown_at_the_table(game: Game, user: User) -> str:
    return tables.browser_of(user).get(reverse("games:table", args=[game.code])).content.decode()


@pytest.mark.django_db
def test_the_table_and_the_list_of_tables_show_the_deadline_that_is_used() -> None:
    game = timed_game()
    User.objects.update(time_zone="America/New_York")
    seat = on_turn(game)
    pass_by(HOUR)
    with timezone.override("America/New_York"):
        words, short, rest = until(due(seat)), in_short(due(seat)), left(due(seat))
    assert words == f"{short} your time, {rest}"
    assert short.startswith("until ")
    for person in tables.seats_of(game):
        page = re.sub(r"\s+(?=[<>])|(?<=<b>)\s+", "", shown_at_the_table(game, person.user))
        assert (words in page) == (person == seat)
        assert f'<b>{short}<span class="more">, {rest}</span></b>' in page or person == seat
        assert re.search(rf"</svg>\s*{short}\s*</li>", page)
        assert left_in_short(due(seat)) in tables.browser_of(person.user).get("/").content.decode()


@pytest.mark.django_db
def test_a_table_without_a_clock_shows_no_deadline() -> None:
    game = tables.running_game(3)
    for person in tables.seats_of(game):
        page = shown_at_the_table(game, person.user)
        assert 'id="clock"' in page
        assert re.search(r"until (\w+ )?\d", page) is None
