"""The rule book searched: numbers, words of five languages in any form, and what is no words."""

import html
import re
import time
import tomllib
import tracemalloc
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils.translation import gettext, override
from pytest_django import DjangoAssertNumQueries

from games.rules.modules.tournament import ROLES as TOURNAMENT
from games.rules.payout import SABOTEURS_PAY
from games.rules.roles import BASE_HANDS, BASE_ROLES
from games.wording.rulesets import module_name
from handbook import rule_texts as help_rules
from handbook.entries import CARD_HELP, MODULE_HELP, entry_title
from handbook.forms.search import LONGEST
from handbook.help_pages import HELP
from handbook.rule_texts import numbered_rules, rules_in
from handbook.search import index
from handbook.search.index import MOST, Found, Piece, index_of, search
from handbook.search.pages import CARD, MODULE, RULE, lines_of, pages
from handbook.search.short_answers import ShortAnswer, short_answer
from handbook.search.words import fold, language_of, read, terms
from handbook.views.search import address_of

LANGUAGES = [code for code, _name in settings.LANGUAGES]


def found(query: str, language: str = "en") -> list[tuple[str, str]]:
    with override(language):
        return [(one.page.kind, one.page.key) for one in search(query).pages]


def first(query: str, language: str = "en") -> Found:
    with override(language):
        return search(query).pages[0]


def marked(pieces: tuple[Piece, ...]) -> list[str]:
    return [piece.text for piece in pieces if piece.found]


def asked(query: str, **headers: str) -> Any:
    return Client(headers=headers).get(f"{reverse('handbook:search')}?q={quote(query)}")


# -- numbers


@pytest.mark.parametrize("query", ["R41", "41", "r 41", "r41", " R41 ", "Р41", "rule R41", "41.", "(R41)", "#41"])
def test_the_number_of_a_rule_leads_to_the_rule_however_it_is_written(query: str) -> None:
    assert found(query)[0] == (RULE, "41")


@pytest.mark.examples(6)
@pytest.mark.parametrize("reader", LANGUAGES)
@pytest.mark.parametrize(
    "query", ["rule 14", "Rule: 14", "regla 14", "правило 14", "правила 14", "noteikums 14", "noteikumu R14"]
)
def test_rule_reference_keeps_its_number_in_every_language(query: str, reader: str) -> None:
    assert found(query, reader) == [(RULE, "14")]


def test_translation_with_regex_characters_is_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index, "gettext", lambda _text: "Reg(l+ R%(number)s")
    index._named.cache_clear()
    try:
        assert found("reg(l+ 14") == [(RULE, "14")]
    finally:
        index._named.cache_clear()


def test_several_numbers_find_their_rules_in_the_given_order() -> None:
    assert found("R70, R14") == found("70 14") == [(RULE, "70"), (RULE, "14")]


def test_every_rule_is_found_by_its_number() -> None:
    for number in numbered_rules():
        assert found(f"R{number}") == [(RULE, str(number))]


@pytest.mark.parametrize("query", ["R99", "99", "R0", "R" + "9" * 60, "٤١"])
def test_a_number_of_no_rule_leads_to_no_rule(query: str) -> None:
    assert found(query) == []


def test_a_number_that_belongs_to_a_name_is_no_rule() -> None:
    assert found("saboteur 2")[0] == (MODULE, "saboteur2")
    assert found("veto 2019")[0][1] == "veto"


# -- words


@pytest.mark.examples(2)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_and_module_is_found_by_name_in_every_language(language: str) -> None:
    with override(language):
        names = {(CARD, slug): entry_title(entry) for slug, entry in CARD_HELP.items()}
        names |= {(MODULE, name): module_name(name) for name in MODULE_HELP}
    for page, name in names.items():
        alike = [other for other, called in names.items() if fold(called) == fold(name)]
        assert page in found(name, language)[: len(alike) + 2], (page, name)


@pytest.mark.examples(5)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("reader", LANGUAGES)
def test_foreign_card_name_finds_the_card_in_the_readers_language(reader: str, language: str) -> None:
    with override(language):
        word = gettext("Rockfall")
    with override(reader):
        own = gettext("Rockfall")
    page = first(word, reader)
    assert page.page.name == "card:rockfall"
    assert "".join(piece.text for piece in page.title) == own
    if word != own:
        assert (page.told_in, marked(page.snippet)) == (language, [word])
    else:
        assert (page.told_in, marked(page.title)) == ("", [own])


