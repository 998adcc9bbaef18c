"""Suspicions once the game is over: shown only with their writer's consent, with who was right."""

from typing import Any

import pytest
from django.urls import reverse

from games.models import Disclosure, Game, Suspicion
from games.rules.table import Ruleset
from tests.e2e.scenes import NEARLY
from tests.games.pages import Page, get
from tests.games.tables import browser_of, do, in_position, seat_of, seen_by_all
from tests.games.test_book_notes import address, save

pytestmark = pytest.mark.django_db

LAST: dict[str, Any] = {
    "roles": {"A": "digger", "B": "saboteur", "C": "digger"},
    "hands": {"A": ["NESW", "EW"], "B": ["NS"], "C": ["map"]},
    "first": "B",
    "goals": {"8,0": "gold"},
    "mine": NEARLY,
}


def over(**shown: bool) -> Game:
    """A game of one round that is over, in which Ann and Cy suspected others; those who show it are named."""
    game = in_position(3, ruleset=Ruleset(rounds=1), **LAST)
    save(browser_of("Ann"), game, note_1="I never liked Bo", guess_1="may-dig", guess_2="digs")
    save(browser_of("Cy"), game, guess_1="digs")
    do(game, "B pass NS", "C pass map")
    save(browser_of("Ann"), game, guess_1="harms")
    for name in shown:
        save(browser_of(name), game, shown="on")
    do(game, "A lay NESW 7,0")
    seen_by_all(game)
    game.refresh_from_db()
    assert game.status == "over"
    return game


def final(game: Game, name: str) -> Page:
    return get(browser_of(name), reverse("games:table", args=[game.code]))


def test_unshared_suspicions_stay_hidden() -> None:
    game = over()
    for name in ("Ann", "Bo", "Cy"):
        page = final(game, name)
        assert "surely harms" not in page.words
        assert "Ann in round 1" not in page.words
    assert "Who suspected who" not in final(game, "Bo").words
    assert "Show the others who I suspected" in final(game, "Ann").words


def test_consenting_player_shows_their_suspicions_with_results() -> None:
    game = over(Ann=True)
    page = final(game, "Bo")
    assert "Ann in round 1: 2 of 2 right" in " ".join(page.words.split())
    assert "At the start: rather digs. Move 2: surely harms." in page.words
    assert "I never liked Bo" not in page.markup
    assert "Cy in round 1" not in page.words
    assert '<rect class="digs" x="0" y="20" width="2" height="10" />' in page.markup
    assert '<rect class="harms" x="2" y="0" width="1" height="20" />' in page.markup
    assert 'viewBox="0 0 3 40"' in page.markup
    assert "style=" not in page.markup.split("traces")[1]


def test_a_running_game_shows_no_suspicions_whatever_was_chosen() -> None:
    game = in_position(3, ruleset=Ruleset(rounds=2), **LAST)
    save(browser_of("Ann"), game, guess_1="harms", shown="on")
    do(game, "B pass NS", "C pass map", "A lay NESW 7,0")
    for address_of in ("games:table", "games:log", "games:words", "games:book"):
        page = get(browser_of("Bo"), reverse(address_of, args=[game.code]))
        assert "Who suspected who" not in page.words
    assert "Who suspected who" not in get(browser_of("Bo"), reverse("games:round", args=[game.code, 1])).words


def test_the_choice_can_be_made_and_taken_back_on_the_last_page() -> None:
    game = over()
    cy = browser_of("Cy")
    form = final(game, "Cy").forms[address(game)]
    assert cy.post(form.action, {"show": form.buttons[0]["value"]}).status_code == 303
    assert "Cy in round 1: 0 of 1 right" in " ".join(final(game, "Bo").words.split())
    assert 'viewBox="0 0 3 40"' in final(game, "Bo").markup
    form = final(game, "Cy").forms[address(game)]
    cy.post(form.action, {"show": form.buttons[0]["value"]})
    assert "Cy in round 1" not in final(game, "Bo").words
    assert not Disclosure.objects.exists()


def test_suspicions_cannot_be_changed_once_roles_are_up() -> None:
    game = over(Ann=True)
    page = get(browser_of("Ann"), address(game))
    assert "guess-1" not in page.markup
    assert save(browser_of("Ann"), game, guess_1="digs", was_guess_1="x").status == 409
    assert save(browser_of("Ann"), game, note_1="still mine").status == 303


def test_r96_suspicions_of_a_former_player_are_hidden() -> None:
    game = over(Ann=True)
    rows = list(Suspicion.objects.values())
    bo = seat_of(game, "Bo").user
    for row in rows:
        Suspicion.objects.filter(pk=row["id"]).update(seat=1)
    assert "Ann in round 1" not in final(game, "Cy").words
    assert bo
