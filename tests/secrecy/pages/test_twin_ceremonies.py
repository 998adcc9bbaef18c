"""What is shown at the end of a round and at the deal of the next tells nothing that stays secret: gold cards of
others, hands, new roles, the pile, the roles set aside (R24, R50, R94). It is held against what was claimed."""

from collections.abc import Callable
from functools import partial
from random import Random

import pytest
from msgspec.structs import replace

from games.models import Seat
from games.rules.table import Ruleset
from tests.conftest import SOAK
from tests.rules.playout import WHOLE_BOX
from tests.secrecy.pages.compare import Plan, differences
from tests.secrecy.pages.furniture import discuss
from tests.secrecy.pages.pairs import digging_deal, paid_pair, pair_until, round_ended, short_deal
from tests.secrecy.pages.stage import Stage
from tests.secrecy.pages.wardrobe import any_outfit
from tests.secrecy.worlds import Pair

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("some_addresses")]

GAMES = 5 if SOAK else 1
WATCHERS = ("player", "spectator")


def ended(ruleset: Ruleset, deal: Callable[..., object], players: int, rng: Random) -> Pair:
    """A pair that ends with the end of a round, after which there is another."""
    return pair_until(rng, replace(ruleset, rounds=2), players, round_ended, deal)  # type: ignore[arg-type]


ENDS: dict[str, Callable[[Random], Pair]] = {
    "gold cards of others": paid_pair,
    "gold by hand": partial(ended, Ruleset(gold_draft="hand"), digging_deal, 4),
    "the pile ran out": partial(ended, Ruleset(), short_deal, 4),
    "teams": partial(ended, Ruleset(rules="saboteur2"), short_deal, 5),
    **{f"whole box {number}": partial(ended, ruleset, short_deal, 5) for number, ruleset in enumerate(WHOLE_BOX)},
}


def discuss_before_the_deal(stage: Stage) -> None:
    """Let the players have said something, and let no player have seen the deal of the next round."""
    discuss(stage)
    Seat.objects.filter(game=stage.game).update(seen_deal=0)


@pytest.mark.examples(1)
@pytest.mark.parametrize("number", range(GAMES))
@pytest.mark.parametrize("end", ENDS)
def test_r24_the_end_of_a_round_tells_nothing_that_stays_secret(end: str, number: int, chance: Random) -> None:
    plan = Plan(WATCHERS, thorough=1, outfit=any_outfit(chance), then=discuss_before_the_deal)
    assert list(differences(ENDS[end](chance), plan, number)) == []
