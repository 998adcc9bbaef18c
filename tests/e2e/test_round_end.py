"""The end of rounds and of the game, for everybody who sits there: the reveal, the gold, the next round, the scores."""

import pytest
from playwright.sync_api import expect

from games.models import Game
from tests.e2e import MARKS
from tests.e2e.arrival import arrived
from tests.e2e.conftest import PHONE, Arrive, Complaints
from tests.e2e.players import Player, hand_of
from tests.e2e.stages import before_the_last_card
from tests.games.tables import do, in_position

pytestmark = MARKS


def join_the_gold(ann: Player, game: Game) -> None:
    """Lay the last card."""
    ann.choose("NESW", hand_of(game, "Ann"))
    ann.press(ann.square("7,0"))
    ann.press(ann.button)


def test_everybody_sees_the_reveal_and_only_their_own_gold(arrive: Arrive) -> None:
    game = before_the_last_card(rounds=2)
    ann, bo, cy = (Player(name, arrive(name, **PHONE), touch=True) for name in ("Ann", "Bo", "Cy"))
    for player in (ann, bo, cy):
        player.page.goto(f"/t/{game.code}/")
    join_the_gold(ann, game)
    for player in (ann, bo, cy):
        arrived(player.page, "**/round/1/")
        won = player.page.locator(".faces > .won")
        expect(won).to_have_count(2)
        expect(player.page.locator(".verdict")).to_contain_text("reached the gold.")
        expect(player.page.locator(".faces > li").filter(has_text="Saboteur")).to_contain_text("Bo")
        expect(player.page.get_by_role("list", name="Mine map, ")).to_be_visible()
    mine = ann.page.locator(".faces > .won").filter(has_text="Ann")
    theirs = ann.page.locator(".faces > .won").filter(has_text="Cy")
    expect(mine).to_contain_text("1 gold card")
    expect(ann.page.locator(".verdict")).to_contain_text("Only you can see what it’s worth: 3 nuggets.")
    expect(theirs).to_contain_text("1 gold card")
    for part in (bo.page.locator(".faces"), bo.page.locator(".verdict")):
        expect(part).not_to_contain_text("nugget")
    for player in (ann, bo, cy):
        player.press(player.on)
        expect(player.page.locator("#round")).to_have_text("Round 2 of 2")
        player.page.goto(f"/t/{game.code}/round/1/")
        expect(player.on).to_have_count(0)
        player.press(player.page.get_by_role("link", name="Back to the table"))
        expect(player.page.locator("#round")).to_have_text("Round 2 of 2")


@pytest.mark.soak
def test_gold_is_chosen_by_hand_where_the_table_asks_for_it(arrive: Arrive) -> None:
    game = before_the_last_card(rounds=2, gold_draft="hand")
    ann, cy = (Player(name, arrive(name)) for name in ("Ann", "Cy"))
    for player in (ann, cy):
        player.page.goto(f"/t/{game.code}/")
    join_the_gold(ann, game)
    ann.press(ann.on)
    expect(ann.button).to_have_text("Confirm")
    ann.page.get_by_role("radio", name="3").check()
    expect(ann.button).to_have_text("Take 3 nuggets")
    ann.press(ann.button)
    expect(cy.page.locator(".faces > .won")).to_have_count(2)
    cy.press(cy.on)
    for player in (ann, cy):
        expect(player.page.locator("#round")).to_have_text("Round 2 of 2")
        expect(player.page.locator("#words")).to_contain_text("You took a gold card.")
    expect(ann.page.locator("#words")).to_contain_text("Your gold card shows 3 nuggets.")


@pytest.mark.soak
def test_after_the_last_round_the_page_turns_into_the_scores_by_itself(arrive: Arrive, complaints: Complaints) -> None:
    game = before_the_last_card(rounds=1)
    ann, bo = (Player(name, arrive(name, **PHONE), touch=True) for name in ("Ann", "Bo"))
    for player in (ann, bo):
        player.page.goto(f"/t/{game.code}/")
    join_the_gold(ann, game)
    for player in (ann, bo):
        page = player.page
        expect(player.on).to_have_text("Go to the scores")
        player.press(player.on)
        expect(page.locator(".podium > .won")).to_contain_text("Ann")
        page.get_by_text("Everything about this game").tap()
        expect(page.get_by_role("heading", name="Scores")).to_be_visible()
        expect(page.locator("tr.won")).to_contain_text("Ann")
        expect(page.locator("tr.won .total")).to_have_text("3")
        expect(page.get_by_role("heading", name="Cards left in hands")).to_be_visible()
        page.get_by_role("link", name="Fair?").tap()
        arrived(page, "**/fairness/")
    bo.page.go_back()
    expect(bo.page.locator(".podium")).to_be_visible()
    bo.page.locator(".rounds a").first.tap()
    arrived(bo.page, "**/round/1/")
    bo.page.get_by_role("link", name="See the scores").tap()
    expect(bo.page.locator(".podium")).to_be_visible()


@pytest.mark.soak
def test_returning_player_reads_what_happened_meanwhile(arrive: Arrive) -> None:
    game = in_position(
        3, hands={"A": ["EW", "map"], "B": ["EW", "NESW"], "C": ["break:cart", "NE"]}, pile=["NESW"], first="A"
    )
    do(game, "A lay EW 1,0", "B lay EW 2,0", "C break:cart A")
    ann = Player("Ann", arrive("Ann"))
    ann.page.goto(f"/t/{game.code}/")
    log = ann.page.locator("#words")
    expect(log).to_contain_text("Since your last turn")
    expect(log.get_by_role("listitem").nth(1)).to_contain_text("Cy")
    expect(ann.page.locator(".plates > li").first).to_contain_text("broken cart")
    ann.choose("NESW", hand_of(game, "Ann"))
    expect(ann.prompt).to_contain_text("cart")
    expect(ann.page.locator(".mine .lit")).to_have_count(0)
