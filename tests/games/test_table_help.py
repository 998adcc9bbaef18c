"""What the table says to who asks what a card does, and to who throws away too many cards or too few."""

import pytest
from django.urls import reverse

from games.models import Game
from games.rules.table import Ruleset
from games.tableau.tokens import card_token, move_key
from games.wording.help import help_slug
from tests.games.pages import Page, get
from tests.games.tables import browser_of, in_position, loaded, seat_of

pytestmark = pytest.mark.django_db

HAND = ["NESW", "map", "trapped", "theft", "EW-blue", "break:cart"]


def table(rules: str = "saboteur2", hand: list[str] = HAND) -> Game:
    before = {"A": ["break:lantern"]} if rules == "saboteur2" else {}
    return in_position(3, ruleset=Ruleset(rules=rules), hands={"A": hand}, before=before, first="A")


@pytest.mark.parametrize(("page", "name"), [("table", "Ann"), ("plan", "Bo")])
def test_each_card_of_the_hand_leads_to_its_page_in_the_rule_book(page: str, name: str) -> None:
    game = table()
    person, seat = browser_of(name), seat_of(game, name)
    hand = loaded(game).state.seats[seat.number].hand
    for card in hand:
        address = reverse(f"games:{page}", args=[game.code])
        shown = get(person, f"{address}?card={card_token(game.code, seat.user_id, card)}")
        about = reverse("games:card", args=[help_slug(card)])
        assert about in [link["href"] for link in shown.links if link.text == "What does this card do?"]
        assert get(person, about).status == 200


def sent(game: Game, mode: str, *cards: str, **more: str) -> Page:
    """What comes of throwing cards away."""
    user = seat_of(game, "Ann").user
    tokens = [card_token(game.code, user.pk, card) for card in cards]
    form = {"seq": str(game.seq), "key": move_key(game.code, user.pk, game.seq), "mode": mode, "card": tokens, **more}
    return Page(browser_of(user).post(reverse("games:move", args=[game.code]), form))


@pytest.mark.parametrize("cards", [["map"], ["map", "theft", "trapped"]])
def test_r32_a_trade_of_one_card_or_three_is_refused_with_the_reason_and_the_rule(cards: list[str]) -> None:
    answer = sent(table(), "trade", *cards, lift="lantern")
    assert answer.status == 422
    assert "A trade takes two cards of your hand, neither more nor fewer (R32)." in answer.words


def test_r32_a_discard_of_four_cards_is_refused_with_the_reason_and_the_rule() -> None:
    answer = sent(table(), "discard", *HAND[:4])
    assert answer.status == 422
    assert "The most that may be discarded at once: 3 (R32)." in answer.words


def test_r13_a_discard_of_two_cards_is_refused_with_the_reason_and_the_rule_of_the_base_game() -> None:
    answer = sent(table("base", ["map", "NESW"]), "discard", "map", "NESW")
    assert answer.status == 422
    assert "The most that may be discarded at once: 1 (R13)." in answer.words