@pytest.mark.parametrize(
    ("query", "language", "slug"),
    [
        ("tunel recto", "es", "straights"),
        ("TÚNELES RECTOS", "es", "straights"),
        ("callejo\u0301n", "es", "dead-ends"),
        ("обвалу", "uk", "rockfall"),
        ("обв", "uk", "rockfall"),
        ("strupcelš", "lv", "dead-ends"),
        ("kapnes", "lv", "ladders"),
        ("dubultpagriezieni", "lv", "double-bends"),
        ("dubult\u00adpagrieziens", "lv", "double-bends"),
        ("rockfalls", "en", "rockfall"),
        ("lanterns broken", "en", "break-lantern"),
    ],
)
def test_accents_capitals_and_endings_do_not_matter(query: str, language: str, slug: str) -> None:
    assert (CARD, slug) in found(query, language)[:3]


def test_a_title_stands_before_a_text_and_more_of_the_words_before_fewer() -> None:
    pages = found("dead end")
    assert pages[0] == (CARD, "dead-ends")
    assert (RULE, "14") in pages[1:]
    assert set(found("why can I not lay a ladder")[:2]) == {(CARD, "ladders"), (RULE, "34")}


def test_the_question_that_a_dark_square_raises_leads_to_its_pictures() -> None:
    assert found("why is this square not lit")[0] == (RULE, "14")
    assert found("with a broken tool")[0] == (RULE, "15")


def test_the_words_found_are_marked_in_a_line_around_them() -> None:
    page = next(one for one in search("stub counts").pages if one.page.key == "14")
    assert {"stub", "counts"} <= set(marked(page.line))
    text = "".join(piece.text for piece in page.line)
    assert text.startswith("… ")
    assert text.endswith(" …")
    assert len(text) < 200


def test_a_rule_is_told_in_the_readers_language() -> None:
    page = first("R14", "es")
    assert "".join(piece.text for piece in page.title) == rules_in("es")[14].title
    assert page.snippet == ()


