"""The search of the rule book: words of all languages lead to pages, which are shown in the reader's language.

Each process builds the index once, at the first search. The texts of a page have the same order in every language, so a
Spanish word leads to the same sentence in English.

>>> fold("Túnel"), fold("м’яч"), fold("Ķirsis")
('tunel', 'мяч', 'kirsis')
"""

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import takewhile
from math import log
from typing import NamedTuple

from django.conf import settings
from django.utils.translation import get_language, gettext, override

from games.sheets import MODULES
from games.wording.cited import cited
from games.wording.facts import module_line
from games.wording.rulesets import module_name
from games.wording.settled import ALWAYS, settled_of
from handbook.cases import CASES
from handbook.entries import CARD_HELP, MODULE_HELP, entry_title
from handbook.entry import CHAPTERS, CardHelp
from handbook.rule_texts import NumberedRule, numbered_rules

CARD, MODULE, RULE = "card", "module", "rule"
MOST = 24
"""How many pages are shown."""

_TITLE, _LEAD, _ASIDE = 8.0, 3.0, 1.0
"""The weight of a word in the title of a page, in its text, and in related texts."""
_FOREIGN = 0.4
"""The weight of a word in another language, relative to one in the reader's."""
_KIN = 0.5
"""The weight of another form of a word, relative to the word."""
_MUCH = 5
"""How many common first letters make two words related, whatever else is found."""
_COMMON = 0.6
"""The amount that every weight is reduced by, so that a word on every page has almost none."""
_NONE = (0.0, 0, "")
_ROOM, _BEFORE = 170, 50
"""How many characters of a text are shown, and how many of them before the first match."""

_WORD = re.compile(r"[^\W_]+(?:['’ʼ\u00ad][^\W_]+)*")
_MARKS = str.maketrans("", "", "'’ʼ\u00ad")
_BARE = re.compile(r"(?:[0-9]|\W)+")


class Piece(NamedTuple):
    """A piece of a text; `found` if it matches the query."""

    text: str
    found: bool


class Found(NamedTuple):
    """A result: its kind, the slug or number of its page, its title, and the line of the match.

    `told` are the matching words of another language, and `told_in` its code; else both are empty.
    """

    kind: str
    key: str
    title: tuple[Piece, ...]
    line: tuple[Piece, ...]
    told: tuple[Piece, ...] = ()
    told_in: str = ""


class Results(NamedTuple):
    """The pages found, best first, and whether there are more."""

    pages: tuple[Found, ...]
    more: bool


class _Text(NamedTuple):
    text: str
    weight: float


class _Page(NamedTuple):
    kind: str
    key: str


class _Hit(NamedTuple):
    """A place of a word: the page, the index of its text, and the weight there."""

    page: int
    text: int
    weight: float


class _Index(NamedTuple):
    """The words of one language, sorted, with their places."""

    words: tuple[str, ...]
    hits: Mapping[str, tuple[_Hit, ...]]


def fold(text: str) -> str:
    """Return a text without accents, apostrophes, soft hyphens and capitals."""
    bare = "".join(sign for sign in unicodedata.normalize("NFKD", text) if not unicodedata.combining(sign))
    return bare.casefold().translate(_MARKS)


def search(query: str) -> Results:
    """Return the results of a query: rules by their numbers first, then the pages with most of its words."""
    folded = fold(query)
    numbers, rest = _numbers(folded)
    named = [_Page(RULE, str(number)) for number in dict.fromkeys(numbers) if number in numbered_rules()]
    words = list(dict.fromkeys(_WORD.findall(rest)))
    ranked = [_Ranked(_pages().index(page)) for page in named]
    ranked += [one for one in _ranked(words) if _pages()[one.page] not in named]
    return Results(tuple(map(_found, ranked[:MOST])), len(ranked) > MOST)


def _numbers(folded: str) -> tuple[list[int], str]:
    """Return the rule numbers in a query, and the rest of it. A bare number counts only if there are no words."""
    if _BARE.fullmatch(folded):
        return [int(number) for number in re.findall(r"[0-9]+", folded)], ""
    return [int(number) for number in _named().findall(folded)], _named().sub(" ", folded)


