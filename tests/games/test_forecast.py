"""When a round will end: worked out from what all can count, in the hours in which people are awake."""

from datetime import UTC, datetime, time, timedelta
from types import SimpleNamespace
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from accounts.clocks.quiet import ALWAYS_AWAKE, Quiet
from accounts.models import User
from games import clock
from games.clocks import deadlines, forecast
from games.clocks.forecast import Answers, Cards, Player
from games.clocks.parts import when
from games.clocks.words import forecast_of_this
from games.models import Game, Pace, Seat
from games.selectors import forecast as selectors
from games.selectors.table import Place
from tests.factories import UserFactory
from tests.games import tables
from tests.games.clocks import DAY, HOUR, is_about, on_turn, pass_by, play, timed_game

MONDAY = datetime(2026, 3, 23, 8, tzinfo=UTC)


def answers(quick: float, typical: float, slow: float) -> Answers:
    """Answers within these hours."""
    return Answers(quick * HOUR, typical * HOUR, slow * HOUR)


def hours_until(players: list[Player], cards: Cards, **fields: Any) -> tuple[float, ...]:
    """In how many hours from Monday morning a round ends, if it is short, usually, if it is long."""
    found = forecast.of_round(players, cards, **{"first": 0, "since": MONDAY, "now": MONDAY, **fields})
    assert found is not None
    return tuple((moment - MONDAY) / HOUR for moment in found)


# -- counted by hand


def test_turns_go_round_until_every_card_is_played() -> None:
    assert list(forecast.turns(Cards((2, 1, 1), 1), first=1)) == [1, 2, 0, 1, 0]
    assert list(forecast.turns(Cards((1, 1, 1), 0), first=0, direction=-1)) == [0, 2, 1]
    assert list(forecast.turns(Cards((0, 0), 0), first=0)) == []


def test_a_round_is_the_sum_of_its_answers() -> None:
    players = [Player(ALWAYS_AWAKE, answers(1, 2, 4)), Player(ALWAYS_AWAKE, answers(1, 3, 5))]
    # Six cards: two of them quickly, four (3/5 of six) as usual, all of them slowly.
    assert hours_until(players, Cards((3, 3), 0)) == (2, 2 + 3 + 2 + 3, 3 * (4 + 5))


def test_no_answer_is_expected_at_night_or_on_a_free_day() -> None:
    night = Player(Quiet("UTC", time(22), time(8)), answers(10, 10, 10))
    assert hours_until([night], Cards((2,), 0)) == (10, 24 + 6, 24 + 6)  # four hours in the evening, six in the morning
    weekend = Player(Quiet("UTC", free_days=frozenset({0, 1})), answers(1, 1, 1))
    assert hours_until([weekend], Cards((1,), 0)) == (40 + 1,) * 3


def test_summer_time_makes_a_night_shorter() -> None:
    riga = Player(Quiet("Europe/Riga", time(22), time(8)), answers(2, 2, 2))
    saturday = datetime(2026, 3, 28, 21, tzinfo=ZoneInfo("Europe/Riga")).astimezone(UTC)
    found = forecast.of_round([riga], Cards((1,), 0), first=0, since=saturday, now=saturday)
    assert found is not None
    assert found.late == datetime(2026, 3, 29, 9, tzinfo=ZoneInfo("Europe/Riga"))
    assert found.late - saturday == 11 * HOUR


def test_forecast_counts_past_time_and_never_answers_in_the_past() -> None:
    players = [Player(ALWAYS_AWAKE, answers(5, 5, 5))] * 2
    assert hours_until(players, Cards((1, 1), 0), since=MONDAY - 2 * HOUR) == (3, 8, 8)
    assert hours_until(players, Cards((1, 1), 0), since=MONDAY - 20 * HOUR) == (0, 5, 5)


def test_bots_take_no_time_and_a_window_adds_its_own() -> None:
    assert hours_until([forecast.BOT] * 3, Cards((1, 1, 1), 3)) == (0, 0, 0)
    assert hours_until([forecast.BOT], Cards((5,), 0), window=2 * HOUR) == (0, 3, 10)


def test_there_is_no_forecast_where_no_card_is_left_or_a_year_would_pass() -> None:
    assert forecast.of_round([forecast.BOT], Cards((0,), 0), first=0, since=MONDAY, now=MONDAY) is None
    slow = Player(ALWAYS_AWAKE, answers(900, 900, 900))
    assert forecast.of_round([slow], Cards((40,), 0), first=0, since=MONDAY, now=MONDAY) is None


def test_unknown_pace_counts_as_a_quarter_of_the_increment() -> None:
    days = deadlines.Clock(72 * HOUR, 12 * HOUR)
    assert forecast.usual(days) == answers(1, 3, 6)
    assert forecast.usual(deadlines.Clock(48 * HOUR, 0 * HOUR)).typical == 2 * HOUR
    assert forecast.usual(deadlines.Clock(0 * HOUR, 0 * HOUR)).typical == forecast.UNKNOWN