@pytest.fixture
def a_new_rule(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """The English page has a rule more, R99, and R14 has a paragraph more; no other page has a new translation."""
    new = "- **R99** *Lanterns.* The lantern of a troll shines.\n"
    page = help_rules.PAGE.read_text(encoding="utf-8")
    first, _, rest = page.partition("- **R14**")
    (tmp_path / "rules.md").write_text(f"{first}{new}- **R14** A troll digs.\n\n  {rest}", encoding="utf-8")
    kept = (rules_in, help_rules.page_in, pages, index_of)
    with monkeypatch.context() as patched:
        patched.setattr(help_rules, "PAGE", tmp_path / "rules.md")
        for made in kept:
            made.cache_clear()
        yield
    for made in kept:
        made.cache_clear()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.usefixtures("a_new_rule")
def test_a_rule_that_is_not_translated_yet_is_found_and_read_in_english(language: str) -> None:
    assert found("troll", language)[:2] == [(RULE, "99"), (RULE, "14")]
    with override(language):
        rule, before = (numbered_rules()[number] for number in (99, 13))
    assert (rule.title, rule.chapter) == ("Lanterns", before.chapter)
    assert asked("troll", accept_language=language).status_code == 200


def test_most_pages_are_not_shown_and_it_is_said_that_there_are_more() -> None:
    answer = search("card")
    assert (len(answer.pages), answer.more) == (MOST, True)
    assert not search("rockfall").more


# -- the page


@pytest.mark.parametrize("query", ["", " ", "xyzzy", "R99", "%", "..", "''", "💎", "_", "\u200b"])
def test_search_without_results_says_what_to_try(query: str, db: None) -> None:
    page = asked(query)
    assert page.status_code == 200
    assert "We found nothing" in page.content.decode() or not query.strip()
    assert "Ask in your own words" in page.content.decode()


@pytest.mark.parametrize("query", ["\0", "a\0b", "x" * (LONGEST + 1), "x" * 10_000])
def test_blank_or_long_search_gets_a_sentence(query: str, db: None) -> None:
    page = asked(query)
    assert page.status_code == 422
    words = page.content.decode()
    assert "We can’t search for that" in words
    assert "x" * (LONGEST + 1) not in re.sub(
        r'name="next" value="[^"]*"', "", words
    )  # the way back from a choice of language


def test_a_query_is_escaped_and_stands_in_the_field_again(db: None) -> None:
    page = asked('"><script>rockfall</script>').content.decode()
    assert "<script>rockfall" not in page
    assert 'value="&quot;&gt;&lt;script&gt;rockfall&lt;/script&gt;"' in page


def test_search_results_show_their_language_and_link(db: None) -> None:
    page = asked("derrumbe").content.decode()
    assert f'href="{reverse("handbook:card", args=["rockfall"])}"' in page
    words = " ".join(html.unescape(re.sub(r"<[^>]+>", "", page)).split())
    assert re.search(r"\b[0-9]+ pages found\.", words)
    assert "Spanish: Derrumbe" in words
    assert re.search(r'<span lang="es">\s*<mark>Derrumbe</mark>', page)


def test_the_search_asks_no_database_and_stands_on_every_page_of_the_book(
    django_assert_num_queries: DjangoAssertNumQueries, db: None
) -> None:
    with django_assert_num_queries(0):
        asked("gold")
    for address in ("/rules/", "/rules/cards/", "/rules/r/14/"):
        assert f'role="search" action="{reverse("handbook:search")}"' in Client().get(address).content.decode()


# -- words of a language


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


# -- short answers


def short(query: str, language: str = "en", in_force: tuple[str, ...] = ()) -> ShortAnswer | None:
    with override(language):
        return short_answer(search(query, in_force), in_force)


@pytest.mark.parametrize("players", BASE_ROLES)
def test_short_answer_says_roles_and_hand_of_a_number_of_players(players: int) -> None:
    answer = short(f"how many saboteurs with {players} players")
    assert answer
    saboteurs, diggers = BASE_ROLES[players]
    facts = dict(answer.facts)
    assert (facts["Saboteur"], facts["Digger"]) == (str(saboteurs), str(diggers))
    assert facts["Cards in hand"] == str(BASE_HANDS[players])
    assert facts.get("Roles set aside", "0") == str(saboteurs + diggers - players)


def test_short_answer_follows_the_game_that_is_named_or_played() -> None:
    tournament = short("how many greedy dwarfs in a tournament with 7 players")
    assert tournament
    assert dict(tournament.facts)["Greedy dwarf"] == str(TOURNAMENT[7][2])
    saboteur2 = short("cards in hand with 8 players", in_force=("saboteur2",))
    assert saboteur2
    assert dict(saboteur2.facts)["Cards in hand"] == "6"


def test_short_answer_of_pay_comes_from_the_rules() -> None:
    answer = short("how much gold do the saboteurs get")
    assert answer
    assert [value.split()[0] for _label, value in answer.facts] == [str(each) for each in SABOTEURS_PAY.values()]


@pytest.mark.parametrize(
    "query", ["how many saboteurs with 2 players", "how many saboteurs with 40 players", "map", ""]
)
def test_question_without_data_has_no_short_answer(query: str) -> None:
    assert short(query) is None


def test_short_answer_stands_above_the_results(db: None) -> None:
    page = asked("how many cards do we get with 5 players").content.decode()
    assert page.index("Base game with 5 players") < page.index('class="list results"')


def test_line_of_a_table_is_that_of_the_number_of_players() -> None:
    page = next(one for one in search("how many saboteurs with 6 players").pages if one.page.name == "rule:R10")
    assert "".join(piece.text for piece in page.line) == "players 6, saboteurs 2, diggers 5, hand 5"


# -- at a table


def test_search_at_a_table_keeps_its_rules(db: None) -> None:
    address = reverse("handbook:search")
    page = Client().get(f"{address}?q=veto&with=base&with=veto&with=forged").content.decode()
    assert page.count('<input type="hidden" name="with"') == 2
    assert "forged" not in re.sub(r'name="next" value="[^"]*"', "", page.partition("<main")[2])


# -- what it costs


def test_the_index_is_small_made_once_and_quick_to_ask(record_property: Any) -> None:
    for code in LANGUAGES:
        with override(code):
            gettext("Map")  # catalogues are there anyway
    index_of.cache_clear()
    tracemalloc.start()
    for code in LANGUAGES:
        index_of(code)
    kept = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    began = time.process_time()
    search(" ".join(["why can the tunel of the ded end not go on behind the gold"] * 3))
    answered = time.process_time() - began  # a word that is unknown in one language is looked up in the others
    index_of.cache_clear()
    began = time.process_time()
    search("gold")
    built = time.process_time() - began
    record_property(
        "figures", f"index {kept / 1e6:.1f} MB, built in {built:.2f} s, a long query {answered * 1000:.0f} ms"
    )
    assert kept < 6_000_000
    assert built < 3
    assert answered < 0.5
    assert index_of.cache_info().misses <= len(LANGUAGES)


def test_long_question_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_up: list[str] = []

    def corrected(word: str, known: Sequence[str]) -> list[str]:
        looked_up.append(word)
        return []

    monkeypatch.setattr(index, "one_typo_away", corrected)
    search(" ".join(f"qqx{number}q" for number in range(200)))
    assert 0 < len(looked_up) <= index.MOST_WORDS