@cache
def _named() -> re.Pattern[str]:
    """Return a pattern for a rule number after an R, or after the word for a rule in any language and inflection."""
    words = []
    for language, _name in settings.LANGUAGES:
        with override(language):
            words.append(fold(gettext("Rule R%(number)s").partition(" ")[0])[:-1])
    of_a_rule = rf"(?:{'|'.join(map(re.escape, words))})\w{{0,3}}\W+"
    return re.compile(rf"\b(?:{of_a_rule}(?:[rр] ?)?|[rр] ?)([0-9]+)\b")


# -- pages and their texts


@cache
def _pages() -> tuple[_Page, ...]:
    rules = (_Page(RULE, str(number)) for number in numbered_rules())
    return (*(_Page(CARD, slug) for slug in CARD_HELP), *(_Page(MODULE, name) for name in MODULE_HELP), *rules)


def _texts(page: _Page) -> list[_Text]:
    """Return the texts of a page in the active language: its title first, and as many texts in every language."""
    if page.kind == CARD:
        return _of_card(CARD_HELP[page.key])
    if page.kind == MODULE:
        adds = [_Text(str(words), _LEAD) for words in MODULE_HELP[page.key].adds]
        return [_Text(module_name(page.key), _TITLE), _Text(module_line(page.key), _LEAD), *adds]
    return _of_rule(numbered_rules()[int(page.key)])


def _of_card(entry: CardHelp) -> list[_Text]:
    parts = [_Text(module_name(module), _ASIDE) for module in entry.part_of]
    return [
        _Text(entry_title(entry), _TITLE),
        _Text(str(entry.what), _LEAD),
        _Text(str(entry.target), _ASIDE),
        _Text(str(CHAPTERS[entry.kind]), _ASIDE),
        *parts,
    ]


def _of_rule(rule: NumberedRule) -> list[_Text]:
    """Return a rule, the decisions on it, and the texts of its pictures."""
    said = [
        _Text(_without_title("".join(span.text for cell in row for span in cell), rule), _LEAD)
        for block in rule.blocks
        for row in block.rows
    ]
    told = [cited(words) for part in (ALWAYS, *MODULES) for words in settled_of(part)]
    settled = [_Text(one.words, _LEAD) for one in told if rule.number in one.rules]
    settled += [_Text(str(case.words), _LEAD) for case in CASES.get(rule.number, ())]
    return [_Text(rule.title or rule.section or rule.chapter, _TITLE), *said, *settled]


def _without_title(text: str, rule: NumberedRule) -> str:
    """Return the text of a rule without its marks and its title, which is shown above it."""
    return re.sub(rf"^(\[[^]]*\] )?({re.escape(rule.title)}\.)? ?(\[[^]]*\] )?", "", text)


# -- the index


@cache
def _index(language: str) -> _Index:
    places: dict[str, dict[tuple[int, int], _Hit]] = {}
    with override(language):
        for number, page in enumerate(_pages()):
            for place, text in enumerate(_texts(page)):
                hit = _Hit(number, place, text.weight)
                for word in _words(text.text):
                    places.setdefault(word, {})[number, place] = hit
    return _Index(tuple(sorted(places)), {word: tuple(hits.values()) for word, hits in places.items()})


def _words(text: str) -> Iterator[str]:
    return (fold(word) for word in _WORD.findall(text))


def _like(word: str, language: str) -> dict[str, float]:
    """Return the words of a language that a word may match, each with its similarity: those that begin with it, and
    related ones. Words with little in common count only if none begins with it.
    """
    words = _index(language).words
    begun = takewhile(lambda other: other.startswith(word), words[bisect_left(words, word) :])
    near = {other: len(word) / len(other) for other in begun if len(word) > 1 or other == word}
    kin = {other: (common, _KIN * common / longer) for other, common, longer in _kin(word, words)}
    return {other: share for other, (common, share) in kin.items() if common >= _MUCH or not near} | near


