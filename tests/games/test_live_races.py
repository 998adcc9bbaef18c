"""Many at once at a table that is played live, on a real PostgreSQL: it begins once, it ends once, no move is lost."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial

import pytest

from games import clock
from games.models import Game, Matter, Motion, Move, Seat
from games.rules.announcements import LiveEnded, MotionDecided
from games.services import live, motions, repairs, timeouts
from tests.games import tables
from tests.games.clocks import discard_on_page, events_of, on_turn, pass_by, timed_game
from tests.games.crowd import crowd, one_after_the_other
from tests.games.playing_live import here, play_live
from tests.games.tables import seat_of
from tests.games.voting import ask

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.postgres,
    pytest.mark.xdist_group("many connections"),
]
SECOND = timedelta(seconds=1)


def yes(game: Game, name: str) -> "partial[Motion]":
    motion = Motion.objects.get(game=game, matter=Matter.LIVE, decided_at=None).pk
    return partial(motions.vote, user=seat_of(game, name).user, code=game.code, motion=motion, choice="yes")


def back(game: Game, name: str) -> Callable[[], None]:
    return partial(live.back_to_days, user=seat_of(game, name).user, code=game.code)


def logged_once(game: Game) -> bool:
    """Whether the log has each number once, and leads to the state that is kept."""
    numbers = list(Move.objects.filter(game=game).order_by("seq").values_list("seq", flat=True))
    return numbers == [*range(Game.objects.get(pk=game.pk).seq + 1)] and repairs.faults(tables.loaded(game)) == []


def test_two_who_agree_at_once_begin_it_once() -> None:
    for _round in range(4):
        game = timed_game(4)
        here(game)
        ask(game, "Ann", "live")
        with crowd(3) as people:
            people.at_once([yes(game, name) for name in ("Bo", "Cy", "Dee")])
        game.refresh_from_db()
        assert game.live_since is not None
        assert game.paused_until == game.live_since + 60 * SECOND
        assert len(events_of(game, MotionDecided)) == 1
        assert logged_once(game)


def test_all_who_tap_back_to_days_at_once_end_it_once() -> None:
    game = timed_game(4)
    play_live(game)
    with crowd(4) as people:
        people.at_once([back(game, name) for name in tables.NAMES[:4]])
    game.refresh_from_db()
    assert (game.live_since, len(events_of(game, LiveEnded))) == (None, 1)
    assert logged_once(game)


@pytest.mark.parametrize("first", ["move", "tick"])
@pytest.mark.parametrize("late", [59, 61])
def test_last_second_move_and_fall_back_cost_no_player_time(first: str, late: int) -> None:
    game = timed_game(3)
    play_live(game)
    here(game)
    seat = on_turn(game)
    pass_by(late * SECOND)
    move, tick = discard_on_page(game, seat), partial(timeouts.work_off, clock.now())
    answers = one_after_the_other(move, tick) if first == "move" else one_after_the_other(tick, move)
    moved = answers[first == "tick"]
    game.refresh_from_db()
    assert moved == ("stale" if (first, late) == ("tick", 61) else "done")
    assert (game.live_since is None) == (late == 61)
    assert len(events_of(game, LiveEnded)) == (late == 61)
    assert logged_once(game)
    assert [(row.missed, row.forgiven) for row in Seat.objects.filter(game=game)] == [(0, False)] * 3
    seat.refresh_from_db()
    assert seat.spent <= 2
