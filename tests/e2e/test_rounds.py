"""Rounds of two people and a bot, up to the reveal, on phones by taps and on desks by mouse.

In a soak they begin at the deal, else a few moves before the end.
"""

import random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e import MARKS
from tests.e2e.arrival import arrived
from tests.e2e.conftest import DESK, PHONE, Arrive
from tests.e2e.players import Player, play_round, play_unseen
from tests.factories import UserFactory
from tests.games.tables import loaded, people, running_game

pytestmark = MARKS


def widest(page: Page) -> int:
    """How wide the page is, in pixels; more than the window scrolls sideways."""
    return int(page.evaluate("document.documentElement.scrollWidth"))


@pytest.mark.soak
@pytest.mark.parametrize(("screen", "seed", "left"), [(PHONE, 194, 8), (DESK, 188, 4)], ids=["phone", "desk"])
def test_two_people_and_a_bot_play_a_round_to_its_end_and_the_next_begins(
    arrive: Arrive, steady_bots: random.Random, screen: dict[str, Any], seed: int, left: int
) -> None:
    game = running_game([*people(2), UserFactory.create(username="Bot Flint", is_bot=True)], seed=seed)
    made = play_unseen(game, left, steady_bots)
    loads: list[Page] = []
    players = [Player(name, arrive(name, **screen), touch="has_touch" in screen) for name in ("Ann", "Bo")]
    for player in players:
        player.page.goto(f"/t/{game.code}/")
        player.page.on("load", lambda page: loads.append(page))
    assert made + play_round(game, players, steady_bots.randrange) >= 10
    result = loaded(game).state.public.results[0]
    for player in players:
        page = player.page
        arrived(page, "**/round/1/")
        page.wait_for_load_state("load")
        assert loads.count(page) == 1
        assert widest(page) <= screen["viewport"]["width"]
        cards = page.locator(".faces > li")
        expect(cards).to_have_count(3)
        for name, role in zip(("Ann", "Bo", "Bot Flint"), result.roles, strict=True):
            expect(cards.filter(has=page.get_by_text(name, exact=True))).to_contain_text(role.capitalize())
        player.press(page.get_by_role("button", name="Go to round 2"))
        arrived(page, f"**/t/{game.code}/")
        expect(page.locator("#round")).to_have_text("Round 2 of 3")
        expect(page.get_by_role("list", name="Your hand, 6 cards")).to_be_visible()
