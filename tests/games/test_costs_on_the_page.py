"""Each question on the page says what will be drawn before it is answered (R90)."""

from typing import Any

import pytest

from games.models import Game
from games.rules.table import Ruleset
from games.tableau.links import card_token
from tests.games.pages import get
from tests.games.tables import browser_of, do, in_position, seat_of

pytestmark = pytest.mark.django_db

HAND = ["EW", "NESW", "map", "treasury", "swap-hands", "guide", "break:cart"]
MODULES = ("guide", "treasury", "tunnel-toll", "veto")


def table(**script: Any) -> Game:
    """A table of Saboteur 2 at which Ann holds one card of each kind."""
    position: dict[str, Any] = {"hands": {"A": HAND}, "discards": ["map"]}
    return in_position(3, ruleset=Ruleset("saboteur2", MODULES), code="cost", **(position | script))


def asked(game: Game, query: str, card: str = "") -> str:
    """What Ann reads at an address."""
    token = f"card={card_token(game.code, seat_of(game, 'Ann').user_id, card)}&" if card else ""
    return get(browser_of("Ann"), f"/t/cost/?{token}{query}").words


@pytest.mark.examples(3)
@pytest.mark.parametrize(
    ("card", "query", "said"),
    [
        ("EW", "at=M1", "Then you draw 1 card."),
        ("map", "at=M8", "Then you draw 1 card."),
        ("break:cart", "who=B", "Then you draw 1 card."),
        ("treasury", "", "You keep one of the cards instead of drawing."),
        ("swap-hands", "who=B", "Then Bo draws 1 card, and you draw none."),
        ("guide", "", "Then you draw 2 cards, or one less if the second tunnel fits nowhere."),
        ("", "mode=discard", "You draw as many cards as you discard."),
        ("", "mode=miner", "You draw nothing."),
    ],
)
def test_question_of_a_turn_says_what_is_drawn(card: str, query: str, said: str) -> None:
    assert said in asked(table(), query, card)


def test_trade_says_that_one_card_is_drawn_for_two() -> None:
    assert "Then you draw 1 card." in asked(table(before={"A": ["break:lantern"]}), "mode=trade&lift=lantern")


def test_short_pile_is_said_with_the_draw() -> None:
    game = table(pile=["NS"], pile_is_whole=True)
    assert "You draw as many cards as you discard, but at most 1 card." in asked(game, "mode=discard")


def test_empty_pile_draws_nothing() -> None:
    assert "Then you draw nothing." in asked(table(pile=[], pile_is_whole=True), "at=M1", "EW")


def test_veto_says_what_its_player_draws_and_the_others_nothing() -> None:
    ruleset = Ruleset(modules=("veto",), veto_window=1)
    game = in_position(3, ruleset=ruleset, code="cost", hands={"A": ["map"], "B": ["map"], "C": ["veto"]})
    do(game, "A map 8,0")
    assert "If you veto it, you draw 1 card." in get(browser_of("Cy"), "/t/cost/").words
    assert "You draw nothing." in get(browser_of("Bo"), "/t/cost/").words