def test_turn_lasts_no_longer_than_the_tables_bank() -> None:
    hours = deadlines.Clock(12 * HOUR, 2 * HOUR)
    assert forecast.within(answers(1, 13, 40), hours) == answers(1, 12, 12)
    assert forecast.within(answers(1, 13, 40), deadlines.Clock(0 * HOUR, 0 * HOUR)) == answers(1, 13, 40)


# -- slower players never end earlier

_MINUTES = st.integers(0, 2000)
_NIGHTS = st.sampled_from(
    [ALWAYS_AWAKE, Quiet("Europe/Riga", time(23), time(7)), Quiet("America/Lima", time(20), time(8), frozenset({5, 6}))]
)


@st.composite
def _players(draw: Any) -> list[Player]:
    count = draw(st.integers(1, 5))
    spans = [sorted(draw(st.lists(_MINUTES, min_size=3, max_size=3))) for _player in range(count)]
    return [Player(draw(_NIGHTS), Answers(*(timedelta(minutes=one) for one in span))) for span in spans]


@pytest.mark.soak
@given(_players(), st.integers(0, 30), st.integers(0, 4), st.integers(0, 4), _MINUTES, st.integers(0, 300))
def test_a_slower_player_never_makes_a_round_end_earlier(
    players: list[Player], pile: int, first: int, slow: int, more: int, begun: int
) -> None:
    first, slow = first % len(players), slow % len(players)
    cards, about = Cards((3,) * len(players), pile), {"first": first, "since": MONDAY - begun * HOUR, "now": MONDAY}
    before = forecast.of_round(players, cards, **about)  # type: ignore[arg-type]
    slower = list(players)
    spans = (one + timedelta(minutes=more) for one in players[slow].answers)
    slower[slow] = players[slow]._replace(answers=Answers(*spans))
    after = forecast.of_round(slower, cards, **about)  # type: ignore[arg-type]
    if before is None:
        assert after is None
    elif after is not None:
        assert MONDAY <= before.early <= before.likely <= before.late
        assert all(then <= later for then, later in zip(before, after, strict=True))


# -- in words


def test_moments_are_in_the_time_zone_of_the_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "offset", MONDAY - timezone.now())
    with timezone.override(ZoneInfo("Europe/Madrid")):
        moments = [when(MONDAY + hours * HOUR) for hours in (0, 4, 10, 14, 19, 24 * 8)]
    assert moments == [
        "Monday morning",
        "Monday afternoon",
        "Monday evening",
        "Monday night",
        "the night to Tuesday",
        "31 March",
    ]


def test_a_span_is_said_once_where_all_of_it_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "offset", MONDAY - timezone.now())
    soon = forecast.Forecast(MONDAY, MONDAY + HOUR, MONDAY + 2 * HOUR)
    assert forecast_of_this(soon) == "This round ends around Monday morning."
    wide = forecast.Forecast(MONDAY, MONDAY + 6 * HOUR, MONDAY + 3 * DAY)
    words = "This round ends around Monday morning to Thursday morning, most likely around Monday afternoon."
    assert forecast_of_this(wide) == words


# -- on pages


pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    """A running table of Ann, Bo and Cy with a clock."""
    return timed_game(3)


def now_at(game: Game) -> forecast.Forecast:
    """The forecast of a table, as its pages have it."""
    fresh = Game.objects.get(pk=game.pk)
    found = selectors.now_at(Place(fresh, None), list(selectors.seats_at(fresh)), clock.now())
    assert found is not None
    return found


def shows(name: str, hours: int) -> None:
    """A player agrees to show their pace."""
    user = User.objects.get(username=name)
    User.objects.filter(pk=user.pk).update(shows_pace=True)
    spans = dict.fromkeys(("quick", "typical", "slow"), hours * 3600)
    Pace.objects.update_or_create(user=user, defaults={"turns": 20, "counted_at": clock.now(), **spans})


def test_forecast_uses_the_pace_of_consenting_players_alone(game: Game) -> None:
    before = now_at(game)
    shows("Bo", 11)
    slower = now_at(game)
    assert slower.late - before.late > DAY
    User.objects.filter(username="Bo").update(shows_pace=False)
    assert is_about(now_at(game).late, before.late)


def test_a_bot_and_a_pause_move_it(game: Game) -> None:
    before = now_at(game)
    Seat.objects.filter(game=game, user__username="Bo").update(resting="bot")
    assert now_at(game).late < before.late - DAY
    Seat.objects.filter(game=game).update(resting="")
    Game.objects.filter(pk=game.pk).update(paused_at=clock.now(), paused_until=clock.now() + 3 * DAY)
    assert is_about(now_at(game).late, before.late + 3 * DAY)


