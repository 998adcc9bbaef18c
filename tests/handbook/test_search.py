"""The handbook searched: by numbers of rules, and by words in any form and language."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.utils.translation import gettext, override

from games.wording.rulesets import module_name
from handbook import rule_texts as help_rules
from handbook.entries import CARD_HELP, MODULE_HELP, entry_title
from handbook.rule_texts import numbered_rules, rules_in
from handbook.search import index
from handbook.search.index import MOST, index_of, search
from handbook.search.pages import CARD, MODULE, RULE, pages
from handbook.search.words import fold
from tests.handbook.searching import LANGUAGES, asked, first, found, marked


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


def test_rule_is_found_in_the_readers_language() -> None:
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
    caches = (rules_in, help_rules.page_in, pages, index_of)
    with monkeypatch.context() as patched:
        patched.setattr(help_rules, "PAGE", tmp_path / "rules.md")
        for made in caches:
            made.cache_clear()
        yield
    for made in caches:
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
