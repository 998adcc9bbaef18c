"""A player's own book: what it stores, for which player, and that it is right."""

import random
from collections import Counter
from typing import Any

import pytest
from django.urls import reverse

from games.models import Game, Whisper
from games.rules import codec
from games.rules.events import Dealt
from games.rules.ruleset import MODULES, compiled
from games.rules.table import Ruleset
from games.selectors import table as table_selectors
from games.selectors.table import LoggedMove
from games.tableau.book import Book, book_of, cards_gone, hands_of
from games.tableau.knowledge import steps_of_round
from games.wording import card_name, role_name
from tests.games.costs import statements
from tests.games.pages import HX, Page, get
from tests.games.tables import browser_of, do, in_position, loaded, people, play_on, running_game, seat_of, seen_by_all

pytestmark = pytest.mark.django_db

EVERYTHING = Ruleset(
    rules="saboteur2",
    modules=tuple(sorted(set(MODULES) - {"greedy", "craftsman"})),
)


def book(game: Game, name: str, **headers: str) -> Page:
    return get(browser_of(name), reverse("games:book", args=[game.code]), **headers)


SWAPPING = {"A": ["map", "EW"], "B": ["swap-goals", "EW"], "C": ["NS"]}


def deal_is_told(game: Game) -> None:
    """Let everybody have been told the hand and the role of a position as those of a deal."""
    for own in loaded(game).state.seats:
        dealt = Dealt(round=1, role=own.role, hand=own.hand)
        Whisper.objects.filter(game=game, seat=own.seat).update(event=codec.encode(dealt))


def remembered(game: Game, name: str) -> Book:
    """A player's book, as values."""
    place = table_selectors.place_at(game.code, seat_of(game, name).user)
    log = table_selectors.log_of_round(place)
    found = book_of(table_selectors.view_of(place), table_selectors.people_at(game), log, aids=True)
    assert found is not None
    return found


def test_the_book_tells_what_was_seen_and_what_happened_to_it_since() -> None:
    game = in_position(3, ruleset=Ruleset(modules=("swap-goals",)), hands=SWAPPING, first="A")
    do(game, "A map 8,2", "B swap-goals 8,2 8,0")
    seen = remembered(game, "Ann").seen
    assert len(seen) == 1
    assert "(seen at move 1)" in seen[0]
    do(game, "B choose swap")
    page = book(game, "Ann")
    assert "Only you see this." in page.words
    assert "were taken and put back, maybe swapped" in page.words
    assert "Nothing so far this round." in book(game, "Cy").words


def test_r42_earlier_roles_stay_in_the_book() -> None:
    game = in_position(3, ruleset=Ruleset(rules="saboteur2"), hands={"A": ["swap-hats"]}, first="A")
    had = loaded(game).state.seats[1].role
    deal_is_told(game)
    do(game, "A swap-hats B")
    assert remembered(game, "Bo").roles == (f"Your role until move 1: {role_name(had)}.",)
    assert not remembered(game, "Ann").roles


def test_book_is_for_players_of_the_table_alone() -> None:
    game = running_game(3)
    people(4)
    address = reverse("games:book", args=[game.code])
    assert get(browser_of("Ann"), address).status == 200
    assert get(browser_of("Dee"), address).status == 404
    assert get(browser_of("Ann"), reverse("games:book", args=["nobody"])).status == 404


def test_htmx_is_given_the_sheet_alone_with_its_style() -> None:
    game = running_game(3)
    part = book(game, "Ann", **HX)
    assert "<html" not in part.markup
    assert "mybook" in part.markup
    assert '<form method="dialog">' in part.markup
    whole = book(game, "Ann")
    assert "<html" in whole.markup
    assert whole.markup.index("mybook") < whole.markup.index("<body")
    assert reverse("games:table", args=[game.code]) in whole.to(game.code)


def test_the_table_leads_to_the_book_for_its_players_alone() -> None:
    game = running_game(3, joining="anyone")
    people(4)
    address = reverse("games:book", args=[game.code])
    assert get(browser_of("Ann"), reverse("games:table", args=[game.code])).to(address)
    assert not get(browser_of("Dee"), reverse("games:table", args=[game.code])).to(address)


