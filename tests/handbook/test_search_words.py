"""Words of a language in the search: stems, synonyms, typos, and the order of what is found."""

import tomllib

import pytest
from django.conf import settings
from django.test import Client
from django.utils.translation import override

from handbook.help_pages import HELP
from handbook.rule_texts import numbered_rules
from handbook.search.index import search
from handbook.search.pages import lines_of, pages
from handbook.search.words import language_of, read, terms
from handbook.views.search import address_of
from tests.handbook.searching import LANGUAGES, found

ENGLISH_ALONE = {"often"}
"""Meanings of phrases that other languages do not mistake for something else."""
DATA = {
    "stop": "the a what",
    "endings": "s ed ing",
    "beginnings": "re",
    "numbers": {"5": "five"},
    "same": {"pile": "deck, draw pile", "turn": "rotate, turn round"},
}


def tokens(text: str) -> list[str]:
    return [token for term in terms(text, read(DATA)) for token in term.tokens]


def test_words_are_found_by_stems_and_meanings() -> None:
    assert tokens("The decks") == ["deck", "#pile"]
    assert tokens("what a draw pile") == ["draw", "pile", "#pile"]
    assert tokens("rotated five") == tokens("rotating 5") == ["rotat", "5"]
    assert tokens("pile") == ["pile"]


def test_language_without_search_data_has_whole_words() -> None:
    assert [term.tokens for term in terms("De stapel", language_of("nl"))] == [("de",), ("stapel",)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_search_data_of_each_language_has_the_same_meanings_and_pages(language: str) -> None:
    path = settings.BASE_DIR / "locale" / language / "search.toml"
    english = tomllib.loads((settings.BASE_DIR / "locale" / "en" / "search.toml").read_text(encoding="utf-8"))
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    assert data["same"].keys() ^ english["same"].keys() <= ENGLISH_ALONE
    assert data["asked"].keys() ^ english["asked"].keys() <= {"card:start"}
    assert data["asked"].keys() <= {page.name for page in pages()}
    assert data["numbers"].keys() == english["numbers"].keys()
    assert len(data["same"]) >= 30


@pytest.mark.parametrize(
    ("query", "language", "page"),
    [
        ("rokfall", "en", "card:rockfall"),
        ("profiter", "en", "card:role-profiteer"),
        ("derumbe", "es", "card:rockfall"),
        ("обвла", "uk", "card:rockfall"),
        ("kristls", "lv", "card:crystals"),
        ("кристлаи", "bg", "card:crystals"),
    ],
)
def test_word_with_one_typo_is_found(query: str, language: str, page: str) -> None:
    with override(language):
        assert page in [one.page.name for one in search(query).pages][:3]


@pytest.mark.parametrize(
    ("one", "other"), [("lamp", "lantern"), ("deck", "pile"), ("pick", "pickaxe"), ("jail", "trapped")]
)
def test_synonyms_find_the_same_page(one: str, other: str) -> None:
    assert set(found(one)[:5]) & set(found(other)[:5])


def test_base_game_comes_before_modules_unless_the_table_plays_them() -> None:
    alone = [one.page.name for one in search("hand size").pages]
    assert alone[0] == "rule:R10"
    at_table = [one.page.name for one in search("hand size", ("saboteur2",)).pages]
    assert at_table.index("rule:R31") < at_table.index("rule:R10")


def test_table_cells_are_found_by_their_words_and_numbers() -> None:
    with override("en"):
        lines = [line for block in numbered_rules()[10].blocks for line in lines_of(block)]
    assert "players 5, saboteurs 2, diggers 4, hand 6" in lines


def test_every_page_of_the_index_answers(db: None) -> None:
    for page in pages():
        assert Client().get(address_of(page)).status_code == 200, page


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_help_page_is_found_by_what_players_ask(language: str) -> None:
    for slug in HELP:
        asked_of = language_of(language).asked[f"help:{slug}"].split(",")[0]
        assert ("help", slug) in found(asked_of, language)[:3], (language, asked_of)


@pytest.mark.parametrize("query", ["circle", "season", "announce an evening", "hide my results", "statistics"])
def test_help_about_circles_is_found_first(query: str) -> None:
    assert found(query)[0] == ("help", "circles")
