"""A decision that is answered in words may show its player cards beside them, which no other player sees (R94)."""

from dataclasses import replace as with_fields

import pytest
from django.urls import reverse
from msgspec.structs import replace

from games.rows import store
from games.rules.table import Ruleset
from games.sheets import DECISIONS
from tests.games.pages import get
from tests.games.tables import browser_of, do, in_position, loaded, seat_of

pytestmark = pytest.mark.django_db

HANDS = {"A": ["swap-goals", "EW"], "B": ["EW"], "C": ["NS"]}
ADDRESS = "games:table"


def holding(name: str, *cards: str) -> str:
    """A table at which Ann decides whether two goals are swapped, and a player was given cards to look at; its code."""
    game = in_position(3, ruleset=Ruleset(modules=("swap-goals",)), hands=HANDS, first="A")
    do(game, "A swap-goals 8,2 8,0")
    seat = seat_of(game, name)
    store.put_seat(seat, replace(loaded(game).state.seats[seat.number], offer=cards))
    seat.save()
    return game.code


def words_of(name: str, code: str) -> str:
    """The page of a table as a player reads it."""
    return get(browser_of(name), reverse(ADDRESS, args=[code])).words


@pytest.fixture
def _shows_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(DECISIONS, "swap", with_fields(DECISIONS["swap"], shows_cards=True))


@pytest.mark.usefixtures("_shows_cards")
def test_cards_are_shown_beside_the_words_of_the_answers() -> None:
    words = words_of("Ann", holding("Ann", "rockfall"))
    assert "Rockfall" in words
    assert "Swap them" in words
    assert "Put them back as they were" in words


@pytest.mark.usefixtures("_shows_cards")
def test_cards_of_a_decision_are_shown_to_its_player_alone() -> None:
    code = holding("Ann", "rockfall")
    assert "Rockfall" not in words_of("Bo", code)


def test_a_decision_whose_sheet_shows_no_cards_shows_none() -> None:
    assert "Rockfall" not in words_of("Ann", holding("Ann", "rockfall"))
