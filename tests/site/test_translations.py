"""Every language has all of every message, and says it as its readers write: places, marks, capitals, the glossary."""

import warnings
from collections.abc import Callable

import pytest
from babel.messages.catalog import Message

from handbook.rule_texts import Block, Span, rules_in
from saboteur_site.languages.catalogues import texts_of
from tests.site.translations import (
    LANGUAGES,
    OF,
    Fault,
    Language,
    catalogue,
    excepts,
    faults,
    faults_of_rule,
    glossary,
    opened,
    plural_faults,
)


def said(msgid: str, *texts: str, fuzzy: bool = False) -> Message:
    """A message and what a translator made of it; of two texts or more each is a plural form."""
    flags = ["fuzzy"] if fuzzy else []
    return Message(msgid, texts[0], flags=flags) if len(texts) == 1 else Message((msgid, msgid), texts, flags=flags)


class UntranslatedWarning(UserWarning):
    """Messages that a language does not say yet. They are shown in English, and only a release waits for them."""


def warned_of_untranslated(language: str, found: list[Fault]) -> list[Fault]:
    """Warn of the messages that are not translated; the faults that are left."""
    lacking = [fault.message for fault in found if fault.check == "untranslated"]
    if lacking:
        warnings.warn(f"{language}, not translated yet: {lacking}", UntranslatedWarning, stacklevel=2)
    return [fault for fault in found if fault.check != "untranslated"]


def test_untranslated_message_is_a_warning_and_no_fault() -> None:
    found = [*faults("es", said("Nobody", "")), *faults("es", said("A card", "Una karta", fuzzy=True))]
    with pytest.warns(UntranslatedWarning, match=r"es, not translated yet: \['Nobody', 'A card'\]"):
        assert warned_of_untranslated("es", found) == []


@pytest.mark.filterwarnings("default::tests.site.test_translations.UntranslatedWarning")
@pytest.mark.parametrize("language", LANGUAGES)
def test_translated_messages_have_no_faults(language: str, record_property: Callable[[str, object], None]) -> None:
    book = catalogue(language)
    wrong = warned_of_untranslated(language, [fault for message in book for fault in faults(language, message)])
    words = sum(len(text.split()) for message in book for text in texts_of(message.string or ""))
    conflicts = sum(fault.check == "term" for fault in wrong)
    record_property("figures", f"{language}: {len(book)} messages, {words} words, {conflicts} glossary conflicts")
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_numbered_rules_have_the_words_and_the_marks_of_their_language(language: str) -> None:
    assert [fault for rule in rules_in(language).values() for fault in faults_of_rule(language, rule)] == []


def test_a_planted_fault_of_a_rule_is_found() -> None:
    rule = rules_in("es")[17]
    spans = [Span("text", "Un “derrumbe” quita un camino. La caída de rocas quita una carta.", 0)]
    planted = rule._replace(title="Nada", blocks=(Block("text", ((tuple(spans),),)),))
    found = {(fault.check, fault.why) for fault in faults_of_rule("es", planted)}
    assert found >= {("quotes", ""), ("term", "tunnel"), ("term", "discard")}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_counts_as_its_language_does(language: str) -> None:
    book = opened(language)
    assert plural_faults(language, book.plural_forms) == []
    assert {len(texts_of(one.string)) for one in catalogue(language) if one.pluralizable} == {book.num_plurals}


def test_every_language_of_the_site_says_how_it_is_written() -> None:
    assert set(OF) == set(LANGUAGES)


