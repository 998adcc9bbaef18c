"""What can be wrong with a translation, whatever its language: each check names a fault, or nothing.

What languages say for the same thing, which words stay as they are, and where a translation departs from its English
for a reason, stands in `locale/glossary.toml`.
"""

import gettext
import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from babel.messages.catalog import Catalog, Message
from django.conf import settings

from handbook.rule_texts import NumberedRule, rules_in
from saboteur_site.languages.catalogues import is_translated, messages_in, read, texts_of
from saboteur_site.languages.formats import names
from saboteur_site.management.commands.messages import catalogue_of, other_languages

LANGUAGES = other_languages()
LOCALE = Path(settings.LOCALE_PATHS[-1])

_PLACE = re.compile(r"%\(\w+\)[a-z]|%[sd]\b|%%")
_TAG = re.compile(r"</?\w[^>]*>")
_FOREIGN = re.compile(
    r"\bpython -m [a-z.]+|https?://\S*|\./run\b[A-Za-z ./-]*|@\w+|\b[\w-]+\.com\b|\bmanage\.py \w+|\bR\d+\b"
)
_LATIN = re.compile(r"[A-Za-zÀ-ž]{2,}")
_ENGLISH = re.compile(r"\b(the|and|you|your|of|with|this|that|not|is|for|card|table|player)\b", re.IGNORECASE)
_DATES = (*names.MONTHS, *names.WEEKDAYS, *names.MONTHS_IN_SHORT, *names.WEEKDAYS_IN_SHORT)
"""English begins some of them with a capital wherever they stand; others end some with a full stop."""
SOFT_HYPHEN = "\u00ad"
_QUOTES = '«»„“”‘"‹›'
_ENDS = ".!?…:"


class Language(NamedTuple):
    """What a language asks of every one of its messages."""

    quotes: str
    """What opens and what closes words that are said or named."""
    latin: bool
    """Whether it is written in the letters of English."""
    plurals: dict[int, int]
    """Which plural form some numbers take."""
    nouns: bool = False
    """Whether all nouns begin with a capital, as in German."""
    same: frozenset[str] = frozenset()
    """Words that are spelled as in English wherever they stand."""


OF = {
    "es": Language("«»", latin=True, plurals={0: 1, 1: 0, 2: 1, 11: 1, 21: 1}),
    "uk": Language("«»", latin=False, plurals={0: 2, 1: 0, 2: 1, 5: 2, 11: 2, 12: 2, 21: 0, 22: 1}),
    "lv": Language("„”", latin=True, plurals={0: 2, 1: 0, 2: 1, 10: 1, 11: 1, 21: 0, 22: 1}),
    "bg": Language("„“", latin=False, plurals={0: 1, 1: 0, 2: 1, 11: 1, 21: 1}),
    "de": Language("„“", latin=True, plurals={0: 1, 1: 0, 2: 1, 11: 1, 21: 1}, nouns=True),
    "fr": Language("«»", latin=True, plurals={0: 0, 1: 0, 2: 1, 21: 1}, same=frozenset({"table"})),
    "pl": Language("„”", latin=True, plurals={0: 2, 1: 0, 2: 1, 5: 2, 12: 2, 21: 2, 22: 1}),
}
"""A further language gets its line here. Without one it is held to the checks that are the same for all."""


class Fault(NamedTuple):
    """What is wrong with the translation of a message."""

    check: str
    message: str
    text: str
    why: str = ""


class Glossary(NamedTuple):
    """`locale/glossary.toml`, read."""

    terms: dict[str, tuple[re.Pattern[str], dict[str, re.Pattern[str]]]]
    """For each term how it is said in English, and what some word of a translation begins with."""
    kept: frozenset[str]
    """Words that are the same in all languages: names, formats, programs."""
    exceptions: list[dict[str, Any]]


def catalogue(language: str) -> list[Message]:
    """The messages of the catalogue that people edit."""
    return messages_in(opened(language))


def opened(language: str) -> Catalog:
    """The catalogue that people edit."""
    return read(catalogue_of(language))


@cache
def glossary() -> Glossary:
    """The words that stand for the same thing everywhere; longer terms come first and hide the shorter in them."""
    read = tomllib.loads((LOCALE / "glossary.toml").read_text(encoding="utf-8"))
    terms = {
        name: (
            re.compile(rf"(?<![-\w])(?:{words.pop('en', f'{re.escape(name)}s?')})(?![-\w])", re.IGNORECASE),
            {language: re.compile(rf"(?<!\w)(?:{stems})", re.IGNORECASE) for language, stems in words.items()},
        )
        for name, words in sorted(read["terms"].items(), key=lambda item: -len(item[0]))
    }
    return Glossary(terms, frozenset(read["kept"]), read["exceptions"])


def faults(language: str, message: Message) -> Iterator[Fault]:
    """Everything that is wrong with one translation, but for what the glossary excepts.

    A fuzzy one is not shown, and belongs to another text, whose places it has: it has one fault alone.
    """
    sources, texts = texts_of(message.id), texts_of(message.string or "")
    if not is_translated(message):
        yield Fault("untranslated", sources[0], " / ".join(texts), "fuzzy" if message.fuzzy else "")
    for text in () if message.fuzzy else filter(None, texts):
        for fault in _of_text(language, sources, text.replace(SOFT_HYPHEN, "")):
            if not any(excepts(exception, language, fault) for exception in glossary().exceptions):
                yield fault