def _kin(word: str, words: Sequence[str]) -> Iterator[tuple[str, int, int]]:
    """Return other forms of a word: their beginnings agree but for a few letters, fewer for short beginnings.

    Each with how many letters agree, and how many the longer word has.
    """
    start = word[:3]
    for other in takewhile(lambda other: other.startswith(start), words[bisect_left(words, start) :]):
        common = sum(1 for _same in takewhile(lambda pair: pair[0] == pair[1], zip(word, other, strict=False)))
        longer = max(len(word), len(other))
        if common >= 3 and longer - common <= min(3, common - 2):
            yield other, common, longer


# -- ranking


class _Ranked(NamedTuple):
    """A result before rendering: the place of its best word, that word's language, and all matching words there."""

    page: int
    text: int = 0
    language: str = ""
    words: frozenset[str] = frozenset()


def _ranked(words: Iterable[str]) -> list[_Ranked]:
    """Return the pages with the most significant of these words, titles first; without pages with few of them."""
    scores: dict[int, tuple[float, float]] = {}
    best: dict[int, tuple[float, int, str]] = {}
    matched: dict[str, set[str]] = {code: set() for code, _name in settings.LANGUAGES}
    for word in words:
        of_word: dict[int, tuple[float, int, str]] = {}
        for language, other, near in _meant(word):
            matched[language].add(other)
            for hit in _index(language).hits[other]:
                of_word[hit.page] = max(of_word.get(hit.page, _NONE), (hit.weight * near, -hit.text, language))
        worth = log(1 + len(_pages()) / max(1, len(of_word))) - _COMMON
        for page, here in of_word.items():
            told, counts = scores.get(page, (0.0, 0.0))
            scores[page] = told + worth, counts + worth * here[0]
            best[page] = max(best.get(page, _NONE), (worth * here[0], *here[1:]))
    most = max((told for told, _counts in scores.values()), default=0)
    order = {page: told * counts for page, (told, counts) in scores.items() if told >= most / 2}
    return [
        _Ranked(page, -place, language, frozenset(matched[language]))
        for page in sorted(order, key=lambda page: (-order[page], page))
        for _counts, place, language in [best[page]]
    ]


def _meant(word: str) -> Iterator[tuple[str, str, float]]:
    """Return the words that match one, with their languages and weights. In another language than the reader's only
    whole words match, not beginnings."""
    mine = get_language() or settings.LANGUAGE_CODE
    for language, _name in settings.LANGUAGES:
        for other, near in _like(word, language).items():
            if language == mine:
                yield language, other, near
            elif len(other) - len(word) <= 3:
                yield language, other, near * _FOREIGN


# -- snippets


def _found(ranked: _Ranked) -> Found:
    page, mine = _pages()[ranked.page], get_language() or settings.LANGUAGE_CODE
    texts, told = _texts(page), tuple[Piece, ...]()
    words = ranked.words if ranked.language == mine else frozenset[str]()
    if ranked.language not in ("", mine):
        with override(ranked.language):
            told = _pieces(_texts(page)[ranked.text].text, ranked.words)
    title, line = (_pieces(texts[place].text, words) for place in (0, ranked.text or 1))
    return Found(page.kind, page.key, title, line, told, ranked.language if told else "")


def _pieces(text: str, words: frozenset[str]) -> tuple[Piece, ...]:
    """Return a text, or the part around its first match, with the matches marked."""
    found = [match.span() for match in _WORD.finditer(text) if fold(match[0]) in words]
    start = text.rfind(" ", 0, found[0][0] - _BEFORE) + 1 if found and found[0][0] > _BEFORE * 2 else 0
    end = len(text) if len(text) <= start + _ROOM else text.rfind(" ", start, start + _ROOM)
    pieces, at = [Piece("… ", found=False)] if start else [], start
    for begin, stop in found:
        if start <= begin and stop <= end:
            pieces += [Piece(text[at:begin], found=False), Piece(text[begin:stop], found=True)]
            at = stop
    pieces.append(Piece(text[at:end] + " …" * (end < len(text)), found=False))
    return tuple(piece for piece in pieces if piece.text)
