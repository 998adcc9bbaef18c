"""Why a square is not lit, asked before any card is chosen. What stops a player leads; a veto leads to its order."""

from collections.abc import Sequence
from typing import Any

import pytest
from django.urls import reverse

from games.models import Game, Status
from games.rules.table import Ruleset
from tests.games.pages import HX, Page, get
from tests.games.tables import browser_of, do, in_position

pytestmark = pytest.mark.django_db

WALL = {"1,0": "E.W", "-1,0": "E", "0,1": "N", "0,-1": "N.S"}


def table(*hand: str, before: Sequence[str] = (), others: str = "map", **more: Any) -> Game:
    hands = {"A": list(hand), "B": [others]}
    return in_position(3, hands=hands, before={"A": list(before)} if before else {}, first="A", **more)


def asked(game: Game, square: str, **headers: str) -> Page:
    """What Ann is told who chooses a square and no card."""
    return get(browser_of("Ann"), f"{reverse('games:table', args=[game.code])}?at={square}", **headers)


@pytest.mark.parametrize("headers", [{}, HX], ids=["no script", "htmx"])
@pytest.mark.parametrize(
    ("hand", "before", "square", "said"),
    [
        (["ESW", "NES", "EW", "map"], [], "M1", "At M1, you can play: Three-way tunnel, Straight tunnel."),
        (["map", "NESW"], [], "K8", "At K8, you can play: Map."),
        (["EW"], [], "K8", "There’s already a card at K8, and none of yours can be played on it."),
        (["EW", "map"], [], "L0", "None of your tunnel cards fits at L0."),
        (["map"], [], "M1", "You have no tunnel card, and you can’t lay anything else in the mine."),
        (["EW", "map"], ["break:lantern"], "M1", "With a broken lantern, you can’t lay tunnels."),
        (["EW", "map"], ["break:lantern"], "K8", "At K8, you can play: Map."),
    ],
)
def test_a_dark_square_says_why_before_any_card_is_chosen(
    hand: list[str], before: list[str], square: str, said: str, headers: dict[str, str]
) -> None:
    page = asked(table(*hand, before=before), square, **headers)
    assert page.status == 200
    assert said in page.words
    assert "Choose a card from your hand." in page.words
    assert not page.lit()


def test_trap_is_the_first_reason() -> None:
    game = table("EW", before=["trapped"], ruleset=Ruleset(rules="saboteur2"), mine=WALL)
    assert "You’re trapped, so you can’t lay tunnels." in asked(game, "N1").words


def test_a_dark_square_says_why_for_the_second_card_of_a_mine_guide_too() -> None:
    game = table("guide", "EW", "ESW", "NS", ruleset=Ruleset(modules=("guide",)))
    do(game, "A guide", "A lay EW 1,0")
    page = asked(game, "M2")
    assert "At M2, you can play: Three-way tunnel." in page.words
    assert "Lay the next tunnel card." in page.words


def test_dark_square_explains_itself_on_the_plan_page() -> None:
    game = table("EW", others="ESW")
    page = get(browser_of("Bo"), f"{reverse('games:plan', args=[game.code])}?at=M1")
    assert "Plan your next turn." in page.words
    assert "At M1, you can play: Three-way tunnel." in page.words


def test_squares_beside_cards_are_askable_outside_the_tab_order() -> None:
    game = table("EW")
    page = get(browser_of("Ann"), reverse("games:table", args=[game.code]))
    why = [link for link in page.squares() if link.text.endswith("Why?")]
    assert {link.text.split()[0] for link in why} == {"L0", "M-1", "M1", "N0"}
    claims = [address.rpartition("=")[2] for address in page.to("/claim/")]
    assert [about for about in claims if about.endswith("8")] == ["K8", "M8", "O8"]
    assert page.markup.count('tabindex="-1"><span class="visually-hidden">') == len(why)


def test_explanations_are_for_the_player_on_turn_alone() -> None:
    game = table("EW", others="NESW")
    page = get(browser_of("Bo"), f"{reverse('games:table', args=[game.code])}?at=M1")
    assert page.status == 200
    assert not page.squares()
    assert "At M1" not in page.words


@pytest.mark.parametrize("square", ["M1", "L0", "K8", "N7"])
def test_reason_of_a_dark_square_depends_on_nothing_hidden(square: str) -> None:
    reasons = set()
    for others, gold in (("NESW", "8,-2"), ("break:cart", "8,2")):
        game = table("EW", "map", others=others, goals={gold: "gold"})
        words = asked(game, square).words
        reasons.add(words[words.index("M0: the start") :].replace(game.code, ""))
        Game.objects.filter(pk=game.pk).update(status=Status.OVER)  # so that it waits for no player
    assert len(reasons) == 1


def test_a_veto_on_ones_own_turn_leads_to_its_order_which_stands_open() -> None:
    game = table("veto", "EW", ruleset=Ruleset(modules=("veto",)))
    client, address = browser_of("Ann"), reverse("games:table", args=[game.code])
    idle = get(client, address)
    assert '<details id="orders" class="fold">' in idle.markup
    page = get(client, next(card["href"] for card in idle.hand() if "Veto" in card.text))
    assert "You can only veto a card that was just played." in page.words
    assert "You can leave a standing order for it." in page.words
    assert page.to("#orders")
    assert '<details id="orders" class="fold" open>' in page.markup


def test_order_left_while_planning_goes_to_the_orders() -> None:
    game = table("EW", others="veto", ruleset=Ruleset(modules=("veto",)))
    page = get(browser_of("Bo"), reverse("games:plan", args=[game.code]))
    form = page.markup.split('id="order-veto"')[1]
    assert f'action="{reverse("games:move", args=[game.code])}"' in form.split(">")[0]
