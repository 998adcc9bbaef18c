"""A browser that runs no script at all: a round, whole in a soak, and every page that a player needs."""

import random

import pytest
from playwright.sync_api import expect

from tests.e2e import MARKS
from tests.e2e.arrival import arrived
from tests.e2e.conftest import PHONE, Arrive
from tests.e2e.players import Visitor, play_round, play_unseen
from tests.e2e.scenes import DECISIONS, Scene
from tests.e2e.test_every_card import act
from tests.factories import UserFactory
from tests.games.tables import NAMES, loaded, people, running_game

pytestmark = MARKS


class PatientPlayer(Visitor):
    """A player whose page changes only on a reload."""

    def is_on_turn(self) -> None:
        """Look again until it is their turn: once is enough."""
        again = self.page.get_by_role("link", name="Look again")
        if again.count():
            self.press(again)
        super().is_on_turn()


def test_a_round_is_played_to_its_end_without_any_script(arrive: Arrive, steady_bots: random.Random) -> None:
    bots = [UserFactory.create(username=name, is_bot=True) for name in ("Bot Flint", "Bot Amber")]
    game = running_game([*people(1), *bots], seed=137)
    made = play_unseen(game, 8, steady_bots)
    ann = PatientPlayer("Ann", arrive("Ann", **PHONE, java_script_enabled=False), touch=True)
    ann.page.goto(f"/t/{game.code}/")
    assert made + play_round(game, [ann], steady_bots.randrange) >= 17
    ann.page.goto(f"/t/{game.code}/")
    arrived(ann.page, "**/round/1/")
    expect(ann.page.locator(".faces > li")).to_have_count(3)
    winners = loaded(game).state.public.results[0].winners
    expect(ann.page.locator(".faces > .won")).to_have_count(len(winners))
    ann.page.get_by_role("button", name="Go to round 2").tap()
    expect(ann.page.get_by_role("heading", level=1)).to_contain_text("Round 2 of 3")


@pytest.mark.soak
@pytest.mark.examples(1)
@pytest.mark.parametrize("scene", DECISIONS, ids=lambda scene: scene.said)
def test_orders_thefts_and_trades_need_no_script(arrive: Arrive, scene: Scene) -> None:
    pages = [arrive(name, **PHONE, java_script_enabled=False) for name in NAMES[:3]]
    act(scene, [PatientPlayer(name, page, touch=True) for name, page in zip(NAMES[:3], pages, strict=True)])
