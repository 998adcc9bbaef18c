"""A faster pace from the next round on: who decides, what is left in the banks, and what logs and records say of it."""

import json
from datetime import timedelta

import pytest
from msgspec.structs import replace

from games import clock
from games.clocks import deadlines, faster
from games.models import Game, Ladder, Matter, Motion, Notice, Seat, Status
from games.rules import record
from games.rules.announcements import MotionDecided, MotionOpened, PaceChanged
from games.rules.commands import End
from games.rules.table import Ruleset
from games.services import archive, moves, rematch, repairs
from saboteur_site.web.declined import DeclinedError
from tests.games import tables
from tests.games.clocks import HOUR, due, events_of, is_about, timed_game
from tests.games.post import letter_about
from tests.games.voting import ask, outcome, vote

pytestmark = pytest.mark.django_db


def propose(game: Game, name: str = "Ann", pace: str = "hours") -> None:
    """A player proposes a pace."""
    ask(game, name, Matter.PACE, pace=pace)


def choose(game: Game, pace: str = "hours") -> None:
    """A table of three chooses a pace."""
    propose(game, pace=pace)
    vote(game, "Bo", "yes", Matter.PACE)
    assert outcome(game, Matter.PACE) == "yes"


def hours(game: Game) -> tuple[int, int, str]:
    """The clock of a table, and the pace that it has chosen for the next round."""
    game.refresh_from_db()
    return game.bank_hours, game.turn_hours, game.next_pace


def play_round(game: Game) -> None:
    """Play until the next round has begun."""
    number = round_of(game)
    while round_of(game) == number:
        tables.play_on(Game.objects.get(pk=game.pk), 1)


def round_of(game: Game) -> int:
    """The round that is played."""
    return tables.loaded(Game.objects.get(pk=game.pk)).state.public.round


def test_a_majority_chooses_a_pace_that_begins_with_the_next_round() -> None:
    game = timed_game(4)
    propose(game)
    vote(game, "Bo", "yes", Matter.PACE)
    assert (outcome(game, Matter.PACE), hours(game)) == ("", (72, 12, ""))
    vote(game, "Cy", "yes", Matter.PACE)
    assert (outcome(game, Matter.PACE), hours(game)) == ("yes", (72, 12, "hours"))
    assert events_of(game, MotionOpened) == [MotionOpened(matter="pace", by=0, bank_hours=12, turn_hours=2)]
    said = MotionDecided(matter="pace", outcome="yes", bank_hours=12, turn_hours=2)
    assert events_of(game, MotionDecided) == [said]
    play_round(game)
    assert hours(game) == (12, 2, "")
    assert events_of(game, PaceChanged) == [PaceChanged(bank_hours=12, turn_hours=2)]
    play_round(game)
    assert len(events_of(game, PaceChanged)) == 1


@pytest.mark.parametrize(("left", "banked"), [(72, 12), (13, 12), (12, 12), (5, 5), (0, 0)])
def test_a_bank_is_capped_and_never_filled_by_a_faster_pace(left: int, banked: int) -> None:
    game = timed_game(3)
    choose(game)
    Seat.objects.filter(game=game, awaited_since=None).update(spent=round((72 - left) * HOUR.total_seconds()))
    loaded = moves.locked(pk=game.pk)
    waits = next(seat for seat in loaded.seats if not seat.awaited_for)
    public = loaded.state.public
    said = faster.at_next_round(loaded, replace(loaded.state, public=replace(public, round=public.round + 1)))
    assert said == (PaceChanged(bank_hours=12, turn_hours=2),)
    assert deadlines.pace_of(loaded.game).bank - timedelta(seconds=waits.spent) == banked * HOUR


def test_the_first_decision_of_the_faster_round_has_the_new_maximum() -> None:
    game = timed_game(3)
    choose(game)
    play_round(game)
    first = tables.awaited(game)
    assert is_about(due(first), clock.now() + 12 * HOUR)
    assert all(seat.spent < 12 * 3600 for seat in tables.seats_of(game))


