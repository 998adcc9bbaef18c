"""Time that runs out, seats that sleep and change hands, votes and their letters tell no secret (R92 to R96)."""

from collections.abc import Callable
from datetime import timedelta
from random import Random

import pytest

from accounts.models import User
from games import leaving
from games.models import Invitation, Motion, Notice, Seat
from games.rules import engine
from games.rules.agenda import Step
from games.rules.modules.veto import Window
from games.rules.table import Ruleset
from tests.conftest import SOAK
from tests.rules.playout import WHOLE_BOX
from tests.secrecy.course import Moment
from tests.secrecy.pages.compare import Plan, first_difference
from tests.secrecy.pages.pairs import last_step, own_turn, pair_until, rich_pair, where, without_plans
from tests.secrecy.pages.stage import CODE, Stage, on_commit_too
from tests.secrecy.worlds import Pair

pytestmark = pytest.mark.django_db

GAMES = 8 if SOAK else 1
HOUR = timedelta(hours=1)


def awaited_for(stage: Stage) -> set[str]:
    """What seats are awaited for."""
    return set(Seat.objects.filter(game=stage.game).exclude(awaited_for="").values_list("awaited_for", flat=True))


def wait(stage: Stage, hours: int) -> None:
    """Let hours go by, with a tick in every third."""
    for _ in range(hours // 3):
        stage.time.shift(3 * HOUR)
        stage.tick()


# -- a window


def answered(_pair: Pair, step: Step) -> object:
    """Who has answered the window that is open."""
    return [own.answered for own in step.state.seats]


def may_close_by_itself(moment: Moment, viewer: int) -> bool:
    """A window is open, some have answered, and what happens when it closes is the same whatever is hidden: nobody
    sleeps, for who does draws a card an hour later."""
    state, top = moment.step.state, moment.step.state.public.agenda[-1]
    if not isinstance(top, Window) or not any(own.answered for own in state.seats) or state.public.resting:
        return False
    mover = next(seat for seat in range(state.public.seats) if seat not in top.seats)
    played = getattr(state.public.agenda[-2], "command", None)
    return mover != viewer and getattr(played, "card", "").startswith(("break", "repair")) and state.public.pile > 9


@pytest.mark.parametrize("number", range(GAMES))
def test_r93_a_window_that_runs_out_does_not_tell_who_was_silent(number: int, chance: Random) -> None:
    def run_out(stage: Stage) -> None:
        assert awaited_for(stage) == {"veto"}
        wait(stage, WHOLE_BOX[1].veto_window + 3)
        assert awaited_for(stage) != {"veto"}

    pair = without_plans(where(WHOLE_BOX[1], may_close_by_itself, answered, 4))(chance)
    for watcher in ("player", "spectator", "staff"):
        assert first_difference(pair, Plan(watcher, then=run_out, thorough=1), number) is None, watcher


# -- turns


def others_turn(moment: Moment, viewer: int) -> bool:
    """Somebody else is on turn, early in the round, and people play all seats."""
    public = moment.step.state.public
    return (
        not public.resting
        and any(ask.kind == "turn" and ask.seat != viewer for ask in engine.awaited(public))
        and public.pile > 20
    )


@pytest.mark.parametrize("number", range(GAMES))
def test_r92_days_in_which_nobody_comes_tell_no_secret(number: int, chance: Random) -> None:
    def nobody_comes(stage: Stage) -> None:
        wait(stage, 24 * 14)
        assert Seat.objects.filter(game=stage.game, resting="asleep").exists()
        assert Motion.objects.filter(game=stage.game, matter="absent").exists()

    pair = without_plans(lambda lot: pair_until(lot, Ruleset(), 3, others_turn))(chance)
    for watcher in ("spectator", "staff"):
        assert first_difference(pair, Plan(watcher, then=nobody_comes, thorough=1), number) is None, watcher


@pytest.mark.parametrize("number", range(GAMES))
def test_r94_reminders_of_the_own_turn_tell_no_secret(number: int, chance: Random) -> None:
    def hesitate(stage: Stage) -> None:
        own = Seat.objects.filter(game=stage.game, user=stage.viewer, awaited_for="turn")
        while call := own.values_list("remind_at", flat=True).get():
            stage.time.move_to(call)
            stage.tick()
        assert Notice.objects.filter(user=stage.viewer, kind="reminder", outcome="sent").exists()

    pair = pair_until(chance, Ruleset(), 3, own_turn)
    assert first_difference(pair, Plan(then=hesitate, thorough=1), number) is None


# -- seats that change hands


def leaves(stage: Stage) -> None:
    """The neighbour leaves for good."""
    with on_commit_too():
        leaving.leave(user=stage.neighbour, code=CODE)
    stage.tick()


def hands_on(stage: Stage) -> None:
    """Somebody new takes the neighbour's seat by a link, as the others have decided."""
    seat = (stage.pair.viewer + 1) % stage.pair.players
    later = stage.game.created_at + timedelta(days=400)
    Invitation.objects.create(game=stage.game, token="a-seat", seat=seat, by=stage.viewer, expires_at=later)
    with on_commit_too():
        leaving.take_over(user=User.objects.get(username="Mia"), token="a-seat")
    stage.tick()


@pytest.mark.parametrize("number", range(GAMES))
@pytest.mark.parametrize("passes", [leaves, hands_on])
def test_r96_a_seat_that_changes_hands_tells_nobody_a_secret(
    passes: Callable[[Stage], None], number: int, chance: Random
) -> None:
    pair = unlike_neighbours(chance)
    for watcher in ("player", "former", "staff"):
        assert first_difference(pair, Plan(watcher, then=passes, thorough=1), number) is None, watcher


def unlike_neighbours(lot: Random) -> Pair:
    """A pair in which the viewer's neighbour holds other cards in the other world."""
    while True:
        pair = rich_pair(lot, 4, 9)
        seat = (pair.viewer + 1) % pair.players
        one, two = (last_step(pair, world).state.seats[seat] for world in (pair.one, pair.two))
        if one.hand != two.hand:
            return pair


def test_r96_what_somebody_saw_before_leaving_would_be_told_apart(chance: Random) -> None:
    pair = unlike_neighbours(chance)
    assert first_difference(pair, Plan("former", thorough=1)) is not None
