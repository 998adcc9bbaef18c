"""Time that runs out, seats that sleep and change hands, and what is voted on give no secret away (R92 to R96)."""

from collections.abc import Callable
from random import Random

import pytest

from games.models import Motion, Seat
from games.rules import engine
from games.rules.agenda import Step
from games.rules.modules.veto import Window
from games.rules.table import Ruleset
from tests.conftest import SOAK
from tests.rules.playout import WHOLE_BOX
from tests.secrecy.course import Moment
from tests.secrecy.pages.compare import Plan, differences, first_difference
from tests.secrecy.pages.pairs import last_step, pair_until, rich_pair, where, without_plans
from tests.secrecy.pages.scenes import hands_on, leaves, wait
from tests.secrecy.pages.stage import Stage
from tests.secrecy.worlds import Pair

pytestmark = pytest.mark.django_db

GAMES = 8 if SOAK else 1


def awaited_for(stage: Stage) -> set[str]:
    """What seats are awaited for."""
    return set(Seat.objects.filter(game=stage.game).exclude(awaited_for="").values_list("awaited_for", flat=True))


# -- a window


def answered(_pair: Pair, step: Step) -> object:
    """Who has answered the window that is open."""
    return [own.answered for own in step.state.seats]


def may_close_by_itself(moment: Moment, viewer: int) -> bool:
    """A window is open, some have answered, and what happens when it closes is the same whatever is hidden: no one
    sleeps, for who does draws a card an hour later."""
    state, top = moment.step.state, moment.step.state.public.agenda[-1]
    if not isinstance(top, Window) or not any(own.answered for own in state.seats) or state.public.resting:
        return False
    mover = next(seat for seat in range(state.public.seats) if seat not in top.seats)
    played = getattr(state.public.agenda[-2], "command", None)
    return mover != viewer and getattr(played, "card", "").startswith(("break", "repair")) and state.public.pile > 9


@pytest.mark.examples(1)
@pytest.mark.usefixtures("some_addresses")
@pytest.mark.parametrize("number", range(GAMES))
@pytest.mark.parametrize("watchers", [("player", "spectator"), ("staff",)])
def test_r93_a_window_that_runs_out_does_not_tell_who_was_silent(
    watchers: tuple[str, ...], number: int, chance: Random
) -> None:
    def run_out(stage: Stage) -> None:
        assert awaited_for(stage) == {"veto"}
        wait(stage, WHOLE_BOX[1].veto_window + 6)
        assert awaited_for(stage) != {"veto"}

    pair = without_plans(where(WHOLE_BOX[1], may_close_by_itself, answered, 4))(chance)
    assert list(differences(pair, Plan(watchers, then=run_out, thorough=1), number)) == []


# -- turns


def others_turn(moment: Moment, viewer: int) -> bool:
    """Another player is on turn, early in the round, and people play all seats."""
    public = moment.step.state.public
    return (
        not public.resting
        and any(ask.kind == "turn" and ask.seat != viewer for ask in engine.awaited(public))
        and public.pile > 20
    )


@pytest.mark.examples(1)
@pytest.mark.usefixtures("some_addresses")
@pytest.mark.parametrize("number", range(GAMES))
@pytest.mark.parametrize("watchers", [("spectator", "stranger"), ("staff",)])
def test_r92_days_without_visits_give_no_secret_away(watchers: tuple[str, ...], number: int, chance: Random) -> None:
    def absent_players(stage: Stage) -> None:
        wait(stage, 24 * 14)
        assert Seat.objects.filter(game=stage.game, resting="asleep").exists()
        assert Motion.objects.filter(game=stage.game, matter="absent").exists()

    pair = without_plans(lambda rng: pair_until(rng, Ruleset(), 3, others_turn))(chance)
    assert list(differences(pair, Plan(watchers, then=absent_players, thorough=1), number)) == []


# -- seats that change hands


@pytest.mark.examples(1)
@pytest.mark.usefixtures("some_addresses")
@pytest.mark.parametrize("number", range(GAMES))
@pytest.mark.parametrize("passes", [leaves, hands_on])
def test_r96_seat_that_changes_hands_gives_no_secret_away(
    passes: Callable[[Stage], None], number: int, chance: Random
) -> None:
    pair = unlike_neighbours(chance)
    beside = (("player", "former"), ("staff",))
    for watchers in beside if SOAK else (chance.choice(beside),):
        assert list(differences(pair, Plan(watchers, then=passes, thorough=1), number)) == [], watchers


def unlike_neighbours(rng: Random) -> Pair:
    """A pair in which the viewer's neighbour holds other cards in the other world."""
    while True:
        pair = rich_pair(rng, 5, 9)
        seat = (pair.viewer + 1) % pair.players
        one, two = (last_step(pair, world).state.seats[seat] for world in (pair.one, pair.two))
        if one.hand != two.hand:
            return pair


def test_r96_earlier_sightings_of_a_former_player_would_be_noticed(chance: Random) -> None:
    pair = unlike_neighbours(chance)
    assert first_difference(pair, Plan(("former",), thorough=1)) is not None