def faults_of_rule(language: str, rule: NumberedRule) -> Iterator[Fault]:
    """Quotation marks and terms of a numbered rule that are wrong, but for what the glossary excepts."""
    english, said = (f"R{one.number}. {_prose(one)}" for one in (rules_in("en")[rule.number], rule))
    if not _quoted_right(language, english, said):
        yield Fault("quotes", english, said)
    for term in _other_words(language, english, said):
        fault = Fault("term", english, said, term)
        if not any(excepts(exception, language, fault) for exception in glossary().exceptions):
            yield fault


def _prose(rule: NumberedRule) -> str:
    """What a rule says, without the notation in it."""
    cells = (cell for block in rule.blocks for row in block.rows for cell in row)
    return " ".join("".join(span.text for span in cell if span.kind != "code") for cell in cells)


def excepts(exception: dict[str, Any], language: str, fault: Fault) -> bool:
    """Whether an exception speaks of this fault: its check or its term, its language, how its message begins."""
    return (
        exception["of"] in (fault.check, fault.why)
        and language in exception.get("languages", LANGUAGES)
        and any(fault.message.startswith(begins) for begins in exception["messages"])
    )


def _of_text(language: str, sources: Sequence[str], text: str) -> Iterator[Fault]:
    source = sources[0]
    checks = {
        "places": _counted(_PLACE, text) not in [_counted(_PLACE, source) for source in sources],
        "markup": _counted(_TAG, text) not in [_counted(_TAG, source) for source in sources],
        "capital": not source.startswith(_DATES) and _begins(text) in _other_case(language, source),
        "end": source not in _DATES and _end(text) not in [_end(source) for source in sources],
        "spaces": "  " in text or _edges(text) != _edges(source),
        "quotes": not _quoted_right(language, source, _TAG.sub("", text)),
        "apostrophe": "'" in _FOREIGN.sub("", _TAG.sub("", text)),
        "inverted": language == "es" and (text.count("?"), text.count("!")) != (text.count("¿"), text.count("¡")),
    }
    yield from (Fault(check, source, text) for check, wrong in checks.items() if wrong)
    yield from (Fault("english", source, text, word) for word in left_over(language, source, text))
    yield from (Fault("term", source, text, term) for term in _other_words(language, " / ".join(sources), text))


def _counted(pattern: re.Pattern[str], text: str) -> Counter[str]:
    return Counter(pattern.findall(text))


def _begins(text: str) -> str:
    """Whether a text begins with a capital letter, a small one, or neither ("")."""
    first = next((sign for sign in _TAG.sub("", _PLACE.sub("0", text)) if sign.isalnum()), "")
    return "" if not first.isalpha() else "capital" if first.isupper() else "small"


def _other_case(language: str, source: str) -> tuple[str, ...]:
    """How a translation may not begin. One that begins with a noun may have a capital where English has none."""
    may_be_a_noun = language in OF and OF[language].nouns
    return {"capital": ("small",), "small": () if may_be_a_noun else ("capital",), "": ()}[_begins(source)]


def _end(text: str) -> str:
    last = re.sub(r"[»”“\")\s]+$", "", _TAG.sub("", text))[-1:]
    return last if last in _ENDS else ""


def _edges(text: str) -> tuple[bool, bool]:
    return text[:1].isspace(), text[-1:].isspace()


def _quoted_right(language: str, source: str, text: str) -> bool:
    """Only the marks of the language, each that opens with one that closes, and some where English has some."""
    if language not in OF:
        return True
    opens, closes = OF[language].quotes[0], OF[language].quotes[1]
    wrong = [sign for sign in text if sign in _QUOTES and sign not in (opens, closes)]
    return not wrong and text.count(opens) == text.count(closes) and ("“" not in source or opens in text)


def left_over(language: str, source: str, text: str) -> set[str]:
    """The English words in a translation that the glossary does not keep."""
    bare = _FOREIGN.sub("", _TAG.sub("", _PLACE.sub("", text)))
    if language in OF and not OF[language].latin:
        return set(_LATIN.findall(bare)) - glossary().kept
    words = set(_LATIN.findall(bare)) - glossary().kept
    if words and bare == _FOREIGN.sub("", _TAG.sub("", _PLACE.sub("", source))):
        return words
    same = OF[language].same if language in OF else frozenset()
    return {found for found in _ENGLISH.findall(bare) if found not in glossary().kept and found.lower() not in same}


def _other_words(language: str, source: str, text: str) -> Iterator[str]:
    """The terms of the English that a translation says in other words."""
    left = _TAG.sub("", _PLACE.sub("·", source))
    for name, (english, said) in glossary().terms.items():
        left, found = english.subn("·", left)
        if found and language in said and not said[language].search(text):
            yield name


def plural_faults(language: str, header: str) -> list[str]:
    """What is wrong with the rule of a catalogue for its plural forms."""
    match = re.fullmatch(r"nplurals=(\d+); plural=(.*);", header)
    if match is None:
        return [header]
    form = gettext.c2py(match[2])  # the standard library's own reader of such rules
    reached = {form(number) for number in range(200)}
    wrong = [] if reached == set(range(int(match[1]))) else [f"{reached} of {match[1]} forms"]
    samples = OF[language].plurals.items() if language in OF else ()
    return wrong + [f"{number} takes form {form(number)}" for number, right in samples if form(number) != right]
