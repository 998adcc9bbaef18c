"""What the table says to who asks what a card does, and to who throws away too many cards or too few."""

import pytest
from django.urls import reverse

from games.models import Game
from games.rules.table import Ruleset
from games.tableau.links import card_token, move_key
from games.wording import card_name
from handbook.entries import help_slug
from tests.games.costs import statements
from tests.games.pages import HX, Page, get
from tests.games.tables import browser_of, in_position, loaded, people, seat_of

pytestmark = pytest.mark.django_db

HAND = ["NESW", "map", "trapped", "theft", "EW-blue", "break:cart"]


def table(rules: str = "saboteur2", hand: list[str] = HAND) -> Game:
    before = {"A": ["break:lantern"]} if rules == "saboteur2" else {}
    return in_position(3, ruleset=Ruleset(rules=rules), hands={"A": hand}, before=before, first="A")


@pytest.mark.examples(1)
@pytest.mark.parametrize(("page", "name"), [("table", "Ann"), ("plan", "Bo")])
def test_each_chosen_card_leads_to_help_and_help_leads_back_to_the_choice(page: str, name: str) -> None:
    game = table()
    person, seat = browser_of(name), seat_of(game, name)
    for card in dict.fromkeys(loaded(game).state.seats[seat.number].hand):
        chosen = f"{reverse(f'games:{page}', args=[game.code])}?card={card_token(game.code, seat.user_id, card)}"
        link = next(link for link in get(person, chosen).links if link["id"] == "about-card")
        assert link.text.split()[-5:] == ["What", "does", "this", "card", "do?"]
        assert link["hx-target"] == "#sheet"
        about = get(person, link["href"])
        assert about.status == 200
        assert card_name(card) in about.words
        assert chosen in [back["href"] for back in about.links if back.text.strip() == "Back to the table"]
        assert about.to(reverse("handbook:card", args=[help_slug(card)]))
        assert get(person, chosen).hand()


def test_help_keeps_the_square_that_was_chosen_too() -> None:
    game = in_position(3, code="square", hands={"A": ["NESW", "map"]}, first="A")
    token = card_token("square", seat_of(game, "Ann").user_id, "NESW")
    chosen = f"/t/square/?card={token}&at=M1"
    about = next(link for link in get(browser_of("Ann"), chosen).links if link["id"] == "about-card")
    assert get(browser_of("Ann"), about["href"]).to("/t/square/?", f"card={token}", "at=M1")


def test_htmx_is_given_the_sheet_alone_which_closes_by_its_own_form() -> None:
    game = table()
    part = get(browser_of("Ann"), reverse("handbook:about", args=[game.code]) + f"?about={token_of(game, 'map')}", **HX)
    assert part.markup.startswith('<h2 id="sheet-title" tabindex="-1" autofocus>Map</h2>')
    assert '<form method="dialog">' in part.markup
    assert len(part.markup) < 2500


def token_of(game: Game, card: str, name: str = "Ann") -> str:
    return card_token(game.code, seat_of(game, name).user_id, card)


def test_cards_link_to_help_while_waiting() -> None:
    game = table()
    page = get(browser_of("Bo"), reverse("games:table", args=[game.code]))
    held = [link for link in page.links if link["id"].startswith("held-")]
    assert len(held) == len(loaded(game).state.seats[1].hand)
    about = get(browser_of("Bo"), held[0]["href"])
    assert about.status == 200
    assert reverse("games:table", args=[game.code]) in about.to(game.code)


def test_help_is_for_players_and_for_cards_alone() -> None:
    game = table()
    address = reverse("handbook:about", args=[game.code])
    for query in ("", "?about=", "?about=forged", f"?about={token_of(game, 'map', 'Bo')}", f"?about={'x' * 500}"):
        assert get(browser_of("Ann"), address + query).status == 404
    dee = people(4)[3]
    assert get(browser_of(dee), f"{address}?about={card_token(game.code, dee.pk, 'map')}").status == 404


def test_help_costs_three_statements_with_session_and_person() -> None:
    game = table()
    client, address = browser_of("Ann"), f"{reverse('handbook:about', args=[game.code])}?about={token_of(game, 'map')}"
    assert len(statements(client, address)) == 3


def sent(game: Game, mode: str, *cards: str, **more: str) -> Page:
    """What comes of throwing cards away."""
    user = seat_of(game, "Ann").user
    tokens = [card_token(game.code, user.pk, card) for card in cards]
    form = {"seq": str(game.seq), "key": move_key(game.code, user.pk, game.seq), "mode": mode, "card": tokens, **more}
    return Page(browser_of(user).post(reverse("games:move", args=[game.code]), form))


@pytest.mark.parametrize("cards", [["map"], ["map", "theft", "trapped"]])
def test_r32_trade_of_one_or_three_cards_is_refused_with_the_rule(cards: list[str]) -> None:
    answer = sent(table(), "trade", *cards, lift="lantern")
    assert answer.status == 422
    assert "A trade takes exactly two cards from your hand" in answer.words


def test_r32_discard_of_four_cards_is_refused_with_the_rule() -> None:
    answer = sent(table(), "discard", *HAND[:4])
    assert answer.status == 422
    assert "The most that may be discarded at once: 3." in answer.words


def test_r13_discard_of_two_cards_is_refused_with_the_base_rule() -> None:
    answer = sent(table("base", ["map", "NESW"]), "discard", "map", "NESW")
    assert answer.status == 422
    assert "The most that may be discarded at once: 1." in answer.words
