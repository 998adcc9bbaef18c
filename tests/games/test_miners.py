"""The miners of a table, as its page counts them (R70)."""

import pytest

from games.rules.table import Ruleset
from tests.games.pages import Page, get
from tests.games.tables import browser_of, do, in_position

pytestmark = pytest.mark.django_db


def test_miners_left_are_public_and_one_player_may_place_both() -> None:
    game = in_position(
        3,
        ruleset=Ruleset(modules=("tunnel-toll",)),
        code="toll",
        hands={"A": ["map", "N", "E"], "B": ["EW", "NE"], "C": ["map"]},
    )
    for name in ("Ann", "Bo"):
        page = get(browser_of(name), "/t/toll/")
        assert "2 miners left" in page.words
        assert "Miners that can still be put in this round: 2." in get(browser_of(name), "/t/toll/words/").words
    do(game, "A miner map 1,0")
    assert "1 miner left" in get(browser_of("Cy"), "/t/toll/").words
    do(game, "B pass NE", "C pass map", "A miner N 0,1")
    page = get(browser_of("Bo"), "/t/toll/")
    assert "0 miners left" in page.words
    assert page.to("mode=miner") == []
    assert Page(browser_of("Bo").get("/t/toll/?mode=miner")).status == 200


def test_where_no_miners_are_played_none_are_counted() -> None:
    in_position(3, ruleset=Ruleset(modules=("guide",)), code="toll")
    for address in ("/t/toll/", "/t/toll/words/"):
        assert "iner" not in get(browser_of("Ann"), address).words
