"""What the form of a standing order offers to veto."""

import pytest

from games.rules.table import Ruleset
from games.selectors import table as table_selectors
from games.tableau.orders import orders_of
from tests.games.tables import in_position, seat_of

pytestmark = pytest.mark.django_db


def test_an_order_vetoes_any_card_but_a_veto() -> None:
    game = in_position(3, ruleset=Ruleset(modules=("veto",)), hands={"A": ["veto", "map", "N"]})
    place = table_selectors.place_at(game.code, seat_of(game, "Ann").user)
    orders = orders_of(table_selectors.view_of(place), table_selectors.people_at(game))
    assert orders is not None
    offered = [option.value for option in orders.whats]
    assert {"any", "lay", "goal", "map", "rockfall"} <= set(offered)
    assert "veto" not in offered


@pytest.mark.parametrize("window", [0, 12])
def test_everything_is_let_be_in_advance_only_where_there_is_a_window(window: int) -> None:
    game = in_position(3, ruleset=Ruleset(modules=("veto",), veto_window=window), hands={"A": ["veto", "map", "N"]})
    place = table_selectors.place_at(game.code, seat_of(game, "Ann").user)
    orders = orders_of(table_selectors.view_of(place), table_selectors.people_at(game))
    assert orders is not None
    assert orders.lets_be == bool(window)
