"""A card that came lately is marked as new for its holder until it is touched; other players learn nothing of it."""

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Game
from games.rules.table import Ruleset
from tests.games.pages import Page, get
from tests.games.tables import browser_of, do, in_position, loaded

pytestmark = pytest.mark.django_db

SWAPS = Ruleset(rules="saboteur2")


@pytest.fixture
def game() -> Game:
    """Ann has thrown away a map and drawn a bend; then Bo and Cy have moved."""
    hands = {"A": ["map", "EW", "EW", "NS"], "B": ["N", "E"], "C": ["N.S", "E.W"]}
    game = in_position(3, code="new", hands=hands, first="A", pile=["NE", "EW", "NESW", "rockfall", "NW", "ESW"])
    do(game, "A pass map", "B pass N", "C pass N.S")
    return game


def marked(page: Page) -> list[str]:
    """The cards that are marked as new, as they are called."""
    items = page.markup.split('id="hand"')[1].split("</ul>")[0].split("</li>")
    return [item.split('class="label">')[1].split("<")[0] for item in items if 'class="fresh">new' in item]


def look(client: Client, query: str = "") -> Page:
    return get(client, reverse("games:table", args=["new"]) + query)


def test_a_drawn_card_is_new_until_it_is_touched_on_this_device(game: Game) -> None:
    ann = browser_of("Ann")
    page = look(ann)
    assert marked(page) == ["Bend"]
    assert marked(look(ann)) == ["Bend"]
    other = next(card for card in page.hand() if "Bend" not in card.text)
    assert marked(get(ann, other["href"])) == ["Bend"]
    bend = next(card for card in page.hand() if "Bend" in card.text)
    assert marked(get(ann, bend["href"])) == []
    assert marked(look(ann)) == []
    assert marked(look(browser_of("Ann"))) == ["Bend"]


def test_help_on_a_card_touches_it_too(game: Game) -> None:
    ann = browser_of("Ann")
    bend = next(item for item in look(ann).items if item["data-about"] and "Bend" in item.text)
    assert get(ann, bend["data-about"]).status == 200
    assert marked(look(ann)) == []


def test_the_hand_stays_in_the_order_of_the_catalogue(game: Game) -> None:
    hand = look(browser_of("Ann")).markup.split('id="hand"')[1].split("</ul>")[0]
    names = [item.split("<")[0] for item in hand.split('class="label">')[1:]]
    assert names == ["Straight tunnel", "Straight tunnel", "Straight tunnel", "Bend"]


def test_new_copy_is_marked_and_a_card_drawn_again_is_new_again(game: Game) -> None:
    ann = browser_of("Ann")
    for card in look(ann).hand():
        get(ann, card["href"])
    do(game, "A pass NS", "B pass E", "C pass E.W")
    came = set(loaded(game).state.seats[0].hand)
    assert "rockfall" in came
    assert marked(look(ann)) == ["Rockfall"]
    do(game, "A pass rockfall")
    assert len(marked(look(ann))) <= 1


def test_nothing_is_new_in_a_hand_that_was_just_dealt() -> None:
    in_position(3, code="new", first="A")
    assert marked(look(browser_of("Ann"))) == []


def test_a_hand_that_was_swapped_is_new_as_a_whole_for_both() -> None:
    hands = {"A": ["swap-hands", "map"], "B": ["EW", "NS"], "C": ["EW"]}
    game = in_position(3, code="new", ruleset=SWAPS, hands=hands, first="A")
    do(game, "A swap-hands B")
    assert len(marked(look(browser_of("Ann")))) == 2
    assert len(marked(look(browser_of("Bo")))) == 2
    assert len(marked(look(browser_of("Cy")))) == 0


def test_device_memory_names_no_card_and_is_for_this_table_alone(game: Game) -> None:
    ann = browser_of("Ann")
    bend = next(card for card in look(ann).hand() if "Bend" in card.text)
    get(ann, bend["href"])
    cookie = ann.cookies["touched"]
    assert cookie["path"] == reverse("games:table", args=["new"])
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    token, _, seq = cookie.value.partition("-")
    assert token in bend["href"]
    assert int(seq) == game.seq


@pytest.mark.examples(3)
@pytest.mark.parametrize("nonsense", ["x", "-", "a-b", "." * 500, "aaaaaaaaaa-1." * 40, "é-1", "a" * 5000])
def test_forged_cookie_does_no_harm(game: Game, nonsense: str) -> None:
    ann = browser_of("Ann")
    ann.cookies["touched"] = nonsense
    assert marked(look(ann)) == ["Bend"]