def test_only_faster_presets_can_be_proposed() -> None:
    game = timed_game(3, bank_hours=72, turn_hours=24)
    for pace in ("relaxed", "friends", "none", "", "weekly"):
        with pytest.raises(DeclinedError, match="Choose a faster pace than this table has now"):
            propose(game, pace=pace)
    choose(game, "days")
    with pytest.raises(DeclinedError, match="within the last day"):
        propose(game, pace="hours")
    assert hours(game)[2] == "days"


def test_a_table_that_chose_a_pace_chooses_only_a_faster_one_after_it() -> None:
    game = timed_game(3, bank_hours=336, turn_hours=48)
    choose(game, "days")
    Motion.objects.all().delete()
    with pytest.raises(DeclinedError, match="faster"):
        propose(game, pace="days")
    choose(game, "hours")
    play_round(game)
    assert hours(game) == (12, 2, "")


def test_a_table_without_a_clock_or_in_its_last_round_keeps_its_pace() -> None:
    clockless = timed_game(3, bank_hours=0, turn_hours=0)
    with pytest.raises(DeclinedError, match="no clock"):
        propose(clockless)
    last = timed_game(3, code="last", ruleset=Ruleset(rounds=1))
    with pytest.raises(DeclinedError, match="last round"):
        propose(last)
    assert 'id="ask-pace"' not in page(clockless) + page(last)


@pytest.mark.soak
def test_a_vote_that_ends_in_the_last_round_changes_nothing() -> None:
    game = timed_game(3, ruleset=Ruleset(rounds=2))
    propose(game)
    play_round(game)
    vote(game, "Bo", "yes", Matter.PACE)
    assert (outcome(game, Matter.PACE), hours(game)) == ("none", (72, 12, ""))
    said = MotionDecided(matter="pace", outcome="none", bank_hours=12, turn_hours=2)
    assert events_of(game, MotionDecided) == [said]


@pytest.mark.soak
def test_a_table_of_friends_keeps_what_comes_when_time_runs_out() -> None:
    game = timed_game(3, ladder=Ladder.FRIENDS)
    choose(game)
    play_round(game)
    game.refresh_from_db()
    assert (game.bank_hours, game.ladder) == (12, Ladder.FRIENDS)


def test_the_form_lists_faster_paces_and_the_log_names_the_hours() -> None:
    game = timed_game(3)
    shown = page(game)
    assert '<option value="hours">Hours · 12 h in the bank, 2 h a turn</option>' in shown
    assert 'value="relaxed"' not in shown
    client = tables.browser_of("Ann")
    assert client.post(f"/t/{game.code}/ask", {"matter": "pace", "pace": "hours"}).status_code == 303
    words = "Ann proposes a faster pace from the next round on: 12 h in the bank, and every decision adds 2 h."
    assert words in page(game, "Bo")
    assert 'id="ask-pace"' not in page(game)
    assert client.post(f"/t/{game.code}/ask", {"matter": "pace", "pace": "weekly"}).status_code == 422


def test_a_mail_about_a_pace_says_what_is_proposed() -> None:
    game = timed_game(3)
    propose(game)
    letter = letter_about(Notice.objects.get(kind="vote", user__username="Bo"))
    assert "Ann proposes a faster pace from the next round on: 12 h in the bank" in letter.text


@pytest.mark.soak
def test_a_record_and_a_recount_of_a_game_know_no_pace() -> None:
    game = timed_game(3)
    choose(game)
    play_round(game)
    loaded = moves.locked(pk=game.pk)
    assert repairs.faults(loaded) == []
    moves.carry_out(loaded, None, End(), user=None)
    game.refresh_from_db()
    assert game.status == Status.OVER
    exported = json.dumps(archive.export(game))
    assert "pace" not in exported
    assert record.check(exported) is None
    again = rematch.again(user=tables.seat_of(game, "Ann").user, code=game.code)
    assert hours(again) == (12, 2, "")


def page(game: Game, name: str = "Ann") -> str:
    """The page of a table as one of its players sees it."""
    return " ".join(tables.browser_of(name).get(f"/t/{game.code}/").content.decode().split())
