"""How soon people answer: counted from their own turns in finished games, and shown to others only if they agree."""

from datetime import datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User, VacationDay
from accounts.services import farewell
from games import clock, tasks
from games.clocks.words import misses_of_turns, pace_of_turns, pace_of_turns_in_full
from games.models import Chore, Game, Notice, Pace, Seat
from games.rules.commands import End, Pass
from games.services import moves, paces, plans
from tests.factories import UserFactory
from tests.games import tables
from tests.games.clocks import DAY, HOUR, miss, on_turn, pass_by, play, play_until, submit_something, timed_game

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite(soak=True)]

# -- counted once a day


def finish(game: Game) -> None:
    """The people end the game."""
    with transaction.atomic():
        moves.carry_out(moves.locked(pk=game.pk), None, End(), user=None)


def answer(game: Game, after: timedelta) -> str:
    """The player on turn answers so much later; who that was."""
    pass_by(after)
    seat = on_turn(game)
    assert submit_something(game, seat) == "done"
    return seat.user.username


def played(turns_each: int = 10, **fields: Any) -> Game:
    """A running game in which Ann has answered after 1, 2, 3 ... hours, Bo always after a quarter of one. Of Cy no page
    sends anything."""
    game = timed_game(3, bank_hours=240, **fields)
    for turn in range(3 * turns_each):
        if on_turn(game).user.username == "Cy":
            play(game)
        else:
            answer(game, (turn // 3 + 1) * HOUR if on_turn(game).user.username == "Ann" else HOUR / 4)
    return game


def pace_of(name: str) -> Pace | None:
    """The pace counted for a player."""
    return Pace.objects.filter(user__username=name).first()


def test_nothing_is_counted_of_a_game_that_is_not_over() -> None:
    game = played()
    assert paces.renew()
    assert not Pace.objects.exists()
    finish(game)
    pass_by(DAY)
    paces.renew()
    ann, bo = pace_of("Ann"), pace_of("Bo")
    assert ann is not None
    assert bo is not None
    assert (ann.turns, bo.turns) == (10, 10)
    # Of 1 to 10 hours: 3.25, 5.5 and 7.75.
    assert [round(seconds / 36) for seconds in (ann.quick, ann.typical, ann.slow)] == [325, 550, 775]
    assert [round(seconds / 36) for seconds in (bo.quick, bo.slow)] == [25, 25]
    assert (ann.missed, bo.missed, ann.lately) == (0, 0, 10)


def test_pace_row_goes_with_fewer_than_ten_turns() -> None:
    game = played(9)
    finish(game)
    Pace.objects.create(user=tables.people(1)[0], turns=10, quick=1, typical=2, slow=3, counted_at=clock.now() - DAY)
    paces.renew()
    assert not Pace.objects.exists()


@pytest.mark.soak
def test_second_count_of_a_day_changes_and_asks_nothing() -> None:
    finish(played())
    paces.renew()
    before = list(Pace.objects.order_by("pk").values())
    paces.renew()
    assert list(Pace.objects.order_by("pk").values()) == before
    pass_by(DAY)
    paces.renew()
    after = list(Pace.objects.order_by("pk").values())
    assert [row | {"counted_at": None} for row in after] == [row | {"counted_at": None} for row in before]
    assert all(row["counted_at"] > was["counted_at"] for row, was in zip(after, before, strict=True))


def test_the_daily_tidying_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    finish(played())
    tasks.tidy()
    assert Pace.objects.count() == 2


@pytest.mark.soak
def test_run_out_of_time_says_so_and_one_failure_stops_no_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    finish(played())
    assert not paces.renew(patience=-1)
    assert not Pace.objects.exists()
    real, ann = paces.count, User.objects.get(username="Ann").pk

    def fails_for_ann(key: int, now: datetime) -> None:
        if key == ann:
            raise RuntimeError
        real(key, now)

    monkeypatch.setattr(paces, "count", fails_for_ann)
    assert paces.renew()
    assert [row.user.username for row in Pace.objects.select_related("user")] == ["Bo"]


@pytest.mark.examples(1)
@pytest.mark.parametrize("fields", [{"practice": True}, {"over_at": clock.now() - 400 * DAY}])
def test_games_of_practice_and_of_long_ago_do_not_count(fields: dict[str, Any]) -> None:
    game = played()
    finish(game)
    Game.objects.filter(pk=game.pk).update(**fields)
    paces.renew()
    assert not Pace.objects.exists()


@pytest.mark.soak
def test_neither_bots_nor_guests_have_a_row() -> None:
    game = played()
    finish(game)
    User.objects.filter(username="Ann").update(is_guest=True)
    User.objects.filter(username="Bo").update(is_bot=True)
    paces.renew()
    assert not Pace.objects.exists()


def test_the_present_quiet_hours_and_vacation_days_are_left_out() -> None:
    game = played(vacations=True)
    finish(game)
    ann = User.objects.get(username="Ann")
    paces.renew()
    before = pace_of("Ann")
    VacationDay.objects.bulk_create(
        VacationDay(user=ann, day=(clock.now() - ago * DAY).date()) for ago in range(-1, 14)
    )
    pass_by(DAY)
    paces.renew()
    after = pace_of("Ann")
    assert before is not None
    assert after is not None
    assert before.slow > 0 == after.slow


def test_missed_turn_counts_only_if_its_player_was_notified() -> None:
    game = played()
    play_until(game, 0)
    ann = on_turn(game)
    Seat.objects.filter(pk=ann.pk).update(forgiven=True)
    miss(game)
    finish(game)
    notice = Notice.objects.filter(user=ann.user, kind="turn").order_by("-seq").first()
    assert notice is not None
    for outcome, missed in (("sent", 1), ("unwanted", 1), ("dead", 0), ("", 0)):
        Notice.objects.filter(pk=notice.pk).update(outcome=outcome)
        Pace.objects.all().delete()
        Chore.objects.all().delete()
        paces.renew()
        row = pace_of("Ann")
        assert row is not None
        assert (row.missed, row.lately, row.turns) == (missed, 10 + missed, 10)
    pass_by(81 * DAY)
    Notice.objects.filter(pk=notice.pk).update(outcome="sent")
    paces.renew()
    row = pace_of("Ann")
    assert row is not None
    assert (row.missed, row.lately, row.turns) == (0, 0, 10)


def test_a_move_that_no_page_sent_is_not_counted_as_a_plan_has_played_it() -> None:
    game = played(9)
    for _turn in range(6):
        pass_by(HOUR)
        play(game)
    finish(game)
    paces.renew()
    assert not Pace.objects.exists()


@pytest.mark.examples(1)
@pytest.mark.parametrize("minutes", [0, 10])
def test_a_turn_that_was_planned_is_not_counted(minutes: int) -> None:
    game = played()
    play_until(game, 0)
    bo = tables.seat_of(game, "Bo")
    card = tables.loaded(game).state.seats[bo.number].hand[0]
    plans.add(code=game.code, user=bo.user, command=Pass((card,)))
    plans.put_off(code=game.code, user=bo.user, minutes=minutes)
    answer(game, HOUR)
    pass_by(HOUR)
    plans.work_off(clock.now())
    assert on_turn(game).user.username == "Cy"
    finish(game)
    paces.renew()
    ann, bos = pace_of("Ann"), pace_of("Bo")
    assert ann is not None
    assert bos is not None
    assert (ann.turns, bos.turns) == (11, 10)


@pytest.mark.soak
def test_it_goes_with_the_account() -> None:
    finish(played())
    paces.renew()
    farewell.delete_account(User.objects.get(username="Ann"))
    assert [row.user.username for row in Pace.objects.select_related("user")] == ["Bo"]
    pass_by(DAY)
    paces.renew()
    assert Pace.objects.count() == 1
    gone = User.objects.get(username__startswith="Former player")
    assert not gone.shows_pace


# -- in words, and who reads them


def pace(**fields: Any) -> Pace:
    """The pace counted for a player, not stored."""
    known = {"turns": 40, "quick": 2 * 3600, "typical": 5 * 3600, "slow": 9 * 3600, "lately": 30, "missed": 0}
    return Pace(**{**known, "counted_at": clock.now(), **fields})


def test_others_read_a_span_and_how_many_turns_of_a_hundred_are_missed() -> None:
    assert pace_of_turns(pace()) == "mostly answers within 2 hours to 9 hours awake"
    assert pace_of_turns(pace(quick=10)) == "mostly answers within 1 minute to 9 hours awake"
    assert pace_of_turns(pace(quick=0, slow=20)) == "mostly answers within 1 minute awake"
    assert misses_of_turns(pace()) == ""
    assert misses_of_turns(pace(missed=1)) == "misses 3 turns in a hundred"
    assert misses_of_turns(pace(lately=0)) == ""


def test_the_player_reads_all_of_it() -> None:
    words = pace_of_turns_in_full(pace(missed=2))
    assert words == (
        "Of your last 40 turns you answered a quarter within 2 hours, half within 5 hours and three quarters within"
        " 9 hours awake. You missed 2 of the last 30 turns."
    )
    assert pace_of_turns_in_full(None) == "Nothing is shown yet. It takes ten turns in finished games."


@pytest.fixture
def lobby() -> SimpleNamespace:
    """An open table of Ann, Bo and Cy. Of Ann and Bo something was counted."""
    game = tables.open_game(3)
    ann, bo, _cy = tables.people(3)
    pace(user=ann, quick=3600 * 31, slow=3600 * 37, missed=3, lately=39).save()
    pace(user=bo, quick=3600 * 29, slow=3600 * 41).save()
    return SimpleNamespace(game=game, ann=ann, bo=bo, url=reverse("games:table", args=[game.code]))


def page_of(lobby: SimpleNamespace, name: str = "Cy") -> str:
    """The page of the lobby that a player gets."""
    return str(tables.browser_of(name).get(lobby.url).content.decode())


def test_pace_of_a_user_who_declines_is_hidden(lobby: SimpleNamespace) -> None:
    for name in ("Ann", "Bo", "Cy"):
        page = page_of(lobby, name)
        assert "mostly answers" not in page
        assert "turns in a hundred" not in page


def test_consenting_player_shows_a_pace_to_the_table(lobby: SimpleNamespace) -> None:
    User.objects.filter(username="Ann").update(shows_pace=True)
    page = page_of(lobby)
    assert page.count("mostly answers within 31 hours to 37 hours awake") == 1
    assert page.count("misses 8 turns in a hundred") == 1
    assert page.count("mostly answers") == 1


def test_consenting_player_without_a_pace_shows_none(lobby: SimpleNamespace) -> None:
    User.objects.update(shows_pace=True)
    Pace.objects.all().delete()
    assert "mostly answers" not in page_of(lobby)


def test_the_lobby_asks_no_more_of_the_database_for_it(lobby: SimpleNamespace, django_assert_num_queries: Any) -> None:
    client = tables.browser_of("Cy")
    client.get(lobby.url)
    with CaptureQueriesContext(connection) as without:
        client.get(lobby.url)
    User.objects.update(shows_pace=True)
    with django_assert_num_queries(len(without)):
        client.get(lobby.url)


def test_own_pace_is_shown_on_the_profile_with_or_without_consent(lobby: SimpleNamespace) -> None:
    page = tables.browser_of("Ann").get(reverse("accounts:profile")).content.decode()
    assert "half within 5 hours and three quarters within 37 hours awake" in page
    assert "within 41 hours awake" not in page
    of_cy = tables.browser_of("Cy").get(reverse("accounts:profile")).content.decode()
    assert "Nothing is shown yet" in of_cy


def test_agreeing_is_a_choice_of_the_profile_that_is_off_at_first() -> None:
    ann = UserFactory.create(username="Ann")
    good = {"language": "", "time_zone": "UTC", "theme": "", "layout": ""}
    client, found = tables.browser_of(ann), [ann.shows_pace]
    for sent in (good | {"shows_pace": "on"}, good):
        client.post(reverse("accounts:profile"), sent)
        ann.refresh_from_db()
        found.append(ann.shows_pace)
    assert found == [False, True, False]


def test_a_guest_is_asked_nothing_about_it() -> None:
    guest = UserFactory.create(is_guest=True)
    page = tables.browser_of(guest).get(reverse("accounts:profile")).content.decode()
    assert "shows_pace" not in page
