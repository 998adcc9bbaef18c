"""The table in hand: what locking gives, and that all which has changed is saved, once, whatever changed it."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.http import Http404
from django.test.utils import CaptureQueriesContext

from accounts.models import VacationDay
from games import clock
from games.clocks import reminders
from games.models import Game, Seat
from games.rules.announcements import PauseEnded
from games.rules.table import Ruleset
from games.services import gifts, motions, moves
from tests.factories import UserFactory
from tests.games import tables
from tests.games.clocks import DAY, is_about, miss, on_turn, timed_game
from tests.games.sending import send
from tests.games.tables import in_position, seat_of, seats_of

pytestmark = pytest.mark.django_db
HANDS = {"A": ["EW", "NS", "map"], "B": ["EW", "NS", "map"], "C": ["EW", "NS", "map"]}


def writes(deed: Callable[[], object]) -> list[str]:
    """The tables to which something writes, in order."""
    with CaptureQueriesContext(connection) as queries:
        deed()
    texts = [query["sql"].split() for query in queries.captured_queries]
    return [words[1].strip('"') for words in texts if words[0] == "UPDATE"]


# -- what locking gives


def test_a_table_in_hand_knows_who_sits_where() -> None:
    game = tables.running_game(3)
    bo, stranger = seat_of(game, "Bo").user, UserFactory.create()
    table = moves.locked(code=game.code)

    assert (table.sits(bo), table.seat_of(bo).number, table.seat_at(1)) == (True, 1, table.seat_of(bo))
    assert (table.sits(stranger), table.seat_at(3), table.seat_at(None)) == (False, None, None)
    with pytest.raises(Http404):
        table.seat_of(stranger)
    with pytest.raises(Http404):
        moves.locked(code=game.code, of=stranger)
    with pytest.raises(Http404):
        moves.locked(pk=game.pk + 1)


def test_values_read_with_the_rows_are_fields_of_the_loaded_table() -> None:
    game = in_position(3, first="A", hands=HANDS)
    assert send(game, "Ann", "pass EW", key="k1").result == "done"
    table = moves.locked(pk=game.pk, key="k1")

    assert is_about(table.now, clock.now())
    assert table.sent_before == {0: "A pass EW", 1: None, 2: None}
    columns = {field.attname for field in Seat._meta.concrete_fields}
    assert all({name for name in vars(seat) if name[0] != "_"} == columns for seat in table.seats)


@pytest.mark.parametrize("count", [True, False])
def test_days_off_are_those_from_now_on_where_the_table_lets_them_count(count: bool) -> None:
    game, today = timed_game(3, vacations=count), clock.now().date()
    for day in (today - 9 * DAY, today, today + DAY):
        VacationDay.objects.create(user=seat_of(game, "Bo").user, day=day)
    table = moves.locked(pk=game.pk)

    entered = frozenset({today, today + DAY}) if count else frozenset()
    assert table.days_off == {0: frozenset(), 1: entered, 2: frozenset()}
    assert table.quiet_of(table.seats[1]) == table.seats[1].user.quiet._replace(days=entered)


# -- what is saved


def test_nothing_is_written_of_a_table_of_which_nothing_has_changed() -> None:
    game = timed_game(3)
    table = moves.locked(pk=game.pk)
    assert writes(lambda: moves.save(table)) == []


def test_changed_columns_are_written_once_and_no_others() -> None:
    game = timed_game(3)
    table = moves.locked(pk=game.pk)
    table.seats[1].spent, table.seats[2].joined_at = 77, clock.now() + DAY
    Seat.objects.filter(game=game, number=0).update(spent=99)

    assert writes(lambda: moves.save(table)) == ["games_seat", "games_seat"]
    assert writes(lambda: moves.save(table)) == []
    fresh = seats_of(game)
    assert [seat.spent for seat in fresh[:2]] == [99, 77]
    assert fresh[2].joined_at == table.seats[2].joined_at


def test_a_line_of_the_log_and_what_it_tells_of_are_saved_together() -> None:
    game = timed_game(3)
    with transaction.atomic():
        table = moves.locked(pk=game.pk)
        table.game.given_hours, table.seats[1].spent = 12, 77
        moves.announce(table, PauseEnded())
    fresh = Game.objects.get(pk=game.pk)
    assert (fresh.given_hours, fresh.version) == (12, game.version + 1)
    assert seat_of(game, "Bo").spent == 77


def gift(game: Game) -> None:
    host = seat_of(game, "Ann").user
    seq = Game.objects.get(pk=game.pk).seq
    gifts.give(host=host, code=game.code, seat=1, hours=24, seq=seq)


def pause(game: Game) -> None:
    for name in ("Ann", "Bo"):
        user = seat_of(game, name).user
        open_now = game.motions.filter(decided_at=None).first()
        if open_now:
            motions.vote(user=user, code=game.code, motion=open_now.pk, choice="yes")
        else:
            motions.ask(user=user, code=game.code, matter="pause", days=2)
    assert Game.objects.get(pk=game.pk).paused_until is not None


def second_term(game: Game) -> None:
    assert miss(game).forgiven


def sleeps(game: Game) -> None:
    Seat.objects.filter(game=game, number=1).update(missed=1, forgiven=True)
    assert miss(game).resting == "asleep"


@pytest.mark.parametrize("happens", [gift, pause, second_term, sleeps])
def test_whatever_moves_a_deadline_leaves_nothing_behind_that_hangs_on_it(happens: Callable[[Game], None]) -> None:
    game = timed_game(3)
    tables.play_on(game, 1)
    assert on_turn(game).number == 1
    before = Game.objects.get(pk=game.pk).deadline
    happens(game)
    table = moves.locked(pk=game.pk)

    assert table.game.deadline != before
    began = [seat.awaited_since for seat in table.seats if seat.awaited_since]
    reminders.deadlines_moved(table, table.seats, max(*began, table.now - timedelta(seconds=30)))
    assert writes(lambda: moves.save(table)) == []


# -- misses


def missed_once(game: Game, name: str) -> Seat:
    Seat.objects.filter(game=game, user__username=name).update(missed=1)
    return seat_of(game, name)


def test_toll_offer_counts_as_presence() -> None:
    gold = {"A": 1, "B": 1, "C": 1}
    game = in_position(3, ruleset=Ruleset(modules=("tunnel-toll",)), first="A", hands=HANDS, nuggets=gold)
    seat = missed_once(game, "Cy")
    assert send(game, "Cy", "offer A").result == "done"
    seat.refresh_from_db()
    assert seat.missed == 0


def test_secret_order_takes_no_miss_back() -> None:
    game = in_position(3, first="A", hands=HANDS)
    seat = missed_once(game, "Cy")
    assert send(game, "Cy", "order pass").result == "done"
    seat.refresh_from_db()
    assert seat.missed == 1


def test_a_move_that_is_refused_takes_no_miss_back() -> None:
    game = in_position(3, first="A", hands=HANDS)
    seat = missed_once(game, "Ann")
    assert send(game, "Ann", "lay EW 5,0").result == "refused"
    seat.refresh_from_db()
    assert seat.missed == 1
