"""When a game is over and all is opened, what people did that stands in no record is still secret (R24, R95, R98)."""

from random import Random

import pytest

from tests.conftest import SOAK
from tests.secrecy.held import told_apart
from tests.secrecy.pages.endings import DEEDS, STAFF, WHO, ending

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("some_addresses")]


@pytest.mark.examples(1)
@pytest.mark.parametrize("ends", ["by the gold", "by a vote"])
def test_r24_r95_the_end_of_a_game_opens_nothing_but_the_game(ends: str, chance: Random) -> None:
    others = [name for name in DEEDS if name != "nothing"]
    deeds = ["nothing", *(others if SOAK else chance.sample(others, 2))]
    assert told_apart({name: DEEDS[name] for name in deeds}, ending(ends, WHO)) == []


def test_r24_r95_ballots_stay_hidden_from_staff_after_the_game() -> None:
    worlds = {name: DEEDS[name] for name in ("votes", "is against it")}
    assert told_apart(worlds, ending("by the gold", STAFF)) == []
