"""Bots among themselves with any mix of the whole box: no bot stalls, and no card or nugget is lost (R82)."""

from random import Random

import pytest

from games import bots
from games.bots.match import play_game
from games.rules import engine
from games.rules.events import PublicEvent
from games.rules.ruleset import GAMES, MODULES, VARIANTS
from games.rules.table import Ruleset
from games.rules.view import PlayerView, view
from tests.conftest import SOAK
from tests.rules import invariants
from tests.rules.playout import Act, Course, any_table

GAMES_IN_ALL = 2000 if SOAK else 20
AT_ONCE = 10
"""Games in one test."""

CHECKERS = (
    invariants.cards_are_conserved,
    invariants.gold_cards_are_conserved,
    invariants.roles_goals_and_chests_are_of_the_box,
    invariants.no_player_has_two_of_a_kind,
    invariants.what_all_see_agrees_with_the_secrets,
)


@pytest.mark.parametrize("number", range(0, GAMES_IN_ALL, AT_ONCE))
def test_bots_come_to_the_end_of_any_game_and_lose_no_card_and_no_nugget(number: int, chance: Random) -> None:
    for _ in range(AT_ONCE):
        ruleset, players = any_table(chance)
        course, seen = Course.dealt(ruleset, players, chance.randbytes(32)), list[PublicEvent]()
        while not course.over:
            before, mine = course.state, view_of_who_is_asked(course.state)
            command = bots.choose(mine, chance.randrange, seen)
            assert command in mine.menu
            step = course.take(mine.seat, command)
            seen = [*seen, *step.events] if course.state.public.round == before.public.round else []
            invariants.nuggets_come_from_the_bank_alone(before, Act(mine.seat, command), step)
            for check in CHECKERS:
                check(course.state)


def view_of_who_is_asked(state: engine.Game) -> PlayerView:
    """What the first of those sees who have not answered yet."""
    mine = view(state.public, state.seats[engine.unanswered(state)[0].seat])
    assert mine.menu, f"{mine.seat} is asked and can say nothing"
    return mine


@pytest.mark.soak
def test_a_match_of_bots_comes_through_windows_that_ask_everybody() -> None:
    ruleset = Ruleset(modules=("veto",), rounds=1, veto_window=12)
    *_, end = play_game(ruleset, 5, key=b"windows")
    assert engine.is_over(end.state.public)


def test_the_mixes_hold_every_game_module_and_variant() -> None:
    rng, met = Random(1), set[str]()
    for _ in range(40):
        ruleset, _ = any_table(rng)
        met |= {ruleset.rules, *ruleset.modules, *ruleset.variants}
    assert met == {*GAMES, *MODULES, *VARIANTS}