def test_broken_and_mended_tools_name_player_and_target() -> None:
    game = in_position(
        3, hands={"A": ["break:cart", "EW"], "B": ["repair:pickaxe+cart", "EW"], "C": ["map", "EW"]}, first="A"
    )
    do(game, "A break:cart B", "B repair:pickaxe+cart B cart", "C pass EW")
    found = remembered(game, "Cy")
    assert [one.move for one in found.tools] == [1, 2]
    assert "broke" in found.tools[0].words
    did = {one.person.name: one for one in found.did}
    assert (did["Ann"].broke, did["Bo"].mended, did["Cy"].discarded, did["Cy"].me) == (1, 1, 1, True)
    assert [one.words for one in found.given] == ["You discarded, unseen by the others: Straight tunnel."]
    assert not remembered(game, "Ann").given


def test_r43_player_of_the_hand_swap_remembers_the_hand_given_away() -> None:
    game = in_position(
        3,
        ruleset=Ruleset(rules="saboteur2"),
        hands={"A": ["swap-hands", "map", "theft"], "B": ["trapped", "free"], "C": ["map"]},
        first="A",
    )
    deal_is_told(game)
    do(game, "A swap-hands B")
    assert _given(game, "Ann") == [f"You passed your hand to Bo: {card_name('map')}, {card_name('theft')}."]
    assert _given(game, "Bo") == [f"You passed your hand to Ann: {card_name('trapped')}, {card_name('free')}."]
    assert not remembered(game, "Cy").given


def _given(game: Game, name: str) -> list[str]:
    return [one.words for one in remembered(game, name).given]


def test_open_cards_are_counted_and_face_down_discards_are_not() -> None:
    game = in_position(3, hands={"A": ["map", "EW"], "B": ["NS"], "C": ["EW"]}, first="A")
    do(game, "A map 8,0", "B pass NS", "C lay EW 1,0")
    gone = {one.words: (one.gone, one.of) for one in cards_gone(loaded(game).state.public)}
    assert gone[card_name("map")] == (1, 6)
    assert gone[card_name("EW")] == (1, 7)
    assert book(game, "Bo").words.count("Map: 1 of 6") == 1


@pytest.mark.examples(2)
@pytest.mark.parametrize("seed", range(40))
def test_hands_that_are_remembered_are_those_that_are_held(seed: int) -> None:
    game = running_game(4, seed, ruleset=EVERYTHING if seed % 2 else Ruleset(rules="saboteur2"))
    seen_by_all(game)
    for _part in range(6):
        play_on(game, 12, random.Random(seed))
        table = loaded(game)
        if table.game.status != "running":
            break
        for seat in table.seats:
            place = table_selectors.place_at(game.code, seat.user)
            view, log = table_selectors.view_of(place), table_selectors.log_of_round(place)
            held = _held_after(view, log, seat.number)
            assert held == Counter(table.state.seats[seat.number].hand)
            assert book_of(view, table_selectors.people_at(game), log, aids=True)
        for one in cards_gone(table.state.public):
            assert one.gone <= one.of
        assert sum(one.of for one in cards_gone(table.state.public)) == sum(
            compiled(table.state.public.ruleset).catalogue.values()
        )


def _held_after(view: Any, log: Any, seat: int) -> Counter[str] | None:
    """The hand after all that was told: that before one more step, in which nothing happens."""
    last = log[0]
    steps = [*steps_of_round(view, log), (0, LoggedMove(last.seq + 1, None, last.at, ()))]
    *_before, (_move, _step, hand) = hands_of(steps, seat)
    return hand


def test_card_counts_are_hidden_without_aids() -> None:
    for aids in (True, False):
        game = running_game(3, seed=4 + aids, aids=aids)
        page = book(game, "Ann")
        assert ("Cards everyone can see" in page.words, "Map: 0 of 6" in page.words) == (aids, aids)
        said = get(browser_of("Ann"), reverse("games:rules", args=[game.code])).words
        assert ("Memory aids off: no book counts cards." in said) == (not aids)


def test_the_book_costs_nine_statements_with_session_and_person() -> None:
    game = running_game(3)
    client = browser_of("Ann")
    assert len(statements(client, reverse("games:book", args=[game.code]))) == 9