def test_it_comes_nearer_with_each_card(game: Game) -> None:
    before = now_at(game)
    for _turn in range(3):
        play(game)
    assert before.late - now_at(game).late > 3 * 5 * HOUR


def test_no_column_that_is_secret_is_read_for_it(game: Game) -> None:
    client = tables.browser_of("Ann")
    url = reverse("games:forecast", args=[game.code])
    client.get(url)
    with CaptureQueriesContext(connection) as queries:
        client.get(url)
    of_others = [one["sql"] for one in queries if "seats_pace" in one["sql"] or "games_pace" in one["sql"]]
    assert len(of_others) == 1
    for column in ("role", "hand", "memory", "plan", "answered", "choice"):
        assert f'"games_seat"."{column}"' not in of_others[0]
    assert len(queries) <= 5


def test_everybody_at_the_table_reads_the_same_forecast(game: Game) -> None:
    shows("Bo", 5)
    url = reverse("games:forecast", args=[game.code])
    moments = {tables.browser_of(name).get(url).context["forecast"] for name in ("Ann", "Bo", "Cy")}
    assert len(moments) == 1
    assert moments.pop().startswith("This round ends around ")


def test_the_page_names_who_agrees_and_says_nothing_of_the_others(game: Game) -> None:
    shows("Bo", 31)
    Pace.objects.create(
        user=User.objects.get(username="Cy"),
        turns=20,
        quick=29 * 3600,
        typical=1,
        slow=43 * 3600,
        counted_at=clock.now(),
    )
    page = tables.browser_of("Ann").get(reverse("games:forecast", args=[game.code])).content.decode()
    assert page.count("mostly answers within 31 hours awake") == 1
    assert page.count("mostly answers") == 1
    assert page.count("Nothing is shown for this player.") == 2


def test_only_who_sits_there_sees_it_and_only_while_a_round_is_played(game: Game) -> None:
    url = reverse("games:forecast", args=[game.code])
    assert tables.browser_of(UserFactory.create()).get(url).status_code == 404
    waiting = tables.open_game(tables.people(3))
    client = tables.browser_of("Ann")
    assert client.get(reverse("games:forecast", args=[waiting.code])).status_code == 302
    assert client.get(url).status_code == 200
    assert client.post(url).status_code == 405


def test_the_fold_of_the_table_leads_there(game: Game) -> None:
    page = tables.browser_of("Ann").get(reverse("games:table", args=[game.code])).content.decode()
    assert f'href="{reverse("games:forecast", args=[game.code])}"' in page


def test_planning_leaves_no_visible_trace(game: Game) -> None:
    other = next(seat for seat in tables.seats_of(game) if seat.number != on_turn(game).number)
    before = now_at(game)
    Seat.objects.filter(pk=other.pk).update(plan="pass map", plan_minutes=60)
    assert is_about(now_at(game).late, before.late)


# -- before a game


@pytest.fixture
def lobby() -> SimpleNamespace:
    """An open table of three whose host is Ann."""
    game = tables.open_game(3, bank_hours=72, turn_hours=12)
    return SimpleNamespace(game=game, url=reverse("games:table", args=[game.code]))


def test_the_lobby_forecasts_the_first_round_with_those_who_sit_there(lobby: SimpleNamespace) -> None:
    page = tables.browser_of("Ann").get(lobby.url)
    words = page.context["forecast"]
    assert words.startswith("If you began now, the first round would end around ")
    assert words in page.content.decode()
    for name in ("Ann", "Bo", "Cy"):
        shows(name, 40)
    assert tables.browser_of("Cy").get(lobby.url).context["forecast"] != words


def test_free_seat_counts_as_a_player_without_a_pace() -> None:
    game = tables.open_game(2, wanted=3)
    page = tables.browser_of("Ann").get(reverse("games:table", args=[game.code]))
    assert page.context["forecast"]


def test_the_form_for_a_table_forecasts_too_and_follows_the_pace() -> None:
    client = tables.browser_of(UserFactory.create(username="Ann"))
    page = client.get(reverse("games:new"))
    assert page.context["forecast"].startswith("If you began now")
    assert page.context["forecast"] in page.content.decode()
    sent = {"pace": "relaxed", "seats": 5, "rounds": 3, "name": "Mine", "rules": "base", "joining": "friends"}
    relaxed = client.post(reverse("games:summary"), sent).context["forecast"]
    assert relaxed not in ("", page.context["forecast"])
    own = {**sent, "pace": "own", "bank_hours": "x", "turn_hours": "4"}
    assert client.post(reverse("games:summary"), own).context["forecast"] == ""


def test_time_that_passes_is_taken_off_the_turn_that_waits(game: Game) -> None:
    before = now_at(game)
    pass_by(2 * HOUR)
    assert is_about(now_at(game).late, before.late)
