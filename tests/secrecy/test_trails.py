"""A trail that follows a game in all holds what the game holds: what twins are made of is the game itself."""

from random import Random

import pytest

from games.rules import engine
from games.rules.table import Ruleset
from tests.conftest import SOAK
from tests.rules.playout import WHOLE_BOX, keen_act
from tests.secrecy.course import played
from tests.secrecy.tokens import Token
from tests.secrecy.trail import Trail
from tests.secrecy.worlds import follow

ALL = 1.0
"""The share of what players did unseen that a trail follows."""
GAMES = 40 if SOAK else 3


def reals(some: list[Token]) -> list[str]:
    """What tokens are in the game that was played."""
    return [one.real for one in some]


def held(trail: Trail) -> dict[str, object]:
    """What a trail says of a round, in the words of `held_by_game`."""
    at_work = [trail.at_work] if trail.at_work else []
    return {
        "pile": reals(trail.pile),
        "discards": reals([*trail.discards, *at_work]),
        "hands": [sorted(reals(hand)) for hand in trail.hands],
        "offers": {seat: reals(offer) for seat, offer in trail.offers.items() if offer},
        "roles": reals(trail.roles),
        "goals": {at: goal.real for at, goal in trail.goals.items()},
    }


def held_by_game(state: engine.Game, trail: Trail) -> dict[str, object]:
    """What a state holds. A card whose turn is not over yet counts to the discards; roles count between parties and
    goals as long as they lie face down."""
    discards = list(state.table.discards)
    if trail.at_work and len(discards) == len(trail.discards):
        discards.append(trail.at_work.real)
    return {
        "pile": list(state.table.pile),
        "discards": discards,
        "hands": [sorted(own.hand) for own in state.seats],
        "offers": {own.seat: list(own.offer) for own in state.seats if own.offer and not own.offer[0].isdigit()},
        "roles": reals(trail.roles) if trail.party else [own.role for own in state.seats],
        "goals": {at: goal.real for at, goal in trail.goals.items()} | state.table.goals,
    }


def kept_the_second_of_two_alike(trail: Trail) -> bool:
    """Whether a trail kept another of two cards alike than the rules, which take the first: such are no twins."""
    return any(reals(offer).index(kept.real) != offer.index(kept) for offer, kept in trail.kept)


@pytest.mark.parametrize("ruleset", WHOLE_BOX)
@pytest.mark.parametrize("number", range(GAMES))
def test_trail_that_follows_in_all_holds_what_the_game_holds(ruleset: Ruleset, number: int, chance: Random) -> None:
    first = engine.first_deal(ruleset, 6, key=chance.randbytes(32))
    course = played(chance, ruleset, first, acts=200, pick=keen_act)
    for moment, trails in zip(course.moments, follow(chance, course, 200, number % 6, ALL), strict=True):
        if kept_the_second_of_two_alike(trails[-1]):
            break
        assert held(trails[-1]) == held_by_game(moment.step.state, trails[-1]), moment
