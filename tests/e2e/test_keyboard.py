"""The site by keyboard alone: a whole round, each key of the table, and a focus that can always be seen."""

import random
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e import MARKS
from tests.e2e.conftest import Arrive
from tests.e2e.keys import Typist, type_key
from tests.e2e.players import play_round
from tests.games.tables import in_position, loaded, people, running_game
from tests.factories import UserFactory

pytestmark = MARKS


def test_a_whole_round_is_played_by_keys_alone(arrive: Arrive, steady_bots: random.Random) -> None:
    bots = [UserFactory.create(username=name, is_bot=True) for name in ("Bot Flint", "Bot Amber")]
    game = running_game([*people(1), *bots], seed=153)
    ann = Typist("Ann", arrive("Ann"))
    ann.page.goto(f"/t/{game.code}/")
    ann.go_to_table()
    assert play_round(game, [ann], steady_bots.randrange) >= 5
    expect(ann.page.locator("#round")).to_have_text("Round 2 of 3")
    link = ann.page.get_by_role("link", name="Look at round 1")
    for _step in range(60):
        if link.evaluate("(it) => document.activeElement === it"):
            break
        type_key(ann.page, "Tab")
    ann.page.keyboard.press("Enter")
    ann.page.wait_for_url("**/round/1/")
    expect(ann.page.locator(".lead")).to_contain_text(loaded(game).state.public.results[0].winners and "won" or "")
