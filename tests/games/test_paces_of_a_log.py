"""Which lines of the log of a finished game are turns, and how long each took its player."""

from datetime import UTC, datetime, time
from typing import Any

import pytest

from accounts.clocks.quiet import Quiet
from games.clocks import paces as turns
from games.clocks.paces import LogLine
from games.rules.announcements import ClocksMoved, MotionDecided, OnVacation, PauseEnded, SteppedIn, TimeGiven
from games.rules.commands import Lay, Offer, Pass, Sleep, Timeout, Veto
from games.rules.events import RoundBegan, SeatChanged, TimedOut
from tests.games.clocks import HOUR

ANN, BO = 11, 12
BEGAN = datetime(2026, 3, 2, 8, tzinfo=UTC)


def line(seq: int, hours: float, **fields: Any) -> LogLine:
    """A line of a log so many hours after its beginning; a discard of the first seat by hand unless said otherwise."""
    values = {"seat": 0, "user": ANN, "by_hand": True, "command": Pass(("map",)), "is_announced": False, "events": ()}
    return LogLine(seq=seq, at=BEGAN + hours * HOUR, **{**values, **fields})


def announced(seq: int, hours: float, *events: Any) -> LogLine:
    """A line that no command stands behind."""
    return line(seq, hours, seat=None, user=None, by_hand=False, command=None, is_announced=True, events=events)


DEALT = announced(0, 0, RoundBegan(round=1, first=0))


def lengths(*lines: LogLine) -> list[tuple[int | None, float]]:
    """Who answered each turn that counts, and after how many hours."""
    found = turns.turns_in([DEALT, *lines])
    return [(turn.user, (turn.ended - turn.began) / HOUR) for turn in found]


def test_a_turn_lasts_from_the_line_that_opened_it_to_its_players_answer() -> None:
    assert lengths(line(1, 2), line(2, 5, seat=1, user=BO, command=Lay("NS", "1,0"))) == [(ANN, 2), (BO, 3)]


def test_an_answer_to_a_window_is_no_turn_but_the_next_one_begins_with_it() -> None:
    veto = line(2, 10, seat=1, user=BO, command=Veto())
    assert lengths(line(1, 2), veto, line(3, 11, seat=1, user=BO)) == [(ANN, 2), (BO, 1)]


def test_turn_not_sent_by_a_page_is_not_counted_for_the_pace() -> None:
    assert lengths(line(1, 2, by_hand=False), line(2, 3, seat=1, user=BO)) == [(BO, 1)]


def test_an_offer_or_a_gift_of_time_leaves_a_turn_as_it_is() -> None:
    offer = line(1, 1, seat=1, user=BO, command=Offer(seat=0))
    assert lengths(offer, announced(2, 2, TimeGiven(seat=0, hours=5)), line(3, 4)) == [(ANN, 4)]


@pytest.mark.parametrize("between", [ClocksMoved(minutes=90), OnVacation(seat=0), PauseEnded()])
def test_a_turn_whose_clock_was_moved_is_left_out_and_the_next_one_is_not(between: Any) -> None:
    assert lengths(announced(1, 1, between), line(2, 30), line(3, 32, seat=1, user=BO)) == [(BO, 2)]


def test_no_turn_of_a_pause_counts() -> None:
    decided = announced(1, 1, MotionDecided(matter="pause", outcome="yes", days=3))
    answers = line(2, 3), line(3, 5, seat=1, user=BO), announced(4, 73, PauseEnded()), line(5, 80), line(6, 84)
    assert lengths(decided, *answers) == [(ANN, 4)]


def test_a_vote_about_something_else_leaves_a_turn_as_it_is() -> None:
    refused = announced(1, 1, MotionDecided(matter="end", outcome="none"))
    assert lengths(refused, line(2, 3)) == [(ANN, 3)]


def timed_out(seq: int, hours: float, *said: Any, kind: str = "turn") -> LogLine:
    """The first seat's time runs out."""
    events = (*said, TimedOut(seat=0, kind=kind))
    return line(seq, hours, seat=None, user=None, by_hand=False, command=Timeout(0), events=events)


def test_missed_turn_is_not_counted_as_an_answer() -> None:
    assert lengths(timed_out(1, 72), line(2, 73, seat=1, user=BO)) == [(None, 72), (BO, 1)]


def test_decisions_administrators_and_sleep_cause_no_missed_turn() -> None:
    asleep = line(
        1, 1, seat=None, user=None, by_hand=False, command=Sleep(0), events=(SeatChanged(seat=0, how="asleep"),)
    )
    assert lengths(timed_out(1, 5, kind="keep")) == []
    assert lengths(timed_out(1, 5, SteppedIn(by="Root"))) == []
    assert lengths(line(1, 1, seat=1, user=BO), asleep, line(3, 2, seat=1, user=BO), timed_out(4, 3)) == [(BO, 1)]


def test_quartiles_are_those_that_one_counts_by_hand() -> None:
    assert turns.quartiles([10, 50, 20, 40, 30]) == (20, 30, 40)
    assert turns.quartiles([100] * 10) == (100, 100, 100)
    assert turns.quartiles([0, 100]) == (25, 50, 75)


def test_only_waking_hours_count_across_daylight_saving() -> None:
    night = Quiet("Europe/Riga", time(23), time(7))
    turn = turns.PlayedTurn(0, 0, datetime(2026, 3, 2, 20, tzinfo=UTC), datetime(2026, 3, 3, 6, tzinfo=UTC), ANN)
    assert turns.awake_seconds(turn, night) == 2 * 3600  # 22 to 23 o'clock, and 7 to 8
    spring = turns.PlayedTurn(0, 0, datetime(2026, 3, 28, 20, tzinfo=UTC), datetime(2026, 3, 29, 6, tzinfo=UTC), ANN)
    assert turns.awake_seconds(spring, night) == 3 * 3600  # 22 to 23 o'clock, and 7 to 9: the night has an hour less
