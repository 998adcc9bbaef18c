"""What a page and a move of a table cost: statements, bytes, time; the same early and late, with few and with many."""

import gzip
import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from msgspec.structs import replace

from games.models import Game
from games.rows import store
from games.rules import codec
from games.rules.cards import BASE_TUNNELS, turnings
from games.rules.tunnels import TURNED
from games.tableau.links import card_token
from tests.games.costs import statements
from tests.games.pages import HX, get
from tests.games.tables import awaited, browser_of, in_position, play_on, pulse_token, running_game, seat_of

pytestmark = pytest.mark.django_db

SIZES = [(3, 5), (3, 60), (10, 5), (10, 60)]


def at_length(players: int, moves: int) -> Game:
    game = running_game(players, seed=5)
    play_on(game, moves)
    return game


@pytest.mark.examples(2)
@pytest.mark.parametrize(("players", "moves"), SIZES)
def test_a_page_costs_six_statements_with_session_and_person(players: int, moves: int) -> None:
    game = at_length(players, moves)
    client, table = browser_of("Ann"), reverse("games:table", args=[game.code])
    client.get(table)  # the first look at news is remembered, which is one more
    assert len(statements(client, table)) == 6
    assert len(statements(client, table, headers=HX)) == 6


@pytest.mark.parametrize("page", ["words", "log"])
def test_pages_to_read_cost_no_more(page: str) -> None:
    game = at_length(4, 20)
    assert len(statements(browser_of("Bo"), reverse(f"games:{page}", args=[game.code]))) <= 6


@pytest.mark.examples(2)
@pytest.mark.parametrize(("players", "moves"), SIZES)
def test_a_move_costs_ten_statements_with_session_and_person(players: int, moves: int) -> None:
    game = at_length(players, moves)
    seat = awaited(game)
    client, table = browser_of(seat.user), reverse("games:table", args=[game.code])
    confirm = get(client, get(client, f"{table}?mode=discard").hand()[0]["href"])
    assert confirm.play
    costs = statements(client, confirm.play.action, confirm.play.values())
    assert len(costs) <= 10, "\n".join(text[:150] for text in costs)


def test_an_unchanged_pulse_costs_no_statement_and_four_hundred_bytes() -> None:
    game = running_game(3, code="k" * 16)
    client = browser_of("Ann")
    address = reverse("games:pulse", args=[game.code, pulse_token(game, "Ann")])
    choice = f"card={card_token(game.code, seat_of(game, 'Ann').user_id, 'NESW')}&at=M-1&flip=1"
    asked = f"{address}?v={game.version}&n=3&{choice}"
    client.get(asked)
    with CaptureQueriesContext(connection) as queries:
        response = client.get(asked)
    assert len(queries.captured_queries) == 0
    assert len(response.content) <= 400, len(response.content)


def big_table() -> Game:
    """Ten players, broken tools, and sixty cards of all kinds in the mine, which is more than a box holds."""
    before = {"B": ["break:cart", "break:lantern"], "D": ["break:pickaxe"]}
    game = in_position(10, code="big", hands={"A": ["map", "break:pickaxe", "rockfall", "N"]}, before=before)
    squares = [f"{x},{y}" for x in range(-1, 8) for y in range(-3, 4) if (x, y) != (0, 0)][:60]
    kinds = [*BASE_TUNNELS, *(kind + TURNED for kind in BASE_TUNNELS if len(turnings(kind)) > 1)]
    laid = {at: kinds[place % len(kinds)] for place, at in enumerate(squares)}
    public = store.public(game)
    game.public = codec.encode(replace(public, mine={**public.mine, **laid}))
    game.save()
    return game


def packed(page: str) -> int:
    return len(gzip.compress(re.sub(r'value="[A-Za-z0-9]{64}"', "", page).encode(), 6))


def test_a_large_table_is_eight_kilobytes_and_a_part_of_it_six() -> None:
    big_table()
    client, table = browser_of("Ann"), reverse("games:table", args=["big"])
    idle = get(client, table)
    for address in [table, *[card["href"] for card in idle.hand()]]:
        page, part = get(client, address), get(client, address, **HX)
        assert page.markup.count('<svg class="picture') > 60
        assert packed(page.markup) <= 8000
        assert packed(part.markup) <= 6000