@pytest.mark.parametrize(
    ("check", "language", "entry"),
    [
        ("untranslated", "es", said("Nobody", "")),
        ("untranslated", "uk", said("%(count)s card", "%(count)s карта", "%(count)s карти", "")),
        ("untranslated", "lv", said("Nobody", "Neviens", fuzzy=True)),
        ("places", "es", said("%(name)s is here", "%(nombre)s está aquí")),
        ("places", "es", said("%(name)s is here", "%(name) está aquí")),
        ("places", "uk", said("%(count)s card", "%(count)s карта", "%(count)s карти", "багато карт")),
        ("places", "lv", said("100 %% of it", "100 % no tā")),
        ("markup", "bg", said("A <b>new</b> day", "Нов <b>ден<b>")),
        ("markup", "bg", said('<a href="%(x)s">Go</a>', '<a href="%(x)s" class="x">Върви</a>')),
        ("capital", "es", said("Nobody", "nadie")),
        ("capital", "lv", said("<b>nobody</b>", "<b>Neviens</b>")),
        ("end", "uk", said("Nobody sees it.", "Ніхто цього не бачить")),
        ("end", "es", said("Nobody", "Nadie.")),
        ("spaces", "es", said("Nobody sees it.", "Nadie  lo ve.")),
        ("spaces", "bg", said("Nobody", "Никой ")),
        ("quotes", "uk", said("Say “yes”", "Скажи “так”")),
        ("quotes", "lv", said("Say “yes”", "Saki „jā“")),
        ("quotes", "bg", said("Say “yes”", "Кажи „да”")),
        ("quotes", "es", said("Say “yes”", "Di que sí")),
        ("apostrophe", "uk", said("Name", "Ім'я")),
        ("inverted", "es", said("Whom?", "A quién?")),
        ("english", "uk", said("Play the card", "Зіграти card")),
        ("english", "es", said("Nobody is there", "Nobody is there")),
        ("english", "lv", said("Nobody, or the other", "Neviens, or the other")),
        ("term", "es", said("A rockfall!", "¡Una caída de rocas!")),
        ("term", "uk", said("The map", "Карта шахти")),
        ("term", "lv", said("A card", "Karte")),
        ("term", "bg", said("The three-way tunnel", "Тунел")),
    ],
)
def test_a_planted_fault_is_found(check: str, language: str, entry: Message) -> None:
    assert check in {fault.check for fault in faults(language, entry)}


@pytest.mark.parametrize(
    ("language", "entry"),
    [
        ("es", said("%(name)s, whom?", "¿A quién, %(name)s?")),
        ("uk", said("%(count)s card", "%(count)s карта", "%(count)s карти", "%(count)s карт")),
        ("lv", said("“Nobody” plays (R14).", "„Neviens” nespēlē (R14).")),
        ("bg", said("The three-way tunnel", "Разклонението")),
    ],
)
def test_correct_translation_has_no_fault(language: str, entry: Message) -> None:
    assert list(faults(language, entry)) == []


def test_a_language_whose_nouns_have_capitals_may_begin_with_one(monkeypatch: pytest.MonkeyPatch) -> None:
    german = Language("„“", latin=True, nouns=True, plurals={0: 1, 1: 0})
    monkeypatch.setitem(OF, "de", german)
    assert list(faults("de", said("nobody’s hat", "Hut von niemandem"))) == []
    assert "capital" in {fault.check for fault in faults("de", said("Nobody", "niemand"))}
    monkeypatch.setitem(OF, "de", german._replace(nouns=False))
    assert "capital" in {fault.check for fault in faults("de", said("nobody’s hat", "Hut von niemandem"))}


@pytest.mark.parametrize(
    ("language", "header"),
    [
        ("uk", "nplurals=2; plural=(n != 1);"),
        ("lv", "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n != 0 ? 2 : 1);"),
        ("es", "nplurals=3; plural=(n != 1);"),
        ("bg", "nplurals=two"),
    ],
)
def test_a_planted_rule_of_plurals_is_found(language: str, header: str) -> None:
    assert plural_faults(language, header)


def test_every_exception_is_still_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    book, exceptions = glossary(), glossary().exceptions
    assert all(exception["why"] for exception in exceptions)
    excepted = tuple(begins for exception in exceptions for begins in exception["messages"])
    with monkeypatch.context() as bare:
        bare.setattr("tests.site.translations.glossary", lambda: book._replace(exceptions=[]))
        every = [(lang, message) for lang in LANGUAGES for message in catalogue(lang)]
        entries = [(lang, message) for lang, message in every if texts_of(message.id)[0].startswith(excepted)]
        found = [(lang, fault) for lang, entry in entries for fault in faults(lang, entry)]
        rules = [(lang, rule) for lang in LANGUAGES for rule in rules_in(lang).values()]
        found += [(lang, fault) for lang, rule in rules for fault in faults_of_rule(lang, rule)]
    # A translation that waits for its translator may need its exception once it is there.
    waiting = {fault.message for _lang, fault in found if fault.check == "untranslated"}
    needless = [
        (exception["of"], begins)
        for exception in exceptions
        for begins in exception["messages"]
        if not any(excepts({**exception, "messages": [begins]}, lang, fault) for lang, fault in found)
        and not any(message.startswith(begins) for message in waiting)
    ]
    assert needless == []
