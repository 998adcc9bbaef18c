"""What several tests of the rules begin with."""

from random import Random

import pytest

from games.rules.table import Ruleset
from tests.rules.playout import Course, any_move

KEY = b"k" * 32


@pytest.fixture
def course() -> Course:
    """A game of five in its first round, some cards laid, some discarded."""
    rng, course = Random(5), Course.dealt(Ruleset(), 5, KEY)
    for _ in range(12):
        course.take(*any_move(rng, course.state, 0.7))
    assert len(course.state.public.mine) > 3
    return course
