"""A table is played live by people who all have it before their eyes, and falls back to days: in their browsers."""

import re
from datetime import timedelta

import pytest
from playwright.sync_api import Page, expect

from games import tasks
from games.clocks import live
from games.models import Game, Seat
from games.rules.announcements import LiveEnded
from tests.e2e import MARKS
from tests.e2e.conftest import PHONE, Arrive
from tests.e2e.players import unfold
from tests.e2e.test_together import press
from tests.games.clocks import events_of, pass_by
from tests.games.tables import in_position, seat_of

pytestmark = MARKS


LONG = timedelta(minutes=10)
"""What there is for a decision here: browsers on a busy machine take longer than a minute."""


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> Game:
    monkeypatch.setattr(live, "DECISION", LONG)
    table = in_position(3, code="live", hands={name: ["EW", "NS", "map"] for name in "ABC"})
    Game.objects.filter(pk=table.pk).update(bank_hours=72, turn_hours=12)
    return table


def agree(*pages: Page) -> None:
    """All who sit at the table open it, the first one proposes to play live, and the others agree."""
    first, *others = pages
    for page in (*others, first):
        page.goto("/t/live/")
    expect(first.locator("#together summary").first).to_contain_text("The table: everyone is here")
    unfold(first)
    press(first, "Propose to play live")
    for page in others:
        expect(page.locator("#prompt")).to_contain_text("proposes to play live for an hour")
        page.get_by_role("button", name="Yes, live").focus()
        page.keyboard.press("Enter")
    for page in pages:
        expect(page.locator("#clock")).to_contain_text("Live: ")


def test_live_hour_is_agreed_played_and_costs_no_one_a_turn(game: Game, arrive: Arrive) -> None:
    ann, bo, cy = arrive("Ann"), arrive("Bo", **PHONE), arrive("Cy")
    agree(ann, bo, cy)
    left = ann.locator("#clock [data-left]")
    expect(left).to_have_text(re.compile(r"^Live: 5\d\d s$"))
    expect(left).not_to_have_text(left.inner_text())
    spent = Seat.objects.get(pk=seat_of(game, "Ann").pk).spent
    ann.goto("/t/live/?mode=discard")
    ann.locator(".hand a, .hand input").first.click()
    ann.locator("#play .primary").click()
    expect(bo.locator("#clock")).to_contain_text("Your turn")
    expect(bo.locator("#clock [data-left]")).to_be_attached()
    assert Seat.objects.get(pk=seat_of(game, "Ann").pk).spent == spent
    pass_by(2 * LONG)
    tasks.tick()
    for page in (ann, bo, cy):
        expect(page.locator("#words")).to_contain_text("The table is back to its usual pace.")
        expect(page.locator("#clock")).not_to_contain_text("Live")
    assert len(events_of(game, LiveEnded)) == 1
    assert set(Seat.objects.filter(game=game).values_list("missed", "forgiven", "resting")) == {(0, False, "")}


@pytest.mark.soak
def test_the_offer_comes_without_a_reload_and_anybody_leads_back_to_days(game: Game, arrive: Arrive) -> None:
    ann, bo, cy = arrive("Ann"), arrive("Bo"), arrive("Cy")
    ann.goto("/t/live/")
    expect(ann.locator("#together summary").first).not_to_contain_text("The table: everyone is here")
    agree(ann, bo, cy)
    unfold(cy)
    press(cy, "Back to the usual pace")
    for page in (ann, bo, cy):
        expect(page.locator("#clock")).not_to_contain_text("Live")
        expect(page.locator("#words")).to_contain_text("The table is back to its usual pace.")
    game.refresh_from_db()
    assert game.live_since is None


@pytest.mark.soak
def test_without_javascript_the_page_says_how_long_a_decision_has(game: Game, arrive: Arrive) -> None:
    ann, bo, cy = (arrive(name, java_script_enabled=False) for name in ("Ann", "Bo", "Cy"))
    for page in (bo, cy, ann):
        page.goto("/t/live/")
    unfold(ann)
    press(ann, "Propose to play live")
    for page in (bo, cy):
        page.goto("/t/live/")
        press(page, "Yes, live")
    expect(cy.locator("#clock")).to_contain_text("Live: 60 seconds a decision")
    ann.goto("/t/live/")
    expect(ann.locator("#clock")).to_contain_text("Live: 60 seconds a decision")
